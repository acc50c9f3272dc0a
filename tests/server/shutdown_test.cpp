// End of input and signals: contract §4, last item. Clients kill a server that takes longer than 2 s.

#include "tests/server/served.hpp"
#include "tests/support/eventually.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace imcp::server {
namespace {

using namespace std::chrono_literals;
using support::eventually;
using support::exec_script;
using support::mcp_process;
using support::sync;
using support::test_json;

constexpr auto bound = 2000ms;

class shutdown : public ::testing::TestWithParam<int> {
 protected:
  served with_;
  mcp_process server_{with_.options()};
  std::chrono::steady_clock::time_point asked_;

  // 0 stands for the end of input.
  void ask_to_end() {
    asked_ = std::chrono::steady_clock::now();
    if (GetParam() == 0)
      server_.close_stdin();
    else
      server_.signal(GetParam());
  }
  void expect_end() {
    auto const left =
        std::chrono::duration_cast<std::chrono::milliseconds>(asked_ + bound - std::chrono::steady_clock::now());
    auto const ended = server_.wait_exit(left);
    ASSERT_TRUE(ended) << "still there after 2 s";
    EXPECT_EQ(ended->code, 0) << "signal " << ended->signal;
  }
  void start_call(std::string const& line, std::string_view method, std::string_view path) {
    server_.send(line);
    ASSERT_TRUE(eventually([&] { return with_.incus.count(method, path) > 0; }));
  }
};

TEST_P(shutdown, is_prompt_when_nothing_runs) {
  EXPECT_TRUE(server_.modern("server/discover")["result"]);
  ask_to_end();
  expect_end();
  EXPECT_EQ(server_.read_rest(), "");
}

TEST_P(shutdown, answers_calls_that_end_in_time) {
  with_.incus.on("GET", "/1.0/instances/web", sync(R"({"name":"web"})").delay(300ms));
  start_call(call_line("1", "incus_instance_get", R"({"instance":"web"})"), "GET", "/1.0/instances/web");
  ask_to_end();
  EXPECT_EQ(server_.wait_response(1)["result"]["structuredContent"]["item"]["name"].text(), "web");
  expect_end();
}

TEST_P(shutdown, answers_a_read_that_does_not_end_with_cancelled) {
  with_.incus.on("GET", "/1.0/instances/web", sync("{}").never());
  start_call(call_line("1", "incus_instance_get", R"({"instance":"web"})"), "GET", "/1.0/instances/web");
  ask_to_end();
  EXPECT_EQ(server_.wait_response(1)["result"]["structuredContent"]["error"]["kind"].text(), "cancelled");
  expect_end();
}

TEST_P(shutdown, answers_a_change_that_does_not_end_with_running) {
  with_.incus.on_async("DELETE", "/1.0/instances/web", support::operation(operation_id).status("Running"));
  with_.incus.on("GET", operation_path + "/wait", sync("{}").never());
  start_call(call_line("1", "incus_instance_delete", R"({"instance":"web","confirm":"web"})"), "GET",
             operation_path + "/wait");
  ask_to_end();
  auto const result = server_.wait_response(1)["result"]["structuredContent"];
  EXPECT_EQ(result["status"].text(), "running");
  EXPECT_EQ(result["operation_id"].text(), operation_id);
  expect_end();
}

TEST_P(shutdown, answers_a_change_of_which_nothing_is_known_with_uncertain) {
  with_.incus.on("DELETE", "/1.0/instances/web", support::async_operation(operation_id).never());
  start_call(call_line("1", "incus_instance_delete", R"({"instance":"web","confirm":"web"})"), "DELETE",
             "/1.0/instances/web");
  ask_to_end();
  EXPECT_EQ(server_.wait_response(1)["result"]["structuredContent"]["status"].text(), "uncertain");
  expect_end();
}

TEST_P(shutdown, kills_guest_commands_and_tells_their_end) {
  with_.incus.on_exec("web", exec_script().out("so far\n").pause(60s));
  server_.send(call_line("1", "incus_instance_exec", exec_sleep));
  ASSERT_TRUE(eventually([&] { return !with_.incus.execs().empty() && with_.incus.exec().connected.size() == 4; }));
  ask_to_end();
  auto const result = server_.wait_response(1)["result"]["structuredContent"];
  EXPECT_EQ(with_.incus.exec().signals, std::vector<int>{SIGKILL});
  EXPECT_EQ(result["stdout"]["data"].text(), "so far\n");
  expect_end();
}

TEST_P(shutdown, ends_subscriptions_with_a_result) {
  server_.send(modern_line("\"s\"", "subscriptions/listen", R"({"notifications":{"toolsListChanged":true}})"));
  EXPECT_EQ(server_.next()["params"]["notifications"].json(), "{}");
  ask_to_end();
  auto const end = server_.next();
  EXPECT_EQ(end["id"].json(), "\"s\"");
  EXPECT_EQ(end["result"]["resultType"].text(), "complete");
  EXPECT_EQ(end["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"].json(), "\"s\"");
  expect_end();
}

std::string name_of(::testing::TestParamInfo<int> const& ending) {
  return ending.param == 0 ? "at_end_of_input" : ending.param == SIGTERM ? "at_sigterm" : "at_sigint";
}
INSTANTIATE_TEST_SUITE_P(every_ending, shutdown, ::testing::Values(0, SIGTERM, SIGINT), name_of);

TEST(signals, end_the_process_at_once_the_second_time) {
  served with;
  with.incus.on("GET", "/1.0/instances/web", sync("{}").never());
  mcp_process server(with.options());
  server.send(call_line("1", "incus_instance_get", R"({"instance":"web"})"));
  ASSERT_TRUE(eventually([&] { return with.incus.count("GET", "/1.0/instances/web") > 0; }));
  server.signal(SIGTERM);
  EXPECT_FALSE(server.wait_exit(200ms)) << "the call got no time";
  server.signal(SIGTERM);
  auto const ended = server.wait_exit(1000ms);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 1);
}

// (At the end of input there is nothing to test: a server that cannot write does not read, so it does not learn of it.)
TEST(signals, end_the_process_although_the_client_stopped_reading) {
  served with;
  mcp_process server(with.options());
  std::string flood;
  for (int i = 0; i < 400; ++i) flood += modern_line(std::to_string(i), "tools/list") + "\n";
  server.send_without_reading(flood, 500ms);
  server.signal(SIGTERM);
  auto const ended = server.wait_exit(bound);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 0);
}

TEST(end_of_input, serves_what_was_written_before_it) {
  served with;
  mcp_process server(with.options());
  std::string lines;
  for (int i = 0; i < 20; ++i) lines += modern_line(std::to_string(i), "tools/list") + "\n";
  server.send_bytes(lines + modern_line("20", "server/discover"));  // the last one without a newline
  server.close_stdin();
  for (int i = 0; i <= 20; ++i) EXPECT_TRUE(server.wait_response(i)["result"]) << i;
  EXPECT_EQ(server.wait_exit()->code, 0);
}

}  // namespace
}  // namespace imcp::server
