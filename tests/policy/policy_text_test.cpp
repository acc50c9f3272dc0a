// Files that are not even TOML, or are it in a way that could hurt.

#include "policy/toml_depth.hpp"
#include "tests/policy/policy_fixture.hpp"

namespace imcp::policy {
namespace {

/// Where and how the one fault that ends the reading begins.
std::string only_fault(std::string_view toml) {
  auto const found = faults_in(toml);
  EXPECT_EQ(found.size(), 1U) << toml.substr(0, 80);
  return found.empty() ? "" : found[0];
}

TEST(policy_text, an_empty_file_needs_a_version) {
  for (auto const* text : {"", "\n", "# nothing\n", "\xEF\xBB\xBF"})
    EXPECT_EQ(only_fault(text), "1:1: the policy needs a version") << text;
}

TEST(policy_text, a_fault_of_syntax_has_its_place) {
  EXPECT_EQ(only_fault("version = 1\nx = \n").substr(0, 2), "2:");
  EXPECT_EQ(only_fault("version = 1\r\n[callers\r\n").substr(0, 2), "2:");
  EXPECT_EQ(only_fault("version = 1\nversion = 1\n").substr(0, 2), "2:");
  EXPECT_EQ(only_fault("version = 1\n[callers.a]\n[callers.a]\n").substr(0, 2), "3:");
  EXPECT_EQ(only_fault("version = 1\n[connection]\ntimeout_seconds = 99999999999999999999\n").substr(0, 2), "3:");
  EXPECT_EQ(only_fault("version = 1\ntrailing garbage\n").substr(0, 2), "2:");
  EXPECT_EQ(only_fault("{\"version\": 1}").substr(0, 2), "1:");
}

TEST(policy_text, bytes_that_are_no_text_are_refused) {
  EXPECT_EQ(only_fault("version = 1\nurl = \"\xff\"\n").substr(0, 2), "2:");
  EXPECT_EQ(only_fault("version = 1\n# \xc3\x28\n").substr(0, 2), "2:");
  EXPECT_EQ(only_fault(std::string_view("version = 1\n\0", 13)).substr(0, 2), "2:");
  EXPECT_NE(only_fault(std::string(1000, '\xff')), "");
  EXPECT_NE(only_fault("\xFF\xFEv\0e\0r\0s\0"), "");
}

TEST(policy_text, is_at_most_a_mebibyte) {
  std::string const head = "version = 1\n#";
  EXPECT_EQ(faults_in(head + std::string(1048576 - head.size(), 'x')), std::vector<std::string>{});
  EXPECT_EQ(only_fault(head + std::string(1048577 - head.size(), 'x')), "0:0: is larger than 1048576 bytes");
}

TEST(policy_text, nesting_without_end_is_a_fault) {
  std::string dots = "a", brackets = "a = ", inline_tables = "x = [ \"\"\"q\"\"\"\", { a";
  for (int i = 0; i < 500'000; ++i) dots += ".a", brackets += '[', inline_tables += ".a";
  for (auto const& text : {dots + " = 1\n", "[" + dots + "]\n", inline_tables + " = 1 } ]\n"})
    EXPECT_EQ(only_fault("version = 1\n" + text), "2:1: too many dotted keys: nobody's policy needs that many");
  EXPECT_NE(only_fault("version = 1\n" + brackets), "");
}

TEST(policy_text, the_deepest_that_is_let_through_does_no_harm) {
  std::string dots = "a";
  for (int i = 0; i < 4096; ++i) dots += ".a";
  EXPECT_EQ(only_fault("version = 1\n" + dots + " = 1\n"), "2:1: unknown key \"a\"");
}

TEST(policy_text, dots_in_strings_and_comments_are_no_nesting) {
  std::string const dots(5000, '.');
  for (auto const& text :
       {"# " + dots, "x = \"" + dots + "\"", "x = '" + dots + "'", "x = \"\"\"\n" + dots + "\"\"\"\"\"",
        "x = '''" + dots + "''''", "x = \"\\\"" + dots + "\"", "x = \"#\" #" + dots})
    EXPECT_EQ(line_of_too_many_dots("version = 1\n" + text + "\n"), 0U) << text.substr(0, 12);
  for (auto const& text : {dots, "x = \"\" " + dots, "x = '\\' " + dots, "x = '''''' " + dots, "x = \"\\\\\" " + dots,
                           "x = \"\"\"a\"\"\"\"\" " + dots, "x = \"open\n" + dots})
    EXPECT_GT(line_of_too_many_dots("version = 1\n" + text + "\n"), 1U) << text.substr(0, 12);
}

}  // namespace
}  // namespace imcp::policy
