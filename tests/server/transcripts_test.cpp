// Whole conversations as golden files: tests/golden/frames/NAME.in.jsonl is what a client writes,
// NAME.out.jsonl what the server answers to it, byte for byte but for its version.

#include "tests/server/served.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <string>

namespace imcp::server {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

class transcripts : public ::testing::TestWithParam<std::string> {};

TEST_P(transcripts, are_answered_as_agreed) {
  served with(R"(deny = ["incus_instance_delete"])");
  with.incus.on("GET", "/1.0/instances/web", support::sync(R"({"name":"web"})", "e1"));
  support::mcp_process server(with.options());
  auto const name = "frames/" + GetParam();
  ASSERT_TRUE(server.send_bytes(support::read_file(IMCP_SOURCE_DIR "/tests/golden/" + name + ".in.jsonl")));
  server.close_stdin();
  auto const out = server.read_rest();
  EXPECT_EQ(server.wait_exit()->code, 0);
  EXPECT_EQ(server.stderr_text(), "");
  support::expect_golden(name + ".out.jsonl", replaced(out, R"("version":")" IMCP_VERSION, R"("version":"VERSION)"));
}

INSTANTIATE_TEST_SUITE_P(both_eras, transcripts,
                         ::testing::Values("stateless", "handshake", "interleaved", "batch", "garbage"),
                         [](auto const& one) { return one.param; });

}  // namespace
}  // namespace imcp::server
