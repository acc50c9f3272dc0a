#pragma once
// Names of callers and image remotes, and places in the policy as messages and `rule` name them.

#include "policy/policy.hpp"

#include <string>
#include <string_view>

namespace imcp::policy {

/// 1..63 of letters, digits and "._@-": what an operator can type after --caller and an agent as a remote.
bool is_policy_name(std::string_view name);
/// `name` as one segment of a dotted TOML key, quoted where TOML wants it.
std::string toml_segment(std::string_view name);
/// "callers.ci.deny"
std::string policy_place(caller const& who, std::string_view key);

}  // namespace imcp::policy
