#pragma once
// What one call may use, and how it can be told to stop.

#include "incus/client.hpp"
#include "policy/policy.hpp"
#include "schemas/catalogue.hpp"
#include "schemas/error.hpp"
#include "schemas/json.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <string>

namespace imcp::operations {

namespace asio = boost::asio;

/// The wish of a client or of a shutdown that a guest command end; set by the server, heard by exec.
/// (Every other stop is Asio's terminal cancellation of the call's coroutine.)
class kill_switch {
 public:
  /// At most once effective. Before exec listens it is remembered.
  void pull() {
    if (pulled_) return;
    pulled_ = true;
    if (listener_) listener_();
  }
  bool pulled() const { return pulled_; }
  void listen(std::function<void()> listener) {
    listener_ = std::move(listener);
    if (pulled_ && listener_) listener_();
  }
  void forget() { listener_ = nullptr; }

 private:
  bool pulled_ = false;
  std::function<void()> listener_;
};

/// What an execute function receives. pipeline::run owns it and everything it refers to for the whole call.
struct call {
  schemas::descriptor const& op;
  schemas::json_value input;  ///< validated against op.input_schema and authorized
  policy::policy const& rules;
  policy::caller const& who;
  incus::client& incus;  ///< discovered
  std::string project;   ///< the effective one, authorized
  kill_switch& kill;

  std::string_view text(std::string_view key) const { return schemas::string_member(input, key).value_or(""); }
  int limit() const;
  std::chrono::seconds wait_seconds() const;  ///< asked for, or the default; not yet capped by the connection
};

/// The structured result as one JSON object, or the reason why there is none.
using reply = schemas::result<std::string>;
using execute_fn = asio::awaitable<reply> (*)(call&);
/// Rules a plain schema cannot say ("exactly one of"); appends what is broken. Stage 2.
using check_fn = void (*)(schemas::json_value input, std::vector<schemas::violation>& found);

/// The code behind a descriptor: one row per operation, in its resource's file.
struct implementation {
  std::string_view name;
  execute_fn execute;
  check_fn check = nullptr;
};

}  // namespace imcp::operations
