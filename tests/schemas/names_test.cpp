#include "schemas/names.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace imcp::schemas {
namespace {

struct row {
  name_rule rule;
  std::vector<std::string> good, bad;
};

std::vector<row> const table{
    {name_rule::object_name,
     {"web", "a b", "é", "..a", "%", "%2", "%2x", "a%00b", std::string(255, 'x')},
     {"", ".", "..", "a/b", "%2e", "%2E%2e", "%252e%252e", "%25252e", ".%2e", "a\nb", "\x7f", std::string("a\0", 2),
      std::string(256, 'x')}},
    {name_rule::new_instance_name,
     {"a", "web-1", "1a", std::string(63, 'a')},
     {"", "-a", "a-", "123", "a_b", "a.b", "é", "a b", std::string(64, 'a')}},
    {name_rule::new_snapshot_name,
     {"s", "a.b_c-d", std::string(64, 'a')},
     {"", ".a", "a.", "a/b", "a%", "..", std::string(65, 'a')}},
    {name_rule::project_name, {"default", std::string(63, 'p')}, {"", "a/b", "..", std::string(64, 'p')}},
    {name_rule::fingerprint,
     {std::string(64, 'a')},
     {"", std::string(63, 'a'), std::string(64, 'A'), std::string(63, 'a') + "%"}},
    {name_rule::fingerprint_prefix,
     {std::string(12, '0'), std::string(64, 'f')},
     {std::string(11, '0'), std::string(65, 'f'), "%___________"}},
    {name_rule::uuid,
     {"aad5dc8e-0000-4000-8000-0123456789ab"},
     {"", "AAD5DC8E-0000-4000-8000-0123456789AB", "aad5dc8e-0000-4000-8000-0123456789a", "../instances/x"}},
    {name_rule::rfc3339,
     {"2026-12-31T23:59:59Z", "2026-02-01T00:00:00.5+02:00", "2026-02-01t00:00:60z"},
     {"", "2026-12-31", "2026-13-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-12-31T24:00:00Z", "2026-12-31T00:00:00",
      "2026-12-31T00:00:00.Z", "2026-12-31T00:00:00+25:00", "2026-12-31 00:00:00Z"}},
    {name_rule::absolute_path, {"/", "/a b"}, {"", "a", "~", std::string("/a\0", 3)}},
    {name_rule::header_value, {"", "\"abc\"", "a b"}, {"a\r\nX: y", "é", "\x7f"}},
};

TEST(names, accept_and_refuse) {
  for (auto const& r : table) {
    for (auto const& text : r.good) EXPECT_TRUE(matches(r.rule, text)) << requirement(r.rule) << ": " << text;
    for (auto const& text : r.bad) EXPECT_FALSE(matches(r.rule, text)) << requirement(r.rule) << ": " << text;
  }
}

TEST(names, take_any_length_without_a_stack) {
  for (auto const& r : table) EXPECT_FALSE(matches(r.rule, std::string(1'000'000, '%') + "\n"));
}

TEST(names, of_variables_are_those_of_a_shell) {
  for (auto const* good : {"A", "_", "a1_B"}) EXPECT_TRUE(is_environment_name(good));
  for (auto const* bad : {"", "1A", "A=B", "A B", "é"}) EXPECT_FALSE(is_environment_name(bad));
}

}  // namespace
}  // namespace imcp::schemas
