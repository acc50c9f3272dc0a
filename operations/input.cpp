#include "operations/input.hpp"

#include "schemas/bounds.hpp"
#include "schemas/names.hpp"
#include "schemas/validator.hpp"

namespace imcp::operations {
namespace {

using schemas::error_kind;
using schemas::tool_error;
using schemas::violation;

tool_error too_long(schemas::descriptor const& op, std::size_t limit, std::size_t actual) {
  auto const text = "the arguments of " + std::string(op.name) + " must be at most " + std::to_string(limit) +
                    " bytes, got " + std::to_string(actual);
  return tool_error(error_kind::input_limit, text).with("limit_bytes", limit).with("actual_bytes", actual);
}

tool_error invalid(std::vector<violation> found) {
  if (found.size() > schemas::bounds::violations) found.erase(found.begin() + schemas::bounds::violations, found.end());
  auto const& first = found.front();
  auto text = (first.pointer.empty() ? "the arguments" : first.pointer.substr(1)) + ": " + first.message;
  if (found.size() > 1) text += " (and " + std::to_string(found.size() - 1) + " more)";
  return tool_error(error_kind::invalid_input, std::move(text)).with(found);
}

bool lacks_only_confirm(schemas::descriptor const& op, schemas::json_value input, std::vector<violation> const& found) {
  return op.needs_confirmation() && found.size() == 1 && found.front().pointer == "/confirm" &&
         !schemas::member(input, "confirm");
}

void check_rules(schemas::descriptor const& op, schemas::json_value input, std::vector<violation>& found) {
  for (auto const& [property, rule] : op.rules) {
    auto const value = schemas::string_member(input, property);
    if (value && !schemas::matches(rule, *value))
      found.emplace_back(schemas::pointer_to("", property), std::string(schemas::requirement(rule)));
  }
}

}  // namespace

schemas::result<schemas::json_document> read_input(schemas::descriptor const& op, implementation const* code,
                                                   std::string arguments) {
  auto const limit = schemas::bounds::input_bytes(op.needs);
  if (arguments.size() > limit) return too_long(op, limit, arguments.size());
  auto document = schemas::json_document::parse(std::move(arguments));
  if (!document) return invalid({{"", "is not JSON that we read: " + document.error().message}});
  auto const input = document->root();
  if (auto const twice = schemas::find_duplicate_key(input)) return invalid({{twice->pointer, twice->message}});
  auto found = schemas::validator_for(op.input_schema).check(input);
  if (!found.empty() && !lacks_only_confirm(op, input, found)) return invalid(std::move(found));
  found.clear();
  check_rules(op, input, found);
  if (code && code->check) code->check(input, found);
  if (!found.empty()) return invalid(std::move(found));
  return std::move(*document);
}

}  // namespace imcp::operations
