#include "server/frame_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace imcp::server {
namespace {

using namespace std::string_literals;

constexpr std::size_t limit = 16;
// Stands for an oversize line in the lists below.
constexpr char const* too_long = "<too long>";

void collect(frame_reader& reader, std::vector<std::string>& seen) {
  while (auto const line = reader.next()) seen.push_back(line->oversize ? too_long : line->text);
}

std::vector<std::string> lines_of(std::vector<std::string> const& pieces) {
  frame_reader reader(limit);
  std::vector<std::string> seen;
  for (auto const& piece : pieces) {
    reader.feed(piece);
    collect(reader, seen);
  }
  if (auto const last = reader.finish()) seen.push_back(last->oversize ? too_long : last->text);
  return seen;
}

std::vector<std::string> bytes_of(std::string const& input) {
  std::vector<std::string> pieces;
  for (char const c : input) pieces.emplace_back(1, c);
  return pieces;
}

void expect_lines(std::string const& input, std::vector<std::string> const& expected) {
  EXPECT_EQ(lines_of({input}), expected);
  EXPECT_EQ(lines_of(bytes_of(input)), expected) << "byte by byte";
  for (std::size_t at = 1; at < input.size(); ++at)
    EXPECT_EQ(lines_of({input.substr(0, at), input.substr(at)}), expected) << "split at " << at;
}

TEST(frame_reader, gives_one_frame_per_line_however_the_bytes_arrive) {
  expect_lines("one\ntwo\nthree\n", {"one", "two", "three"});
}

TEST(frame_reader, tolerates_crlf_and_keeps_other_carriage_returns) {
  expect_lines("a\r\nb\rc\r\n", {"a", "b\rc"});
  expect_lines("a\r\r\n", {"a\r"});
}

TEST(frame_reader, skips_blank_lines) { expect_lines("\n\n  \t\n\r\nx\n \n", {"x"}); }

TEST(frame_reader, drops_a_byte_order_mark_only_before_the_first_line) {
  expect_lines("\xEF\xBB\xBF{}\n\xEF\xBB\xBF[]\n", {"{}", "\xEF\xBB\xBF[]"});
  expect_lines("\n\xEF\xBB\xBF{}\n", {"\xEF\xBB\xBF{}"});
}

TEST(frame_reader, keeps_nul_bytes) { expect_lines("a\0b\n"s, {"a\0b"s}); }

TEST(frame_reader, serves_a_last_line_without_newline) {
  expect_lines("one\ntwo", {"one", "two"});
  expect_lines("one\r", {"one"});
  expect_lines("", {});
  expect_lines("one\n", {"one"});
}

TEST(frame_reader, takes_a_line_of_exactly_the_bound) {
  std::string const full(limit, 'x');
  expect_lines(full + "\n", {full});
  expect_lines(full + "\r\n", {full});
  expect_lines("\xEF\xBB\xBF" + full + "\r\n", {full});
}

TEST(frame_reader, reports_an_oversize_line_once_and_goes_on_behind_it) {
  std::string const more(limit + 1, 'x');
  expect_lines(more + "\nok\n", {too_long, "ok"});
  expect_lines("ok\n" + more + more + more + "\r\nok\n" + more + "\n", {"ok", too_long, "ok", too_long});
}

TEST(frame_reader, reports_an_oversize_last_line_at_the_end_of_input) {
  expect_lines(std::string(limit + 9, 'x'), {too_long});
}

TEST(frame_reader, keeps_nothing_of_an_oversize_line) {
  frame_reader reader(limit);
  std::string const chunk(1 << 20, 'x');
  for (int i = 0; i < 64; ++i) {
    reader.feed(chunk);
    ASSERT_FALSE(reader.next());
  }
  reader.feed("\nok\n");
  EXPECT_TRUE(reader.next()->oversize);
  EXPECT_EQ(reader.next()->text, "ok");
}

}  // namespace
}  // namespace imcp::server
