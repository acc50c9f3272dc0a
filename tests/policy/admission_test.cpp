#include "policy/admission.hpp"

#include "tests/policy/policy_fixture.hpp"

namespace imcp::policy {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

caller limited(int in_flight, int per_minute) {
  caller who;
  who.max_in_flight = in_flight;
  who.max_calls_per_minute = per_minute;
  return who;
}

constexpr admission::time_point start{std::chrono::hours(1)};

int retry_after(schemas::verdict const& verdict) {
  if (verdict) return 0;
  EXPECT_EQ(verdict.error().kind(), schemas::error_kind::busy);
  input const error(verdict.error().to_json());
  auto const seconds_left = schemas::integer_member(*schemas::member(error, "error"), "retry_after_seconds");
  return static_cast<int>(seconds_left.value_or(-1));
}

/// How many of `tries` calls get in at once, each left again at once.
int burst(admission& gate, admission::time_point now, int tries) {
  int entered = 0;
  for (int i = 0; i < tries; ++i)
    if (gate.enter(now)) {
      gate.leave();
      ++entered;
    }
  return entered;
}

TEST(admission, lets_in_as_many_as_the_cap_and_no_more) {
  admission gate(limited(2, 600));
  EXPECT_TRUE(gate.enter(start));
  EXPECT_TRUE(gate.enter(start));
  EXPECT_EQ(retry_after(gate.enter(start)), 1);
  EXPECT_EQ(gate.in_flight(), 2);
  gate.leave();
  EXPECT_TRUE(gate.enter(start));
}

TEST(admission, a_call_refused_by_the_cap_costs_nothing_of_the_rate) {
  admission gate(limited(1, 2));
  EXPECT_TRUE(gate.enter(start));
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(gate.enter(start));
  gate.leave();
  EXPECT_TRUE(gate.enter(start));
}

TEST(admission, starts_with_a_full_minute) {
  admission gate(limited(16, 5));
  EXPECT_EQ(burst(gate, start, 50), 5);
}

TEST(admission, refills_evenly_and_never_above_a_minute) {
  admission gate(limited(16, 60));
  EXPECT_EQ(burst(gate, start, 100), 60);
  EXPECT_EQ(burst(gate, start + milliseconds(999), 10), 0);
  EXPECT_EQ(burst(gate, start + seconds(1), 10), 1);
  EXPECT_EQ(burst(gate, start + seconds(11), 20), 10);
  EXPECT_EQ(burst(gate, start + std::chrono::hours(9), 100), 60);
}

TEST(admission, tells_when_the_next_call_would_get_in) {
  for (auto const& [per_minute, wait] : {std::pair{1, 60}, {6, 10}, {7, 9}, {60, 1}, {600, 1}}) {
    admission gate(limited(16, per_minute));
    burst(gate, start, per_minute);
    EXPECT_EQ(retry_after(gate.enter(start)), wait) << per_minute;
    EXPECT_TRUE(gate.enter(start + seconds(wait))) << per_minute;
  }
}

TEST(admission, a_refusal_by_the_rate_takes_no_place) {
  admission gate(limited(1, 1));
  EXPECT_EQ(burst(gate, start, 1), 1);
  EXPECT_FALSE(gate.enter(start));
  EXPECT_EQ(gate.in_flight(), 0);
}

TEST(admission, a_clock_that_stands_still_or_goes_back_gives_nothing) {
  admission gate(limited(16, 1));
  EXPECT_EQ(burst(gate, start, 1), 1);
  EXPECT_EQ(burst(gate, start - seconds(500), 2), 0);
}

TEST(admission, says_which_bound_was_met) {
  admission full(limited(1, 600)), fast(limited(9, 1));
  EXPECT_TRUE(full.enter(start));
  EXPECT_EQ(burst(fast, start, 1), 1);
  EXPECT_EQ(outcome(full.enter(start), "message"), "at most 1 calls may run at once; try again in 1 s");
  EXPECT_EQ(outcome(fast.enter(start), "message"), "at most 1 calls may start per minute; try again in 60 s");
}

}  // namespace
}  // namespace imcp::policy
