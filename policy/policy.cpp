#include "policy/policy.hpp"

namespace imcp::policy {

caller const* policy::find_caller(std::string_view name) const {
  auto const found = callers.find(name);
  return found == callers.end() ? nullptr : &found->second;
}

std::string policy_fault::text() const {
  if (line == 0) return file + ": " + message;
  return file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + message;
}

policy builtin_policy() {
  policy built;
  caller who;
  built.callers.emplace(who.name, std::move(who));
  return built;
}

}  // namespace imcp::policy
