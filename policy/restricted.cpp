// Stage 4: config keys and devices that reach beyond the instance need a grant.
// Contract: incus-operations.md, Host binding. What is ours on top of it: see README.md, Decisions.

#include "policy/checks.hpp"
#include "policy/glob.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace imcp::policy {
namespace {

using namespace std::string_view_literals;

constexpr std::array restricted_keys{"raw.*"sv,
                                     "volatile.*"sv,
                                     "security.privileged"sv,
                                     "security.idmap.*"sv,
                                     "security.syscalls.*"sv,
                                     "linux.kernel_modules"sv};
constexpr std::array free_text_keys{"user.*"sv, "cloud-init.*"sv};
/// The device keys that decide; another spelling of one is never taken for a harmless unknown key.
constexpr std::array deciding_keys{"type"sv, "pool"sv, "source"sv, "network"sv, "nictype"sv, "parent"sv};

constexpr std::string_view nul("\0", 1);
constexpr std::string_view line_ends("\n\r\0", 3);

bool contains_any(std::string_view text, std::string_view characters) {
  return text.find_first_of(characters) != std::string_view::npos;
}

bool is_blank_or_control(char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; }

/// A key as the most lenient reader might take it: lower case, nothing invisible around it.
std::string folded(std::string_view key) {
  while (!key.empty() && is_blank_or_control(key.front())) key.remove_prefix(1);
  while (!key.empty() && is_blank_or_control(key.back())) key.remove_suffix(1);
  std::string lower(key);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

bool any_matches(auto const& patterns, std::string_view text) {
  return std::ranges::any_of(patterns, [&](auto const& pattern) { return glob_matches(pattern, text); });
}

bool is_restricted_key(caller const& who, std::string_view key) {
  auto const plain = folded(key);
  return any_matches(restricted_keys, plain) ||
         std::ranges::any_of(who.extra_restricted_config, [&](auto const& pattern) {
           return glob_matches(pattern, key) || glob_matches(folded(pattern), plain);
         });
}

/// Old daemons write some values into files made of lines, where a line break starts a directive of the host's.
bool breaks_lines(std::string_view key, std::string_view value) {
  return contains_any(value, line_ends) && !any_matches(free_text_keys, key);
}

bool may_set_config(caller const& who, std::string_view key, schemas::json_value value) {
  auto const text = schemas::as_string(value);
  if (!text || contains_any(*text, nul) || std::ranges::any_of(key, [](char c) { return c < ' ' && c >= 0; }))
    return false;
  return (!is_restricted_key(who, key) && !breaks_lines(key, *text)) ||
         first_match(who.allow_restricted_config, key) >= 0;
}

/// A volume of the pool by its bare name. A path (of the host, or inside a volume), and the prefixes that select
/// something else than a volume ("ceph:", "tmpfs:", "cloud-init:", …) need a grant.
bool is_volume_name(std::string_view source) { return !contains_any(source, "/:") && source != "." && source != ".."; }

bool has_text(schemas::json_value device, std::string_view key) {
  return !schemas::string_member(device, key).value_or("").empty();
}

bool is_managed_disk(schemas::json_value device) {
  return has_text(device, "pool") && is_volume_name(schemas::string_member(device, "source").value_or(""));
}

bool is_managed_nic(schemas::json_value device) {
  return has_text(device, "network") && !schemas::member(device, "nictype") && !schemas::member(device, "parent");
}

bool has_misspelt_decider(schemas::json_object const& device) {
  return std::ranges::any_of(device, [](auto const& field) {
    auto const plain = folded(field.key);
    return plain != field.key && std::ranges::find(deciding_keys, plain) != deciding_keys.end();
  });
}

bool is_one_line(schemas::json_object const& device) {
  return std::ranges::all_of(device, [](auto const& field) {
    auto const text = schemas::as_string(field.value);
    return text && !contains_any(*text, line_ends) && !contains_any(field.key, line_ends);
  });
}

bool may_attach(caller const& who, std::string_view name, schemas::json_value device) {
  schemas::json_object fields;
  if (device.get(fields) != simdjson::SUCCESS) return false;
  if (contains_any(name, line_ends) || !is_one_line(fields)) return false;
  auto const type = schemas::string_member(device, "type").value_or("");
  bool const managed = (type == "disk" && is_managed_disk(device)) || (type == "nic" && is_managed_nic(device));
  return (managed && !has_misspelt_decider(fields)) || first_match(who.allow_restricted_devices, type) >= 0;
}

using item_check = bool (*)(caller const&, std::string_view, schemas::json_value);

void collect(caller const& who, schemas::json_value input, std::string_view member, item_check may,
             std::vector<std::string>& found) {
  auto const map = schemas::member(input, member);
  schemas::json_object entries;
  if (!map || map->get(entries) != simdjson::SUCCESS) return;
  for (auto const [key, value] : entries)
    if (!may(who, key, value)) found.push_back(std::string(member).append(".").append(key));
}

std::string in_words(std::vector<std::string> const& items) {
  constexpr std::size_t shown = 5;
  std::string words;
  for (std::size_t i = 0; i < std::min(shown, items.size()); ++i) words += (i == 0 ? "" : ", ") + items[i];
  if (items.size() > shown) words += " and " + std::to_string(items.size() - shown) + " more";
  return words;
}

}  // namespace

schemas::verdict check_restricted(caller const& who, schemas::json_value input) {
  std::vector<std::string> found;
  collect(who, input, "config", may_set_config, found);
  collect(who, input, "devices", may_attach, found);
  if (found.empty()) return {};
  std::string message = in_words(found) + " may reach beyond the instance and caller \"" + who.name +
                        "\" has no grant for it; leave it out, or ask the operator for allow_restricted_config or "
                        "allow_restricted_devices (line breaks in devices and NUL are never granted)";
  return schemas::tool_error(schemas::error_kind::restricted_input, std::move(message)).with("items", found);
}

}  // namespace imcp::policy
