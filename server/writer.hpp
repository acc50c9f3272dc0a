#pragma once
// The one owner of stdout: whole frames in order, behind a bounded queue. Contract: contract.md §4.

#include "server/descriptor_gate.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>

namespace imcp::server {

class writer {
 public:
  writer(asio::any_io_executor executor, int descriptor);

  /// Queues a frame; it is written at once when the descriptor takes it, unless corked.
  void send(std::string_view frame);
  /// Collects frames until uncork(): the answers to one read leave in one write.
  void cork() { corked_ = true; }
  void uncork();

  /// The reader of requests pauses while this holds.
  bool is_full() const;
  bool is_empty() const { return pending() == 0; }
  /// Suspends until the queue is not full (or empty), the client is gone, or `until`.
  asio::awaitable<void> wait_for_room();
  asio::awaitable<void> wait_until_empty(std::chrono::steady_clock::time_point until);

  /// Why nothing can be written any more; EPIPE when the client has left.
  std::error_code failure() const { return failure_; }
  /// Called once, when failure() becomes an error.
  void on_failure(std::function<void()> listener) { on_failure_ = std::move(listener); }

 private:
  std::size_t pending() const { return queue_.size() - written_; }
  void write_ready();
  bool write_some();
  void forget_written();
  void fail(int error);
  void start_draining();
  asio::awaitable<void> drain();

  descriptor_gate gate_;
  asio::steady_timer room_;  // never expires on its own: cancelling it wakes who waits
  asio::steady_timer empty_;
  std::string queue_;  // frames with their newlines; the first written_ bytes are gone
  std::size_t written_ = 0;
  bool corked_ = false, draining_ = false;
  std::error_code failure_;
  std::function<void()> on_failure_;
};

}  // namespace imcp::server
