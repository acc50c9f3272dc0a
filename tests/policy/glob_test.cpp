#include "policy/glob.hpp"

#include <gtest/gtest.h>

namespace imcp::policy {
namespace {

struct example {
  std::string_view pattern, text;
  bool matches;
};

constexpr example examples[] = {
    {"web", "web", true},
    {"web", "web1", false},
    {"web", "a web", false},
    {"web", "Web", false},
    {"", "", true},
    {"", "a", false},
    {"*", "", true},
    {"*", "anything at all", true},
    {"**", "", true},
    {"?", "", false},
    {"?", "a", true},
    {"?", "ab", false},
    {"?", "/", true},
    {"?", "é", true},
    {"?", "€", true},
    {"??", "é", false},
    {"*é", "caféé", true},
    {"*?", "é", true},
    {"/usr/*", "/usr/bin/env", true},
    {"/usr/*", "/usr", false},
    {"web-*", "web-", true},
    {"web-*", "web", false},
    {"*-prod", "db-prod", true},
    {"*-prod", "db-prod-2", false},
    {"a*b*c", "aXbYbZc", true},
    {"a*b*c", "aXcYb", false},
    {"*ab", "aab", true},
    {"*a?c*", "xxabcxx", true},
    {"raw.*", "raw.", true},
    {"raw.*", "raw", false},
    {"[ab]", "a", false},
    {"[ab]", "[ab]", true},
    {"a\\*", "a*", false},
    {"a*", "a*b", true},
};

TEST(glob, matches_the_whole_text) {
  for (auto const& e : examples) EXPECT_EQ(glob_matches(e.pattern, e.text), e.matches) << e.pattern << " on " << e.text;
}

TEST(glob, sees_a_nul_as_a_character_and_not_as_an_end) {
  EXPECT_FALSE(glob_matches("web", std::string_view("web\0x", 5)));
  EXPECT_TRUE(glob_matches("web*", std::string_view("web\0x", 5)));
}

// Backtracking over every star would take longer than the universe has.
TEST(glob, ends_soon_on_a_pattern_made_to_backtrack) {
  std::string pattern;
  for (int i = 0; i < 60; ++i) pattern += "a*";
  EXPECT_FALSE(glob_matches(pattern + "b", std::string(20'000, 'a')));
  EXPECT_TRUE(glob_matches(pattern, std::string(20'000, 'a')));
}

TEST(glob, first_match_is_the_index_of_the_first_pattern) {
  EXPECT_EQ(first_match({"a", "b*", "*"}, "b1"), 1);
  EXPECT_EQ(first_match({"*", "b1"}, "b1"), 0);
  EXPECT_EQ(first_match({"a", "b"}, "c"), -1);
}

TEST(glob, an_empty_list_matches_nothing) { EXPECT_EQ(first_match({}, ""), -1); }

}  // namespace
}  // namespace imcp::policy
