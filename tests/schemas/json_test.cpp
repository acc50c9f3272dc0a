#include "schemas/json.hpp"

#include "schemas/json_writer.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <random>

namespace imcp::schemas {
namespace {

std::string as_string_literal(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(json_writer, writes_what_was_said) {
  json_writer w;
  w.begin_object().member("a", 1).key("b").begin_array().string("x").number(-2).boolean(true).raw("{}").end_array();
  w.member("c", "t").raw_members("\"d\":null").raw_members("").end_object();
  EXPECT_EQ(w.text(), R"({"a":1,"b":["x",-2,true,{}],"c":"t","d":null})");
}

TEST(json_writer, escapes_every_control_character) {
  EXPECT_EQ(as_string_literal("a\"\\\b\f\n\r\t\x01\x1f/"), R"("a\"\\\b\f\n\r\t\u0001\u001f/")");
  EXPECT_EQ(as_string_literal(std::string_view("\0", 1)), R"("\u0000")");
}

// One byte after the other, as anybody would write it.
std::string escaped_plainly(std::string_view text) {
  std::string out = "\"";
  for (char const c : text) {
    auto const at = std::string_view("\"\\\n\r\t\b\f").find(c);
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    if (at != std::string_view::npos)
      out.append(1, '\\').append(1, "\"\\nrtbf"[at]);
    else if (static_cast<unsigned char>(c) < 0x20)
      out += code;
    else
      out += c;
  }
  return out + '"';
}

TEST(json_writer, escapes_eight_bytes_at_a_time_as_one_by_one) {
  std::mt19937 random(1);
  constexpr std::string_view special = "\"\\\x1f\x20\x21\x7f\n";
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    auto const length = random() % 600;
    for (unsigned i = 0; i < length; ++i) {
      bool const any = random() % 2 == 0;
      text += any ? static_cast<char>(random() % 128) : special[random() % special.size()];
      if (random() % 16 == 0) text += "é\xf0\x9f\x98\x80";
    }
    ASSERT_EQ(as_string_literal(text), escaped_plainly(text));
  }
}

TEST(json, puts_on_one_line_only_what_is_not) {
  std::string storage;
  std::string const one = R"({"a": 1})", two = "{\n\"a\": 1}";
  EXPECT_EQ(on_one_line(one, storage).data(), one.data()) << "no copy";
  EXPECT_EQ(on_one_line(two, storage), R"({"a":1})");
}

TEST(json_writer, replaces_bytes_that_are_no_text) {
  EXPECT_EQ(to_valid_utf8("a\xff"
                          "b\xc3"),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
  EXPECT_EQ(to_valid_utf8("\xed\xa0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD") << "a surrogate in UTF-8";
  EXPECT_EQ(as_string_literal("é\xf0\x9f\x98\x80"), "\"é\xf0\x9f\x98\x80\"");
}

TEST(json_writer, knows_the_size_of_a_string_before_writing_it) {
  for (std::string const text : {"", "plain", "\"\\\n", "\x01\x02", "é"})
    EXPECT_EQ(json_string_size(text), as_string_literal(text).size());
}

TEST(json_document, is_strict) {
  for (std::string const bad :
       {"", "{", "{\"a\":tru}", "[01]", "\"\\q\"", "{} x", "\"\xff\"", "nul", "\"\\ud800\"", "{\"a\":1,}"})
    EXPECT_FALSE(json_document::parse(bad)) << bad;
  EXPECT_TRUE(json_document::parse(" {\"a\":[1,2.5,null,\"\\u0000\"]} \n"));
}

TEST(json_document, is_bounded_in_depth) {
  auto const nested = [](std::size_t n) { return std::string(n, '[') + std::string(n, ']'); };
  EXPECT_TRUE(json_document::parse(nested(bounds::json_depth - 1)));
  EXPECT_FALSE(json_document::parse(nested(bounds::json_depth + 1)));
  EXPECT_FALSE(json_document::parse(std::string(1'000'000, '[')));
}

TEST(json_document, keeps_its_values_when_it_moves) {
  auto first = *json_document::parse(R"({"a":"x"})");
  auto const value = first.root();
  auto const second = std::move(first);
  EXPECT_EQ(string_member(value, "a"), "x");
}

TEST(json, finds_a_key_that_is_there_twice_at_any_depth) {
  auto const pointer = [](std::string text) {
    auto const document = json_document::parse(std::move(text));
    auto const fault = find_duplicate_key(document->root());
    return fault ? fault->pointer : "";
  };
  EXPECT_EQ(pointer(R"({"a":{"b":1},"c":[{"b":2}]})"), "");
  EXPECT_EQ(pointer(R"({"a":1,"a":2})"), "/a");
  EXPECT_EQ(pointer(R"({"x":[0,{"a/b":1,"\u0061/b":2}]})"), "/x/1/a~1b");
}

TEST(json, reads_integral_doubles_as_integers) {
  auto const document = *json_document::parse(R"({"a":10.0,"b":10.5,"c":1e300,"d":-3,"e":"1","f":9007199254740994.0})");
  EXPECT_EQ(integer_member(document.root(), "a"), 10);
  EXPECT_FALSE(integer_member(document.root(), "b"));
  EXPECT_FALSE(integer_member(document.root(), "c"));
  EXPECT_EQ(integer_member(document.root(), "d"), -3);
  EXPECT_FALSE(integer_member(document.root(), "e"));
  EXPECT_FALSE(integer_member(document.root(), "f")) << "beyond 2^53 a double may be its neighbour";
}

}  // namespace
}  // namespace imcp::schemas
