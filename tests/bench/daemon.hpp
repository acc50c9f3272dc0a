#pragma once
// The daemon that is measured, and the frames it gets.

#include "tests/bench/child.hpp"
#include "tests/bench/setting.hpp"

namespace imcp::tests::bench {

/// Complete frames of revision 2026-07-28 with their newline; every one has the id 1, so one at a time or none to
/// match.
std::string tools_list_frame();
std::string call_frame(std::string_view tool, std::string_view arguments_json, int id = 1);

class daemon {
 public:
  explicit daemon(setting const& with) : process_({with.binary, "--policy", with.policy}) {}

  pid_t pid() const { return process_.pid(); }
  void send(std::string_view frame) { process_.write(frame); }
  std::string_view receive() { return process_.read_line(); }
  /// One request and its answer, unjudged.
  std::string_view ask(std::string_view frame) {
    send(frame);
    return receive();
  }

  /// "VmRSS" or "RssAnon", in KiB.
  long memory(std::string_view field) const;
  /// Microseconds of processor time so far.
  double cpu() const;

 private:
  child process_;
};

/// Throws unless the answer is a tool result without an error.
void check(std::string_view answer);

}  // namespace imcp::tests::bench
