#include "schemas/error.hpp"

#include "schemas/json_writer.hpp"

namespace imcp::schemas {

tool_error&& tool_error::with_raw(std::string_view name, std::string_view json) && {
  if (!members_.empty()) members_ += ',';
  append_json_string(members_, name);
  members_.append(":").append(json);
  return std::move(*this);
}

tool_error&& tool_error::with(std::string_view name, std::string_view text) && {
  std::string quoted;
  append_json_string(quoted, text);
  return std::move(*this).with_raw(name, quoted);
}

tool_error&& tool_error::with(std::string_view name, std::vector<std::string> const& items) && {
  json_writer list;
  list.begin_array();
  for (auto const& item : items) list.string(item);
  return std::move(*this).with_raw(name, list.end_array().text());
}

tool_error&& tool_error::with(std::vector<violation> const& violations) && {
  json_writer list;
  list.begin_array();
  for (auto const& v : violations)
    list.begin_object().member("pointer", v.pointer).member("message", v.message).end_object();
  return std::move(*this).with_raw("violations", list.end_array().text());
}

std::string tool_error::to_json() const {
  json_writer out;
  out.begin_object().key("error").begin_object();
  out.member("kind", to_text(kind_)).member("message", message_).member("dispatched", dispatched_);
  out.raw_members(members_);
  return out.end_object().end_object().take();
}

}  // namespace imcp::schemas
