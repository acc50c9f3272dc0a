#include "tests/real/real_session.hpp"

namespace imcp::tests {
namespace {

using session = real_session;

test_json content(test_json const& result) { return result["structuredContent"]; }

TEST_F(session, reads_the_server) {
  support::mcp_process server(options());
  auto const item = content(server.call_tool("incus_server_get"))["item"];
  EXPECT_EQ(item["auth"].text(), "trusted");
  EXPECT_TRUE(item["environment"]["server_version"].exists());
}

TEST_F(session, lists_instances_and_images) {
  support::mcp_process server(options());
  auto const images = content(server.call_tool("incus_image_list"));
  EXPECT_EQ(images["items"][0]["aliases"][0]["name"].text(), "busybox");
  EXPECT_EQ(images["count"].integer(), 1);
  container web(server, "list-web");
  auto const found = content(server.call_tool("incus_instance_list", R"({"filter":"name eq list-web"})"));
  EXPECT_EQ(found["count"].integer(), 1);
  EXPECT_EQ(found["items"][0]["status"].text(), "Running");
  auto const nobody = server.call_tool("incus_instance_list", R"({"project":"nope"})");
  EXPECT_TRUE(nobody["isError"].boolean());
  EXPECT_EQ(content(nobody)["error"]["kind"].text(), "rejected");
}

TEST_F(session, lists_operations) {
  support::mcp_process server(options());
  container web(server, "operations-web");
  auto const found = content(server.call_tool("incus_operation_list"));
  ASSERT_GE(found["count"].integer(), 1) << found;
  EXPECT_TRUE(found["items"][0]["created_at"].exists());
}

// The session the product is for, in both eras.
void run_session(support::mcp_process& server, std::function<test_json(std::string, std::string)> const& call,
                 std::string const& name) {
  auto const created = content(
      call("incus_instance_create", R"({"instance":")" + name + R"(","source":{"alias":"busybox"},"start":true})"));
  ASSERT_EQ(created["status"].text(), "completed") << created;
  auto const operation =
      content(call("incus_operation_get", R"({"operation_id":")" + created["operation_id"].text() + "\"}"));
  EXPECT_EQ(operation["item"]["status"].text(), "Success");
  EXPECT_TRUE(content(call("incus_instance_get", R"({"instance":")" + name + "\"}"))["etag"].exists());
  auto const ran = content(call(
      "incus_instance_exec",
      R"({"instance":")" + name + R"(","command":["sh","-c","echo out; echo err >&2; cat; exit 3"],"stdin":"in"})"));
  EXPECT_EQ(ran["status"].text(), "completed") << ran;
  EXPECT_EQ(ran["exit_code"].integer(), 3);
  EXPECT_EQ(ran["stdout"]["data"].text(), "out\nin");
  EXPECT_EQ(ran["stderr"]["data"].text(), "err\n");
  auto const running = call("incus_instance_delete", R"({"instance":")" + name + R"(","confirm":")" + name + "\"}");
  EXPECT_TRUE(running["isError"].boolean());
  EXPECT_EQ(content(running)["error"]["http_status"].integer(), 400);
  EXPECT_EQ(content(call("incus_instance_state_update",
                         R"({"instance":")" + name + R"(","action":"stop","force":true})"))["status"]
                .text(),
            "completed");
  auto const unconfirmed = content(call("incus_instance_delete", R"({"instance":")" + name + "\"}"));
  EXPECT_EQ(unconfirmed["error"]["kind"].text(), "confirmation_required");
  auto const gone =
      content(call("incus_instance_delete", R"({"instance":")" + name + R"(","confirm":")" + name + "\"}"));
  EXPECT_EQ(gone["status"].text(), "completed");
  server.close_stdin();
  auto const end = server.wait_exit();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 0);
}

TEST_F(session, creates_runs_and_deletes_an_instance) {
  support::mcp_process server(options());
  run_session(
      server, [&](std::string n, std::string a) { return server.call_tool(n, a); }, "session-modern");
}

TEST_F(session, does_the_same_for_a_client_of_2024) {
  support::mcp_process server(options());
  server.initialize("2025-06-18");
  run_session(
      server, [&](std::string n, std::string a) { return server.call_tool_legacy(n, a); }, "session-legacy");
}

}  // namespace
}  // namespace imcp::tests
