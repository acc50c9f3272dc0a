#pragma once
// The four rights an operation may need. Contract: incus-operations.md, Scopes and confirmation.

#include <array>
#include <optional>
#include <string_view>

namespace imcp::schemas {

enum class scope { read, write, exec, delete_ };

inline constexpr std::array<std::string_view, 4> scope_names{"incus.read", "incus.write", "incus.exec", "incus.delete"};

constexpr std::string_view to_text(scope s) { return scope_names[static_cast<std::size_t>(s)]; }

constexpr std::optional<scope> scope_from(std::string_view text) {
  for (std::size_t i = 0; i < scope_names.size(); ++i)
    if (scope_names[i] == text) return static_cast<scope>(i);
  return std::nullopt;
}

}  // namespace imcp::schemas
