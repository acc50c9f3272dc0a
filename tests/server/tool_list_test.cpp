#include "server/tool_list.hpp"

#include "policy/checks.hpp"
#include "schemas/catalogue.hpp"
#include "tests/support/test_json.hpp"

#include <gtest/gtest.h>

namespace imcp::server {
namespace {

using support::test_json;

struct listed {
  policy::policy rules = policy::builtin_policy();
  policy::caller& who = rules.callers.at("default");

  listed() {
    who.scopes = {schemas::scope::read, schemas::scope::write, schemas::scope::exec, schemas::scope::delete_};
  }
  test_json tools(std::string_view revision) {
    tool_list list(rules, who);
    auto const& speaks = revision == dialects().front().version ? dialects().front() : negotiate(revision);
    return test_json::parse("{" + list.members(speaks) + "}")["tools"];
  }
};

test_json find(test_json const& tools, std::string_view name) {
  for (auto const& tool : tools.elements())
    if (tool["name"].text() == name) return tool;
  return test_json();
}

TEST(tool_list, is_the_catalogue_in_its_order) {
  auto const tools = listed().tools("2026-07-28");
  ASSERT_EQ(tools.size(), schemas::catalogue().size());
  for (std::size_t i = 0; i < tools.size(); ++i) EXPECT_EQ(tools[i]["name"].text(), schemas::catalogue()[i].name);
}

TEST(tool_list, has_of_each_tool_what_its_descriptor_says) {
  auto const tools = listed().tools("2026-07-28");
  for (auto const& op : schemas::catalogue()) {
    auto const tool = find(tools, op.name);
    EXPECT_EQ(tool.keys(),
              (std::vector<std::string>{"name", "title", "description", "inputSchema", "outputSchema", "annotations"}));
    EXPECT_EQ(tool["inputSchema"].json(), op.input_schema);
    EXPECT_EQ(tool["outputSchema"].json(), op.output_schema);
    EXPECT_EQ(tool["annotations"]["readOnlyHint"].boolean(), op.is_read());
    EXPECT_EQ(tool["annotations"]["destructiveHint"].boolean(), op.destructive_hint);
    EXPECT_EQ(tool["annotations"]["idempotentHint"].boolean(), op.idempotent_hint);
    EXPECT_EQ(tool["annotations"]["openWorldHint"].boolean(), op.open_world_hint);
  }
}

TEST(tool_list, holds_only_what_the_caller_may_use) {
  listed with;
  with.who.scopes = {schemas::scope::read};
  with.who.deny = {"incus_instance_*"};
  auto const tools = with.tools("2026-07-28");
  EXPECT_GT(tools.size(), 0u);
  for (auto const& op : schemas::catalogue())
    EXPECT_EQ(find(tools, op.name).exists(), op.is_read() && !op.name.starts_with("incus_instance_")) << op.name;
}

TEST(tool_list, has_the_fields_that_the_revision_knows) {
  listed with;
  using keys = std::vector<std::string>;
  keys const structured{"name", "title", "description", "inputSchema", "outputSchema", "annotations"};
  EXPECT_EQ(with.tools("2025-11-25")[0].keys(), structured);
  EXPECT_EQ(with.tools("2025-06-18")[0].keys(), structured);
  EXPECT_EQ(with.tools("2025-03-26")[0].keys(), (keys{"name", "description", "inputSchema", "annotations"}));
  EXPECT_EQ(with.tools("2025-03-26")[0]["annotations"]["title"].text(), schemas::catalogue()[0].title);
  EXPECT_EQ(with.tools("2024-11-05")[0].keys(), (keys{"name", "description", "inputSchema"}));
}

TEST(tool_list, leaves_output_schemas_out_when_the_policy_says_so) {
  listed with;
  with.rules.output_schemas = false;
  EXPECT_FALSE(with.tools("2026-07-28")[0]["outputSchema"]);
}

}  // namespace
}  // namespace imcp::server
