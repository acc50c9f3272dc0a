// What stays resident after the tool list, after a thousand calls one by one, and after a burst.

#include "tests/bench/daemon.hpp"

namespace imcp::tests::bench {
namespace {

constexpr double goal_mib = 10;
constexpr int calls = 1000;
constexpr int burst = 256;

double mib(long kib) { return static_cast<double>(kib) / 1024; }

void add_rows(std::string const& when, daemon const& of, report& into) {
  row resident("resident memory " + when, "MiB"), anonymous("of it anonymous", "MiB");
  resident.value = mib(of.memory("VmRSS:"));
  anonymous.value = mib(of.memory("RssAnon:"));
  into.add(resident.goal(goal_mib));
  into.add(std::move(anonymous));
}

}  // namespace

void measure_memory(setting const& with, report& into) {
  daemon measured(with);
  measured.ask(tools_list_frame());
  add_rows("after the tool list", measured, into);

  std::string const frames[] = {call_frame("incus_instance_get", R"({"instance":")" + with.instance + "\"}"),
                                call_frame("incus_server_get", "{}"), call_frame("incus_instance_list", "{}")};
  for (int i = 0; i < calls; ++i) check(measured.ask(frames[i % 3]));
  add_rows("after " + std::to_string(calls) + " calls", measured, into);

  for (int i = 0; i < burst; ++i) measured.send(call_frame("incus_server_get", "{}", i));
  for (int i = 0; i < burst; ++i) check(measured.receive());
  add_rows("after " + std::to_string(burst) + " calls at once", measured, into);
}

}  // namespace imcp::tests::bench
