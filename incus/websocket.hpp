#pragma once
// One exec channel. RFC 6455 as Incus speaks it: data is binary, one empty text message ends a stream, and connections
// are simply closed at the end (reference: an empty text frame is the barrier; there is no Close frame).

#include <boost/asio/awaitable.hpp>
#include <boost/system/error_code.hpp>

#include <string_view>

namespace imcp::incus {

namespace asio = boost::asio;

class websocket {
 public:
  enum class event { data, barrier, closed };
  struct received {
    event what = event::closed;
    std::string_view bytes;  ///< valid until the next read
    received() {}
    received(event e, std::string_view b) : what(e), bytes(b) {}
  };

  virtual ~websocket() = default;
  /// The next piece of a message (a huge frame comes in pieces), the barrier, or the end of the connection.
  virtual asio::awaitable<received> read() = 0;
  virtual asio::awaitable<boost::system::error_code> write_binary(std::string_view bytes) = 0;
  /// A text message; the empty one is the barrier.
  virtual asio::awaitable<boost::system::error_code> write_text(std::string_view text) = 0;
  /// Answers no more pings: see any_stream::discard_writes.
  virtual void stop_writing() = 0;
  virtual void close() = 0;
};

}  // namespace imcp::incus
