#pragma once
// One child process with its stdin and stdout in our hands. Descriptors, signals, exit; no JSON: see mcp_process.

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace imcp::support {

/// What stdin and stdout are: shells give pipes, Node a socket pair, redirections files.
enum class stdio_kind { pipes, socketpair, files };
/// Where stderr goes: a file that stderr_text() reads, or a pipe that nobody ever empties.
enum class stderr_kind { file, full_pipe };

struct process_options {
  std::vector<std::string> argv;
  std::vector<std::string> environment;  ///< "NAME=value", added to ours; a later one wins
  std::vector<std::string> without;      ///< names taken out of ours
  stdio_kind stdio = stdio_kind::pipes;
  stderr_kind errors = stderr_kind::file;
  std::string stdin_file, stdout_file;  ///< with stdio_kind::files

  explicit process_options(std::vector<std::string> arguments) : argv(std::move(arguments)) {}
};

struct exit_status {
  int code = -1;   ///< -1 when a signal ended it
  int signal = 0;  ///< 0 when it exited

  exit_status() {}
};

inline constexpr std::chrono::seconds process_patience{10};

class child_process {
 public:
  explicit child_process(process_options const& options);
  ~child_process();  ///< SIGKILL, if it is still there
  child_process(child_process const&) = delete;
  child_process& operator=(child_process const&) = delete;

  pid_t pid() const { return pid_; }

  /// All of `bytes`; output that comes meanwhile is kept for read_line(), so neither side blocks the other.
  /// False when the child no longer reads.
  bool send_bytes(std::string_view bytes);
  /// The same without reading anything: the number of bytes the child took within the time.
  std::size_t send_without_reading(std::string_view bytes, std::chrono::milliseconds patience);
  void close_stdin();
  void close_stdout();  ///< the reader goes away

  /// The next line without its newline; nothing when none came in time or the output is over.
  std::optional<std::string> read_line(std::chrono::milliseconds patience = process_patience);
  /// Everything up to the end of the output: what was not read as a line yet.
  std::string read_rest(std::chrono::milliseconds patience = process_patience);
  bool output_over() const { return over_; }

  void signal(int number) const;
  std::optional<exit_status> wait_exit(std::chrono::milliseconds patience = process_patience);
  bool running() { return !wait_exit(std::chrono::milliseconds(0)).has_value(); }
  std::string stderr_text() const;

  std::size_t peak_rss_kib() const { return status_kib("VmHWM:"); }
  std::size_t rss_kib() const { return status_kib("VmRSS:"); }
  std::size_t open_descriptors() const;
  std::chrono::milliseconds cpu_time() const;

 private:
  void spawn(process_options const& options, int in, int out, int err);
  bool read_some(std::chrono::milliseconds patience);
  std::size_t write_some(std::string_view bytes);
  std::size_t status_kib(std::string_view field) const;

  pid_t pid_ = -1;
  int stdin_ = -1, stdout_ = -1, stderr_ = -1;
  bool socket_ = false, over_ = false;
  std::string buffer_;
  std::optional<exit_status> exit_;
};

}  // namespace imcp::support
