#pragma once
// Whoever reads an exec's channel secrets or a token's secret can use them: they never leave.
// Contract: contract.md §1.2.

#include "schemas/json.hpp"

#include <string>
#include <vector>

namespace imcp::operations {

struct redacted_json {
  std::string json;
  std::vector<std::string> pointers;  ///< what was taken out, below `prefix`
};

/// A native operation without its live credentials.
redacted_json without_secrets(schemas::json_value operation, std::string const& prefix);
/// `"redacted":[…]`, or "" when nothing was.
std::string redacted_member(std::vector<std::string> const& pointers);

}  // namespace imcp::operations
