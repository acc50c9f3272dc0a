// What a policy file may say, and what each key does.

#include "tests/policy/policy_fixture.hpp"

namespace imcp::policy {
namespace {

policy loaded(std::string_view toml) {
  auto const result = parse(toml);
  EXPECT_EQ(faults(result), std::vector<std::string>{});
  return result.loaded.value_or(policy());
}

void expect_same(caller const& a, caller const& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.scopes, b.scopes);
  EXPECT_EQ(a.default_project, b.default_project);
  EXPECT_EQ(a.projects, b.projects);
  EXPECT_EQ(a.instances, b.instances);
  EXPECT_EQ(a.profiles, b.profiles);
  EXPECT_EQ(a.allow, b.allow);
  EXPECT_EQ(a.deny, b.deny);
  EXPECT_EQ(a.image_remotes, b.image_remotes);
  EXPECT_EQ(a.allow_local_images, b.allow_local_images);
  EXPECT_EQ(a.allow_restricted_config, b.allow_restricted_config);
  EXPECT_EQ(a.allow_restricted_devices, b.allow_restricted_devices);
  EXPECT_EQ(a.extra_restricted_config, b.extra_restricted_config);
  EXPECT_EQ(a.exec_commands, b.exec_commands);
  EXPECT_EQ(a.max_in_flight, b.max_in_flight);
  EXPECT_EQ(a.max_calls_per_minute, b.max_calls_per_minute);
}

void expect_same(incus::connection const& a, incus::connection const& b) {
  EXPECT_EQ(a.socket_path, b.socket_path);
  EXPECT_EQ(a.timeout, b.timeout);
  EXPECT_EQ(a.stream_timeout, b.stream_timeout);
  EXPECT_EQ(a.max_stream_bytes, b.max_stream_bytes);
  EXPECT_EQ(a.max_response_bytes, b.max_response_bytes);
  EXPECT_EQ(a.max_connections, b.max_connections);
}

constexpr std::string_view contract_defaults = R"(
version = 1
[connection]
url = "unix:///var/lib/incus/unix.socket"
timeout_seconds = 65
stream_timeout_seconds = 310
max_stream_bytes = 134217728
max_response_bytes = 67108864
max_connections = 8
[callers.default]
scopes = ["incus.read"]
default_project = "default"
projects = ["default"]
instances = ["*"]
profiles = ["*"]
allow = ["incus_*"]
deny = []
image_remotes = []
allow_local_images = true
allow_restricted_config = []
allow_restricted_devices = []
extra_restricted_config = []
confirmation = "echo"
exec_commands = ["*"]
redact = false
max_in_flight = 16
max_calls_per_minute = 600
[exposure]
mode = "tools"
output_schemas = true
)";

TEST(policy_keys, defaults_are_those_of_the_contract) {
  for (auto const toml :
       {contract_defaults, std::string_view("version = 1"),
        std::string_view("version = 1\n[connection]\n[callers.default]\n[exposure]\n[image_remotes]\n")}) {
    auto const got = loaded(toml), built_in = builtin_policy();
    expect_same(got.connection, built_in.connection);
    EXPECT_EQ(got.output_schemas, built_in.output_schemas);
    EXPECT_TRUE(got.image_remotes.empty());
    ASSERT_EQ(got.callers.size(), 1U);
    ASSERT_TRUE(built_in.find_caller("default"));
    expect_same(*got.find_caller("default"), *built_in.find_caller("default"));
  }
}

TEST(policy_keys, of_the_connection_take_effect) {
  auto const c = loaded(R"(version = 1
[connection]
url = "unix:///run/incus.sock"
timeout_seconds = 2
stream_timeout_seconds = 3600
max_stream_bytes = 1024
max_response_bytes = 1_073_741_824
max_connections = 64
)")
                     .connection;
  EXPECT_EQ(c.socket_path, "/run/incus.sock");
  EXPECT_EQ(c.timeout.count(), 2);
  EXPECT_EQ(c.stream_timeout.count(), 3600);
  EXPECT_EQ(c.max_stream_bytes, 1024U);
  EXPECT_EQ(c.max_response_bytes, 1073741824U);
  EXPECT_EQ(c.max_connections, 64U);
}

TEST(policy_keys, of_a_caller_take_effect) {
  auto const rules = loaded(R"(version = 1
[image_remotes.images]
server = "https://images.linuxcontainers.org"
[callers.ci]
scopes = ["incus.read", "incus.delete", "incus.exec", "incus.write"]
default_project = "dev"
projects = ["dev", "ci-*"]
instances = ["ci-*"]
profiles = ["default", "ci"]
allow = ["incus_instance_*"]
deny = ["incus_instance_exec"]
image_remotes = ["images"]
allow_local_images = false
allow_restricted_config = ["raw.lxc"]
allow_restricted_devices = ["proxy"]
extra_restricted_config = ["security.nesting"]
exec_commands = ["/bin/*"]
max_in_flight = 1024
max_calls_per_minute = 1
)");
  EXPECT_FALSE(rules.find_caller("default"));
  auto const* who = rules.find_caller("ci");
  ASSERT_TRUE(who);
  using list = std::vector<std::string>;
  using schemas::scope;
  EXPECT_EQ(who->name, "ci");
  EXPECT_EQ(who->scopes, (std::vector{scope::read, scope::delete_, scope::exec, scope::write}));
  EXPECT_EQ(who->default_project, "dev");
  EXPECT_EQ(who->projects, (list{"dev", "ci-*"}));
  EXPECT_EQ(who->instances, (list{"ci-*"}));
  EXPECT_EQ(who->profiles, (list{"default", "ci"}));
  EXPECT_EQ(who->allow, (list{"incus_instance_*"}));
  EXPECT_EQ(who->deny, (list{"incus_instance_exec"}));
  EXPECT_EQ(who->image_remotes, (list{"images"}));
  EXPECT_FALSE(who->allow_local_images);
  EXPECT_EQ(who->allow_restricted_config, (list{"raw.lxc"}));
  EXPECT_EQ(who->allow_restricted_devices, (list{"proxy"}));
  EXPECT_EQ(who->extra_restricted_config, (list{"security.nesting"}));
  EXPECT_EQ(who->exec_commands, (list{"/bin/*"}));
  EXPECT_EQ(who->max_in_flight, 1024);
  EXPECT_EQ(who->max_calls_per_minute, 1);
}

TEST(policy_keys, an_empty_list_grants_nothing) {
  auto const who =
      caller_with("scopes = []\nprojects = []\ninstances = []\nprofiles = []\nallow = []\nexec_commands = []\n");
  EXPECT_TRUE(who.scopes.empty());
  for (auto const* list : {&who.projects, &who.instances, &who.profiles, &who.allow, &who.exec_commands})
    EXPECT_TRUE(list->empty());
}

TEST(policy_keys, output_schemas_can_be_left_out) {
  EXPECT_FALSE(loaded("version = 1\n[exposure]\noutput_schemas = false\n").output_schemas);
}

TEST(policy_keys, image_remotes_default_to_simplestreams) {
  auto const rules = loaded("version = 1\n[image_remotes.\"a.b\"]\nserver = \"https://a.example:8443/path\"\n");
  ASSERT_EQ(rules.image_remotes.size(), 1U);
  auto const& remote = rules.image_remotes.at("a.b");
  EXPECT_EQ(remote.server, "https://a.example:8443/path");
  EXPECT_EQ(remote.protocol, "simplestreams");
  EXPECT_EQ(remote.certificate, "");
}

TEST(policy_keys, callers_that_are_named_are_the_only_ones) {
  EXPECT_TRUE(loaded("version = 1\n[callers]\n").callers.empty());
  auto const rules = loaded("version = 1\n[callers.a]\n[callers.b]\nmax_in_flight = 1\n");
  EXPECT_EQ(rules.callers.size(), 2U);
  EXPECT_EQ(rules.find_caller("a")->max_in_flight, 16);
  EXPECT_EQ(rules.find_caller("b")->max_in_flight, 1);
  EXPECT_FALSE(rules.find_caller("A"));
  EXPECT_FALSE(rules.find_caller(""));
}

TEST(policy_keys, any_way_of_writing_toml_is_the_same_policy) {
  EXPECT_EQ(loaded("version = 1\r\n[callers.default]\r\nmax_in_flight = 3\r\n").find_caller("default")->max_in_flight,
            3);
  EXPECT_EQ(loaded("\xEF\xBB\xBFversion = 1\ncallers.default.max_in_flight = 3").find_caller("default")->max_in_flight,
            3);
  EXPECT_EQ(loaded("callers = {default = {max_in_flight = 0x3}}\nversion = 1").find_caller("default")->max_in_flight,
            3);
}

}  // namespace
}  // namespace imcp::policy
