#include "tests/bench/unix_socket.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace imcp::tests::bench {
namespace {

[[noreturn]] void give_up(std::string const& what) { throw std::runtime_error(what + ": " + std::strerror(errno)); }

}  // namespace

unix_socket::unix_socket(std::string const& path) : descriptor_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un where{};
  where.sun_family = AF_UNIX;
  if (path.size() >= sizeof where.sun_path) throw std::runtime_error("the socket's path is too long: " + path);
  path.copy(where.sun_path, path.size());
  if (::connect(descriptor_, reinterpret_cast<sockaddr const*>(&where), sizeof where) != 0) give_up(path);
  timeval const patience{60, 0};
  for (auto const option : {SO_RCVTIMEO, SO_SNDTIMEO})
    ::setsockopt(descriptor_, SOL_SOCKET, option, &patience, sizeof patience);
}

unix_socket::unix_socket(unix_socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

unix_socket::~unix_socket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void unix_socket::send(std::string_view bytes) {
  while (!bytes.empty()) {
    auto const n = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno != EINTR) give_up("send to Incus");
    if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string_view unix_socket::receive() {
  static std::array<char, 256 * 1024> buffer;  // one thread
  auto const n = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
  if (n < 0) give_up("receive from Incus");
  if (n == 0) throw std::runtime_error("Incus closed the connection");
  return {buffer.data(), static_cast<std::size_t>(n)};
}

}  // namespace imcp::tests::bench
