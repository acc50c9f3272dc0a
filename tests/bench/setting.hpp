#pragma once
// What every scenario works with, and how often it repeats.

#include "tests/bench/report.hpp"

#include <string>

namespace imcp::tests::bench {

struct setting {
  std::string binary;    // stripped
  std::string socket;    // of Incus
  std::string instance;  // a running one of the project default, or "" for no exec
  std::string policy;    // a file that allows everything on that socket
  bool quick = false;

  /// `full` repetitions, or a tenth of them.
  int times(int full) const { return quick ? full / 10 : full; }
};

void measure_start(setting const& with, report& into);
void measure_memory(setting const& with, report& into);
void measure_calls(setting const& with, report& into);
void measure_throughput(setting const& with, report& into);
void measure_exec(setting const& with, report& into);
void measure_size(setting const& with, report& into);

}  // namespace imcp::tests::bench
