// From the spawn to the end of the tool list; beside it what this machine takes to run an empty program.

#include "tests/bench/daemon.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace imcp::tests::bench {
namespace {

constexpr double goal_ms = 8;

double in_ms(clock::duration taken) { return std::chrono::duration<double, std::milli>(taken).count(); }

}  // namespace

void measure_start(setting const& with, report& into) {
  samples ours, empty;
  auto const request = tools_list_frame();
  for (int i = 0; i < std::max(with.times(300), 50); ++i) {
    auto const began = clock::now();
    daemon started(with);
    bool const complete = started.ask(request).find(R"("tools":[)") != std::string_view::npos;
    ours.add(in_ms(clock::now() - began));
    if (!complete) throw std::runtime_error("no tool list");

    auto const other_began = clock::now();
    child nothing({"true"});
    nothing.wait();
    empty.add(in_ms(clock::now() - other_began));
  }
  into.add(row("start to tool list", "ms", ours).goal(goal_ms));
  into.add(row("spawn and end of /bin/true, for comparison", "ms", empty));
}

void measure_size(setting const& with, report& into) {
  row size("binary, stripped", "MiB");
  size.value = static_cast<double>(std::filesystem::file_size(with.binary)) / (1024 * 1024);
  into.add(std::move(size));
}

}  // namespace imcp::tests::bench
