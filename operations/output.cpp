#include "operations/output.hpp"

#include "operations/inspection.hpp"
#include "schemas/bounds.hpp"
#include "schemas/validator.hpp"

namespace imcp::operations {
namespace {

using schemas::error_kind;
using schemas::tool_error;

// What lets a caller find out what became of a call whose result it cannot have.
tool_error with_identity(tool_error error, schemas::descriptor const& op, schemas::json_value result) {
  constexpr std::size_t longest = 256;
  for (auto const field : op.identity)
    if (auto const text = schemas::string_member(result, field); text && text->size() <= longest)
      error = std::move(error).with(field, *text);
  return std::move(error).mark_dispatched();
}

tool_error broken(std::string const& why) {
  return tool_error(error_kind::invalid_output, "the result breaks its own schema: " + why);
}

}  // namespace

reply checked_output(schemas::descriptor const& op, reply done) {
  if (!done) return done;
  auto const size = done->size();
  auto parsed = schemas::json_document::parse(std::move(*done));
  // Our own writer makes JSON; what is none came from Incus and was passed through.
  if (!parsed) return not_json(parsed.error());
  if (size > schemas::bounds::output_bytes) {
    tool_error error(error_kind::output_limit, "the result is larger than an answer may be");
    error = std::move(error).with("limit_bytes", schemas::bounds::output_bytes).with("actual_bytes", size);
    return with_identity(std::move(error), op, parsed->root());
  }
  auto const found = schemas::validator_for(op.result_schema).check(parsed->root());
  if (found.empty()) return std::move(*parsed).take_text();
  return with_identity(broken(found.front().pointer + " " + found.front().message), op, parsed->root());
}

}  // namespace imcp::operations
