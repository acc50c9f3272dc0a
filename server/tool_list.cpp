#include "server/tool_list.hpp"

#include "policy/checks.hpp"
#include "schemas/catalogue.hpp"
#include "schemas/json_writer.hpp"

namespace imcp::server {
namespace {

using schemas::json_writer;

void write_annotations(json_writer& out, schemas::descriptor const& op, tool_shape shape) {
  out.key("annotations").begin_object();
  if (shape == tool_shape::annotated) out.member("title", op.title);
  out.member("readOnlyHint", op.is_read()).member("destructiveHint", op.destructive_hint);
  out.member("idempotentHint", op.idempotent_hint).member("openWorldHint", op.open_world_hint).end_object();
}

void write_tool(json_writer& out, schemas::descriptor const& op, tool_shape shape, bool with_output_schema) {
  out.begin_object().member("name", op.name);
  if (shape == tool_shape::structured) out.member("title", op.title);
  out.member("description", op.description).raw_member("inputSchema", op.input_schema);
  if (shape == tool_shape::structured && with_output_schema) out.raw_member("outputSchema", op.output_schema);
  if (shape != tool_shape::plain) write_annotations(out, op, shape);
  out.end_object();
}

}  // namespace

std::string const& tool_list::members(dialect const& speaks) {
  auto& made = made_[static_cast<std::size_t>(speaks.tools)];
  if (made.empty()) made = make(speaks.tools);
  return made;
}

std::vector<std::string_view> tool_list::names() const {
  std::vector<std::string_view> out;
  for (auto const& op : schemas::catalogue())
    if (policy::may_use(who_, op)) out.push_back(op.name);
  return out;
}

std::string tool_list::make(tool_shape shape) const {
  json_writer out;
  out.key("tools").begin_array();
  for (auto const& op : schemas::catalogue())
    if (policy::may_use(who_, op)) write_tool(out, op, shape, rules_.output_schemas);
  out.end_array();
  return out.take();
}

}  // namespace imcp::server
