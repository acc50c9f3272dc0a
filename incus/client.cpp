#include "incus/client.hpp"

#include "incus/endpoints.hpp"
#include "schemas/json.hpp"

namespace imcp::incus {
namespace {

using clock = std::chrono::steady_clock;

failure not_trusted() {
  return failure(phase::answered, cause::untrusted,
                 "Incus answers but does not trust this connection; the operator must add its certificate");
}

void read_extensions(schemas::json_value server, std::set<std::string, std::less<>>& into) {
  schemas::json_array list;
  auto const found = schemas::member(server, "api_extensions");
  if (!found || found->get_array().get(list)) return;
  for (auto const item : list)
    if (auto const name = schemas::as_string(item)) into.emplace(*name);
}

}  // namespace

client::client(asio::any_io_executor executor, connection where)
    : executor_(executor), where_(where), http_(std::move(executor), std::move(where)) {}

asio::awaitable<outcome<void>> client::discover() {
  if (discovered_) co_return outcome<void>();
  auto found = co_await send(get_server());
  if (!found) co_return found.error();
  auto const server = schemas::json_document::parse(std::string(found->metadata));
  if (!server || !server->root().is_object())
    co_return failure(phase::answered, cause::malformed, "the answer of GET /1.0 describes no server");
  if (schemas::string_member(server->root(), "auth") != "trusted") co_return not_trusted();
  read_extensions(server->root(), extensions_);
  discovered_ = true;
  co_return outcome<void>();
}

asio::awaitable<outcome<answer>> client::send(request what) {
  auto const keep = what.keep_items;
  auto got = co_await http_.send(std::move(what), lane::pooled, clock::now() + where_.timeout);
  if (!got) co_return got.error();
  co_return read_envelope(got->status, std::move(got->body), std::move(got->etag), keep);
}

asio::awaitable<outcome<answer>> client::send_until(request what, http_client::time_point deadline) {
  auto got = co_await http_.send(std::move(what), lane::own, deadline);
  if (!got) co_return got.error();
  co_return read_envelope(got->status, std::move(got->body), std::move(got->etag), 0);
}

asio::awaitable<outcome<std::unique_ptr<websocket>>> client::open_websocket(std::string target,
                                                                            http_client::time_point deadline) {
  return http_.open_websocket(std::move(target), deadline);
}

}  // namespace imcp::incus
