#pragma once
// One client on stdin and stdout: lines in, frames out. Every request gets exactly one reply, in its own dialect.
// Contract: contract.md §4.

#include "server/call_table.hpp"
#include "server/dialect.hpp"
#include "server/frame_reader.hpp"
#include "server/replies.hpp"
#include "server/subscriptions.hpp"
#include "server/tool_list.hpp"

namespace imcp::server {

class session {
 public:
  /// All of them outlive the session.
  session(asio::any_io_executor executor, policy::policy const& rules, operations::pipeline& pipeline, writer& out)
      : out_(out), calls_(std::move(executor), pipeline, out_), subscriptions_(out_), tools_(rules, pipeline.who()) {}

  /// Answers the line, or starts what will. Never waits.
  void receive(frame line);

  // What methods work with; see methods.hpp.
  call_table& calls() { return calls_; }
  subscriptions& listeners() { return subscriptions_; }
  tool_list& tools() { return tools_; }
  void begin(dialect const& negotiated) { negotiated_ = &negotiated; }

 private:
  void receive_batch(rpc_document const& document);
  void receive_message(schemas::json_value message, std::string_view raw, batch_ptr const& batch);
  void notice(envelope const& notification);
  void serve(envelope const& request, batch_ptr const& batch);
  void refuse(batch_ptr const& batch, std::optional<token> const& id, rpc_error const& error);
  bool is_open(token const& id) const { return calls_.is_open(id) || subscriptions_.is_open(id); }

  replies out_;
  call_table calls_;
  subscriptions subscriptions_;
  tool_list tools_;
  dialect const* negotiated_ = nullptr;  // by initialize
};

}  // namespace imcp::server
