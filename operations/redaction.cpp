#include "operations/redaction.hpp"

#include "schemas/json_writer.hpp"

namespace imcp::operations {
namespace {

// Members of an operation's `metadata`: the channels of an exec, the secret of a token.
bool is_secret(std::string_view key) { return key == "fds" || key == "secret"; }

std::string without_secret_members(schemas::json_object metadata, std::string const& prefix,
                                   std::vector<std::string>& pointers) {
  schemas::json_writer out;
  out.begin_object();
  for (auto const field : metadata) {
    if (is_secret(field.key))
      pointers.push_back(schemas::pointer_to(prefix, field.key));
    else
      out.raw_member(field.key, simdjson::minify(field.value));
  }
  return out.end_object().take();
}

}  // namespace

redacted_json without_secrets(schemas::json_value operation, std::string const& prefix) {
  redacted_json made;
  schemas::json_object object, metadata;
  if (operation.get_object().get(object)) return {simdjson::minify(operation), {}};
  schemas::json_writer out;
  out.begin_object();
  for (auto const field : object) {
    bool const inner = field.key == "metadata" && !field.value.get_object().get(metadata);
    out.raw_member(field.key,
                   inner ? without_secret_members(metadata, schemas::pointer_to(prefix, field.key), made.pointers)
                         : simdjson::minify(field.value));
  }
  made.json = out.end_object().take();
  return made;
}

std::string redacted_member(std::vector<std::string> const& pointers) {
  if (pointers.empty()) return "";
  schemas::json_writer out;
  out.key("redacted").begin_array();
  for (auto const& p : pointers) out.string(p);
  return out.end_array().take();
}

}  // namespace imcp::operations
