// What a policy file may not say: every key with a wrong type and out of its range, and where the fault is.

#include "policy/policy_keys.hpp"
#include "tests/policy/policy_fixture.hpp"

#include <set>

namespace imcp::policy {
namespace {

struct wrong {
  std::string_view section, key, value, message;
  int column = 0;  ///< 0: where the value begins
};

constexpr std::string_view text_wanted = "must be a string, got an integer";
constexpr std::string_view list_wanted = "must be an array, got a string";
constexpr std::string_view integer_wanted = "must be an integer, got a string";
constexpr std::string_view flag_wanted = "must be true or false, got a string";

constexpr wrong wrong_types[] = {
    {"", "version", "\"1\"", "must be the integer 1, got a string"},
    {"", "version", "1.0", "must be the integer 1, got a floating-point number"},
    {"", "connection", "1", "must be a table, got an integer"},
    {"", "image_remotes", "[]", "must be a table, got an array"},
    {"", "callers", "true", "must be a table, got a boolean"},
    {"", "exposure", "1979-05-27", "must be a table, got a date or time"},
    {"", "audit", "\"stderr\"", "must be a table, got a string"},
    {"connection", "url", "1", text_wanted},
    {"connection", "client_certificate", "1", text_wanted},
    {"connection", "client_key", "1", text_wanted},
    {"connection", "server_certificate", "1", text_wanted},
    {"connection", "timeout_seconds", "\"60s\"", integer_wanted},
    {"connection", "timeout_seconds", "nan", "must be an integer, got a floating-point number"},
    {"connection", "timeout_seconds", "1e9", "must be an integer, got a floating-point number"},
    {"connection", "timeout_seconds", "65.0", "must be an integer, got a floating-point number"},
    {"connection", "stream_timeout_seconds", "\"1\"", integer_wanted},
    {"connection", "max_stream_bytes", "\"1\"", integer_wanted},
    {"connection", "max_response_bytes", "\"1\"", integer_wanted},
    {"connection", "max_connections", "\"8\"", integer_wanted},
    {"callers.ci", "scopes", "\"incus.read\"", list_wanted},
    {"callers.ci", "default_project", "1", text_wanted},
    {"callers.ci", "projects", "\"dev\"", list_wanted},
    {"callers.ci", "instances", "\"*\"", list_wanted},
    {"callers.ci", "profiles", "\"*\"", list_wanted},
    {"callers.ci", "allow", "\"*\"", list_wanted},
    {"callers.ci", "deny", "\"*\"", list_wanted},
    {"callers.ci", "image_remotes", "\"images\"", list_wanted},
    {"callers.ci", "allow_local_images", "\"true\"", flag_wanted},
    {"callers.ci", "allow_restricted_config", "\"*\"", list_wanted},
    {"callers.ci", "allow_restricted_devices", "\"*\"", list_wanted},
    {"callers.ci", "extra_restricted_config", "\"*\"", list_wanted},
    {"callers.ci", "confirmation", "1", text_wanted},
    {"callers.ci", "exec_commands", "\"*\"", list_wanted},
    {"callers.ci", "redact", "\"false\"", flag_wanted},
    {"callers.ci", "max_in_flight", "\"16\"", integer_wanted},
    {"callers.ci", "max_calls_per_minute", "\"16\"", integer_wanted},
    {"exposure", "mode", "1", text_wanted},
    {"exposure", "output_schemas", "\"yes\"", flag_wanted},
    {"image_remotes.x", "server", "1", text_wanted},
    {"image_remotes.x", "protocol", "1", text_wanted},
    {"image_remotes.x", "certificate", "1", text_wanted},
};

constexpr wrong wrong_values[] = {
    {"", "version", "2", "must be 1, got 2"},
    {"", "version", "0", "must be 1, got 0"},
    {"connection", "url", "\"\"", "must not be empty"},
    {"connection", "url", "\"/run/incus.sock\"", "must be unix:// and an absolute path, or https://"},
    {"connection", "url", "\"unix://run/x\"", "must be unix:// and an absolute path, or https://"},
    {"connection", "url", "\"http://a\"", "must be unix:// and an absolute path, or https://"},
    {"connection", "url", "\"unix:///\"", "must name a socket by a path of 2..107 bytes"},
    {"connection", "url", "\"unix:///a\\u0000b\"", "must not hold control characters"},
    {"connection", "timeout_seconds", "1", "must be 2..3600, got 1"},
    {"connection", "timeout_seconds", "3601", "must be 2..3600, got 3601"},
    {"connection", "timeout_seconds", "0", "must be 2..3600, got 0"},
    {"connection", "timeout_seconds", "-1", "must be 2..3600, got -1"},
    {"connection", "stream_timeout_seconds", "9", "must be 10..3600, got 9"},
    {"connection", "stream_timeout_seconds", "3601", "must be 10..3600, got 3601"},
    {"connection", "max_stream_bytes", "1023", "must be 1024..1099511627776, got 1023"},
    {"connection", "max_response_bytes", "1073741825", "must be 1024..1073741824, got 1073741825"},
    {"connection", "max_connections", "0", "must be 1..64, got 0"},
    {"connection", "max_connections", "65", "must be 1..64, got 65"},
    {"callers.ci", "default_project", "\"a/b\"", "must be"},
    {"callers.ci", "default_project", "\"\"", "must not be empty"},
    {"callers.ci", "max_in_flight", "0", "must be 1..1024, got 0"},
    {"callers.ci", "max_in_flight", "1025", "must be 1..1024, got 1025"},
    {"callers.ci", "max_calls_per_minute", "0", "must be 1..1000000, got 0"},
    {"callers.ci", "confirmation", "\"ehco\"", "must be \"echo\" or \"human\"; did you mean \"echo\"?"},
    {"exposure", "mode", "\"all\"", "must be \"tools\" or \"search\""},
    {"image_remotes.x", "server", "\"http://a\"", "must be https:// and a host, without user, query or fragment"},
    {"image_remotes.x", "server", "\"https://\"", "must be https:// and a host, without user, query or fragment"},
    {"image_remotes.x", "server", "\"https:///x\"", "must be https:// and a host, without user, query or fragment"},
    {"image_remotes.x", "server", "\"https://u:p@a\"", "must be https:// and a host, without user, query or fragment"},
    {"image_remotes.x", "server", "\"https://a b\"", "must be https:// and a host, without user, query or fragment"},
    {"image_remotes.x", "server", "\"file:///etc\"", "must be https:// and a host, without user, query or fragment"},
    {"image_remotes.x", "protocol", "\"incos\"", "must be \"simplestreams\" or \"incus\"; did you mean \"incus\"?"},
    {"image_remotes.x", "certificate", "\"nope.crt\"",
     "names nope.crt, which cannot be opened: No such file or directory"},
};

/// Not built yet is refused as clearly as what will never be.
constexpr wrong unbuilt_values[] = {
    {"connection", "url", "\"https://incus.example:8443\"",
     "asks for a connection by https, which this version does not have yet"},
    {"connection", "client_certificate", "\"client.crt\"", "is for an https url only"},
    {"connection", "client_key", "\"client.key\"", "is for an https url only"},
    {"connection", "server_certificate", "\"server.crt\"", "is for an https url only"},
    {"callers.ci", "confirmation", "\"human\"", "asks for \"human\", which this version does not have yet"},
    {"callers.ci", "redact", "true", "asks for redaction, which this version does not have yet"},
    {"exposure", "mode", "\"search\"", "asks for \"search\", which this version does not have yet"},
    {"", "audit", "{file = \"stderr\"}", "asks for an audit log, which this version does not have yet"},
};

/// A file with nothing else wrong; the key in question is on its last line.
std::string file_with(wrong const& w) {
  std::string const line = std::string(w.key) + " = " + std::string(w.value) + "\n";
  if (w.section.empty()) return (w.key == "version" ? "\n" : "version = 1\n") + line;
  bool const needs_server = w.section == "image_remotes.x" && w.key != "server";
  return "version = 1\n[" + std::string(w.section) + "]\n" + (needs_server ? "server = \"https://a\"\n" : "") + line;
}

void expect_fault(wrong const& w) {
  auto const toml = file_with(w);
  auto const line = std::count(toml.begin(), toml.end(), '\n');
  auto const name = (w.section.empty() ? "" : std::string(w.section) + ".") + std::string(w.key);
  auto const found = faults_in(toml);
  ASSERT_EQ(found.size(), 1U) << toml;
  auto const expected =
      std::to_string(line) + ":" + std::to_string(w.key.size() + 4) + ": " + name + " " + std::string(w.message);
  EXPECT_EQ(found[0].substr(0, expected.size()), expected);
}

TEST(policy_faults, every_key_refuses_a_wrong_type) {
  for (auto const& w : wrong_types) expect_fault(w);
}

TEST(policy_faults, every_key_refuses_what_is_out_of_its_range) {
  for (auto const& w : wrong_values) expect_fault(w);
}

TEST(policy_faults, what_is_not_built_yet_is_refused_and_not_ignored) {
  for (auto const& w : unbuilt_values) expect_fault(w);
}

TEST(policy_faults, the_table_of_wrong_types_knows_every_key) {
  std::set<std::pair<std::string_view, std::string_view>> tried, all;
  for (auto const& w : wrong_types) tried.emplace(w.section.substr(0, w.section.find('.')), w.key);
  for (auto const& section : policy_sections())
    for (auto const key : section.keys) all.emplace(section.title.substr(0, section.title.find('.')), key);
  EXPECT_EQ(tried, all);
}

TEST(policy_faults, the_elements_of_every_list_are_texts) {
  for (auto const* key :
       {"scopes", "projects", "instances", "profiles", "allow", "deny", "image_remotes", "allow_restricted_config",
        "allow_restricted_devices", "extra_restricted_config", "exec_commands"}) {
    std::string const name = "callers.ci." + std::string(key);
    auto const column = std::to_string(std::string(key).size() + 5);
    auto const wrong_element = [&](std::string value) {
      return faults_in("version = 1\n[callers.ci]\n" + std::string(key) + " = [" + value + "]\n");
    };
    EXPECT_EQ(wrong_element("1"), std::vector{"3:" + column + ": " + name + "[0] must be a string, got an integer"});
    EXPECT_EQ(wrong_element("[]"), std::vector{"3:" + column + ": " + name + "[0] must be a string, got an array"});
    EXPECT_EQ(wrong_element("\"\""), std::vector{"3:" + column + ": " + name + "[0] must not be empty"});
    EXPECT_EQ(wrong_element("\"a\\nb\""),
              std::vector{"3:" + column + ": " + name + "[0] must not hold control characters"});
  }
}

using list = std::vector<std::string>;

TEST(policy_faults, are_reported_all_at_once_in_the_order_of_lines) {
  EXPECT_EQ(faults_in("colour = 1\n[exposure]\nmode = 3\n[connection]\ntimeout_seconds = 1\n[callers.b]\nscopes = 1\n"
                      "[callers.a]\nredact = true\nmax_in_flight = 0\n"),
            (list{"1:1: the policy needs a version", "1:1: unknown key \"colour\"",
                  "3:8: exposure.mode must be a string, got an integer",
                  "5:19: connection.timeout_seconds must be 2..3600, got 1",
                  "7:10: callers.b.scopes must be an array, got an integer",
                  "9:10: callers.a.redact asks for redaction, which this version does not have yet",
                  "10:17: callers.a.max_in_flight must be 1..1024, got 0"}));
}

TEST(policy_faults, columns_count_characters) {
  EXPECT_EQ(faults_in("version = 1\n[callers.ci]\nprojects = [\"é€\", 3]\n"),
            list{"3:19: callers.ci.projects[1] must be a string, got an integer"});
}

TEST(policy_faults, leave_no_policy) {
  auto const result = parse("version = 1\nqqqq = 1\n");
  EXPECT_FALSE(result.loaded);
  ASSERT_EQ(result.faults.size(), 1U);
  EXPECT_EQ(result.faults[0].text(), "/etc/p.toml:2:1: unknown key \"qqqq\"");
}

}  // namespace
}  // namespace imcp::policy
