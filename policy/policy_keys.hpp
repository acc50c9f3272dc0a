#pragma once
// Every key a policy file may have. Contract: contract.md §2. Only policy/*.cpp includes this.

#include "policy/toml_reader.hpp"

namespace imcp::policy {

/// The whole file into `into`, which holds the defaults.
void read_policy(toml_value const& root, policy& into);
std::span<toml_section const> policy_sections();

}  // namespace imcp::policy
