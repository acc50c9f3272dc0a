#pragma once
// What somebody may have meant by a name that does not exist.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace imcp::policy {

/// The candidate that `word` most looks like a slip of: few edits away, or not finished.
std::optional<std::string_view> closest(std::string_view word, std::span<std::string_view const> candidates);
/// `; did you mean "x"?`, or nothing.
std::string did_you_mean(std::string_view word, std::span<std::string_view const> candidates);

}  // namespace imcp::policy
