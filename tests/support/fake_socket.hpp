#pragma once
// One accepted connection of the fake: blocking, plain POSIX. The descriptor is closed only when the last owner is
// gone, so hang_up() from another thread never meets a reused number.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace imcp::support {

class fake_socket {
 public:
  explicit fake_socket(int fd) : fd_(fd) {}
  ~fake_socket();
  fake_socket(fake_socket const&) = delete;
  fake_socket& operator=(fake_socket const&) = delete;

  /// False when the peer is gone.
  bool send(std::string_view bytes);
  /// What has arrived, waiting for the first byte; empty at the end of the stream or after hang_up().
  std::string receive(std::size_t at_most);
  /// The same without taking it out of the kernel's queue.
  std::string peek(std::size_t at_most);
  /// Exactly `count` bytes, or fewer at the end of the stream.
  std::string receive_exactly(std::size_t count);
  /// Reads and drops until the peer or we hang up.
  void drain();
  /// Ends both directions; blocked calls return. The peer sees a plain end of file.
  /// A reset instead: destroy the socket while a received byte is still unread. A Unix socket has no other way.
  void hang_up();
  /// The peer has closed, whether or not anybody has read that yet.
  bool peer_gone() const;

 private:
  int const fd_;
};

/// Says "the fake is ending" to everything that sleeps.
class stop_flag {
 public:
  void stop();
  bool stopped() const { return stopped_; }
  /// False when the flag was raised before the time was over.
  bool sleep(std::chrono::milliseconds d);

 private:
  std::mutex mutex_;
  std::condition_variable raised_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace imcp::support
