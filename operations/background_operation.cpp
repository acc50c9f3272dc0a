#include "incus/endpoints.hpp"
#include "operations/failure.hpp"
#include "operations/inspection.hpp"
#include "operations/redaction.hpp"

namespace imcp::operations {
namespace {

// Stage 8b: the operation as Incus has it; the pipeline authorizes it by its resources.
asio::awaitable<reply> read_operation(call& c) {
  auto const id = c.text("operation_id");
  auto const resource = "operation " + std::string(id);
  auto const got = co_await c.incus.send(incus::get_operation(id));
  if (!got) co_return c.op.is_read() ? read_error(got.error(), resource) : preparation_error(got.error(), resource);
  co_return checked_native(got->metadata);
}

// in {operation_id, project?}  out {item}
asio::awaitable<reply> operation_get(call& c) {
  auto const operation = schemas::json_document::parse(c.object);
  auto const clean = without_secrets(operation->root(), "/item");
  co_return item_result(clean.json, redacted_member(clean.pointers));
}

constexpr implementation rows[] = {
    {"incus_operation_get", &operation_get, nullptr, &read_operation},
};

}  // namespace

std::span<implementation const> background_operations() { return rows; }

}  // namespace imcp::operations
