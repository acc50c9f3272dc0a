// One call at a time through the daemon's pipes, each beside the same request over a raw connection.

#include "tests/bench/daemon.hpp"
#include "tests/bench/raw_http.hpp"

namespace imcp::tests::bench {
namespace {

constexpr int warm_up = 20;

struct subject {
  std::string tool, arguments, target;
  std::optional<double> at_most;
};

// Who goes first changes with each round: the second finds Incus awake.
void alternate(subject const& what, int rounds, daemon& ours, raw_http& raw, samples& by_us, samples& by_raw) {
  auto const frame = call_frame(what.tool, what.arguments);
  auto const request = http_get(what.target);
  auto const one_of_ours = [&] {
    std::string_view answer;
    timed(by_us, [&] { answer = ours.ask(frame); });
    check(answer);
  };
  auto const one_raw = [&] { timed(by_raw, [&] { raw.exchange(request); }); };
  for (int i = 0; i < rounds; ++i) {
    if (i % 2 == 0) one_of_ours();
    one_raw();
    if (i % 2 != 0) one_of_ours();
  }
}

void measure(subject const& what, setting const& with, report& into) {
  daemon ours(with);
  raw_http raw(with.socket);
  samples ignored, by_us, by_raw;
  alternate(what, warm_up, ours, raw, ignored, ignored);
  auto const cpu_before = ours.cpu();
  alternate(what, with.times(2000), ours, raw, by_us, by_raw);
  row line(what.tool, "µs", by_us);
  line.cpu = (ours.cpu() - cpu_before) / static_cast<double>(by_us.size());
  line.against("raw HTTP", by_raw.median());
  line.at_most = what.at_most;
  into.add(std::move(line));
}

// The daemon's own part and the two pipes: refused before anything is sent to Incus.
void measure_refusal(setting const& with, report& into) {
  daemon ours(with);
  samples taken;
  auto const frame = call_frame("incus_instance_get", R"({"instance":".."})");
  for (int i = 0; i < warm_up; ++i) ours.ask(frame);
  auto const cpu_before = ours.cpu();
  for (int i = 0; i < with.times(2000); ++i) timed(taken, [&] { ours.ask(frame); });
  row line("a refused call (no Incus)", "µs", taken);
  line.cpu = (ours.cpu() - cpu_before) / static_cast<double>(taken.size());
  into.add(std::move(line));
}

}  // namespace

void measure_calls(setting const& with, report& into) {
  subject const subjects[] = {
      {"incus_instance_get", R"({"instance":")" + with.instance + "\"}",
       "/1.0/instances/" + with.instance + "?project=default", 1.10},
      {"incus_server_get", "{}", "/1.0", 1.35},
      {"incus_instance_list", "{}", "/1.0/instances?recursion=1&project=default", std::nullopt},
  };
  for (auto const& what : subjects) measure(what, with, into);
  measure_refusal(with, into);
}

}  // namespace imcp::tests::bench
