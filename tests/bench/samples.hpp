#pragma once
// Measured values and what is said about them: percentiles, by the nearest rank.

#include <chrono>
#include <cstddef>
#include <vector>

namespace imcp::tests::bench {

using clock = std::chrono::steady_clock;

class samples {
 public:
  void add(double value) { values_.push_back(value); }
  /// In microseconds.
  void add(clock::duration taken) { add(std::chrono::duration<double, std::micro>(taken).count()); }

  bool empty() const { return values_.empty(); }
  std::size_t size() const { return values_.size(); }
  /// `rank` is 0..1; 0 of nothing.
  double percentile(double rank) const;
  double median() const { return percentile(0.5); }

 private:
  std::vector<double> values_;
};

/// The time `work` takes, added to `into`.
template <class Work>
void timed(samples& into, Work&& work) {
  auto const began = clock::now();
  work();
  into.add(clock::now() - began);
}

}  // namespace imcp::tests::bench
