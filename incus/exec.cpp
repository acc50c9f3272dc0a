#include "incus/exec.hpp"

#include "incus/background_operation.hpp"
#include "incus/endpoints.hpp"
#include "schemas/json.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace imcp::incus {
namespace {

using clock = std::chrono::steady_clock;
using channel = std::unique_ptr<websocket>;

// What an accepted exec is reached by.
struct accepted_exec {
  std::string id, control, in, out, err;  // the operation, and the secrets of its channels
  accepted_exec() {}
};

outcome<accepted_exec> read_accepted(answer const& from) {
  failure const broken(phase::answered, cause::malformed, "Incus accepted the command but named no channels for it");
  auto const operation = schemas::json_document::parse(std::string(from.metadata));
  if (!operation) return broken;
  auto const metadata = schemas::member(operation->root(), "metadata");
  auto const fds = metadata ? schemas::member(*metadata, "fds") : std::nullopt;
  if (!fds) return broken;
  accepted_exec found;
  found.id = from.operation_id;
  found.control = schemas::string_member(*fds, "control").value_or("");
  found.in = schemas::string_member(*fds, "0").value_or("");
  found.out = schemas::string_member(*fds, "1").value_or("");
  found.err = schemas::string_member(*fds, "2").value_or("");
  bool const complete = !found.control.empty() && !found.in.empty() && !found.out.empty() && !found.err.empty();
  if (!complete) return broken;
  return found;
}

// metadata.return of an ended exec; -1 and absent mean that nobody knows.
std::optional<int> exit_code_in(observation const& seen) {
  auto const operation = schemas::json_document::parse(seen.operation);
  auto const metadata = operation ? schemas::member(operation->root(), "metadata") : std::nullopt;
  auto const code = metadata ? schemas::integer_member(*metadata, "return") : std::nullopt;
  if (!code || *code < 0) return std::nullopt;
  return static_cast<int>(*code);
}

bool was_seen_running(observation const& seen) {
  return seen.is == observation::state::running && !seen.operation.empty();
}

failure why_unknown(observation const& seen) {
  if (seen.why) return *seen.why;
  auto const operation = schemas::json_document::parse(seen.operation);
  auto const err = operation ? schemas::string_member(operation->root(), "err").value_or("") : "";
  failure f(phase::answered, cause::rejected, err.empty() ? "the command's exit was not reported" : quotable(err));
  f.http_status = 200;
  return f;
}

// One exec under way. The coroutines below all work on it and are all over before it is: run() waits for them.
class exec_driver {
 public:
  exec_driver(client& incus, exec_command& what, accepted_exec ids)
      : incus_(incus),
        input_(std::move(what.input)),
        ids_(std::move(ids)),
        limits_(what.limits),
        session_(what.limits, clock::now()),
        wake_(incus.executor()) {}

  asio::awaitable<exec_report> run(exec_killer& killer) {
    start(watch_exit());
    auto const opened = co_await open_channels();
    killer.listen([this] { on_kill_wish(); });
    if (opened) {
      start(pump(*out_, output::stdout_));
      start(pump(*err_, output::stderr_));
      start(feed());
    } else {
      // Incus runs nothing before all three streams are connected: closing what is open lets the operation fail.
      close_channels();
      session_.lost(output::stdout_, clock::now());
      session_.lost(output::stderr_, clock::now());
    }
    co_await listen();
    killer.forget();
    close_channels();
    stop_waiting_.emit(asio::cancellation_type::terminal);
    while (under_way_ > 0) co_await next_event(clock::time_point::max());
    co_return std::move(session_).report();
  }

 private:
  // Control first: a short command is over as soon as 0, 1 and 2 are connected, and then control is refused.
  asio::awaitable<bool> open_channels() {
    auto const deadline = clock::now() + limits_.grace;
    if (!co_await open(control_, ids_.control, deadline)) co_return false;
    if (!co_await open(out_, ids_.out, deadline)) co_return false;
    out_->stop_writing();
    if (!co_await open(err_, ids_.err, deadline)) co_return false;
    err_->stop_writing();
    co_return co_await open(in_, ids_.in, deadline);
  }

  asio::awaitable<bool> open(channel& into, std::string secret, clock::time_point deadline) {
    auto made = co_await incus_.open_websocket(operation_websocket_target(ids_.id, secret), deadline);
    if (made) into = std::move(*made);
    co_return into != nullptr;
  }

  void close_channels() {
    for (auto const* c : {&in_, &out_, &err_, &control_})
      if (*c) (*c)->close();
  }

  // Until the session is over; our own cancellation ends it too.
  asio::awaitable<void> listen() {
    while (!session_.finished()) {
      if (session_.take_kill()) start(send_kill());
      co_await next_event(session_.wake_at());
      auto const state = co_await asio::this_coro::cancellation_state;
      if (state.cancelled() != asio::cancellation_type::none)
        session_.abandoned(failure(phase::sent, cause::cancelled, "the server is shutting down"));
      session_.tick(clock::now());
    }
  }

  asio::awaitable<void> next_event(clock::time_point latest) {
    if (std::exchange(happened_, false)) co_return;
    wake_.expires_at(latest);
    co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
    happened_ = false;
  }
  void notify() {
    happened_ = true;
    wake_.cancel();
  }

  void on_kill_wish() {
    session_.asked_to_kill(clock::now());
    notify();
  }

  asio::awaitable<void> pump(websocket& from, output stream) {
    for (;;) {
      auto const got = co_await from.read();
      if (got.what == websocket::event::data)
        session_.received(stream, got.bytes, clock::now());
      else if (got.what == websocket::event::barrier)
        session_.ended(stream, clock::now());
      else
        session_.lost(stream, clock::now());
      if (got.what != websocket::event::data) break;
      if (session_.wake_at() != known_wake_ || session_.finished()) {
        known_wake_ = session_.wake_at();
        notify();
      }
    }
  }

  // A command may exit without reading its input: that a write fails says nothing. The barrier ends also no input.
  asio::awaitable<void> feed() {
    if (!input_.empty()) co_await in_->write_binary(input_);
    co_await in_->write_text("");
  }

  asio::awaitable<void> send_kill() {
    static constexpr std::string_view kill = R"({"command":"signal","signal":9})";
    if (control_) co_await control_->write_text(kill);
  }

  // On a connection of its own and from the beginning: Incus forgets an operation 5 s after its end.
  asio::awaitable<void> watch_exit() {
    auto const patience = limits_.duration + 2 * limits_.grace;
    auto const seen = co_await wait_for_operation(incus_, ids_.id, patience, clock::now() + patience);
    if (auto const code = exit_code_in(seen))
      session_.exited(*code, clock::now());
    else
      session_.not_observed(why_unknown(seen), was_seen_running(seen), clock::now());
  }

  // Spawned work reports its end by an event; nothing outlives run().
  void start(asio::awaitable<void> work) {
    ++under_way_;
    auto on_end = [this](std::exception_ptr) {
      --under_way_;
      notify();
    };
    asio::co_spawn(incus_.executor(), quietly(std::move(work)),
                   asio::bind_cancellation_slot(slot_for_next(), std::move(on_end)));
  }

  // Cancelled work goes on to its next line instead of throwing there.
  static asio::awaitable<void> quietly(asio::awaitable<void> work) {
    co_await asio::this_coro::throw_if_cancelled(false);
    co_await std::move(work);
  }

  // Only the wait is ended by a signal; the others end when their channel closes.
  asio::cancellation_slot slot_for_next() {
    return std::exchange(waits_, true) ? asio::cancellation_slot() : stop_waiting_.slot();
  }

  client& incus_;
  std::string input_;
  accepted_exec ids_;
  exec_limits limits_;
  exec_session session_;
  asio::steady_timer wake_;
  asio::cancellation_signal stop_waiting_;
  channel control_, in_, out_, err_;
  clock::time_point known_wake_{};
  int under_way_ = 0;
  bool happened_ = false, waits_ = false;
};

}  // namespace

asio::awaitable<outcome<exec_run>> run_exec(client& incus, exec_command what, exec_killer& killer) {
  auto const posted = co_await incus.send(std::move(what.post));
  if (!posted) co_return posted.error();
  exec_run done;
  done.operation_id = posted->operation_id;
  auto ids = read_accepted(*posted);
  if (!ids) {
    done.report.why = ids.error();
    co_return done;
  }
  exec_driver driver(incus, what, std::move(*ids));
  done.report = co_await driver.run(killer);
  co_return done;
}

}  // namespace imcp::incus
