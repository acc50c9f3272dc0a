#pragma once
// One type-erased byte stream. Beast's HTTP and WebSocket code is instantiated for this type and no other: a template
// over Unix and TLS streams took 100 s to compile. Included by incus/*.cpp only.

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include <array>
#include <chrono>
#include <memory>
#include <utility>

namespace imcp::incus {

namespace asio = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;

/// What a connection must be able to do. Completion handlers run on the stream's executor.
class byte_stream {
 public:
  using io_handler = asio::any_completion_handler<void(error_code, std::size_t)>;
  static constexpr std::size_t most_buffers = 8;  // of one call; Beast's calls take partial transfers

  template <class Buffer>
  struct buffers {
    std::array<Buffer, most_buffers> list;
    std::size_t count = 0;
    auto begin() const { return list.begin(); }
    auto end() const { return list.begin() + static_cast<std::ptrdiff_t>(count); }
  };

  virtual ~byte_stream() = default;
  virtual void read_some(buffers<asio::mutable_buffer> into, io_handler done) = 0;
  virtual void write_some(buffers<asio::const_buffer> from, io_handler done) = 0;
  /// One absolute deadline for all that follows. When it passes, the stream is closed, and what is under way fails.
  virtual void expires_at(std::chrono::steady_clock::time_point when) = 0;
  /// Whether it was the deadline that ended the stream: the error of the operation itself does not say.
  virtual bool expired() const = 0;
  virtual void close() = 0;
  virtual int native_handle() = 0;
};

class any_stream {
 public:
  using executor_type = asio::any_io_executor;

  any_stream(asio::any_io_executor executor, std::unique_ptr<byte_stream> stream)
      : executor_(std::move(executor)), stream_(std::move(stream)) {}

  executor_type get_executor() const noexcept { return executor_; }
  byte_stream& stream() { return *stream_; }
  /// From now on writes vanish. Beast answers pings inside a read: on a socket that the peer has closed already that
  /// write fails, the read fails with it, and output already received is lost. Incus never looks at pongs.
  void discard_writes() { discards_writes_ = true; }

  template <class Buffers, class Token>
  auto async_read_some(Buffers const& into, Token&& token) {
    auto start = [this](auto handler, Buffers const& b) {
      stream_->read_some(gathered<asio::mutable_buffer>(b), std::move(handler));
    };
    return asio::async_initiate<Token, void(error_code, std::size_t)>(std::move(start), token, into);
  }

  template <class Buffers, class Token>
  auto async_write_some(Buffers const& from, Token&& token) {
    auto start = [this](auto handler, Buffers const& b) { write(gathered<asio::const_buffer>(b), std::move(handler)); };
    return asio::async_initiate<Token, void(error_code, std::size_t)>(std::move(start), token, from);
  }

 private:
  template <class Buffer, class Sequence>
  static byte_stream::buffers<Buffer> gathered(Sequence const& sequence) {
    byte_stream::buffers<Buffer> all;
    auto const end = asio::buffer_sequence_end(sequence);
    for (auto at = asio::buffer_sequence_begin(sequence); at != end && all.count < byte_stream::most_buffers; ++at)
      if (Buffer const b(*at); b.size() > 0) all.list[all.count++] = b;
    return all;
  }

  void write(byte_stream::buffers<asio::const_buffer> from, byte_stream::io_handler done) {
    if (!discards_writes_) return stream_->write_some(from, std::move(done));
    auto const size = asio::buffer_size(from);
    asio::post(executor_, [done = std::move(done), size]() mutable { std::move(done)(error_code(), size); });
  }

  asio::any_io_executor executor_;
  std::unique_ptr<byte_stream> stream_;
  bool discards_writes_ = false;
};

// Beast's customisation points. Incus ends a WebSocket by closing the connection, so there is nothing to negotiate.
template <class Handler>
void async_teardown(beast::role_type, any_stream& s, Handler&& handler) {
  s.stream().close();
  asio::post(s.get_executor(), [h = std::forward<Handler>(handler)]() mutable { std::move(h)(error_code()); });
}
inline void teardown(beast::role_type, any_stream& s, error_code& ec) {
  s.stream().close();
  ec = {};
}
inline void beast_close_socket(any_stream& s) { s.stream().close(); }

}  // namespace imcp::incus
