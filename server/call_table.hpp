#pragma once
// The calls that run, each its own coroutine: cancellation by id, progress, the way to the end of service.
// Contract: contract.md §4 (cancellation, end of input).

#include "operations/pipeline.hpp"
#include "server/dialect.hpp"
#include "server/progress.hpp"
#include "server/replies.hpp"

#include <boost/asio/cancellation_signal.hpp>

#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace imcp::server {

/// A tools/call that was accepted: what to run, and how to answer it.
struct tool_call {
  token id;
  schemas::descriptor const& op;
  std::string arguments;  ///< JSON text as received
  dialect const& speaks;
  batch_ptr batch;
  std::optional<token> progress_mark;

  tool_call(token i, schemas::descriptor const& o, std::string a, dialect const& s)
      : id(std::move(i)), op(o), arguments(std::move(a)), speaks(s) {}
};

class call_table {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  call_table(asio::any_io_executor executor, operations::pipeline& pipeline, replies& out);

  /// Whether a call with that id waits for its answer.
  bool is_open(token const& id) const { return open_.contains(id.json()); }
  void start(tool_call call);

  /// The client's wish: nothing more is sent for that id. A read stops, a guest command is killed, a change that Incus
  /// may already have is left to finish.
  void cancel(token const& id);

  /// End of service, in the order of contract §4.
  void kill_commands();
  void stop_all();
  /// Suspends until no call runs or `until`; true when none runs.
  asio::awaitable<bool> wait_until_idle(time_point until);

 private:
  struct running;
  using running_ptr = std::shared_ptr<running>;
  struct on_end;

  asio::awaitable<void> run(running_ptr self);
  void ended(running_ptr const& self, std::exception_ptr problem);
  void answer(running& self, std::string const& frame);

  asio::any_io_executor executor_;
  operations::pipeline& pipeline_;
  replies& out_;
  std::unordered_map<std::string, running_ptr> open_;  // by id; cancelled calls leave it at once
  std::unordered_set<running_ptr> running_;
  asio::steady_timer idle_;
};

}  // namespace imcp::server
