#include "policy/checks.hpp"
#include "tests/policy/policy_fixture.hpp"

namespace imcp::policy {
namespace {

using schemas::scope;

auto const get = operation("incus_instance_get");
auto const create = operation("incus_instance_create", scope::write);
auto const update = operation("incus_instance_update", scope::write);
auto const exec = operation("incus_instance_exec", scope::exec);

/// The rule that denied, or "ok".
std::string rule(caller const& who, schemas::descriptor const& op, std::string json = "{}",
                 std::string_view project = "default") {
  auto const verdict = authorize_input(who, op, project, input(std::move(json)));
  if (!verdict) {
    EXPECT_EQ(verdict.error().kind(), schemas::error_kind::denied);
  }
  return outcome(verdict, "rule");
}

caller named(std::string name, caller who) {
  who.name = std::move(name);
  return who;
}

TEST(scope, must_be_held_by_itself) {
  for (auto const held : {scope::read, scope::write, scope::exec, scope::delete_})
    for (auto const needed : {scope::read, scope::write, scope::exec, scope::delete_}) {
      caller who;
      who.scopes = {held};
      EXPECT_EQ(check_scope(who, operation("incus_x", needed)).has_value(), held == needed);
    }
}

TEST(scope, refusal_names_what_is_required) {
  caller who;
  who.scopes.clear();
  EXPECT_EQ(outcome(check_scope(who, exec), "kind"), "scope_denied");
  EXPECT_EQ(outcome(check_scope(who, exec), "required_scope"), "incus.exec");
  EXPECT_EQ(outcome(check_scope(who, get), "required_scope"), "incus.read");
}

TEST(authorize, operation_by_allow) {
  EXPECT_EQ(rule(caller(), get), "ok");
  EXPECT_EQ(rule(caller_with("allow = [\"incus_image_*\", \"incus_instance_get\"]"), get), "ok");
  EXPECT_EQ(rule(caller_with("allow = [\"incus_image_*\"]"), get), "callers.default.allow");
  EXPECT_EQ(rule(caller_with("allow = []"), get), "callers.default.allow");
}

TEST(authorize, deny_wins_and_tells_which) {
  auto const who = caller_with("deny = [\"incus_image_*\", \"incus_instance_*\"]\nallow = [\"incus_instance_get\"]");
  EXPECT_EQ(rule(who, get), "callers.default.deny[1]");
}

TEST(authorize, project_by_globs) {
  auto const who = caller_with("projects = [\"dev\", \"ci-*\"]");
  EXPECT_EQ(rule(who, get, "{}", "dev"), "ok");
  EXPECT_EQ(rule(who, get, "{}", "ci-7"), "ok");
  for (auto const* project : {"default", "Dev", "devel", "prod", "a-ci-7"})
    EXPECT_EQ(rule(who, get, "{}", project), "callers.default.projects") << project;
  EXPECT_EQ(rule(caller_with("projects = []"), get), "callers.default.projects");
}

TEST(authorize, an_operation_without_a_project_is_not_asked_for_one) {
  EXPECT_EQ(rule(caller_with("projects = []"), operation("incus_server_get"), "{}", ""), "ok");
}

TEST(authorize, instance_by_globs_a_new_one_included) {
  auto const who = caller_with("instances = [\"ci-*\"]");
  EXPECT_EQ(rule(who, get, R"({"instance":"ci-1"})"), "ok");
  EXPECT_EQ(rule(who, get, R"({"instance":"web"})"), "callers.default.instances");
  EXPECT_EQ(rule(who, create, R"({"instance":"ci-1"})"), "ok");
  EXPECT_EQ(rule(who, create, R"({"instance":"web"})"), "callers.default.instances");
  EXPECT_EQ(rule(who, operation("incus_image_list")), "ok");
}

TEST(authorize, profiles_that_are_attached) {
  auto const who = caller_with("profiles = [\"dev-*\"]");
  for (auto const* op : {"incus_instance_create", "incus_instance_update"}) {
    EXPECT_EQ(rule(who, operation(op, scope::write), R"({"profiles":["dev-1","dev-2"]})"), "ok");
    EXPECT_EQ(rule(who, operation(op, scope::write), R"({"profiles":["dev-1","gpu"]})"), "callers.default.profiles");
    EXPECT_EQ(rule(who, operation(op, scope::write), R"({"profiles":[]})"), "ok");
    EXPECT_EQ(rule(who, operation(op, scope::write), R"({"profiles":"dev-1"})"), "callers.default.profiles");
  }
}

TEST(authorize, none_given_at_create_counts_as_the_default_profile) {
  auto const who = caller_with("profiles = [\"dev-*\"]");
  EXPECT_EQ(rule(who, create), "callers.default.profiles");
  EXPECT_EQ(rule(caller_with("profiles = [\"default\"]"), create), "ok");
  EXPECT_EQ(rule(who, update), "ok");
  EXPECT_EQ(rule(who, operation("incus_profile_get"), R"({"profile":"gpu"})"), "ok");
}

TEST(authorize, images_of_this_server) {
  auto const who = caller_with("allow_local_images = false\nimage_remotes = [\"images\"]");
  auto const from = [&](std::string source) { return rule(who, create, R"({"source":)" + source + "}"); };
  EXPECT_EQ(from(R"({"alias":"debian","remote":"images"})"), "ok");
  EXPECT_EQ(from(R"({"empty":true})"), "ok");
  for (auto const* source : {R"({"alias":"debian"})", R"({"fingerprint":"0123456789ab"})", R"({"empty":false})",
                             R"({"alias":"debian","remote":""})", R"({"alias":"debian","remote":null})", "{}"})
    EXPECT_EQ(from(source), "callers.default.allow_local_images") << source;
  EXPECT_EQ(rule(caller(), create, R"({"source":{"alias":"debian"}})"), "ok");
  EXPECT_EQ(rule(who, operation("incus_image_get"), R"({"fingerprint":"0123456789ab"})"), "ok");
}

TEST(authorize, exec_by_the_first_argument_only) {
  auto const who = caller_with("exec_commands = [\"/usr/bin/*\", \"uptime\"]");
  auto const run = [&](std::string argv) { return rule(who, exec, R"({"command":)" + argv + "}"); };
  EXPECT_EQ(run(R"(["uptime"])"), "ok");
  EXPECT_EQ(run(R"(["/usr/bin/env","sh"])"), "ok");
  for (auto const* argv : {R"(["sh","uptime"])", R"(["uptime "])", R"(["UPTIME"])", R"(["/bin/uptime"])", "[]",
                           R"([""])", "[1]", R"("uptime")", "null"})
    EXPECT_EQ(run(argv), "callers.default.exec_commands") << argv;
  EXPECT_EQ(rule(who, exec), "callers.default.exec_commands");
  EXPECT_EQ(rule(caller_with("exec_commands = []"), exec, R"({"command":["uptime"]})"),
            "callers.default.exec_commands");
  EXPECT_EQ(rule(who, get, R"({"command":["sh"]})"), "ok");
}

TEST(authorize, asks_in_the_order_of_the_contract) {
  auto who = caller_with(
      "allow = []\nprojects = []\ninstances = []\nprofiles = []\nallow_local_images = false\nexec_commands = []");
  auto const all = R"({"instance":"web","profiles":["default"],"source":{"alias":"x"},"command":["sh"]})";
  auto op = create;
  op.needs = scope::exec;  // one that would be asked everything
  std::vector<std::string> seen;
  auto const next = [&] { return seen.emplace_back(rule(who, op, all)); };
  next(), who.allow = {"*"};
  next(), who.projects = {"*"};
  next(), who.instances = {"*"};
  next(), who.profiles = {"*"};
  next(), who.allow_local_images = true;
  next(), who.exec_commands = {"*"};
  next();
  EXPECT_EQ(seen,
            (std::vector<std::string>{"callers.default.allow", "callers.default.projects", "callers.default.instances",
                                      "callers.default.profiles", "callers.default.allow_local_images",
                                      "callers.default.exec_commands", "ok"}));
}

TEST(authorize, rules_name_the_caller_as_the_file_does) {
  auto const nobody = caller_with("allow = []");
  EXPECT_EQ(rule(named("ci", nobody), get), "callers.ci.allow");
  EXPECT_EQ(rule(named("a.b", nobody), get), "callers.\"a.b\".allow");
}

TEST(authorize, objects_by_project_and_by_instance) {
  auto const who = caller_with("projects = [\"dev\"]\ninstances = [\"ci-*\"]");
  EXPECT_EQ(outcome(authorize_project(who, "dev"), "rule"), "ok");
  EXPECT_EQ(outcome(authorize_project(who, "prod"), "rule"), "callers.default.projects");
  EXPECT_EQ(outcome(authorize_instance(who, "ci-1"), "rule"), "ok");
  EXPECT_EQ(outcome(authorize_instance(who, "web"), "rule"), "callers.default.instances");
}

TEST(may_use, needs_the_scope_and_the_operation) {
  EXPECT_TRUE(may_use(caller(), get));
  EXPECT_FALSE(may_use(caller(), exec));
  EXPECT_FALSE(may_use(caller_with("deny = [\"incus_instance_get\"]"), get));
  EXPECT_FALSE(may_use(caller_with("allow = [\"incus_image_*\"]"), get));
  EXPECT_TRUE(may_use(caller_with("projects = []"), get));
}

TEST(find_remote, gives_what_is_configured_and_granted) {
  auto const loaded = parse(
      "version = 1\n[image_remotes.images]\nserver = \"https://i.example\"\n[image_remotes.own]\n"
      "server = \"https://o.example\"\nprotocol = \"incus\"\n[callers.ci]\nimage_remotes = [\"images\"]\n");
  ASSERT_TRUE(loaded.loaded);
  auto const& rules = *loaded.loaded;
  auto const& who = *rules.find_caller("ci");
  auto const found = find_remote(rules, who, "images");
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)->server, "https://i.example");
  EXPECT_EQ((*found)->protocol, "simplestreams");
  for (auto const name : {"own", "nope", "IMAGES", "../images", "", "*", "http://169.254.169.254"}) {
    auto const missing = find_remote(rules, who, name);
    ASSERT_FALSE(missing) << name;
    EXPECT_EQ(missing.error().kind(), schemas::error_kind::unknown_remote);
  }
  EXPECT_FALSE(find_remote(rules, who, std::string_view("images\0", 7)));
}

TEST(find_remote, does_not_tell_a_remote_of_others_from_none) {
  policy rules;
  rules.image_remotes["own"] = {};
  auto const text = [&](std::string_view name) { return find_remote(rules, caller(), name).error().message(); };
  EXPECT_EQ(text("own"),
            "image remote \"own\" is not configured, or not granted to caller \"default\"; it may use none");
  EXPECT_EQ(text("new"),
            "image remote \"new\" is not configured, or not granted to caller \"default\"; it may use none");
}

}  // namespace
}  // namespace imcp::policy
