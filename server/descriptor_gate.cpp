#include "server/descriptor_gate.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace imcp::server {
namespace {

// A pipe that polls as writable has room for one page; a longer write could block.
constexpr std::size_t pipe_write_bytes = 4096;

bool refers_to_socket(int descriptor) {
  struct stat info {};
  return ::fstat(descriptor, &info) == 0 && S_ISSOCK(info.st_mode);
}

}  // namespace

descriptor_gate::descriptor_gate(asio::any_io_executor executor, int descriptor, direction d)
    : epoll_(std::move(executor)), descriptor_(descriptor), direction_(d), is_socket_(refers_to_socket(descriptor)) {
  int const epoll = ::epoll_create1(EPOLL_CLOEXEC);
  epoll_.assign(epoll);
  epoll_event event{};
  event.events = d == direction::in ? EPOLLIN : EPOLLOUT;
  always_ready_ = ::epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) != 0;
}

asio::awaitable<bool> descriptor_gate::wait() {
  if (cancelled_) co_return false;
  if (always_ready_) {
    co_await asio::post(epoll_.get_executor(), asio::use_awaitable);  // a file must not starve the calls
    co_return !cancelled_;
  }
  auto const [error] =
      co_await epoll_.async_wait(asio::posix::stream_descriptor::wait_read, asio::as_tuple(asio::use_awaitable));
  co_return !error && !cancelled_;
}

void descriptor_gate::cancel() {
  cancelled_ = true;
  if (epoll_.is_open()) epoll_.cancel();
}

ssize_t descriptor_gate::read(char* to, std::size_t size) const {
  return is_socket_ ? ::recv(descriptor_, to, size, MSG_DONTWAIT) : ::read(descriptor_, to, size);
}

ssize_t descriptor_gate::write(char const* from, std::size_t size) {
  if (is_socket_) return ::send(descriptor_, from, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (always_ready_) return ::write(descriptor_, from, size);
  if (can_write_nowait_) {
    iovec const part{const_cast<char*>(from), size};
    auto const n = ::pwritev2(descriptor_, &part, 1, -1, RWF_NOWAIT);
    if (n >= 0 || errno == EAGAIN || errno == EPIPE || errno == EINTR) return n;
    can_write_nowait_ = false;  // a terminal, or a pipe before Linux 6.4
  }
  return write_after_poll(from, size);
}

ssize_t descriptor_gate::write_after_poll(char const* from, std::size_t size) const {
  pollfd ask{descriptor_, POLLOUT, 0};
  if (::poll(&ask, 1, 0) == 1) return ::write(descriptor_, from, std::min(size, pipe_write_bytes));
  errno = EAGAIN;
  return -1;
}

bool descriptor_gate::fill_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is the one that is closed, so open() lands there.
    if (::open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY) != descriptor) return false;
  }
  return true;
}

}  // namespace imcp::server
