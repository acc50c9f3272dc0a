#include "operations/captured_text.hpp"
#include "tests/operations/operation_test.hpp"

namespace imcp::tests {
namespace {

using instance_exec = operation_test;

replied run_script(operation_test& t, exec_script script, std::string const& more = "") {
  t.incus.on_exec("web", std::move(script));
  return t.call("incus_instance_exec", R"({"instance":"web","command":["x"])" + more + "}");
}

TEST_F(instance_exec, returns_both_streams_and_the_exit_code) {
  auto const reply =
      run_script(*this, exec_script().out("out\n").err("err\n").echo_stdin().exit(3), R"(,"stdin":"hello")");
  EXPECT_EQ(reply.status(), "completed");
  EXPECT_EQ(reply.at("/exit_code"), "3");
  EXPECT_EQ(reply.at("/stdout"), R"({"data":"out\nhello","encoding":"utf-8","bytes":9,"truncated":false})");
  EXPECT_EQ(reply.at("/stderr"), R"({"data":"err\n","encoding":"utf-8","bytes":4,"truncated":false})");
  EXPECT_EQ(reply.at("/timeout_seconds"), "30");
}

TEST_F(instance_exec, sends_argv_element_by_element) {
  incus.on_exec("web", exec_script().exit(0));
  call(
      "incus_instance_exec",
      R"({"instance":"web","command":["sh","-c","a b; $(c) \"'"],"environment":{"A_1":"x=y"},"cwd":"/tmp","user":1000,"group":0})");
  EXPECT_EQ(incus.calls().at(0).body,
            R"({"command":["sh","-c","a b; $(c) \"'"],"environment":{"A_1":"x=y"},"cwd":"/tmp","user":1000,"group":0,)"
            R"("wait-for-websocket":true,"interactive":false})");
}

TEST_F(instance_exec, connects_control_first_and_stdin_last) {
  run_script(*this, exec_script().exit(0));
  EXPECT_EQ(incus.exec().connected, (std::vector<std::string>{"control", "1", "2", "0"}));
}

TEST_F(instance_exec, ends_stdin_also_when_it_is_empty) {
  for (auto const* more : {"", R"(,"stdin":"")"}) {
    auto const reply = run_script(*this, exec_script().await_stdin().exit(0), more);
    EXPECT_EQ(reply.status(), "completed");
  }
}

TEST_F(instance_exec, refuses_what_no_process_can_receive) {
  for (std::string const bad :
       {R"("command":[])", R"("command":[""])", R"("command":["a\u0000b"])", R"("command":"ls")",
        R"("command":["x"],"environment":{"A=B":"1"})", R"("command":["x"],"environment":{"":"1"})",
        R"("command":["x"],"environment":{"1A":"1"})", R"("command":["x"],"cwd":"tmp")",
        R"("command":["x"],"cwd":"/a\u0000")", R"("command":["x"],"user":-1)", R"("command":["x"],"user":4294967296)",
        R"("command":["x"],"timeout_seconds":301)"})
    EXPECT_EQ(call("incus_instance_exec", R"({"instance":"web",)" + bad + "}").kind(), "invalid_input") << bad;
  EXPECT_EQ(incus.requests().size(), 0u);
}

TEST_F(instance_exec, counts_stdin_in_bytes) {
  incus.on_exec("web", exec_script().await_stdin().exit(0));
  auto const with_stdin = [&](std::string const& text) {
    return call("incus_instance_exec", R"({"instance":"web","command":["x"],"stdin":")" + text + "\"}");
  };
  EXPECT_EQ(with_stdin(std::string(65536, 'x')).status(), "completed");
  EXPECT_EQ(with_stdin(std::string(65537, 'x')).kind(), "invalid_input");
  std::string wide;
  for (int i = 0; i < 32769; ++i) wide += "é";
  EXPECT_EQ(with_stdin(wide).kind(), "invalid_input") << "65538 bytes in 32769 characters";
}

TEST_F(instance_exec, keeps_the_first_64_KiB_and_counts_the_rest) {
  auto const reply = run_script(*this, exec_script().flood("1", std::string(32768, 'a'), 5).exit(0));
  EXPECT_EQ(reply.at("/stdout/bytes"), std::to_string(5 * 32768));
  EXPECT_EQ(reply.at("/stdout/truncated"), "true");
  EXPECT_EQ(reply.at("/stdout/data").size(), 65536u + 2);
}

TEST_F(instance_exec, says_that_a_stream_without_a_barrier_is_not_complete) {
  auto const reply = run_script(*this, exec_script().out("half").err("x").barrier("2").close("1").finish(0));
  EXPECT_EQ(reply.status(), "completed");
  EXPECT_EQ(reply.at("/stdout/truncated"), "true");
  EXPECT_EQ(reply.at("/stderr/truncated"), "false");
}

TEST_F(instance_exec, does_not_wait_for_sockets_to_close_after_their_barriers) {
  auto const reply = run_script(*this, exec_script().out("a").barrier("1").barrier("2").finish(0));
  EXPECT_EQ(reply.at("/stdout/bytes"), "1");
}

TEST_F(instance_exec, includes_output_that_comes_after_the_exit) {
  auto const late = exec_script().finish(0).pause(std::chrono::milliseconds(300)).out("late").barrier("1").barrier("2");
  EXPECT_EQ(run_script(*this, late).at("/stdout/bytes"), "4");
}

TEST_F(instance_exec, kills_once_at_the_duration) {
  auto const reply = run_script(*this, exec_script().out("started\n"), R"(,"timeout_seconds":1)");
  EXPECT_EQ(reply.status(), "timed_out");
  EXPECT_EQ(reply.at("/exit_code"), "137");
  EXPECT_EQ(reply.at("/stdout/bytes"), "8");
  EXPECT_EQ(incus.exec().signals, std::vector<int>{9});
}

TEST_F(instance_exec, kills_when_asked_to) {
  kill.pull();
  auto const reply = run_script(*this, exec_script().out("started\n"));
  EXPECT_EQ(reply.at("/exit_code"), "137");
  EXPECT_EQ(incus.exec().signals, std::vector<int>{9});
}

TEST_F(instance_exec, is_output_limited_past_the_total) {
  rules.connection.max_stream_bytes = 400'000;
  auto const reply = run_script(*this, exec_script().flood("1", std::string(32768, 'a'), 100'000));
  EXPECT_EQ(reply.status(), "output_limited");
  EXPECT_EQ(reply.at("/exit_code"), "137");
  EXPECT_EQ(incus.exec().signals, std::vector<int>{9});
}

TEST_F(instance_exec, knows_exit_codes_without_a_process) {
  auto const reply = run_script(*this, exec_script().fail("Command not found", 127));
  EXPECT_EQ(reply.status(), "completed");
  EXPECT_EQ(reply.at("/exit_code"), "127");
}

TEST_F(instance_exec, is_uncertain_when_the_exit_is_nowhere_told) {
  auto const reply =
      run_script(*this, exec_script().barrier("1").barrier("2").finish("Failure", "", "boom").close_all());
  EXPECT_EQ(reply.status(), "uncertain");
  EXPECT_NE(reply.at("/wait_error/message").find("boom"), std::string::npos);
}

TEST_F(instance_exec, is_uncertain_when_a_channel_is_refused) {
  for (auto const* channel : {"control", "1", "2", "0"}) {
    auto script =
        exec_script().refuse(channel, 500, "no").finish("Failure", "", "Timed out waiting for websockets to connect");
    auto const reply = run_script(*this, script.start_at_once().survive_control_close());
    EXPECT_EQ(reply.status(), "uncertain") << channel << reply.text();
  }
}

TEST_F(instance_exec, reads_frames_that_arrive_with_the_handshake) {
  auto const reply = run_script(*this, exec_script().coalesce().out("early").exit(0));
  EXPECT_EQ(reply.at("/stdout/data"), "\"early\"");
}

TEST_F(instance_exec, reads_fragments_and_pings_between_them) {
  auto const reply = run_script(*this, exec_script().fragment_with_pings(3).out("0123456789").exit(0));
  EXPECT_EQ(reply.at("/stdout/data"), "\"0123456789\"");
}

TEST_F(instance_exec, reports_a_native_refusal) {
  incus.on("POST", "/1.0/instances/web/exec", error(400, "Instance is not running"));
  auto const reply = call("incus_instance_exec", R"({"instance":"web","command":["x"]})");
  EXPECT_EQ(reply.kind(), "rejected");
}

TEST_F(instance_exec, is_uncertain_when_the_answer_is_lost) {
  incus.on("POST", "/1.0/instances/web/exec", sync("{}").close_before_answer());
  auto const reply = call("incus_instance_exec", R"({"instance":"web","command":["x"]})");
  EXPECT_EQ(reply.status(), "uncertain");
  EXPECT_EQ(incus.count("POST", "/1.0/instances/web/exec"), 1u);
}

// Guest output as JSON.

incus::captured captured(std::string kept, std::size_t bytes) {
  incus::captured c;
  c.kept = std::move(kept);
  c.bytes = bytes;
  c.complete = true;
  return c;
}

TEST(captured_json, cuts_back_a_character_at_the_capture_edge) {
  EXPECT_EQ(operations::captured_json(captured("ab\xF0\x9F\x98", 100)),
            R"({"data":"ab","encoding":"utf-8","bytes":100,"truncated":true})");
  EXPECT_EQ(operations::captured_json(captured("a\xC3\xA9", 3)),
            R"({"data":"aé","encoding":"utf-8","bytes":3,"truncated":false})");
}

TEST(captured_json, is_base64_when_it_is_not_text) {
  EXPECT_EQ(operations::captured_json(captured("a\xff", 2)),
            R"({"data":"Yf8=","encoding":"base64","bytes":2,"truncated":false})");
  EXPECT_EQ(operations::captured_json(captured("ab\xC3", 3)),
            R"({"data":"YWLD","encoding":"base64","bytes":3,"truncated":false})")
      << "nothing was cut: the bytes are simply bad";
}

TEST(captured_json, is_base64_when_escapes_would_inflate_it) {
  std::string const controls(65536, '\x01');
  auto const json = operations::captured_json(captured(controls, controls.size()));
  EXPECT_NE(json.find(R"("encoding":"base64")"), std::string::npos);
  EXPECT_LT(json.size(), 96u * 1024);
}

TEST(base64, pads) {
  EXPECT_EQ(operations::base64(""), "");
  EXPECT_EQ(operations::base64("f"), "Zg==");
  EXPECT_EQ(operations::base64("fo"), "Zm8=");
  EXPECT_EQ(operations::base64("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace imcp::tests
