#pragma once
// Every check of contract.md §1.4 in its order, then the operation, then the checks of its result.

#include "operations/call.hpp"
#include "policy/admission.hpp"

namespace imcp::operations {

class pipeline {
 public:
  /// `rules`, `who` (one of its callers) and `incus` outlive the pipeline and its calls.
  pipeline(policy::policy const& rules, policy::caller const& who, incus::client& incus)
      : rules_(rules), who_(who), incus_(incus), admission_(who) {}

  /// Runs one call. `arguments` is the JSON text of the arguments as received (its bytes are what the input bound
  /// counts); no arguments are "{}". `op` comes from schemas::find_operation.
  /// Terminal cancellation ends the call at once and answers what is known: cancelled, running or uncertain.
  asio::awaitable<reply> run(schemas::descriptor const& op, std::string arguments, kill_switch& kill);

  policy::caller const& who() const { return who_; }

 private:
  asio::awaitable<reply> run_admitted(schemas::descriptor const& op, std::string arguments, kill_switch& kill);

  policy::policy const& rules_;
  policy::caller const& who_;
  incus::client& incus_;
  policy::admission admission_;
};

}  // namespace imcp::operations
