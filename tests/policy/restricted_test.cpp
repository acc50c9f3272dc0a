#include "policy/checks.hpp"
#include "tests/policy/policy_fixture.hpp"

namespace imcp::policy {
namespace {

/// The items of the refusal as JSON, or "ok".
std::string items(caller const& who, std::string json) {
  auto const verdict = check_restricted(who, input(std::move(json)));
  if (verdict) return "ok";
  EXPECT_EQ(verdict.error().kind(), schemas::error_kind::restricted_input);
  input const error(verdict.error().to_json());
  return simdjson::minify(*schemas::member(*schemas::member(error, "error"), "items"));
}

std::string with_key(caller const& who, std::string key, std::string value = "x") {
  return items(who, R"({"config":{")" + key + R"(":")" + value + R"("}})");
}

std::string with_device(caller const& who, std::string device) {
  return items(who, R"({"devices":{"d":)" + device + "}}");
}

constexpr auto refused_device = R"(["devices.d"])";

TEST(restricted_config, covers_prefixes_and_keys_whatever_the_value) {
  for (auto const* key : {"raw.lxc", "raw.apparmor", "raw.qemu.conf", "raw.qemu.qmp.early", "raw.idmap", "raw.future",
                          "raw.", "volatile.uuid", "volatile.eth0.hwaddr", "security.privileged",
                          "security.idmap.isolated", "security.syscalls.intercept.mount", "linux.kernel_modules"})
    for (auto const* value : {"", "false", "true", "x"})
      EXPECT_EQ(with_key(caller(), key, value), "[\"config." + std::string(key) + "\"]") << value;
}

TEST(restricted_config, leaves_other_keys_alone) {
  for (auto const* key : {"user.raw.lxc", "security.nesting", "limits.cpu", "raw", "rawx.lxc", "boot.autostart",
                          "linux.kernel_modules.load", "security.privileged.x", "security.idmap", "environment.A", "é"})
    EXPECT_EQ(with_key(caller(), key), "ok") << key;
}

TEST(restricted_config, takes_another_spelling_for_the_same_key) {
  for (auto const* key : {" raw.lxc", "raw.lxc ", "Raw.lxc", "RAW.LXC", "\\traw.lxc", "Security.Privileged",
                          "security.privileged ", "LINUX.kernel_modules", "\\u000braw.lxc"})
    EXPECT_NE(with_key(caller(), key), "ok") << key;
}

TEST(restricted_config, is_opened_by_a_grant_for_that_key_only) {
  auto const who = caller_with("allow_restricted_config = [\"security.syscalls.intercept.*\", \"raw.lxc\"]");
  EXPECT_EQ(with_key(who, "raw.lxc"), "ok");
  EXPECT_EQ(with_key(who, "security.syscalls.intercept.mount"), "ok");
  EXPECT_EQ(with_key(who, "security.syscalls.deny"), R"(["config.security.syscalls.deny"])");
  EXPECT_EQ(with_key(who, "raw.lxc.x"), R"(["config.raw.lxc.x"])");
  EXPECT_EQ(with_key(who, "Raw.lxc"), R"(["config.Raw.lxc"])");
  EXPECT_EQ(with_key(who, "volatile.uuid"), R"(["config.volatile.uuid"])");
}

TEST(restricted_config, grows_by_the_operators_keys) {
  auto const who = caller_with("extra_restricted_config = [\"security.nesting\", \"limits.*\"]");
  for (auto const* key : {"security.nesting", "Security.Nesting", "limits.cpu", "raw.lxc"})
    EXPECT_NE(with_key(who, key), "ok") << key;
  EXPECT_EQ(with_key(who, "security.nesting2"), "ok");
  auto const granted =
      caller_with("extra_restricted_config = [\"limits.*\"]\nallow_restricted_config = [\"limits.cpu\"]");
  EXPECT_EQ(with_key(granted, "limits.cpu"), "ok");
  EXPECT_NE(with_key(granted, "limits.memory"), "ok");
}

TEST(restricted_config, holds_line_breaks_back_except_in_free_text) {
  for (auto const* value : {"a\\nlxc.hook.pre-start = /bin/x", "a\\r", "\\n"}) {
    EXPECT_EQ(with_key(caller(), "environment.FOO", value), R"(["config.environment.FOO"])");
    EXPECT_EQ(with_key(caller(), "nvidia.driver.capabilities", value), R"(["config.nvidia.driver.capabilities"])");
    EXPECT_EQ(with_key(caller(), "user.user-data", value), "ok");
    EXPECT_EQ(with_key(caller(), "cloud-init.user-data", value), "ok");
    EXPECT_EQ(with_key(caller_with("allow_restricted_config = [\"raw.lxc\"]"), "raw.lxc", value), "ok");
  }
}

TEST(restricted_config, never_lets_nul_or_a_control_character_in_a_key_pass) {
  auto const all = caller_with("allow_restricted_config = [\"*\"]");
  EXPECT_EQ(with_key(all, "user.x", "a\\u0000b"), R"(["config.user.x"])");
  EXPECT_EQ(with_key(all, "raw.lxc", "a\\u0000b"), R"(["config.raw.lxc"])");
  for (auto const* key : {"raw.lxc\\u0000x", "user.a\\nb", "user.a\\u0001"}) EXPECT_NE(with_key(all, key), "ok") << key;
}

TEST(restricted_devices, pass_when_incus_manages_them) {
  for (auto const* device :
       {R"({"type":"disk","pool":"default","path":"/"})",
        R"({"type":"disk","pool":"default","source":"data","path":"/m"})",
        R"({"type":"disk","pool":"default","source":"","path":"/"})", R"({"type":"nic","network":"incusbr0"})",
        R"({"type":"nic","network":"incusbr0","security.acls":"a","hwaddr":"00:16:3e:00:00:01"})"})
    EXPECT_EQ(with_device(caller(), device), "ok") << device;
}

TEST(restricted_devices, hold_back_disks_that_reach_beyond_a_volume) {
  for (auto const* device :
       {R"({"type":"disk","source":"/etc","path":"/mnt"})",
        R"({"type":"disk","pool":"default","source":"/etc","path":"/mnt"})",
        R"({"type":"disk","pool":"default","source":"../../etc","path":"/m"})",
        R"({"type":"disk","pool":"default","source":"vol/../../x","path":"/m"})",
        R"({"type":"disk","pool":"default","source":"vol/sub","path":"/m"})",
        R"({"type":"disk","pool":"default","source":"..","path":"/m"})",
        R"({"type":"disk","pool":"default","source":".","path":"/m"})", R"({"type":"disk","source":"ceph:p/v"})",
        R"({"type":"disk","source":"cephfs:p/v"})", R"({"type":"disk","source":"tmpfs:"})",
        R"({"type":"disk","source":"cloud-init:config"})",
        R"({"type":"disk","pool":"default","source":"cloud-init:config"})",
        R"({"type":"disk","pool":"default","source":"tmpfs:"})",
        R"({"type":"disk","pool":"","source":"vol","path":"/m"})", R"({"type":"disk","source":"vol","path":"/m"})",
        R"({"type":"disk","pool":"default","SOURCE":"/etc"})", R"({"type":"disk","pool":"default","source ":"/etc"})",
        R"({"type":"disk","Pool":"default"})", R"({"type":"disk","path":"/"})"})
    EXPECT_EQ(with_device(caller(), device), refused_device) << device;
}

TEST(restricted_devices, hold_back_nics_without_a_managed_network) {
  for (auto const* device :
       {R"({"type":"nic"})", R"({"type":"nic","network":""})", R"({"type":"nic","nictype":"bridged","parent":"br0"})",
        R"({"type":"nic","network":"incusbr0","nictype":"bridged"})",
        R"({"type":"nic","network":"incusbr0","parent":"eth0"})", R"({"type":"nic","network":"incusbr0","nictype":""})",
        R"({"type":"nic","network":"incusbr0","parent":""})",
        R"({"type":"nic","network":"incusbr0","NICTYPE":"macvlan"})",
        R"({"type":"nic","network":"incusbr0","Parent ":"eth0"})", R"({"type":"nic","Network":"incusbr0"})"})
    EXPECT_EQ(with_device(caller(), device), refused_device) << device;
}

TEST(restricted_devices, hold_back_every_other_type) {
  for (auto const* device : {R"({"type":"none"})",
                             R"({"type":"unix-char","source":"/dev/kvm"})",
                             R"({"type":"proxy","listen":"tcp:0.0.0.0:1"})",
                             R"({"type":"gpu"})",
                             R"({"type":"usb"})",
                             R"({"type":"tpm"})",
                             R"({"type":"pci"})",
                             R"({"type":"infiniband"})",
                             R"({"type":"future"})",
                             R"({"type":""})",
                             "{}",
                             R"({"pool":"default","source":"v","path":"/m"})",
                             R"({"type":"Disk","pool":"default","source":"v"})",
                             R"({"type":" disk","pool":"default"})",
                             R"({"type":"NIC","network":"incusbr0"})",
                             R"({"Type":"disk","pool":"default"})",
                             R"({"type":"nic","network":"incusbr0","TYPE":"unix-char"})",
                             R"({"type":["disk"],"pool":"default"})",
                             "[]",
                             "1"})
    EXPECT_EQ(with_device(caller(), device), refused_device) << device;
}

TEST(restricted_devices, are_opened_by_a_grant_for_the_type) {
  auto const who = caller_with("allow_restricted_devices = [\"proxy\", \"unix-*\", \"none\"]");
  EXPECT_EQ(with_device(who, R"({"type":"proxy","listen":"tcp:127.0.0.1:80"})"), "ok");
  EXPECT_EQ(with_device(who, R"({"type":"unix-char","source":"/dev/kvm"})"), "ok");
  EXPECT_EQ(with_device(who, R"({"type":"none"})"), "ok");
  EXPECT_EQ(with_device(who, R"({"type":"Proxy"})"), refused_device);
  EXPECT_EQ(with_device(who, R"({"type":"disk","source":"/etc"})"), refused_device);
  EXPECT_EQ(with_device(caller_with("allow_restricted_devices = [\"disk\"]"), R"({"type":"disk","source":"/srv"})"),
            "ok");
  EXPECT_EQ(with_device(caller_with("allow_restricted_devices = [\"nic\"]"), R"({"type":"nic","parent":"eth0"})"),
            "ok");
}

TEST(restricted_devices, never_hold_line_breaks_or_nul) {
  auto const all = caller_with("allow_restricted_devices = [\"*\"]");
  for (auto const* broken : {"\\n", "\\r", "\\u0000"}) {
    std::string const b(broken);
    EXPECT_EQ(with_device(all, R"({"type":"nic","network":"n","host_name":"a)" + b + "\"}"), refused_device);
    EXPECT_EQ(with_device(all, R"({"type":"nic","network":"n","a)" + b + R"(":"x"})"), refused_device);
    EXPECT_NE(items(all, R"({"devices":{"d)" + b + R"(":{"type":"nic","network":"n"}}})"), "ok");
  }
}

TEST(restricted_input, names_every_offender_at_once) {
  EXPECT_EQ(items(caller(), R"({"config":{"raw.lxc":"x","limits.cpu":"2","volatile.a":""},)"
                            R"("devices":{"root":{"type":"disk","pool":"p","path":"/"},"eth1":{"type":"nic"}}})"),
            R"(["config.raw.lxc","config.volatile.a","devices.eth1"])");
}

TEST(restricted_input, keeps_the_message_short_and_the_list_whole) {
  std::string config;
  for (int i = 0; i < 40; ++i) config += (i == 0 ? "" : ",") + ("\"raw.k" + std::to_string(i)) + R"(":"")";
  auto const verdict = check_restricted(caller(), input(R"({"config":{)" + config + "}}"));
  ASSERT_FALSE(verdict);
  EXPECT_NE(verdict.error().message().find("config.raw.k4 and 35 more"), std::string::npos);
  EXPECT_NE(verdict.error().to_json().find("config.raw.k39"), std::string::npos);
  EXPECT_FALSE(verdict.error().dispatched());
}

TEST(restricted_input, has_nothing_to_say_of_inputs_without_config_and_devices) {
  EXPECT_EQ(items(caller(), R"({"instance":"raw.lxc","environment":{"A":"a\nb"}})"), "ok");
  EXPECT_EQ(items(caller(), R"({"config":{},"devices":{}})"), "ok");
}

}  // namespace
}  // namespace imcp::policy
