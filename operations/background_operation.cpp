#include "incus/endpoints.hpp"
#include "operations/failure.hpp"
#include "operations/inspection.hpp"
#include "operations/redaction.hpp"

#include <algorithm>
#include <tuple>

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

// A native list of operations is an object of arrays by status, in random order.
std::vector<schemas::json_value> flattened(schemas::json_value by_status) {
  std::vector<schemas::json_value> all;
  schemas::json_object object;
  if (by_status.get_object().get(object)) return all;
  for (auto const status : object)
    if (schemas::json_array list; !status.value.get_array().get(list)) all.insert(all.end(), list.begin(), list.end());
  auto const order = [](schemas::json_value op) {
    return std::tuple(schemas::string_member(op, "created_at").value_or(""),
                      schemas::string_member(op, "id").value_or(""));
  };
  std::sort(all.begin(), all.end(), [&](auto const& a, auto const& b) { return order(a) < order(b); });
  return all;
}

reply operations_result(call const& c, schemas::json_value by_status) {
  auto const all = flattened(by_status);
  std::vector<std::string> items, hidden;
  for (auto const& operation : all) {
    if (items.size() == static_cast<std::size_t>(c.limit())) break;
    auto clean = without_secrets(operation, schemas::pointer_to("/items", std::to_string(items.size())));
    items.push_back(std::move(clean.json));
    hidden.insert(hidden.end(), clean.pointers.begin(), clean.pointers.end());
  }
  return items_result(items, all.size(), redacted_member(hidden));
}

incus::failure not_operations() {
  return incus::failure(incus::phase::answered, incus::cause::malformed,
                        "the answer of Incus is no list of operations");
}

// in {project?, limit?}  out {items, count, truncated}
asio::awaitable<reply> operation_list(call& c) {
  auto const got = co_await c.incus.send(incus::get_operations(c.project));
  if (!got) co_return read_error(got.error(), "operations");
  auto const native = checked_native(got->metadata);
  if (!native) co_return native.error();
  auto const by_status = schemas::json_document::parse(*native);
  if (!by_status->root().is_object()) co_return read_error(not_operations(), "operations");
  if (by_status->root().get_object().value_unsafe().size() == 0)
    if (auto const exists = co_await check_project_exists(c); !exists) co_return exists.error();
  co_return operations_result(c, by_status->root());
}

constexpr implementation rows[] = {
    {"incus_operation_list", &operation_list},
    {"incus_operation_get", &operation_get, nullptr, &read_operation},
};

}  // namespace

std::span<implementation const> background_operations() { return rows; }

}  // namespace imcp::operations
