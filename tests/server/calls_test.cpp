// tools/call: concurrency, cancellation, progress, ids, results. Contract §4.

#include "tests/server/served.hpp"
#include "tests/support/eventually.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace imcp::server {
namespace {

using namespace std::chrono_literals;
using support::error;
using support::eventually;
using support::exec_script;
using support::mcp_process;
using support::sync;

// A guest command that runs until it gets a signal.
exec_script endless() { return exec_script().pause(60s); }

class calls : public ::testing::Test {
 protected:
  served with_;
  mcp_process server_{with_.options()};

  bool incus_has(std::string_view method, std::string_view path) {
    return eventually([&] { return with_.incus.count(method, path) > 0; });
  }
  // Whatever was sent before has been dealt with when this is answered.
  void barrier() { EXPECT_TRUE(server_.modern("server/discover")["result"]); }
};

TEST_F(calls, give_the_structured_result_twice) {
  with_.incus.on("GET", "/1.0/instances/web", sync(R"({"name":"web"})", "e1"));
  auto const result = server_.call_tool("incus_instance_get", R"({"instance":"web"})");
  EXPECT_EQ(result["structuredContent"]["item"]["name"].text(), "web");
  EXPECT_EQ(result["content"].size(), 1u);
  EXPECT_EQ(result["content"][0]["type"].text(), "text");
  EXPECT_EQ(result["content"][0]["text"].text(), result["structuredContent"].json());
  EXPECT_FALSE(result["isError"].boolean());
  EXPECT_EQ(result["resultType"].text(), "complete");
}

TEST_F(calls, report_refusals_as_tool_errors) {
  auto const result = server_.call_tool("incus_instance_get", R"({"instance":"gone"})");
  EXPECT_TRUE(result["isError"].boolean());
  EXPECT_EQ(result["structuredContent"]["error"]["kind"].text(), "rejected");
  EXPECT_EQ(result["content"][0]["text"].text(), result["structuredContent"].json());
}

TEST_F(calls, report_bad_arguments_as_tool_errors_in_every_era) {
  EXPECT_EQ(server_.call_tool("incus_instance_get")["structuredContent"]["error"]["kind"].text(), "invalid_input");
  for (auto const* arguments : {R"({"instance":"web","instance":"db"})", R"({"instance":1e400})", R"({"x":1})"}) {
    auto const result = server_.call_tool("incus_instance_get", arguments);
    EXPECT_EQ(result["structuredContent"]["error"]["kind"].text(), "invalid_input") << arguments;
  }
  server_.initialize("2024-11-05");
  auto const old = server_.call_tool_legacy("incus_instance_get");
  EXPECT_TRUE(old["isError"].boolean());
  EXPECT_FALSE(old["structuredContent"]);
  EXPECT_NE(old["content"][0]["text"].text().find("invalid_input"), std::string::npos);
  EXPECT_TRUE(with_.incus.requests().empty()) << "nothing is sent for bad arguments";
}

TEST_F(calls, count_the_bytes_of_arguments_as_received) {
  std::string const padded = R"({"instance":"web")" + std::string(16 * 1024, ' ') + "}";
  auto const result = server_.call_tool("incus_instance_get", padded);
  EXPECT_EQ(result["structuredContent"]["error"]["kind"].text(), "input_limit");
  EXPECT_EQ(result["structuredContent"]["error"]["actual_bytes"].integer(), static_cast<std::int64_t>(padded.size()));
}

TEST_F(calls, are_refused_when_the_tool_is_unknown_or_the_request_malformed) {
  for (auto const* params :
       {R"({"name":"no_such_tool"})", R"({"name":5})", "{}", R"({"name":"incus_server_get "})",
        R"({"name":"incus_server_get","arguments":null})", R"({"name":"incus_server_get","arguments":[]})"})
    EXPECT_EQ(server_.modern("tools/call", params)["error"]["code"].integer(), -32602) << params;
}

TEST_F(calls, of_a_mistyped_tool_say_which_was_meant) {
  EXPECT_EQ(server_.modern("tools/call", R"({"name":"incus_instance_lst"})")["error"]["message"].text(),
            "unknown tool; did you mean \"incus_instance_list\"?");
}

TEST_F(calls, do_not_wait_for_each_other) {
  with_.incus.on("GET", "/1.0/instances/slow", sync("{}").never());
  with_.incus.on("GET", "/1.0/instances/web", sync(R"({"name":"web"})"));
  auto const slow =
      server_.send_modern("tools/call", support::tool_call_params("incus_instance_get", R"({"instance":"slow"})"));
  ASSERT_TRUE(incus_has("GET", "/1.0/instances/slow"));
  EXPECT_TRUE(server_.call_tool("incus_instance_get", R"({"instance":"web"})")["structuredContent"]["item"]);
  barrier();
  server_.send(cancel_line(std::to_string(slow)));
}

TEST_F(calls, over_the_cap_are_busy_and_ping_still_gets_through) {
  served capped("max_in_flight = 1");
  mcp_process server(capped.options());
  capped.incus.on("GET", "/1.0/instances/slow", sync("{}").never());
  server.initialize();
  server.send_request("tools/call", support::tool_call_params("incus_instance_get", R"({"instance":"slow"})"));
  auto const busy = server.call_tool_legacy("incus_instance_get", R"({"instance":"slow"})");
  EXPECT_EQ(busy["structuredContent"]["error"]["kind"].text(), "busy");
  EXPECT_TRUE(server.request("ping")["result"]);
}

TEST_F(calls, stop_a_cancelled_read_and_say_nothing_more) {
  with_.incus.on("GET", "/1.0/instances/slow", sync("{}").never());
  server_.send(call_line("\"a\"", "incus_instance_get", R"({"instance":"slow"})"));
  ASSERT_TRUE(incus_has("GET", "/1.0/instances/slow"));
  server_.send(cancel_line("\"a\""));
  server_.send(modern_line("\"a\"", "tools/list"));  // the id is free again
  EXPECT_TRUE(server_.next()["result"]["tools"]);
  EXPECT_TRUE(eventually([&] { return with_.incus.open_connections() <= 1; })) << "the read goes on";
  EXPECT_FALSE(server_.next(50ms));
}

TEST_F(calls, kill_a_cancelled_guest_command_once) {
  with_.incus.on_exec("web", endless());
  server_.send(call_line("7", "incus_instance_exec", exec_sleep));
  ASSERT_TRUE(eventually([&] { return !with_.incus.execs().empty() && with_.incus.exec().connected.size() == 4; }));
  server_.send(cancel_line("7"));
  EXPECT_TRUE(eventually([&] { return !with_.incus.exec().signals.empty(); }));
  EXPECT_TRUE(eventually([&] { return with_.incus.exec().ended; }));
  EXPECT_EQ(with_.incus.exec().signals, std::vector<int>{SIGKILL});
  barrier();
  EXPECT_FALSE(server_.next(50ms));
}

TEST_F(calls, leave_a_cancelled_change_to_finish) {
  with_.incus.on("DELETE", "/1.0/instances/web", support::async_operation(operation_id).delay(300ms));
  with_.incus.on_operation(support::operation(operation_id).status("Success"));
  server_.send(call_line("1", "incus_instance_delete", R"({"instance":"web","confirm":"web"})"));
  ASSERT_TRUE(incus_has("DELETE", "/1.0/instances/web"));
  server_.send(cancel_line("1"));
  EXPECT_TRUE(eventually([&] { return with_.incus.count("GET", operation_path + "/wait") > 0; }))
      << "it is not followed";
  barrier();
  EXPECT_EQ(with_.incus.count("DELETE", operation_path), 0u) << "nothing native is ever cancelled";
  EXPECT_FALSE(server_.next(50ms));
}

TEST_F(calls, ignore_cancellations_of_other_ids) {
  with_.incus.on("GET", "/1.0/instances/web", sync(R"({"name":"web"})").delay(200ms));
  server_.send(call_line("5", "incus_instance_get", R"({"instance":"web"})"));
  for (auto const* id : {"\"5\"", "6", "null", "{}", "5.5", "5.0"}) server_.send(cancel_line(id));
  server_.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled"})");
  EXPECT_TRUE(server_.wait_response(5)["result"]);
}

TEST_F(calls, refuse_an_id_that_is_in_use) {
  with_.incus.on("GET", "/1.0/instances/web", sync(R"({"name":"web"})").delay(200ms));
  server_.send(call_line("5", "incus_instance_get", R"({"instance":"web"})"));
  server_.send(modern_line("5", "tools/list"));
  EXPECT_EQ(server_.wait_response(5)["error"]["code"].integer(), -32600);
  EXPECT_TRUE(server_.wait_response(5)["result"]["structuredContent"]);
  server_.send(modern_line("5", "tools/list"));
  EXPECT_TRUE(server_.wait_response(5)["result"]["tools"]) << "answered ids can be used again";
}

TEST_F(calls, tell_progress_only_to_who_asked) {
  with_.incus.on("GET", "/1.0/instances/web", sync(R"({"name":"web"})").delay(1200ms));
  server_.send(call_line("1", "incus_instance_get", R"({"instance":"web"})", R"("progressToken":"t")"));
  server_.send(call_line("2", "incus_instance_get", R"({"instance":"web"})"));
  EXPECT_TRUE(server_.wait_response(1)["result"]);
  EXPECT_TRUE(server_.wait_response(2)["result"]);
  auto const told = server_.take_notifications();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0]["method"].text(), "notifications/progress");
  EXPECT_EQ(told[0]["params"]["progressToken"].json(), "\"t\"");
  EXPECT_EQ(told[0]["params"]["progress"].integer(), 1);
}

TEST_F(calls, of_a_batch_are_answered_together) {
  with_.incus.on("GET", "/1.0/instances/web", sync(R"({"name":"web"})").delay(50ms));
  server_.initialize("2025-03-26");
  server_.send(R"([{"jsonrpc":"2.0","id":"c","method":"tools/call","params":)" +
               support::tool_call_params("incus_instance_get", R"({"instance":"web"})") +
               R"(},{"jsonrpc":"2.0","method":"notifications/unknown"},{"jsonrpc":"2.0","id":"p","method":"ping"},1])");
  auto const line = server_.read_line();
  ASSERT_TRUE(line);
  auto const all = support::test_json::parse(*line);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].json(), R"({"jsonrpc":"2.0","id":"p","result":{}})");
  EXPECT_EQ(all[1]["error"]["code"].integer(), -32600);
  EXPECT_EQ(all[2]["id"].text(), "c");
  EXPECT_TRUE(all[2]["result"]["content"]);
}

TEST_F(calls, connect_to_incus_only_when_there_is_one) {
  server_.initialize();
  EXPECT_TRUE(server_.request("tools/list")["result"]["tools"]);
  barrier();
  EXPECT_EQ(with_.incus.connections(), 0u);
}

TEST_F(calls, are_answered_with_incus_down) {
  with_.incus.stop_listening();
  auto const result = server_.call_tool("incus_server_get");
  EXPECT_EQ(result["structuredContent"]["error"]["kind"].text(), "unavailable");
  with_.incus.listen_again();
  EXPECT_TRUE(server_.call_tool("incus_server_get")["structuredContent"]["item"]);
}

}  // namespace
}  // namespace imcp::server
