#pragma once
// `*` matches anything, '/' included, `?` one character; the whole text, case-sensitive. Contract: contract.md §2.

#include <string>
#include <string_view>
#include <vector>

namespace imcp::policy {

/// Linear in pattern × text at worst: no pattern can make it backtrack exponentially.
bool glob_matches(std::string_view pattern, std::string_view text);
/// The first pattern that matches, as an index; -1 when none does.
int first_match(std::vector<std::string> const& patterns, std::string_view text);

}  // namespace imcp::policy
