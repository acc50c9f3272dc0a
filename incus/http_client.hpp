#pragma once
// HTTP/1.1 to Incus: a pool of keep-alive connections with a bound, a deadline on everything, and no second try.

#include "incus/connection.hpp"
#include "incus/failure.hpp"
#include "incus/request.hpp"
#include "incus/websocket.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace imcp::incus {

namespace asio = boost::asio;

struct http_response {
  int status = 0;
  std::string etag;
  std::string body;  ///< with at least simdjson's padding of spare capacity

  http_response() {}
};

/// pooled: a short request, on one of at most max_connections. own: a wait, which would block its connection.
enum class lane { pooled, own };

class http_client {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  http_client(asio::any_io_executor executor, connection where);
  ~http_client();

  /// One request, one answer, whole before `deadline` (waiting for a place in the pool included). Nothing is ever
  /// resent: a pooled connection is replaced only when it is found dead before the first byte was written.
  /// Terminal cancellation ends it at once (the coroutine must have set throw_if_cancelled(false)); a call that was
  /// cancelled before sends nothing. Redirects are not followed.
  asio::awaitable<outcome<http_response>> send(request what, lane where, time_point deadline);
  /// A WebSocket on a connection of its own; the handshake ends before `deadline`.
  asio::awaitable<outcome<std::unique_ptr<websocket>>> open_websocket(std::string target, time_point deadline);

 private:
  class pool;
  std::unique_ptr<pool> pool_;
  connection where_;
};

}  // namespace imcp::incus
