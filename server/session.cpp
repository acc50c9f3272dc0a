#include "server/session.hpp"

#include "server/methods.hpp"
#include "server/raw_json.hpp"

namespace imcp::server {
namespace {

// A 4 MiB line could hold two million tiny messages, each answered with fifty times its size.
constexpr std::size_t max_batch = 100;

std::optional<token> cancelled_id(envelope const& notification) {
  if (!notification.params) return std::nullopt;
  auto const id = schemas::member(*notification.params, "requestId");
  if (!id) return std::nullopt;
  return token::read(*id, raw_member(notification.raw_params, *notification.params, "requestId"));
}

rpc_error invalid_request(std::string message) { return {rpc_code::invalid_request, std::move(message)}; }

}  // namespace

void session::receive(frame line) {
  if (line.oversize) return refuse(nullptr, std::nullopt, invalid_request("a line must be at most 4 MiB"));
  auto const document = rpc_document::parse(std::move(line.text));
  if (!document) return refuse(nullptr, std::nullopt, document.error());
  if (document->root().is_array()) return receive_batch(*document);
  receive_message(document->root(), document->raw(), nullptr);
}

void session::receive_batch(rpc_document const& document) {
  schemas::json_array const members(document.root());
  if (negotiated_ == nullptr || !negotiated_->has_batches)
    return refuse(nullptr, std::nullopt, invalid_request("batches exist only in sessions of 2025-03-26"));
  if (members.size() == 0 || members.size() > max_batch)
    return refuse(nullptr, std::nullopt,
                  invalid_request("a batch must have 1 to " + std::to_string(max_batch) + " messages"));
  auto const batch = std::make_shared<reply_batch>(members.size());
  std::size_t index = 0;
  for (auto const member : members) receive_message(member, raw_item(document.raw(), index++), batch);
}

void session::receive_message(schemas::json_value message, std::string_view raw, batch_ptr const& batch) {
  auto const read = read_envelope(message, raw);
  switch (read.kind) {
    case message_kind::request:
      return serve(read, batch);
    case message_kind::notification:
      if (read.fault.empty()) notice(read);
      return out_.withdraw(batch);
    case message_kind::response:
      return out_.withdraw(batch);  // we ask clients nothing, so it answers nothing
    case message_kind::invalid:
      return refuse(batch, read.id, invalid_request(read.fault));
  }
}

void session::notice(envelope const& notification) {
  if (notification.method != "notifications/cancelled") return;
  auto const id = cancelled_id(notification);
  if (!id) return;
  calls_.cancel(*id);
  subscriptions_.cancel(*id);
}

void session::serve(envelope const& asked, batch_ptr const& batch) {
  if (is_open(*asked.id)) return refuse(batch, asked.id, invalid_request("the id is that of an unanswered request"));
  auto const speaks = dialect_of(asked, negotiated_);
  if (!speaks) return refuse(batch, asked.id, speaks.error());
  if (batch && ((*speaks)->stateless || asked.method == "initialize"))
    return refuse(batch, asked.id, invalid_request("this request cannot be part of a batch"));
  auto const* found = find_method(asked.method, **speaks);
  if (found == nullptr)
    return refuse(batch, asked.id, rpc_error(rpc_code::method_not_found, "this server has no such method"));
  auto const answered = found->run(*this, request(asked, **speaks, batch));
  if (!answered) return;
  if (!*answered) return refuse(batch, asked.id, answered->error());
  out_.reply(batch, result_frame(*asked.id, **answered));
}

void session::refuse(batch_ptr const& batch, std::optional<token> const& id, rpc_error const& error) {
  out_.reply(batch, error_frame(id, error));
}

}  // namespace imcp::server
