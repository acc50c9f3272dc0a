#pragma once
// A child process between two pipes, with nothing between a measurement and the kernel: blocking reads and writes.
// (support/mcp_process checks and records every frame, which would be measured along.)

#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace imcp::tests::bench {

class child {
 public:
  /// Throws when it cannot be started.
  explicit child(std::vector<std::string> const& argv);
  child(child const&) = delete;
  child& operator=(child const&) = delete;
  /// Ends its input and waits until it is gone.
  ~child();

  pid_t pid() const { return pid_; }
  void write(std::string_view text);
  /// The next line with its newline, valid until the next call. Throws when the child ends instead.
  std::string_view read_line();
  /// Until it is gone; its wait status.
  int wait();

 private:
  void read_more();

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::unique_ptr<char[]> buffer_;   // never cleared: that would cost as much as the call that is measured
  std::size_t begin_ = 0, end_ = 0;  // what of it was read and not yet handed out
};

}  // namespace imcp::tests::bench
