#include "policy/guarded_file.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace imcp::policy {
namespace {

class descriptor {
 public:
  explicit descriptor(int fd) : fd_(fd) {}
  descriptor(descriptor const&) = delete;
  descriptor& operator=(descriptor const&) = delete;
  ~descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

std::string because_of_errno(std::string_view what) {
  return std::string(what) + ": " + std::generic_category().message(errno);
}

std::string octal(mode_t mode) {
  std::string digits;
  for (int shift = 9; shift >= 0; shift -= 3) digits += static_cast<char>('0' + ((mode >> shift) & 7));
  return digits;
}

file_fault too_large(std::size_t max_bytes) {
  return file_fault("is larger than " + std::to_string(max_bytes) + " bytes");
}

boost::system::result<std::string, file_fault> read_at_most(int fd, std::size_t max_bytes) {
  std::string text;
  std::array<char, 16384> buffer;
  while (true) {
    auto const got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_fault(because_of_errno("cannot be read"));
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    // The size may have grown since fstat: the bound holds for what is read.
    if (text.size() > max_bytes) return too_large(max_bytes);
  }
}

}  // namespace

std::optional<std::string> distrust(mode_t mode, uid_t owner, uid_t me) {
  if (!S_ISREG(mode)) return "is not a regular file";
  if (owner != 0 && owner != me)
    return "must be owned by root or by user " + std::to_string(me) + ", and is owned by user " + std::to_string(owner);
  if ((mode & (S_IWGRP | S_IWOTH)) != 0)
    return "must not be writable by group or others, and has mode " + octal(mode) + "; run chmod go-w on it";
  return std::nullopt;
}

boost::system::result<std::string, file_fault> read_guarded_file(std::filesystem::path const& file,
                                                                 std::size_t max_bytes) {
  // O_NONBLOCK: a FIFO in the file's place must not hold the start up.
  descriptor const fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (fd.get() < 0) return file_fault(because_of_errno("cannot be opened"));
  struct stat found {};
  if (::fstat(fd.get(), &found) != 0) return file_fault(because_of_errno("cannot be examined"));
  if (auto why = distrust(found.st_mode, found.st_uid, ::geteuid())) return file_fault(std::move(*why));
  if (static_cast<std::size_t>(found.st_size) > max_bytes) return too_large(max_bytes);
  return read_at_most(fd.get(), max_bytes);
}

}  // namespace imcp::policy
