#include "incus/deadline.hpp"
#include "incus/dialer.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <sys/un.h>

namespace imcp::incus {
namespace {

using unix_socket = asio::basic_stream_socket<asio::local::stream_protocol, asio::any_io_executor>;

class unix_stream final : public byte_stream {
 public:
  explicit unix_stream(asio::any_io_executor executor)
      : socket_(executor), deadline_(std::move(executor), [this] { close(); }) {}
  unix_socket& socket() { return socket_; }

  void read_some(buffers<asio::mutable_buffer> into, io_handler done) override {
    if (into.count == 1)
      socket_.async_read_some(into.list[0], std::move(done));
    else
      socket_.async_read_some(into, std::move(done));
  }
  void write_some(buffers<asio::const_buffer> from, io_handler done) override {
    if (from.count == 1)
      socket_.async_write_some(from.list[0], std::move(done));
    else
      socket_.async_write_some(from, std::move(done));
  }
  void expires_at(std::chrono::steady_clock::time_point when) override { deadline_.set(when); }
  bool expired() const override { return deadline_.passed(); }
  void close() override {
    error_code ignored;
    socket_.close(ignored);
  }
  int native_handle() override { return socket_.native_handle(); }

 private:
  unix_socket socket_;
  deadline deadline_;
};

std::string why_not(std::string const& path, error_code ec) {
  std::string text = "cannot connect to the Incus socket " + path + ": " + ec.message();
  if (ec == boost::system::errc::no_such_file_or_directory) return text + " (is Incus running on this machine?)";
  if (ec == boost::system::errc::permission_denied)
    return text + " (the user that runs this server must be in the group incus-admin)";
  if (ec == boost::system::errc::connection_refused) return text + " (the Incus daemon is not running)";
  return text;
}

failure connect_failure(std::string const& path, error_code ec, bool expired) {
  if (expired)
    return failure(phase::unsent, cause::timeout, "no connection to the Incus socket " + path + " within the timeout");
  if (ec == asio::error::operation_aborted) return failure(phase::unsent, cause::cancelled, "cancelled");
  return failure(phase::unsent, cause::unreachable, why_not(path, ec));
}

}  // namespace

asio::awaitable<outcome<std::unique_ptr<any_stream>>> dialer::dial(std::chrono::steady_clock::time_point deadline) {
  // Asio throws on a path that does not fit the address.
  if (where_.socket_path.size() >= sizeof(sockaddr_un::sun_path))
    co_return failure(phase::unsent, cause::unreachable, "the Incus socket path is too long: " + where_.socket_path);
  auto stream = std::make_unique<unix_stream>(executor_);
  auto& socket = stream->socket();
  stream->expires_at(deadline);
  asio::local::stream_protocol::endpoint const where(where_.socket_path);
  auto const [ec] = co_await socket.async_connect(where, asio::as_tuple(asio::use_awaitable));
  if (ec) co_return connect_failure(where_.socket_path, ec, stream->expired());
  co_return std::make_unique<any_stream>(executor_, std::move(stream));
}

}  // namespace imcp::incus
