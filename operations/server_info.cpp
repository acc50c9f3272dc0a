#include "incus/endpoints.hpp"
#include "operations/failure.hpp"
#include "operations/inspection.hpp"

namespace imcp::operations {
namespace {

// in {}  out {item}
asio::awaitable<reply> server_get(call& c) {
  auto const got = co_await c.incus.send(incus::get_server());
  if (!got) co_return read_error(got.error(), "server");
  co_return item_result(got->metadata);
}

constexpr implementation rows[] = {{"incus_server_get", &server_get}};

}  // namespace

std::span<implementation const> server_operations() { return rows; }

}  // namespace imcp::operations
