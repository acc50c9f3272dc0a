#pragma once
// Stage 0: how many calls may run at once and how many may start per minute. No clock of its own: time is an argument.

#include "policy/policy.hpp"
#include "schemas/error.hpp"

#include <chrono>

namespace imcp::policy {

class admission {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  explicit admission(caller const& who) : cap_(who.max_in_flight), per_minute_(who.max_calls_per_minute) {}

  /// Takes a place, or answers busy with `retry_after_seconds` (at least 1). Every success is paired with one leave().
  schemas::verdict enter(time_point now);
  void leave() { --in_flight_; }
  int in_flight() const { return in_flight_; }

 private:
  void refill(time_point now);

  int cap_, per_minute_, in_flight_ = 0;
  double tokens_ = -1;  // a bucket of per_minute_ tokens, refilled evenly; -1: not used yet
  time_point refilled_{};
};

}  // namespace imcp::policy
