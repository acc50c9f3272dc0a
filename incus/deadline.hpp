#pragma once
// An absolute deadline that costs nothing while it is only moved: a keep-alive connection gets a later one with every
// request, and the timer learns of it when it fires. (beast::basic_stream sets a timer for every read and write.)
// Included by incus/*.cpp only.

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>

namespace imcp::incus {

class deadline {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  /// `on_passed` runs at most once, never after the deadline's own end.
  deadline(boost::asio::any_io_executor executor, std::function<void()> on_passed)
      : state_(std::make_shared<state>(std::move(executor), std::move(on_passed))) {}

  /// time_point::max(): none.
  void set(time_point when) {
    state_->when = when;
    if (when < state_->armed_for) arm(state_);
  }
  bool passed() const { return state_->passed; }

 private:
  struct state {
    boost::asio::steady_timer timer;
    std::function<void()> on_passed;
    time_point when = time_point::max(), armed_for = time_point::max();
    bool passed = false;
    state(boost::asio::any_io_executor executor, std::function<void()> f)
        : timer(std::move(executor)), on_passed(std::move(f)) {}
  };

  static void arm(std::shared_ptr<state> const& s) {
    s->armed_for = s->when;
    s->timer.expires_at(s->when);
    s->timer.async_wait([held = std::weak_ptr<state>(s)](boost::system::error_code ec) {
      auto const self = held.lock();  // gone: so is the stream
      if (!ec && self) fired(self);
    });
  }

  static void fired(std::shared_ptr<state> const& s) {
    s->armed_for = time_point::max();
    if (s->when == time_point::max() || s->passed) return;
    if (std::chrono::steady_clock::now() < s->when) return arm(s);
    s->passed = true;
    s->on_passed();
  }

  std::shared_ptr<state> state_;
};

}  // namespace imcp::incus
