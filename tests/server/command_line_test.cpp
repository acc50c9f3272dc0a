// Flags, variables, exit codes and the call command: contract §3.

#include "tests/server/served.hpp"
#include "tests/support/eventually.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace imcp::server {
namespace {

using namespace std::chrono_literals;
using support::child_process;
using support::process_options;
using support::sync;
using support::test_json;

struct ended {
  int code;
  std::string out, err;
};

ended finish(child_process& child) {
  auto const out = child.read_rest();
  auto const status = child.wait_exit();
  return {status ? status->code : -1, out, child.stderr_text()};
}

ended run(process_options const& options, std::string_view input = "") {
  child_process child(options);
  child.send_bytes(input);
  child.close_stdin();
  return finish(child);
}

ended run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), IMCP_BINARY);
  process_options options(std::move(arguments));
  options.without = {"INCUS_MCP_POLICY", "INCUS_MCP_CALLER"};
  return run(options);
}

void expect_usage(ended const& e, std::string_view part) {
  EXPECT_EQ(e.code, 2);
  EXPECT_EQ(e.out, "");
  EXPECT_NE(e.err.find(part), std::string::npos) << e.err;
}

TEST(command_line, prints_version_and_help) {
  EXPECT_EQ(run({"--version"}).out, "incus-mcp-server " IMCP_VERSION "\n");
  auto const help = run({"--help"});
  EXPECT_EQ(help.code, 0);
  for (auto const* part : {"serve", "call OPERATION [JSON|-]", "--policy FILE", "--caller NAME", "--log-level LEVEL"})
    EXPECT_NE(help.out.find(part), std::string::npos) << part;
}

TEST(command_line, refuses_what_it_does_not_know) {
  expect_usage(run({"serv"}), "unknown command 'serv'; did you mean \"serve\"?");
  expect_usage(run({"frobnicate"}), "unknown command 'frobnicate'\n");
  expect_usage(run({"serve", "more"}), "serve takes no arguments");
  expect_usage(run({"--polic=x"}), "--polic");
  expect_usage(run({"--policy"}), "--policy");
  expect_usage(run({"--log-level", "loud"}), "must be debug, info, warn or error, not 'loud'");
  expect_usage(run({"call"}), "call takes OPERATION");
  expect_usage(run({"call", "incus_instance_lst"}), "did you mean \"incus_instance_list\"?");
}

TEST(command_line, prints_every_fault_of_a_policy_with_its_place) {
  support::temp_dir dir;
  auto const file =
      dir.write("p.toml", "version = 1\n[callers.default]\nscopes = [\"incus.rad\"]\nmax_in_flight = 0\n");
  auto const faults = run({"--policy", file});
  EXPECT_EQ(faults.code, 2);
  EXPECT_NE(faults.err.find(file + ":3:"), std::string::npos) << faults.err;
  EXPECT_NE(faults.err.find(file + ":4:"), std::string::npos) << faults.err;
  expect_usage(run({"--policy", dir.file("missing.toml")}), "missing.toml");
}

TEST(command_line, refuses_an_unknown_caller) {
  served with;
  expect_usage(run(with.options({"--caller", "defualt"})), "no caller 'defualt'; did you mean \"default\"?");
}

TEST(command_line, lets_variables_stand_in_for_flags) {
  served with;
  process_options options({IMCP_BINARY, "call", "incus_server_get"});
  options.environment = {"INCUS_MCP_POLICY=" + with.policy_file(), "INCUS_MCP_CALLER=default"};
  EXPECT_EQ(run(options).code, 0);
  options.environment = {"INCUS_MCP_POLICY=" + with.policy_file(), "INCUS_MCP_CALLER=nobody"};
  expect_usage(run(options), "no caller 'nobody'");
  options.argv.insert(options.argv.end(), {"--caller", "default"});
  EXPECT_EQ(run(options).code, 0) << "the flag wins";
}

TEST(call_command, prints_the_structured_result) {
  served with;
  with.incus.on("GET", "/1.0/instances/web", sync(R"({"name":"web"})", "e1"));
  auto const found = run(with.options({"call", "incus_instance_get", R"({"instance":"web"})"}));
  EXPECT_EQ(found.code, 0);
  EXPECT_EQ(test_json::parse(found.out)["item"]["name"].text(), "web");
  EXPECT_EQ(found.out.back(), '\n');
  EXPECT_EQ(run(with.options({"call", "incus_instance_get", "-"}), R"({"instance":"web"})").out, found.out);
}

TEST(call_command, exits_with_1_for_errors_and_outcomes_that_are_none) {
  served with;
  with.incus.on_async("DELETE", "/1.0/instances/web", support::operation(operation_id).status("Failure").err("busy"));
  auto const gone = run(with.options({"call", "incus_instance_get", R"({"instance":"gone"})"}));
  EXPECT_EQ(gone.code, 1);
  EXPECT_EQ(test_json::parse(gone.out)["error"]["kind"].text(), "rejected");
  auto const failed = run(with.options({"call", "incus_instance_delete", R"({"instance":"web","confirm":"web"})"}));
  EXPECT_EQ(failed.code, 1);
  EXPECT_EQ(test_json::parse(failed.out)["status"].text(), "failed");
  EXPECT_EQ(run(with.options({"call", "incus_instance_get", "not json"})).code, 1);
}

TEST(call_command, is_held_to_the_policy) {
  served with("deny = [\"incus_server_get\"]");
  auto const denied = run(with.options({"call", "incus_server_get"}));
  EXPECT_EQ(denied.code, 1);
  EXPECT_EQ(test_json::parse(denied.out)["error"]["kind"].text(), "denied");
}

TEST(call_command, kills_its_guest_command_when_interrupted) {
  served with;
  with.incus.on_exec("web", support::exec_script().pause(60s));
  child_process child(with.options({"call", "incus_instance_exec", std::string(exec_sleep)}));
  ASSERT_TRUE(
      support::eventually([&] { return !with.incus.execs().empty() && with.incus.exec().connected.size() == 4; }));
  child.signal(SIGINT);
  auto const told = finish(child);
  EXPECT_EQ(with.incus.exec().signals, std::vector<int>{SIGKILL});
  EXPECT_TRUE(test_json::parse(told.out)["status"]);
}

TEST(call_command, stops_a_read_when_interrupted) {
  served with;
  with.incus.on("GET", "/1.0/instances/web", sync("{}").never());
  child_process child(with.options({"call", "incus_instance_get", R"({"instance":"web"})"}));
  ASSERT_TRUE(support::eventually([&] { return with.incus.count("GET", "/1.0/instances/web") > 0; }));
  child.signal(SIGTERM);
  auto const told = finish(child);
  EXPECT_EQ(told.code, 1);
  EXPECT_EQ(test_json::parse(told.out)["error"]["kind"].text(), "cancelled");
}

}  // namespace
}  // namespace imcp::server
