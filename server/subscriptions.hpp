#pragma once
// subscriptions/listen of 2026-07-28. Nothing that a client can listen to changes here while the process runs, so each
// subscription is acknowledged with an empty filter and stays open.

#include "server/dialect.hpp"
#include "server/replies.hpp"

#include <string>
#include <vector>

namespace imcp::server {

class subscriptions {
 public:
  explicit subscriptions(replies& out) : out_(out) {}

  /// Acknowledges the request, or says why it is refused.
  boost::system::result<void, rpc_error> open(token const& id, schemas::json_value params);
  bool is_open(token const& id) const;
  /// The client's wish: silence.
  void cancel(token const& id);
  /// The server's: each is told that it ended.
  void end_all();

 private:
  replies& out_;
  std::vector<token> open_;
};

}  // namespace imcp::server
