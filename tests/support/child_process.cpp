#include "tests/support/child_process.hpp"

#include "tests/support/eventually.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace imcp::support {
namespace {

using clock = std::chrono::steady_clock;

/// Two ends: [0] is read by one side, [1] written by the other.
std::array<int, 2> make_pipe() {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
  return ends;
}

int open_file(std::string const& path, int flags) {
  auto const fd = ::open(path.empty() ? "/dev/null" : path.c_str(), flags | O_CLOEXEC, 0600);
  if (fd < 0) throw std::runtime_error("open " + path);
  return fd;
}

int unnamed_file() {
  char name[] = "/tmp/imcp-stderr-XXXXXX";
  auto const fd = ::mkostemp(name, O_CLOEXEC | O_APPEND);
  if (fd < 0) throw std::runtime_error("mkostemp");
  ::unlink(name);
  return fd;
}

void close_if_open(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

std::string name_of(std::string const& assignment) { return assignment.substr(0, assignment.find('=')); }

std::vector<std::string> environment_for(process_options const& options) {
  auto replaced = options.without;
  for (auto const& one : options.environment) replaced.push_back(name_of(one));
  std::vector<std::string> all;
  for (char** one = environ; *one != nullptr; ++one) {
    if (std::find(replaced.begin(), replaced.end(), name_of(*one)) == replaced.end()) all.emplace_back(*one);
  }
  all.insert(all.end(), options.environment.begin(), options.environment.end());
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (auto& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

bool ready(int fd, short events, std::chrono::milliseconds patience) {
  pollfd wait{fd, events, 0};
  return ::poll(&wait, 1, static_cast<int>(patience.count())) > 0;
}

std::chrono::milliseconds until(clock::time_point deadline) {
  auto const left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock::now());
  return std::max(left, std::chrono::milliseconds(0));
}

}  // namespace

child_process::child_process(process_options const& options) : socket_(options.stdio == stdio_kind::socketpair) {
  // A child that died must be a failed write, not the end of the test program. spawn() gives the child the default
  // back.
  ::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> in, out;  // the child's end first
  if (options.stdio == stdio_kind::pipes) {
    in = make_pipe();
    out = make_pipe();
    std::swap(out[0], out[1]);
  } else if (options.stdio == stdio_kind::socketpair) {
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0 ||
        ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out.data()) != 0) {
      throw std::runtime_error("socketpair");
    }
  } else {
    in = {open_file(options.stdin_file, O_RDONLY), -1};
    out = {open_file(options.stdout_file, O_WRONLY | O_CREAT | O_APPEND), -1};
    over_ = true;
  }
  stdin_ = in[1];
  stdout_ = out[1];
  auto const undrained = options.errors == stderr_kind::full_pipe;
  auto const err = undrained ? make_pipe() : std::array<int, 2>{unnamed_file(), -1};
  stderr_ = err[0];
  spawn(options, in[0], out[0], undrained ? err[1] : err[0]);
  ::close(in[0]);
  ::close(out[0]);
  if (undrained) ::close(err[1]);
}

void child_process::spawn(process_options const& options, int in, int out, int err) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&files, in, 0);
  ::posix_spawn_file_actions_adddup2(&files, out, 1);
  ::posix_spawn_file_actions_adddup2(&files, err, 2);
  sigset_t defaults, mask;
  ::sigemptyset(&mask);
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setsigmask(&attributes, &mask);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  auto arguments = options.argv;
  auto environment = environment_for(options);
  auto const failed = ::posix_spawnp(&pid_, arguments.front().c_str(), &files, &attributes,
                                     pointers_to(arguments).data(), pointers_to(environment).data());
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (failed != 0) throw std::runtime_error("cannot start " + options.argv.front());
}

child_process::~child_process() {
  if (running()) signal(SIGKILL);
  wait_exit();
  for (auto* fd : {&stdin_, &stdout_, &stderr_}) close_if_open(*fd);
}

std::size_t child_process::write_some(std::string_view bytes) {
  // A pipe that is writable takes a page without blocking; a socket needs the flag.
  auto const n = socket_ ? ::send(stdin_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL)
                         : ::write(stdin_, bytes.data(), std::min<std::size_t>(bytes.size(), 4096));
  if (n < 0 && errno != EAGAIN && errno != EINTR) close_if_open(stdin_);
  return n < 0 ? 0 : static_cast<std::size_t>(n);
}

bool child_process::send_bytes(std::string_view bytes) {
  while (!bytes.empty() && stdin_ >= 0) {
    pollfd waits[2]{{stdin_, POLLOUT, 0}, {over_ ? -1 : stdout_, POLLIN, 0}};
    if (::poll(waits, 2, -1) < 0) continue;
    if (waits[1].revents != 0) read_some(std::chrono::milliseconds(0));
    if (waits[0].revents != 0) bytes.remove_prefix(write_some(bytes));
  }
  return bytes.empty();
}

std::size_t child_process::send_without_reading(std::string_view bytes, std::chrono::milliseconds patience) {
  auto const deadline = clock::now() + patience;
  std::size_t sent = 0;
  while (sent < bytes.size() && stdin_ >= 0 && ready(stdin_, POLLOUT, until(deadline))) {
    sent += write_some(bytes.substr(sent));
  }
  return sent;
}

void child_process::close_stdin() { close_if_open(stdin_); }

void child_process::close_stdout() {
  close_if_open(stdout_);
  over_ = true;
}

bool child_process::read_some(std::chrono::milliseconds patience) {
  if (over_ || !ready(stdout_, POLLIN, patience)) return false;
  char bytes[65536];
  auto const n = ::read(stdout_, bytes, sizeof bytes);
  if (n < 0 && errno == EINTR) return true;
  over_ = n <= 0;
  buffer_.append(bytes, n > 0 ? static_cast<std::size_t>(n) : 0);
  return !over_;
}

std::optional<std::string> child_process::read_line(std::chrono::milliseconds patience) {
  auto const deadline = clock::now() + patience;
  std::size_t searched = 0;
  for (;;) {
    auto const end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      auto line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    searched = buffer_.size();
    if (!read_some(until(deadline))) return std::nullopt;
  }
}

std::string child_process::read_rest(std::chrono::milliseconds patience) {
  auto const deadline = clock::now() + patience;
  while (read_some(until(deadline))) continue;
  return std::exchange(buffer_, "");
}

void child_process::signal(int number) const {
  if (!exit_) ::kill(pid_, number);  // once reaped, the number may be somebody else's
}

std::optional<exit_status> child_process::wait_exit(std::chrono::milliseconds patience) {
  auto const ended = [this] {
    int status = 0;
    if (exit_ || ::waitpid(pid_, &status, WNOHANG) != pid_) return exit_.has_value();
    exit_.emplace();
    if (WIFEXITED(status)) exit_->code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) exit_->signal = WTERMSIG(status);
    return true;
  };
  eventually(ended, patience);
  return exit_;
}

}  // namespace imcp::support
