// `true` in a container: the daemon, the API by hand and the official command line, in turns.

#include "tests/bench/daemon.hpp"
#include "tests/bench/raw_exec.hpp"

#include <cstdlib>
#include <stdexcept>

namespace imcp::tests::bench {
namespace {

constexpr int warm_up = 3;

bool has_command_line() { return std::system("command -v incus >/dev/null") == 0; }

// All three ways; the order moves on with each round.
class contest {
 public:
  explicit contest(setting const& with)
      : with_(with),
        frame_(call_frame("incus_instance_exec", R"({"instance":")" + with.instance + R"(","command":["true"]})")),
        ours_(with),
        raw_(with.socket),
        has_command_line_(has_command_line()) {
    ::setenv("INCUS_SOCKET", with.socket.c_str(), 1);
  }

  void round(int number) {
    for (int turn = 0; turn < 3; ++turn) take_turn((number + turn) % 3);
  }
  void forget() { by_us = by_raw = by_command_line = samples(); }
  double cpu() const { return ours_.cpu(); }

  samples by_us, by_raw, by_command_line;

 private:
  void take_turn(int whose) {
    if (whose == 0)
      run_ours();
    else if (whose == 1)
      timed(by_raw, [&] { raw_exec_true(raw_, with_.socket, with_.instance); });
    else if (has_command_line_)
      timed(by_command_line, [&] { run_command_line(); });
  }

  void run_ours() {
    std::string answer;
    timed(by_us, [&] { answer = ours_.ask(frame_); });
    if (answer.find(R"("exit_code":0)") == std::string::npos) throw std::runtime_error("true failed: " + answer);
  }

  void run_command_line() {
    child started({"incus", "exec", with_.instance, "--", "true"});
    if (started.wait() != 0) throw std::runtime_error("incus exec failed");
  }

  setting const& with_;
  std::string frame_;
  daemon ours_;
  raw_http raw_;
  bool has_command_line_;
};

}  // namespace

void measure_exec(setting const& with, report& into) {
  contest all(with);
  for (int i = 0; i < warm_up; ++i) all.round(i);
  all.forget();
  auto const cpu_before = all.cpu();
  for (int i = 0; i < with.times(100); ++i) all.round(i);
  row line("exec of `true`", "µs", all.by_us);
  line.cpu = (all.cpu() - cpu_before) / static_cast<double>(all.by_us.size());
  auto against_command_line = line;
  into.add(line.against("raw websockets", all.by_raw.median()));
  if (!all.by_command_line.empty()) into.add(against_command_line.against("incus exec", all.by_command_line.median()));
}

}  // namespace imcp::tests::bench
