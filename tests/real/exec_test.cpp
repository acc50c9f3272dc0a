// Exec on a real Incus: the rows of its behaviour that a fake would only repeat back to us.

#include "tests/real/real_session.hpp"

namespace imcp::tests {
namespace {

using exec = real_session;

TEST_F(exec, loses_nothing_in_300_concurrent_runs) {
  support::mcp_process server(options());
  container web(server, "exec-300");
  std::vector<std::int64_t> ids;
  for (int i = 0; i < 300; ++i)
    ids.push_back(server.send_modern(
        "tools/call", support::tool_call_params("incus_instance_exec", web.arguments(R"(["sh","-c","echo hi; exit 3"])",
                                                                                     R"(,"timeout_seconds":120)"))));
  for (auto const id : ids) {
    auto const ran = server.wait_response(id, std::chrono::seconds(110))["result"]["structuredContent"];
    EXPECT_EQ(ran["status"].text(), "completed") << ran;
    EXPECT_EQ(ran["exit_code"].integer(), 3) << ran;
    EXPECT_EQ(ran["stdout"].json(), R"({"data":"hi\n","encoding":"utf-8","bytes":3,"truncated":false})");
  }
}

TEST_F(exec, tells_every_exit_code) {
  support::mcp_process server(options());
  container web(server, "exec-codes");
  auto const code = [&](std::string const& command) { return web.exec(command)["exit_code"].integer(); };
  EXPECT_EQ(code(R"(["true"])"), 0);
  EXPECT_EQ(code(R"(["sh","-c","exit 255"])"), 255);
  EXPECT_EQ(code(R"(["sh","-c","kill -TERM $$"])"), 143);
  EXPECT_EQ(code(R"(["sh","-c","kill -9 $$"])"), 137);
  EXPECT_EQ(code(R"(["no-such-program"])"), 127);
  EXPECT_EQ(code(R"(["/etc"])"), 126);
}

TEST_F(exec, passes_argv_environment_and_identity) {
  support::mcp_process server(options());
  container web(server, "exec-argv");
  EXPECT_EQ(web.exec(R"~(["echo","a b","$(id)","é\"'"])~")["stdout"]["data"].text(), "a b $(id) é\"'\n");
  EXPECT_EQ(web.exec(R"(["sh","-c","echo $A_1; pwd; id -u; id -g"])",
                     R"(,"environment":{"A_1":"x=y"},"cwd":"/tmp","user":7,"group":8)")["stdout"]["data"]
                .text(),
            "x=y\n/tmp\n7\n8\n");
}

TEST_F(exec, gives_stdin_whole_and_ends_it) {
  support::mcp_process server(options());
  container web(server, "exec-stdin");
  EXPECT_EQ(web.exec(R"(["cat"])")["stdout"]["bytes"].integer(), 0);
  std::string const big(65536, 'x');
  EXPECT_EQ(web.exec(R"(["wc","-c"])", R"(,"stdin":")" + big + "\"")["stdout"]["data"].text(), "65536\n");
  EXPECT_EQ(web.exec(R"(["true"])", R"(,"stdin":")" + big + "\"")["exit_code"].integer(), 0) << "nobody reads it";
}

TEST_F(exec, captures_a_prefix_and_counts_the_rest) {
  support::mcp_process server(options());
  container web(server, "exec-flood");
  auto const ran = web.exec(R"(["sh","-c","head -c 20000000 /dev/zero; head -c 100000 /dev/zero | tr '\\0' x >&2"])");
  EXPECT_EQ(ran["exit_code"].integer(), 0) << ran["wait_error"];
  EXPECT_EQ(ran["stdout"]["bytes"].integer(), 20'000'000);
  EXPECT_EQ(ran["stdout"]["encoding"].text(), "base64");
  EXPECT_EQ(ran["stderr"]["bytes"].integer(), 100'000);
  EXPECT_EQ(ran["stderr"]["data"].text().size(), 65536u);
}

TEST_F(exec, limits_the_total_and_stays_small) {
  support::mcp_process server(options());
  container web(server, "exec-total");
  web.exec(R"(["head","-c","1000000","/dev/zero"])");
  auto const before = server.rss_kib();  // a sanitizer's own memory included
  auto const ran = web.exec(R"(["cat","/dev/zero"])");
  EXPECT_EQ(ran["status"].text(), "output_limited") << ran["wait_error"];
  EXPECT_EQ(ran["exit_code"].integer(), 137);
  EXPECT_GT(ran["stdout"]["bytes"].integer(), 64 * 1024 * 1024);
  EXPECT_LT(server.peak_rss_kib(), before + 20u * 1024) << "memory stays flat whatever the guest writes";
}

TEST_F(exec, kills_at_the_duration) {
  support::mcp_process server(options());
  container web(server, "exec-kill");
  auto const ran = web.exec(R"(["sh","-c","echo begun; exec sleep 600"])", R"(,"timeout_seconds":1)");
  EXPECT_EQ(ran["status"].text(), "timed_out") << ran;
  EXPECT_EQ(ran["exit_code"].integer(), 137);
  EXPECT_EQ(ran["stdout"]["data"].text(), "begun\n");
}

TEST_F(exec, does_not_wait_for_a_background_child) {
  support::mcp_process server(options());
  container web(server, "exec-child");
  auto const ran = web.exec(R"(["sh","-c","sleep 600 & echo begun"])");
  EXPECT_EQ(ran["status"].text(), "completed") << ran;
  EXPECT_EQ(ran["stdout"]["data"].text(), "begun\n");
}

TEST_F(exec, is_refused_by_a_stopped_instance) {
  support::mcp_process server(options());
  container web(server, "exec-stopped");
  server.call_tool("incus_instance_state_update", R"({"instance":"exec-stopped","action":"stop","force":true})");
  EXPECT_EQ(web.exec(R"(["true"])")["error"]["kind"].text(), "rejected");
}

TEST_F(exec, survives_the_container_being_stopped_underneath) {
  support::mcp_process server(options());
  container web(server, "exec-under");
  auto const id = server.send_modern(
      "tools/call", support::tool_call_params("incus_instance_exec", web.arguments(R"(["sleep","600"])")));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  server.call_tool("incus_instance_state_update", R"({"instance":"exec-under","action":"stop","force":true})");
  auto const ran = server.wait_response(id, std::chrono::seconds(60))["result"]["structuredContent"];
  EXPECT_EQ(ran["status"].text(), "completed") << ran;
  EXPECT_EQ(ran["exit_code"].integer(), 137);
}

}  // namespace
}  // namespace imcp::tests
