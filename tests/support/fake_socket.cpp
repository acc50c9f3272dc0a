#include "tests/support/fake_socket.hpp"

#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace imcp::support {
namespace {

std::string receive_with(int fd, std::size_t at_most, int flags) {
  std::string bytes(at_most, '\0');
  ssize_t n = 0;
  do {
    n = ::recv(fd, bytes.data(), bytes.size(), flags);
  } while (n < 0 && errno == EINTR);
  bytes.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
  return bytes;
}

}  // namespace

fake_socket::~fake_socket() { ::close(fd_); }

bool fake_socket::send(std::string_view bytes) {
  while (!bytes.empty()) {
    auto const n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

std::string fake_socket::receive(std::size_t at_most) { return receive_with(fd_, at_most, 0); }
std::string fake_socket::peek(std::size_t at_most) { return receive_with(fd_, at_most, MSG_PEEK); }

std::string fake_socket::receive_exactly(std::size_t count) {
  std::string bytes;
  while (bytes.size() < count) {
    auto const more = receive(count - bytes.size());
    if (more.empty()) break;
    bytes += more;
  }
  return bytes;
}

void fake_socket::drain() {
  while (!receive(65536).empty()) continue;
}

void fake_socket::hang_up() { ::shutdown(fd_, SHUT_RDWR); }

bool fake_socket::peer_gone() const {
  pollfd state{fd_, POLLRDHUP, 0};
  return ::poll(&state, 1, 0) > 0;
}

void stop_flag::stop() {
  std::lock_guard const lock(mutex_);
  stopped_ = true;
  raised_.notify_all();
}

bool stop_flag::sleep(std::chrono::milliseconds d) {
  std::unique_lock lock(mutex_);
  return !raised_.wait_for(lock, d, [this] { return stopped(); });
}

}  // namespace imcp::support
