#pragma once
// The table of one run, as Markdown and as JSON. It marks which goals were reached and fails for none.

#include "tests/bench/samples.hpp"

#include <optional>
#include <string>
#include <vector>

namespace imcp::tests::bench {

struct row {
  std::string what, unit;
  double value = 0;  // the median, where there are samples
  std::optional<double> p90, p99;
  std::string reference_name;  // what it is compared with; "" for nothing
  double reference = 0;
  std::optional<double> at_most;  // the goal: for the ratio where there is a reference, else for the value
  std::optional<double> cpu;      // microseconds of the daemon's processor time for each call

  row(std::string name, std::string in) : what(std::move(name)), unit(std::move(in)) {}
  row(std::string name, std::string in, samples const& measured);
  row& against(std::string name, double other);
  row& goal(double limit);

  std::optional<double> ratio() const;
  std::optional<bool> reached() const;
};

class report {
 public:
  void fact(std::string name, std::string value) { facts_.push_back({std::move(name), std::move(value)}); }
  void add(row line);
  std::string markdown() const;
  std::string json() const;

 private:
  struct named {
    std::string name, value;
  };
  std::vector<named> facts_;
  std::vector<row> rows_;
};

}  // namespace imcp::tests::bench
