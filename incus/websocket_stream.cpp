#include "incus/websocket_stream.hpp"

#include "incus/envelope.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/websocket.hpp>

namespace imcp::incus {
namespace {

namespace ws = beast::websocket;
constexpr auto as_result = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t read_bytes = 64 * 1024;  // Incus' frames are 32 KiB at most; longer ones come in pieces

class beast_websocket final : public websocket {
 public:
  explicit beast_websocket(std::unique_ptr<any_stream> stream) : stream_(std::move(stream)), socket_(*stream_) {
    socket_.read_message_max(0);
    socket_.auto_fragment(false);
  }
  ~beast_websocket() override { close(); }

  ws::stream<any_stream&, false>& socket() { return socket_; }
  any_stream& stream() { return *stream_; }

  asio::awaitable<received> read() override {
    buffer_.clear();
    auto const [ec, n] = co_await socket_.async_read_some(buffer_, read_bytes, as_result);
    if (ec) co_return received();
    if (n == 0 && socket_.is_message_done() && socket_.got_text()) co_return received(event::barrier, {});
    co_return received(event::data, {static_cast<char const*>(buffer_.data().data()), buffer_.size()});
  }

  asio::awaitable<error_code> write_binary(std::string_view bytes) override {
    socket_.binary(true);
    return write(bytes);
  }
  asio::awaitable<error_code> write_text(std::string_view text) override {
    socket_.text(true);
    return write(text);
  }
  void stop_writing() override { stream_->discard_writes(); }
  void close() override { stream_->stream().close(); }

 private:
  asio::awaitable<error_code> write(std::string_view bytes) {
    asio::const_buffer const from(bytes.data(), bytes.size());
    auto const [ec, n] = co_await socket_.async_write(from, as_result);
    co_return ec;
  }

  std::unique_ptr<any_stream> stream_;
  ws::stream<any_stream&, false> socket_;  // false: no permessage-deflate
  beast::flat_buffer buffer_;
};

failure refused(ws::response_type const& answer) {
  // The body may hold an error envelope; whatever it is, it is not the upgrade that was asked for.
  auto body = std::string(answer.body());
  int const status = static_cast<int>(answer.result_int());
  auto const read = read_envelope(status, std::move(body), "", 0);
  auto why = read ? failure(phase::answered, cause::malformed, "no upgrade") : read.error();
  why.message = "Incus refused an exec channel (HTTP " + std::to_string(status) + "): " + why.message;
  return why;
}

failure not_upgraded(error_code ec, bool expired) {
  if (expired) return failure(phase::sent, cause::timeout, "an exec channel was not opened in time");
  if (ec == asio::error::operation_aborted) return failure(phase::sent, cause::cancelled, "cancelled");
  return failure(phase::sent, cause::lost, "an exec channel was lost while it was opened: " + ec.message());
}

}  // namespace

asio::awaitable<outcome<std::unique_ptr<websocket>>> shake_hands(std::unique_ptr<any_stream> stream,
                                                                 std::string target) {
  auto made = std::make_unique<beast_websocket>(std::move(stream));
  ws::response_type answer;
  auto const [ec] = co_await made->socket().async_handshake(answer, "incus", target, as_result);
  if (ec == ws::error::upgrade_declined) co_return refused(answer);
  if (ec) co_return not_upgraded(ec, made->stream().stream().expired());
  made->stream().stream().expires_at(std::chrono::steady_clock::time_point::max());
  co_return std::unique_ptr<websocket>(std::move(made));
}

}  // namespace imcp::incus
