#include "tests/bench/report.hpp"

#include "schemas/json_writer.hpp"

#include <cmath>
#include <cstdio>
#include <iostream>

namespace imcp::tests::bench {
namespace {

// Three significant digits say all that a noisy machine can.
std::string shown(double value) {
  char text[32];
  int const decimals = std::abs(value) >= 100 ? 0 : std::abs(value) >= 10 ? 1 : 2;
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string shown(std::optional<double> value) { return value ? shown(*value) : ""; }

std::string goal_text(row const& line) {
  if (!line.at_most) return "";
  return "≤ " + shown(*line.at_most) + (line.ratio() ? " ×" : " " + line.unit);
}

std::string verdict(row const& line) {
  auto const reached = line.reached();
  return !reached ? "" : *reached ? "yes" : "NO";
}

std::string markdown_row(row const& line) {
  auto const ratio = line.ratio() ? shown(*line.ratio()) + " ×" : "";
  auto const reference = line.ratio() ? line.reference_name + ": " + shown(line.reference) : "";
  std::string out = "|";
  for (auto const& cell : {line.what, line.unit, shown(line.value), shown(line.p90), shown(line.p99), shown(line.cpu),
                           reference, ratio, goal_text(line), verdict(line)})
    out += ' ' + cell + " |";
  return out + '\n';
}

// Numbers of a JSON text, with the precision that is printed.
void write_number(schemas::json_writer& out, char const* name, std::optional<double> value) {
  if (value) out.raw_member(name, shown(*value));
}

void write_row(schemas::json_writer& out, row const& line) {
  out.begin_object().member("what", line.what).member("unit", line.unit);
  write_number(out, "value", line.value);
  write_number(out, "p90", line.p90);
  write_number(out, "p99", line.p99);
  write_number(out, "cpu_us", line.cpu);
  if (line.ratio()) {
    out.member("reference_name", line.reference_name);
    write_number(out, "reference", line.reference);
    write_number(out, "ratio", line.ratio());
  }
  write_number(out, "at_most", line.at_most);
  if (auto const reached = line.reached()) out.member("reached", *reached);
  out.end_object();
}

}  // namespace

row::row(std::string name, std::string in, samples const& measured)
    : what(std::move(name)),
      unit(std::move(in)),
      value(measured.median()),
      p90(measured.percentile(0.9)),
      p99(measured.percentile(0.99)) {}

row& row::against(std::string name, double other) {
  reference_name = std::move(name);
  reference = other;
  return *this;
}

row& row::goal(double limit) {
  at_most = limit;
  return *this;
}

std::optional<double> row::ratio() const {
  if (reference <= 0) return std::nullopt;
  return value / reference;
}

std::optional<bool> row::reached() const {
  if (!at_most) return std::nullopt;
  return ratio().value_or(value) <= *at_most;
}

// What is known already is shown at once: a run takes a minute.
void report::add(row line) {
  std::cerr << line.what << ": " << shown(line.value) << ' ' << line.unit << '\n';
  rows_.push_back(std::move(line));
}

std::string report::markdown() const {
  std::string out;
  for (auto const& f : facts_) out += f.name + ": " + f.value + "  \n";
  out +=
      "\n| Measured | Unit | Median | p90 | p99 | CPU µs | Reference | Ratio | Goal | Reached |\n"
      "| --- | --- | ---: | ---: | ---: | ---: | --- | ---: | --- | --- |\n";
  for (auto const& line : rows_) out += markdown_row(line);
  return out;
}

std::string report::json() const {
  schemas::json_writer out;
  out.begin_object().key("facts").begin_object();
  for (auto const& f : facts_) out.member(f.name, f.value);
  out.end_object().key("rows").begin_array();
  for (auto const& line : rows_) write_row(out, line);
  out.end_array().end_object();
  return out.take() + '\n';
}

}  // namespace imcp::tests::bench
