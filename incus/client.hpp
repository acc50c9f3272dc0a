#pragma once
// A discovered Incus server. Knows nothing of scopes, tools or MCP. One thread; outlives its requests.

#include "incus/envelope.hpp"
#include "incus/http_client.hpp"

#include <set>
#include <string>

namespace imcp::incus {

class client {
 public:
  client(asio::any_io_executor executor, connection where);

  /// Reads GET /1.0 once and remembers extensions; done already, it costs nothing. A server that does not trust us
  /// answers 200 all the same: that is `untrusted` here.
  asio::awaitable<outcome<void>> discover();
  bool has_extension(std::string_view name) const { return extensions_.contains(name); }

  /// One request on a pooled connection, within connection.timeout. Native errors are failures `answered`.
  asio::awaitable<outcome<answer>> send(request what);
  /// The same on a connection of its own until `deadline`: for waits.
  asio::awaitable<outcome<answer>> send_until(request what, http_client::time_point deadline);
  asio::awaitable<outcome<std::unique_ptr<websocket>>> open_websocket(std::string target,
                                                                      http_client::time_point deadline);

  connection const& where() const { return where_; }
  asio::any_io_executor executor() const { return executor_; }

 private:
  asio::any_io_executor executor_;
  connection where_;
  http_client http_;
  bool discovered_ = false;
  std::set<std::string, std::less<>> extensions_;
};

}  // namespace imcp::incus
