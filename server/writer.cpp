#include "server/writer.hpp"

#include "schemas/bounds.hpp"
#include "server/log.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <cerrno>

namespace imcp::server {
namespace {

constexpr std::size_t full_bytes = schemas::bounds::MiB;
constexpr std::size_t kept_capacity = 256 * schemas::bounds::KiB;  // a burst must not keep its memory for good

}  // namespace

writer::writer(asio::any_io_executor executor, int descriptor)
    : gate_(executor, descriptor, direction::out), room_(executor), empty_(executor) {}

void writer::send(std::string_view frame) {
  if (failure_) return;
  queue_.append(frame).append(1, '\n');
  if (!corked_ && !draining_) write_ready();
}

void writer::uncork() {
  corked_ = false;
  if (!is_empty() && !draining_) write_ready();
}

bool writer::is_full() const { return pending() >= full_bytes; }

// Writes what the descriptor takes; what is left waits for the drain coroutine.
void writer::write_ready() {
  while (!is_empty() && write_some()) continue;
  forget_written();
  if (!is_empty()) start_draining();
}

bool writer::write_some() {
  auto const n = gate_.write(queue_.data() + written_, pending());
  if (n >= 0) {
    written_ += static_cast<std::size_t>(n);
    return true;
  }
  if (errno != EINTR && errno != EAGAIN) fail(errno);
  return false;
}

void writer::forget_written() {
  if (is_empty()) {
    queue_.clear();
    if (queue_.capacity() > kept_capacity) queue_.shrink_to_fit();
    written_ = 0;
    empty_.cancel();
  } else if (written_ >= full_bytes) {
    queue_.erase(0, written_);
    written_ = 0;
  }
  if (!is_full()) room_.cancel();
}

void writer::fail(int error) {
  failure_ = std::error_code(error, std::generic_category());
  queue_.clear();
  written_ = 0;
  if (on_failure_) on_failure_();
}

void writer::start_draining() {
  if (draining_) return;
  draining_ = true;
  asio::co_spawn(room_.get_executor(), drain(), [this](std::exception_ptr problem) {
    if (!problem) return;
    draining_ = false;
    log(log_level::error, "the writer stopped: " + describe(problem));
  });
}

asio::awaitable<void> writer::drain() {
  while (!is_empty()) {
    bool const ready = co_await gate_.wait();
    if (!ready) break;
    while (!is_empty() && write_some()) continue;
    forget_written();
  }
  draining_ = false;  // here and not in the completion handler: a frame sent before that runs would be left lying
}

asio::awaitable<void> writer::wait_for_room() {
  while (is_full()) {
    room_.expires_at(asio::steady_timer::time_point::max());
    co_await room_.async_wait(asio::as_tuple(asio::use_awaitable));
  }
}

asio::awaitable<void> writer::wait_until_empty(std::chrono::steady_clock::time_point until) {
  empty_.expires_at(until);
  if (!is_empty()) co_await empty_.async_wait(asio::as_tuple(asio::use_awaitable));
}

}  // namespace imcp::server
