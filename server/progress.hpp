#pragma once
// Progress of a long call, for a client that gave a token. Contract: contract.md §4.

#include "server/jsonrpc.hpp"
#include "server/replies.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace imcp::server {

/// Tells the client every few seconds that the call still runs, and for how long. Silent after stop().
class progress : public std::enable_shared_from_this<progress> {
 public:
  /// `what` names the call in messages; "" where the revision has none.
  progress(asio::any_io_executor executor, replies& out, token mark, std::string what);

  void start() { schedule(); }
  void stop();
  /// Stops, and keeps the result away from the last notification: clients lose one that arrives in the same read.
  asio::awaitable<void> settle();

 private:
  void schedule();
  void tick();

  asio::steady_timer timer_;
  replies& out_;
  token mark_;
  std::string what_;
  std::chrono::seconds elapsed_{0}, interval_{1};
  std::optional<std::chrono::steady_clock::time_point> last_;
  bool stopped_ = false;
};

}  // namespace imcp::server
