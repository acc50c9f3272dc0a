#include "server/progress.hpp"

#include "schemas/json_writer.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace imcp::server {
namespace {

constexpr std::chrono::seconds longest_interval{10};
constexpr std::chrono::milliseconds quiet_before_result{20};

}  // namespace

progress::progress(asio::any_io_executor executor, replies& out, token mark, std::string what)
    : timer_(std::move(executor)), out_(out), mark_(std::move(mark)), what_(std::move(what)) {}

void progress::stop() {
  stopped_ = true;
  timer_.cancel();
}

asio::awaitable<void> progress::settle() {
  stop();
  if (!last_ || std::chrono::steady_clock::now() >= *last_ + quiet_before_result) co_return;
  timer_.expires_at(*last_ + quiet_before_result);
  co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
}

void progress::schedule() {
  timer_.expires_after(interval_);
  timer_.async_wait([self = shared_from_this()](boost::system::error_code) {
    if (!self->stopped_) self->tick();
  });
}

void progress::tick() {
  elapsed_ += interval_;
  interval_ = std::min(interval_ * 2, longest_interval);
  last_ = std::chrono::steady_clock::now();
  schemas::json_writer params;
  params.begin_object().raw_member("progressToken", mark_.json()).member("progress", elapsed_.count());
  if (!what_.empty())
    params.member("message", what_ + " has been running for " + std::to_string(elapsed_.count()) + " s");
  params.end_object();
  out_.send(notification_frame("notifications/progress", params.text()));
  schedule();
}

}  // namespace imcp::server
