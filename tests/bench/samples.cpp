#include "tests/bench/samples.hpp"

#include <algorithm>
#include <cmath>

namespace imcp::tests::bench {

double samples::percentile(double rank) const {
  if (values_.empty()) return 0;
  auto sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  auto const nearest = std::ceil(rank * static_cast<double>(sorted.size()));
  return sorted[static_cast<std::size_t>(std::max(nearest, 1.0)) - 1];
}

}  // namespace imcp::tests::bench
