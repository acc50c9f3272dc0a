#pragma once
// A connected Unix socket, used with plain send and recv.

#include <string>
#include <string_view>

namespace imcp::tests::bench {

class unix_socket {
 public:
  /// Throws when nobody listens there. Reads and writes that take a minute throw too.
  explicit unix_socket(std::string const& path);
  unix_socket(unix_socket&& other) noexcept;
  unix_socket& operator=(unix_socket&&) = delete;
  ~unix_socket();

  int descriptor() const { return descriptor_; }
  void send(std::string_view bytes);
  /// What has arrived, at least one byte, in a buffer that all sockets share. Throws at the end of the stream.
  std::string_view receive();

 private:
  int descriptor_ = -1;
};

}  // namespace imcp::tests::bench
