#pragma once
// Readiness of a descriptor that we inherited. O_NONBLOCK lives in the open file description, which the client or its
// terminal shares, so Asio must never touch ours: it sits in a private epoll, and Asio waits on that one.

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <string>

namespace imcp::server {

namespace asio = boost::asio;

enum class direction { in, out };

class descriptor_gate {
 public:
  descriptor_gate(asio::any_io_executor executor, int descriptor, direction d);

  /// Suspends until the descriptor is ready; false when cancel() ended the wait.
  asio::awaitable<bool> wait();
  void cancel();

  /// Reads what is there: > 0 bytes, 0 at the end of input, -1 with errno. Call only after wait().
  ssize_t read(char* to, std::size_t size) const;
  /// Writes as much as does not block, also without a wait(); -1 with errno, EAGAIN when nothing.
  ssize_t write(char const* from, std::size_t size);

  /// Opens /dev/null in place of 0, 1 and 2 where they are closed, or the next socket would become our stdout.
  /// false when that failed.
  static bool fill_standard_descriptors();

 private:
  ssize_t write_after_poll(char const* from, std::size_t size) const;

  asio::posix::stream_descriptor epoll_;
  int descriptor_;
  direction direction_;
  bool always_ready_;  // regular files and /dev/null: epoll refuses them, and they never block
  bool is_socket_ = false;
  bool can_write_nowait_ = true;  // until the kernel says that this descriptor cannot
  bool cancelled_ = false;
};

}  // namespace imcp::server
