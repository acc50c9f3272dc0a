#include "policy/names.hpp"

#include <algorithm>

namespace imcp::policy {
namespace {

bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

bool is_policy_name(std::string_view name) {
  return !name.empty() && name.size() <= 63 &&
         std::ranges::all_of(name, [](char c) { return is_bare(c) || c == '.' || c == '@'; });
}

std::string toml_segment(std::string_view name) {
  if (!name.empty() && std::ranges::all_of(name, is_bare)) return std::string(name);
  return "\"" + std::string(name) + "\"";
}

std::string policy_place(caller const& who, std::string_view key) {
  return "callers." + toml_segment(who.name) + "." + std::string(key);
}

}  // namespace imcp::policy
