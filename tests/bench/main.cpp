// imcp_bench --binary FILE --socket FILE [--instance NAME] [--quick] [--only NAME] [--json FILE]; run.sh prepares all
// of it.

#include "tests/bench/raw_http.hpp"
#include "tests/bench/setting.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

namespace imcp::tests::bench {
namespace {

struct options {
  setting with;
  std::string only, json;
};

options read_options(int argc, char** argv) {
  options out;
  for (int i = 1; i < argc; ++i) {
    std::string const flag = argv[i];
    if (flag == "--quick") {
      out.with.quick = true;
      continue;
    }
    if (++i == argc) throw std::runtime_error(flag + " needs a value");
    if (flag == "--binary")
      out.with.binary = std::filesystem::absolute(argv[i]);
    else if (flag == "--socket")
      out.with.socket = argv[i];
    else if (flag == "--instance")
      out.with.instance = argv[i];
    else if (flag == "--only")
      out.only = argv[i];
    else if (flag == "--json")
      out.json = argv[i];
    else
      throw std::runtime_error("unknown option " + flag);
  }
  if (out.with.binary.empty() || out.with.socket.empty()) throw std::runtime_error("--binary and --socket are needed");
  return out;
}

// The policy lies in a directory of its own, which ends with the run.
class scratch {
 public:
  scratch() {
    char name[] = "/tmp/imcp-bench-XXXXXX";
    if (::mkdtemp(name) == nullptr) throw std::runtime_error("no directory can be made in /tmp");
    directory_ = name;
  }
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;
  ~scratch() { std::filesystem::remove_all(directory_); }

  std::string write_policy(std::string const& socket) const {
    auto const path = directory_ / "policy.toml";
    ::umask(022);
    std::ofstream(path) << "version = 1\n[connection]\nurl = \"unix://" << socket << "\"\n[callers.default]\n"
                        << "scopes = [\"incus.read\", \"incus.write\", \"incus.exec\", \"incus.delete\"]\n"
                        << "projects = [\"*\"]\nmax_in_flight = 1024\nmax_calls_per_minute = 1000000\n";
    return path;
  }

 private:
  std::filesystem::path directory_;
};

// The first instance of the project default, from the list of addresses.
std::string first_instance(raw_http& incus) {
  auto const list = incus.exchange(http_get("/1.0/instances"));
  constexpr std::string_view prefix = "\"/1.0/instances/";
  auto const at = list.find(prefix);
  if (at == std::string::npos) throw std::runtime_error("Incus has no instance to measure with");
  auto const begin = at + prefix.size();
  return list.substr(begin, list.find_first_of("\"?", begin) - begin);
}

std::string text_member(std::string const& json, std::string const& name) {
  auto const key = '"' + name + "\":\"";
  auto const at = json.find(key);
  return at == std::string::npos ? "?"
                                 : json.substr(at + key.size(), json.find('"', at + key.size()) - at - key.size());
}

void describe_machine(raw_http& incus, report& into) {
  utsname machine{};
  ::uname(&machine);
  double load = 0;
  ::getloadavg(&load, 1);
  into.fact("Machine", std::string(machine.sysname) + ' ' + machine.release + ' ' + machine.machine + ", " +
                           std::to_string(std::thread::hardware_concurrency()) + " processors, load " +
                           std::to_string(load).substr(0, 4) + " at the start");
  into.fact("Incus", text_member(incus.exchange(http_get("/1.0")), "server_version"));
}

struct scenario {
  std::string_view name;
  void (*measure)(setting const&, report&);
};

constexpr scenario scenarios[] = {{"start", &measure_start}, {"memory", &measure_memory},
                                  {"calls", &measure_calls}, {"throughput", &measure_throughput},
                                  {"exec", &measure_exec},   {"size", &measure_size}};

// One that cannot be measured takes nothing from the others.
bool measured(scenario const& what, setting const& with, report& into) try {
  what.measure(with, into);
  return true;
} catch (std::exception const& e) {
  into.fact("Not measured: " + std::string(what.name), e.what());
  return false;
}

bool run(options asked) {
  scratch const place;
  asked.with.policy = place.write_policy(asked.with.socket);
  raw_http incus(asked.with.socket);
  if (asked.with.instance.empty()) asked.with.instance = first_instance(incus);
  report made;
  describe_machine(incus, made);
  bool complete = true;
  for (auto const& s : scenarios)
    if (asked.only.empty() || asked.only == s.name) complete &= measured(s, asked.with, made);
  std::cout << made.markdown() << std::flush;
  if (!asked.json.empty()) std::ofstream(asked.json) << made.json();
  return complete;
}

}  // namespace
}  // namespace imcp::tests::bench

int main(int argc, char** argv) try {
  std::signal(SIGPIPE, SIG_IGN);
  return imcp::tests::bench::run(imcp::tests::bench::read_options(argc, argv)) ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << "imcp_bench: " << e.what() << '\n';
  return 1;
}
