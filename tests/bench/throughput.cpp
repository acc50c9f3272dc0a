// Calls per second with many in flight, in blocks that take turns: the daemon's pool of eight connections against as
// many raw connections as requests in flight.

#include "tests/bench/daemon.hpp"
#include "tests/bench/raw_http.hpp"

#include <cerrno>
#include <poll.h>
#include <stdexcept>

namespace imcp::tests::bench {
namespace {

constexpr int blocks = 7;
constexpr int patience_ms = 60000;

double per_second(int count, clock::duration taken) { return count / std::chrono::duration<double>(taken).count(); }

// A request leaves for every answer that comes, so `width` are under way until the last ones.
double through_daemon(daemon& ours, setting const& with, int width, int count) {
  auto const arguments = R"({"instance":")" + with.instance + "\"}";
  int sent = 0;
  auto const began = clock::now();
  while (sent < width) ours.send(call_frame("incus_instance_get", arguments, sent++));
  for (int received = 0; received < count; ++received) {
    check(ours.receive());
    if (sent < count) ours.send(call_frame("incus_instance_get", arguments, sent++));
  }
  return per_second(count, clock::now() - began);
}

class raw_crowd {
 public:
  raw_crowd(std::string const& socket, int width) {
    for (int i = 0; i < width; ++i) members_.emplace_back(socket);
    for (auto const& m : members_) polled_.push_back({m.descriptor(), POLLIN, 0});
  }

  double run(std::string const& request, int count) {
    int sent = 0, received = 0;
    auto const began = clock::now();
    for (auto& m : members_) m.send(request), ++sent;
    while (received < count) {
      if (::poll(polled_.data(), polled_.size(), patience_ms) <= 0) throw std::runtime_error("Incus does not answer");
      for (std::size_t i = 0; i < members_.size(); ++i) {
        if (polled_[i].revents == 0 || !members_[i].receive()) continue;
        members_[i].check();
        members_[i].reset();
        ++received;
        if (sent < count) members_[i].send(request), ++sent;
      }
    }
    return per_second(count, clock::now() - began);
  }

 private:
  std::vector<raw_http> members_;
  std::vector<pollfd> polled_;
};

void measure(int width, setting const& with, report& into) {
  int const count = std::max(with.times(1000), width);
  auto const request = http_get("/1.0/instances/" + with.instance + "?project=default");
  daemon ours(with);
  raw_crowd raw(with.socket, width);
  samples by_us, by_raw;
  through_daemon(ours, with, width, width);
  raw.run(request, width);
  auto const cpu_before = ours.cpu();
  for (int block = 0; block < blocks; ++block) {
    by_us.add(through_daemon(ours, with, width, count));
    by_raw.add(raw.run(request, count));
  }
  row line("incus_instance_get, " + std::to_string(width) + " in flight", "calls/s");
  line.value = by_us.median();
  line.cpu = (ours.cpu() - cpu_before) / (blocks * count);
  into.add(line.against("raw HTTP", by_raw.median()));
}

}  // namespace

void measure_throughput(setting const& with, report& into) {
  for (int const width : {1, 8, 64}) measure(width, with, into);
}

}  // namespace imcp::tests::bench
