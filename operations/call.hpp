#pragma once
// What one call may use, and how it can be told to stop.

#include "incus/client.hpp"
#include "incus/exec.hpp"
#include "policy/policy.hpp"
#include "schemas/catalogue.hpp"
#include "schemas/error.hpp"
#include "schemas/json.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace imcp::operations {

namespace asio = boost::asio;

/// The wish of a client or of a shutdown that a guest command end; set by the server, heard by exec.
/// (Every other stop is Asio's terminal cancellation of the call's coroutine.)
class kill_switch final : public incus::exec_killer {
 public:
  /// At most once effective. Before exec listens it is remembered.
  void pull() {
    if (pulled_) return;
    pulled_ = true;
    if (listener_) listener_();
  }
  bool pulled() const { return pulled_; }
  void listen(std::function<void()> listener) override {
    listener_ = std::move(listener);
    if (pulled_ && listener_) listener_();
  }
  void forget() override { listener_ = nullptr; }

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
  policy::image_remote const* remote = nullptr;  ///< what `source.remote` names
  std::string object;  ///< JSON of the object that the implementation's `resolve` read, authorized

  call(schemas::descriptor const& o, schemas::json_value i, policy::policy const& r, policy::caller const& w,
       incus::client& c, kill_switch& k)
      : op(o), input(i), rules(r), who(w), incus(c), kill(k) {}

  std::string_view text(std::string_view key) const { return schemas::string_member(input, key).value_or(""); }
  int limit() const;
  std::chrono::seconds wait_seconds() const;  ///< asked for or the default, capped by the connection's timeout
};

/// The structured result as one JSON object, or the reason why there is none.
using reply = schemas::result<std::string>;
using execute_fn = asio::awaitable<reply> (*)(call&);
/// Rules a plain schema cannot say ("exactly one of"); appends what is broken. Stage 2.
using check_fn = void (*)(schemas::json_value input, std::vector<schemas::violation>& found);

/// Reads the object that an operation by id is about, so that it can be authorized (stage 8b): its JSON.
using resolve_fn = asio::awaitable<reply> (*)(call&);

/// The code behind a descriptor: one row per operation, in its resource's file.
struct implementation {
  std::string_view name;
  execute_fn execute;
  check_fn check = nullptr;
  resolve_fn resolve = nullptr;
};

/// nullptr only when a descriptor has no code: a test holds the two together.
implementation const* find_implementation(std::string_view operation);

// The rows of each resource, in its own file; implementation.cpp knows them all.
std::span<implementation const> image_operations();
std::span<implementation const> instance_operations();
std::span<implementation const> instance_exec_operations();
std::span<implementation const> background_operations();
std::span<implementation const> server_operations();

}  // namespace imcp::operations
