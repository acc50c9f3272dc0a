#include "server/raw_json.hpp"

#include <gtest/gtest.h>

namespace imcp::server {
namespace {

TEST(raw_json, cuts_items_as_they_were_written) {
  constexpr std::string_view text = R"( [ 1 , "a]\"," , {"x":[1,{"y":"}"}] , "z" : 2 } ,[] ,true, -0.50e+2 ] )";
  EXPECT_EQ(raw_item(text, 0), "1");
  EXPECT_EQ(raw_item(text, 1), R"("a]\",")");
  EXPECT_EQ(raw_item(text, 2), R"({"x":[1,{"y":"}"}] , "z" : 2 })");
  EXPECT_EQ(raw_item(text, 3), "[]");
  EXPECT_EQ(raw_item(text, 4), "true");
  EXPECT_EQ(raw_item(text, 5), "-0.50e+2");
}

TEST(raw_json, cuts_members_by_their_decoded_key) {
  std::string const text = R"({"a\"b" : "x" ,"\u0069d": 7, "c":{"id":1} })";
  auto const parsed = schemas::json_document::parse(text);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(raw_member(text, parsed->root(), "a\"b"), R"("x")");
  EXPECT_EQ(raw_member(text, parsed->root(), "id"), "7");
  EXPECT_EQ(raw_member(text, parsed->root(), "c"), R"({"id":1})");
  EXPECT_EQ(raw_member(text, parsed->root(), "d"), "");
}

TEST(raw_json, blanks_numbers_in_place_and_leaves_strings_alone) {
  EXPECT_EQ(blank_numbers(R"({"a1":1e400,"b":[-12,"3\"4"]})"), R"({"a1":0    ,"b":[0  ,"3\"4"]})");
}

TEST(raw_json, refuses_numbers_that_json_has_not) {
  for (auto const* text : {"01", "-", "1.", ".5", "1e", "1e+", "+1", "--1", "1.5.2", "-01", "1e5.5"}) {
    auto const blanked = blank_numbers(text);
    // A leading '.' or '+' is no number at all: it stays, and the text stays no JSON.
    EXPECT_TRUE(!blanked || !schemas::json_document::parse(*blanked)) << text;
  }
  for (auto const* text : {"0", "-0", "10", "1.25", "1e5", "1E-5", "-1.0e+10"})
    EXPECT_TRUE(blank_numbers(text)) << text;
}

TEST(raw_json, survives_an_unclosed_string) { EXPECT_EQ(blank_numbers(R"({"a\)"), R"({"a\)"); }

}  // namespace
}  // namespace imcp::server
