// The session alone: every order of the events that end an exec, with time as an argument.

#include "incus/exec_session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>

namespace imcp::incus {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;
clock::time_point const t0{};

exec_limits small_limits() {
  exec_limits l;
  l.duration = 10s;
  l.grace = 5s;
  l.capture_bytes = 4;
  l.total_bytes = 100;
  return l;
}

failure boom() { return failure(phase::answered, cause::rejected, "boom"); }

TEST(exec_session, finishes_in_every_order_of_barriers_and_exit) {
  std::array<std::function<void(exec_session&)>, 3> events{[](exec_session& s) { s.ended(output::stdout_, t0); },
                                                           [](exec_session& s) { s.ended(output::stderr_, t0); },
                                                           [](exec_session& s) { s.exited(3, t0); }};
  std::array<std::size_t, 3> order{0, 1, 2};
  do {
    exec_session s(small_limits(), t0);
    s.received(output::stdout_, "hello", t0);
    for (std::size_t i = 0; i < order.size(); ++i) {
      EXPECT_FALSE(s.finished());
      events[order[i]](s);
    }
    EXPECT_TRUE(s.finished());
    EXPECT_FALSE(s.take_kill());
    auto const r = std::move(s).report();
    EXPECT_EQ(r.status, exec_status::completed);
    EXPECT_EQ(r.exit_code, 3);
    EXPECT_EQ(r.out.kept, "hell");
    EXPECT_EQ(r.out.bytes, 5u);
    EXPECT_TRUE(r.out.complete);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(exec_session, knows_a_lost_stream_from_an_ended_one) {
  exec_session s(small_limits(), t0);
  s.lost(output::stdout_, t0);
  s.ended(output::stderr_, t0);
  s.exited(0, t0);
  ASSERT_TRUE(s.finished());
  auto const r = std::move(s).report();
  EXPECT_FALSE(r.out.complete);
  EXPECT_TRUE(r.err.complete);
}

TEST(exec_session, kills_once_at_the_duration_and_waits_the_grace) {
  exec_session s(small_limits(), t0);
  EXPECT_EQ(s.wake_at(), t0 + 10s);
  s.tick(t0 + 9s);
  EXPECT_FALSE(s.take_kill());
  s.tick(t0 + 10s);
  EXPECT_TRUE(s.take_kill());
  EXPECT_FALSE(s.take_kill());
  EXPECT_EQ(s.wake_at(), t0 + 15s);
  s.tick(t0 + 15s);
  ASSERT_TRUE(s.finished());
  auto const r = std::move(s).report();
  EXPECT_EQ(r.status, exec_status::running);
  EXPECT_TRUE(r.why);
}

TEST(exec_session, is_timed_out_when_the_kill_is_observed) {
  exec_session s(small_limits(), t0);
  s.tick(t0 + 10s);
  s.exited(137, t0 + 11s);
  EXPECT_FALSE(s.finished()) << "output may still come";
  s.ended(output::stdout_, t0 + 11s);
  s.ended(output::stderr_, t0 + 11s);
  ASSERT_TRUE(s.finished());
  EXPECT_EQ(std::move(s).report().status, exec_status::timed_out);
}

TEST(exec_session, is_output_limited_past_the_total_of_both_streams) {
  exec_session s(small_limits(), t0);
  s.received(output::stdout_, std::string(60, 'x'), t0);
  s.received(output::stderr_, std::string(40, 'x'), t0);
  EXPECT_FALSE(s.take_kill());
  s.received(output::stderr_, "x", t0 + 1s);
  EXPECT_TRUE(s.take_kill());
  s.exited(137, t0 + 2s);
  s.tick(t0 + 6s);
  ASSERT_TRUE(s.finished());
  auto const r = std::move(s).report();
  EXPECT_EQ(r.status, exec_status::output_limited);
  EXPECT_EQ(r.err.bytes, 41u);
}

TEST(exec_session, gives_output_after_the_exit_its_grace_again_and_again) {
  exec_session s(small_limits(), t0);
  s.exited(0, t0 + 1s);
  EXPECT_EQ(s.wake_at(), t0 + 6s);
  s.received(output::stdout_, "x", t0 + 5s);
  EXPECT_EQ(s.wake_at(), t0 + 10s);
  s.tick(t0 + 6s);
  EXPECT_FALSE(s.finished());
  s.tick(t0 + 10s);
  ASSERT_TRUE(s.finished());
  EXPECT_EQ(std::move(s).report().status, exec_status::completed);
}

TEST(exec_session, does_not_listen_for_ever_to_a_stream_without_an_end) {
  exec_session s(small_limits(), t0);
  s.exited(0, t0 + 1s);
  for (auto t = t0 + 1s; t < t0 + 20s; t += 1s) s.received(output::stdout_, "x", t);
  EXPECT_EQ(s.wake_at(), t0 + 15s) << "duration and one grace";
  exec_session flood(small_limits(), t0);
  flood.exited(0, t0);
  flood.received(output::stdout_, std::string(101, 'x'), t0);
  EXPECT_TRUE(flood.finished());
  EXPECT_FALSE(flood.take_kill()) << "it is over already";
}

TEST(exec_session, tells_running_from_uncertain_when_nobody_saw_the_exit) {
  for (bool const running : {true, false}) {
    exec_session s(small_limits(), t0);
    s.ended(output::stdout_, t0);
    s.ended(output::stderr_, t0);
    s.not_observed(boom(), running, t0);
    ASSERT_TRUE(s.finished());
    auto const r = std::move(s).report();
    EXPECT_EQ(r.status, running ? exec_status::running : exec_status::uncertain);
    EXPECT_EQ(r.why->message, "boom");
  }
}

TEST(exec_session, keeps_what_it_knows_when_it_is_abandoned) {
  exec_session s(small_limits(), t0);
  s.exited(5, t0);
  s.abandoned(boom());
  ASSERT_TRUE(s.finished());
  EXPECT_EQ(std::move(s).report().exit_code, 5);
  exec_session unknown(small_limits(), t0);
  unknown.abandoned(boom());
  unknown.not_observed(failure(), false, t0);
  EXPECT_EQ(std::move(unknown).report().status, exec_status::running);
}

TEST(exec_session, kills_on_request_but_not_after_the_exit) {
  exec_session s(small_limits(), t0);
  s.asked_to_kill(t0 + 1s);
  EXPECT_TRUE(s.take_kill());
  s.asked_to_kill(t0 + 2s);
  s.tick(t0 + 3s);
  EXPECT_FALSE(s.take_kill());
  exec_session over(small_limits(), t0);
  over.exited(0, t0);
  over.asked_to_kill(t0);
  EXPECT_FALSE(over.take_kill());
}

}  // namespace
}  // namespace imcp::incus
