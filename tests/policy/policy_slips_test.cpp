// Slips that would widen access if they were ignored: unknown, misplaced and misspelt keys, names of nothing.

#include "tests/policy/policy_fixture.hpp"

namespace imcp::policy {
namespace {

using list = std::vector<std::string>;

TEST(policy_slips, an_unknown_key_is_one_in_every_table) {
  for (auto const* section : {"connection", "callers.ci", "exposure"})
    EXPECT_EQ(faults_in("version = 1\n[" + std::string(section) + "]\n  qqqq = 1\n"),
              list{"3:3: unknown key \"qqqq\" in [" + std::string(section) + "]"});
  EXPECT_EQ(faults_in("version = 1\nqqqq = 1\n"), list{"2:1: unknown key \"qqqq\""});
  EXPECT_EQ(faults_in("version = 1\n[image_remotes.x]\nserver = \"https://a\"\nqqqq = 1\n"),
            list{"4:1: unknown key \"qqqq\" in [image_remotes.x]"});
}

TEST(policy_slips, a_misspelt_key_comes_with_what_was_meant) {
  for (auto const& [key, meant] : {std::pair{"project", "projects"},
                                   {"scope", "scopes"},
                                   {"Scopes", "scopes"},
                                   {"allow_restricted", "allow_restricted_config"},
                                   {"max_inflight", "max_in_flight"},
                                   {"denny", "deny"},
                                   {"exec_comands", "exec_commands"}})
    EXPECT_EQ(faults_in("version = 1\n[callers.ci]\n" + std::string(key) + " = []\n"),
              list{"3:1: unknown key \"" + std::string(key) + "\" in [callers.ci]; did you mean \"" + meant + "\"?"});
  EXPECT_EQ(faults_in("version = 1\n[caller.agent]\nscope = [\"incus.read\"]\n"),
            list{"2:2: unknown key \"caller\"; did you mean \"callers\"?"});
}

TEST(policy_slips, a_misplaced_key_comes_with_its_place) {
  EXPECT_EQ(faults_in("version = 1\nprojects = [\"dev\"]\n"),
            list{"2:1: unknown key \"projects\"; it belongs in [callers.NAME]"});
  EXPECT_EQ(faults_in("version = 1\n[connection]\nscopes = []\n"),
            list{"3:1: unknown key \"scopes\" in [connection]; it belongs in [callers.NAME]"});
  EXPECT_EQ(
      faults_in("[connection]\nversion = 1\n"),
      (list{"1:1: the policy needs a version",
            "2:1: unknown key \"version\" in [connection]; it belongs at the top of the file, before any table"}));
}

TEST(policy_slips, a_dotted_key_is_not_a_quoted_one) {
  EXPECT_EQ(faults_in("version = 1\n\"incus.read\" = true\n"), list{"2:1: unknown key \"incus.read\""});
}

TEST(policy_slips, a_caller_or_remote_is_a_table_with_a_name) {
  EXPECT_EQ(faults_in("version = 1\n[callers]\nci = 3\n"), list{"3:6: callers.ci must be a table, got an integer"});
  EXPECT_EQ(faults_in("version = 1\n[[callers]]\n"), list{"2:1: callers must be a table, got an array"});
  auto const name_rule = " has a name that is not 1..63 letters, digits, dots, hyphens, underscores or at signs";
  EXPECT_EQ(faults_in("version = 1\n[callers.\"\"]\n"), list{std::string("2:1: callers.\"\"") + name_rule});
  EXPECT_EQ(faults_in("version = 1\n[callers.\"a b\"]\n"), list{std::string("2:1: callers.\"a b\"") + name_rule});
  EXPECT_EQ(faults_in("version = 1\n[image_remotes.\"../x\"]\nserver = \"https://a\"\n"),
            list{std::string("2:1: image_remotes.\"../x\"") + name_rule});
}

TEST(policy_slips, an_image_remote_needs_a_server) {
  EXPECT_EQ(faults_in("version = 1\n[image_remotes.x]\n"), list{"2:1: image_remotes.x needs a server"});
}

TEST(policy_slips, a_list_of_names_may_not_dangle) {
  EXPECT_EQ(
      faults_in("version = 1\n[image_remotes.images]\nserver = \"https://a\"\n[callers.ci]\n"
                "image_remotes = [\"images\", \"image\", \"*\"]\n"),
      (list{"5:28: callers.ci.image_remotes[1] names an image remote that is not configured: \"image\"; did you mean "
            "\"images\"?",
            "5:37: callers.ci.image_remotes[2] names an image remote that is not configured: \"*\""}));
  EXPECT_EQ(faults_in("version = 1\n[callers.ci]\nscopes = [\"incus.read\", \"incus.reed\"]\n"),
            list{"3:25: callers.ci.scopes[1] is no scope: \"incus.reed\"; did you mean \"incus.read\"?"});
}

TEST(policy_slips, a_pattern_that_covers_no_operation_is_a_slip) {
  for (auto const* key : {"deny", "allow"}) {
    auto const with = [&](std::string pattern) {
      return faults_in("version = 1\n[callers.ci]\n" + std::string(key) + " = [\"" + pattern + "\"]\n");
    };
    auto const found = with("incus_instance_exce");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found[0].find("covers no operation: \"incus_instance_exce\"; did you mean \"incus_instance_exec\"?"),
              std::string::npos)
        << found[0];
    EXPECT_EQ(with("instance_*").size(), 1U);
    EXPECT_EQ(with("Incus_*").size(), 1U);
    EXPECT_EQ(with("*"), list{});
    EXPECT_EQ(with("incus_instance_copy"), list{}) << "described, though not offered";
  }
}

}  // namespace
}  // namespace imcp::policy
