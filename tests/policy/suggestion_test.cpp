#include "policy/suggestion.hpp"

#include <gtest/gtest.h>

namespace imcp::policy {
namespace {

constexpr std::string_view words[] = {"scopes", "projects", "allow", "allow_restricted_config", "deny"};

TEST(suggestion, finds_a_slip) {
  for (auto const& [slip, meant] : {std::pair<std::string_view, std::string_view>{"scope", "scopes"},
                                    {"scoeps", "scopes"},
                                    {"proects", "projects"},
                                    {"ALLOw", "allow"},
                                    {"allow_restricted", "allow_restricted_config"},
                                    {"dney", "deny"}})
    EXPECT_EQ(closest(slip, words).value_or("none"), meant) << slip;
}

TEST(suggestion, keeps_silent_where_nothing_is_near) {
  for (auto const* word : {"", "x", "colour", "al", "timeout"}) EXPECT_EQ(closest(word, words), std::nullopt) << word;
  EXPECT_EQ(closest(std::string(100'000, 's'), words), std::nullopt);
  EXPECT_EQ(closest("scopes", {}), std::nullopt);
}

TEST(suggestion, prefers_the_nearest_of_several) {
  constexpr std::string_view near[] = {"network", "networks", "net"};
  EXPECT_EQ(closest("networkss", near), "networks");
  EXPECT_EQ(closest("net", near), "net");
}

TEST(suggestion, reads_as_the_end_of_a_message) {
  EXPECT_EQ(did_you_mean("scope", words), "; did you mean \"scopes\"?");
  EXPECT_EQ(did_you_mean("colour", words), "");
}

}  // namespace
}  // namespace imcp::policy
