#pragma once
// The errors an agent can get. Contract: contract.md §1.3.

#include <boost/system/result.hpp>

#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace imcp::schemas {

enum class error_kind {
  busy,
  scope_denied,
  input_limit,
  invalid_input,
  confirmation_required,
  restricted_input,
  binding_failed,
  denied,
  unknown_remote,
  unavailable,
  confirmation_declined,
  confirmation_unavailable,
  rejected,
  timeout,
  protocol_error,
  response_limit,
  output_limit,
  invalid_output,
  cancelled,
  internal,
};

/// In the order of error_kind.
inline constexpr std::array<std::string_view, 20> error_kind_names{"busy",
                                                                   "scope_denied",
                                                                   "input_limit",
                                                                   "invalid_input",
                                                                   "confirmation_required",
                                                                   "restricted_input",
                                                                   "binding_failed",
                                                                   "denied",
                                                                   "unknown_remote",
                                                                   "unavailable",
                                                                   "confirmation_declined",
                                                                   "confirmation_unavailable",
                                                                   "rejected",
                                                                   "timeout",
                                                                   "protocol_error",
                                                                   "response_limit",
                                                                   "output_limit",
                                                                   "invalid_output",
                                                                   "cancelled",
                                                                   "internal"};
static_assert(error_kind_names.size() == static_cast<std::size_t>(error_kind::internal) + 1);

constexpr std::string_view to_text(error_kind k) { return error_kind_names[static_cast<std::size_t>(k)]; }

/// One place in an input that breaks a rule; `pointer` is a JSON pointer into the arguments ("" is the whole).
struct violation {
  std::string pointer, message;
  violation(std::string p, std::string m) : pointer(std::move(p)), message(std::move(m)) {}
};

/// A refusal or failure as the agent gets it: what was refused, which field or resource, and the remedy.
class tool_error {
 public:
  tool_error() = default;  // boost::system::result asks for it
  tool_error(error_kind kind, std::string message) : kind_(kind), message_(std::move(message)) {}

  error_kind kind() const { return kind_; }
  std::string const& message() const { return message_; }
  bool dispatched() const { return dispatched_; }

  /// The request that performs the operation may have reached Incus.
  tool_error&& mark_dispatched() && {
    dispatched_ = true;
    return std::move(*this);
  }
  /// The members that a kind adds; see the table of the contract.
  tool_error&& with(std::string_view name, std::string_view text) &&;
  tool_error&& with(std::string_view name, char const* text) && {
    return std::move(*this).with(name, std::string_view(text));
  }
  tool_error&& with(std::string_view name, std::integral auto number) && {
    return std::move(*this).with_raw(name, std::to_string(number));
  }
  tool_error&& with(std::string_view name, std::vector<std::string> const& items) &&;
  tool_error&& with(std::vector<violation> const& violations) &&;
  tool_error&& with_raw(std::string_view name, std::string_view json) &&;

  /// {"error":{"kind","message","dispatched",…}}
  std::string to_json() const;

 private:
  error_kind kind_ = error_kind::internal;
  std::string message_;
  bool dispatched_ = false;
  std::string members_;  // what `with` added, as JSON members
};

template <class T>
using result = boost::system::result<T, tool_error>;
/// Success, or the reason why not.
using verdict = boost::system::result<void, tool_error>;

}  // namespace imcp::schemas
