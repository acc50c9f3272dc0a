#include "tests/bench/child.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace imcp::tests::bench {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{64} << 20;  // touched only as far as it is used

[[noreturn]] void give_up(std::string const& what) { throw std::runtime_error(what + ": " + std::strerror(errno)); }

struct pipe_ends {
  int ends[2];
  pipe_ends() {
    if (::pipe2(ends, O_CLOEXEC) != 0) give_up("pipe");
  }
  int reader() const { return ends[0]; }
  int writer() const { return ends[1]; }
};

std::vector<char*> pointers(std::vector<std::string> const& argv) {
  std::vector<char*> out;
  for (auto const& a : argv) out.push_back(const_cast<char*>(a.c_str()));
  out.push_back(nullptr);
  return out;
}

}  // namespace

child::child(std::vector<std::string> const& argv) : buffer_(new char[buffer_bytes]) {
  pipe_ends const in, out;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.reader(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.writer(), STDOUT_FILENO);
  int const error = ::posix_spawnp(&pid_, argv[0].c_str(), &actions, nullptr, pointers(argv).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(in.reader());
  ::close(out.writer());
  to_ = in.writer();
  from_ = out.reader();
  errno = error;
  if (error != 0) give_up(argv[0]);
}

child::~child() {
  wait();
  ::close(from_);
}

int child::wait() {
  if (to_ >= 0) ::close(to_);
  to_ = -1;
  int status = 0;
  if (pid_ > 0) ::waitpid(pid_, &status, 0);
  pid_ = -1;
  return status;
}

void child::write(std::string_view text) {
  while (!text.empty()) {
    auto const n = ::write(to_, text.data(), text.size());
    if (n < 0 && errno != EINTR) give_up("write to the child");
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string_view child::read_line() {
  for (std::size_t searched = begin_;;) {
    auto const* at = static_cast<char const*>(std::memchr(buffer_.get() + searched, '\n', end_ - searched));
    if (at != nullptr) {
      std::string_view const line(buffer_.get() + begin_, at + 1);
      begin_ += line.size();
      return line;
    }
    if (begin_ == end_) begin_ = end_ = 0;
    searched = end_;
    read_more();
  }
}

void child::read_more() {
  if (end_ == buffer_bytes) throw std::runtime_error("the child's answers overflow the buffer");
  auto const n = ::read(from_, buffer_.get() + end_, buffer_bytes - end_);
  if (n == 0) throw std::runtime_error("the child ended without an answer");
  if (n < 0 && errno != EINTR) give_up("read from the child");
  if (n > 0) end_ += static_cast<std::size_t>(n);
}

}  // namespace imcp::tests::bench
