// Descriptors of every kind, and clients that do not behave. Contract §1.1 (frames), §4.

#include "tests/server/served.hpp"
#include "tests/support/eventually.hpp"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace imcp::server {
namespace {

using namespace std::chrono_literals;
using support::mcp_process;
using support::process_options;
using support::stdio_kind;
using support::test_json;

// AddressSanitizer keeps what was freed for a while.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t memory_factor = 16;
#else
constexpr std::size_t memory_factor = 1;
#endif

class stdio : public ::testing::Test {
 protected:
  served with_;

  process_options shell(std::string const& script) const {
    auto made = with_.options();
    std::vector<std::string> argv{"/bin/sh", "-c", script, "sh"};
    argv.insert(argv.end(), made.argv.begin(), made.argv.end());
    made.argv = std::move(argv);
    return made;
  }
};

std::int64_t error_code_of(std::optional<std::string> const& line) {
  return line ? test_json::parse(*line)["error"]["code"].integer() : 0;
}

TEST_F(stdio, serves_pipes_and_socket_pairs) {
  for (auto const kind : {stdio_kind::pipes, stdio_kind::socketpair}) {
    auto options = with_.options();
    options.stdio = kind;
    mcp_process server(options);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(server.modern("tools/list")["result"]["tools"]);
    server.close_stdin();
    EXPECT_EQ(server.wait_exit()->code, 0);
  }
}

TEST_F(stdio, serves_regular_files) {
  auto options = with_.options();
  options.stdio = stdio_kind::files;
  options.stdin_file =
      with_.dir().write("in", modern_line("1", "server/discover") + "\n" + modern_line("2", "tools/list"));
  options.stdout_file = with_.dir().file("out");
  mcp_process server(options);
  EXPECT_EQ(server.wait_exit()->code, 0);
  auto const out = support::read_file(options.stdout_file);
  EXPECT_NE(out.find(R"({"jsonrpc":"2.0","id":1,"result":)"), std::string::npos);
  EXPECT_NE(out.find(R"({"jsonrpc":"2.0","id":2,"result":{"tools":)"), std::string::npos);
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 2);
}

TEST_F(stdio, ends_cleanly_without_any_input) {
  for (auto const* script :
       {"exec \"$@\" </dev/null", "exec \"$@\" <&-", "exec \"$@\" </dev/null >&-", "exec \"$@\" <&- >&- 2>&-"}) {
    mcp_process server(shell(script));
    auto const ended = server.wait_exit();
    ASSERT_TRUE(ended) << script;
    EXPECT_EQ(ended->code, 0) << script;
    EXPECT_EQ(server.read_rest(), "") << script;
  }
}

TEST_F(stdio, never_makes_the_inherited_descriptors_nonblocking) {
  std::array<int, 2> pair;
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()), 0);
  auto const numbers = std::to_string(pair[0]);
  mcp_process server(shell("exec \"$@\" <&" + numbers + " >&" + numbers));
  std::string const line = modern_line("1", "server/discover") + "\n";
  ASSERT_EQ(::write(pair[1], line.data(), line.size()), static_cast<ssize_t>(line.size()));
  char answer[64];
  ASSERT_GT(::read(pair[1], answer, sizeof answer), 0);
  EXPECT_EQ(::fcntl(pair[0], F_GETFL) & O_NONBLOCK, 0) << "the open file description is ours too";
  ::shutdown(pair[1], SHUT_WR);
  EXPECT_EQ(server.wait_exit()->code, 0);
  EXPECT_EQ(::fcntl(pair[0], F_GETFL) & O_NONBLOCK, 0);
  ::close(pair[0]);
  ::close(pair[1]);
}

TEST_F(stdio, ends_when_the_client_stops_listening) {
  for (auto const kind : {stdio_kind::pipes, stdio_kind::socketpair}) {
    auto options = with_.options();
    options.stdio = kind;
    mcp_process server(options);
    EXPECT_TRUE(server.modern("server/discover")["result"]);
    server.close_stdout();
    server.send(modern_line("2", "tools/list"));
    auto const ended = server.wait_exit(2000ms);
    ASSERT_TRUE(ended);
    EXPECT_EQ(ended->code, 0);
  }
}

TEST_F(stdio, writes_nothing_before_the_first_request) {
  mcp_process server(with_.options());
  EXPECT_FALSE(server.read_line(200ms));
  EXPECT_TRUE(server.running());
}

TEST_F(stdio, answers_an_oversize_line_once_and_goes_on) {
  mcp_process server(with_.options());
  EXPECT_TRUE(server.modern("server/discover")["result"]);
  auto const before = server.peak_rss_kib();
  std::string const chunk(schemas::bounds::MiB, 'x');
  for (int i = 0; i < 64; ++i) server.send_bytes(chunk);
  server.send_bytes("\n" + modern_line("9", "server/discover") + "\n");
  auto const refusal = server.read_line();
  EXPECT_EQ(error_code_of(refusal), -32600);
  EXPECT_FALSE(test_json::parse(*refusal)["id"]);
  EXPECT_TRUE(server.wait_response(9)["result"]);
  EXPECT_LT(server.peak_rss_kib() - before, 12u * 1024 * memory_factor);
}

TEST_F(stdio, reads_nothing_more_from_a_client_that_does_not_read) {
  constexpr int requests = 4000;  // some 900 KB, answered with 6 MB
  mcp_process server(with_.options());
  EXPECT_TRUE(server.modern("server/discover")["result"]);
  auto const before = server.peak_rss_kib();
  std::string flood;
  for (int i = 0; i < requests; ++i) flood += modern_line(std::to_string(i), "server/discover") + "\n";
  auto const taken = server.send_without_reading(flood, 500ms);
  EXPECT_LT(taken, flood.size()) << "every request was taken";
  EXPECT_LT(server.peak_rss_kib() - before, 4u * 1024 * memory_factor);
  EXPECT_TRUE(server.send_bytes(std::string_view(flood).substr(taken)));
  int answers = 0;
  while (answers < requests && server.read_line(5000ms)) ++answers;
  EXPECT_EQ(answers, requests);
}

TEST_F(stdio, is_not_held_up_by_an_unread_stderr) {
  auto options = with_.options({"--log-level", "debug"});
  options.errors = support::stderr_kind::full_pipe;
  mcp_process server(options);
  for (int i = 0; i < 200; ++i) {
    server.send("{bad json");
    EXPECT_EQ(error_code_of(server.read_line()), -32700);
  }
  EXPECT_TRUE(server.modern("server/discover")["result"]);
}

TEST_F(stdio, answers_the_largest_result_whole) {
  with_.incus.on_exec("web", support::exec_script().out(std::string(64 * 1024, '\x01')).exit(0));
  for (auto const kind : {stdio_kind::pipes, stdio_kind::socketpair}) {
    auto options = with_.options();
    options.stdio = kind;
    mcp_process server(options);
    auto const result = server.call_tool("incus_instance_exec", R"({"instance":"web","command":["x"]})");
    EXPECT_EQ(result["structuredContent"]["stdout"]["bytes"].integer(), 64 * 1024);
    EXPECT_EQ(result["content"][0]["text"].text(), result["structuredContent"].json());
  }
}

}  // namespace
}  // namespace imcp::server
