#include "policy/checks.hpp"

#include <optional>
#include <string>

namespace imcp::policy {
namespace {

/// The template with each {member} replaced by that member of the input; nullopt when one is not there.
std::optional<std::string> fill(std::string_view pattern, schemas::json_value input) {
  std::string filled;
  for (auto open = pattern.find('{'); open != std::string_view::npos; open = pattern.find('{')) {
    auto const close = pattern.find('}', open);
    if (close == std::string_view::npos) return std::nullopt;
    auto const value = schemas::string_member(input, pattern.substr(open + 1, close - open - 1));
    if (!value) return std::nullopt;
    filled.append(pattern.substr(0, open)).append(*value);
    pattern.remove_prefix(close + 1);
  }
  return filled.append(pattern);
}

}  // namespace

schemas::verdict check_confirmation(schemas::descriptor const& op, schemas::json_value input) {
  if (!op.needs_confirmation()) return {};
  auto const expected = fill(op.confirm_template, input);
  auto const given = schemas::string_member(input, "confirm");
  if (expected && given && !given->empty() && *given == *expected) return {};
  // Words, not the value: an agent that could copy the answer from the refusal would confirm without looking.
  std::string message = "confirm must repeat " + std::string(op.confirm_words) + " exactly";
  return schemas::tool_error(schemas::error_kind::confirmation_required, std::move(message))
      .with("expected", op.confirm_words);
}

}  // namespace imcp::policy
