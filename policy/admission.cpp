#include "policy/admission.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace imcp::policy {
namespace {

constexpr double minute = 60;

schemas::tool_error busy(std::string why, int retry_after_seconds) {
  std::string message = std::move(why) + "; try again in " + std::to_string(retry_after_seconds) + " s";
  return schemas::tool_error(schemas::error_kind::busy, std::move(message))
      .with("retry_after_seconds", retry_after_seconds);
}

}  // namespace

schemas::verdict admission::enter(time_point now) {
  if (in_flight_ >= cap_) return busy("at most " + std::to_string(cap_) + " calls may run at once", 1);
  refill(now);
  if (tokens_ < 1) {
    double const wait = std::ceil((1 - tokens_) * minute / per_minute_);
    return busy("at most " + std::to_string(per_minute_) + " calls may start per minute",
                std::max(1, static_cast<int>(wait)));
  }
  tokens_ -= 1;
  ++in_flight_;
  return {};
}

void admission::refill(time_point now) {
  double const elapsed = std::chrono::duration<double>(now - refilled_).count();
  double const gained = std::max(0.0, elapsed) * per_minute_ / minute;
  tokens_ = tokens_ < 0 ? per_minute_ : std::min<double>(per_minute_, tokens_ + gained);
  refilled_ = now;
}

}  // namespace imcp::policy
