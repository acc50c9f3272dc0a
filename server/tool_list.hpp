#pragma once
// tools/list: what this caller may use, in the order of the catalogue. Contract: contract.md §1, §4.

#include "policy/policy.hpp"
#include "server/dialect.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace imcp::server {

class tool_list {
 public:
  /// Both outlive the list.
  tool_list(policy::policy const& rules, policy::caller const& who) : rules_(rules), who_(who) {}

  /// `"tools":[…]`, made on first use. It depends on the revision and on nothing that happens later.
  std::string const& members(dialect const& speaks);

  std::vector<std::string_view> names() const;

 private:
  std::string make(tool_shape shape) const;

  policy::policy const& rules_;
  policy::caller const& who_;
  std::array<std::string, 3> made_;  // by tool_shape
};

}  // namespace imcp::server
