#pragma once
// Waiting for what another thread or process will do, without sleeping longer than needed.

#include <chrono>
#include <thread>

namespace imcp::support {

/// True as soon as `holds()` is; false when it never was within `patience`.
template <typename Predicate>
bool eventually(Predicate holds, std::chrono::milliseconds patience = std::chrono::seconds(10)) {
  auto const deadline = std::chrono::steady_clock::now() + patience;
  while (!holds()) {
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace imcp::support
