#include "server/tool_result.hpp"

#include "schemas/json_writer.hpp"

namespace imcp::server {

std::string tool_result(dialect const& speaks, operations::reply const& reply) {
  std::string const error = reply ? "" : reply.error().to_json();
  std::string_view const structured = reply ? std::string_view(*reply) : std::string_view(error);
  schemas::json_writer out;
  out.reserve(structured.size() * 9 / 4 + 128);  // as it is, and once more with its quotes escaped
  out.key("content").begin_array().begin_object().member("type", "text").member("text", structured);
  out.end_object().end_array();
  if (speaks.tools == tool_shape::structured) out.raw_member("structuredContent", structured);
  out.member("isError", reply.has_error());
  return complete_result(speaks, out.text());
}

}  // namespace imcp::server
