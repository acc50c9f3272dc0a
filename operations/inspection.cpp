#include "operations/inspection.hpp"

#include "incus/endpoints.hpp"
#include "operations/failure.hpp"
#include "schemas/json_writer.hpp"

#include <algorithm>
#include <limits>

namespace imcp::operations {
namespace {

using schemas::error_kind;
using schemas::tool_error;

tool_error too_large(std::string_view what, std::size_t bytes) {
  return tool_error(error_kind::output_limit, std::string(what) + " is larger than an answer may be")
      .with("limit_bytes", schemas::bounds::output_bytes)
      .with("actual_bytes", bytes)
      .mark_dispatched();
}

// The bytes around the items of a list: {"items":[],"count":N,"truncated":false}.
constexpr std::size_t list_overhead = 80;

std::size_t count_that_fits(std::span<std::string const> items, std::size_t reserved) {
  std::size_t used = list_overhead + reserved, n = 0;
  for (auto const& item : items) {
    used += item.size() + 1;
    if (used > schemas::bounds::output_bytes) break;
    ++n;
  }
  return n;
}

}  // namespace

tool_error not_json(schemas::json_fault const& fault) {
  return tool_error(error_kind::protocol_error, "Incus answered an item that is not JSON: " + fault.message)
      .mark_dispatched();
}

schemas::result<std::string> checked_native(std::string_view slice) {
  auto const parsed = schemas::json_document::parse(schemas::minify(slice));
  if (!parsed) return not_json(parsed.error());
  return std::string(parsed->text());
}

asio::awaitable<schemas::verdict> check_project_exists(call& c) {
  auto const found = co_await c.incus.send(incus::get_project(c.project));
  bool const missing = !found && found.error().why == incus::cause::rejected && found.error().http_status == 404;
  if (missing) co_return read_error(found.error(), "project " + c.project);
  co_return schemas::verdict();
}

std::size_t items_to_keep(call const& c, visible_fn visible) {
  return visible ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(c.limit());
}

asio::awaitable<reply> list(call& c, incus::request what, visible_fn visible) {
  auto const got = co_await c.incus.send(std::move(what));
  if (!got) co_return read_error(got.error(), "");
  if (got->item_count == 0)
    if (auto const exists = co_await check_project_exists(c); !exists) co_return exists.error();
  std::vector<std::string> kept;
  std::size_t count = visible ? 0 : got->item_count;
  auto const most = static_cast<std::size_t>(c.limit());
  for (auto const slice : got->items) {
    if (visible) {
      auto const parsed = schemas::json_document::parse(std::string(slice));
      if (!parsed) co_return not_json(parsed.error());
      if (!visible(c, parsed->root())) continue;
      ++count;
    }
    if (kept.size() < most) kept.push_back(schemas::minify(slice));
  }
  co_return items_result(kept, count);
}

reply items_result(std::span<std::string const> items, std::size_t count, std::string_view members) {
  auto const n = count_that_fits(items, members.size());
  if (n == 0 && !items.empty()) return too_large("the first item", items.front().size());
  schemas::json_writer out;
  out.begin_object().key("items").begin_array();
  for (auto const& item : items.first(n)) out.raw(item);
  out.end_array().member("count", count).member("truncated", n < count).raw_members(members);
  return out.end_object().take();
}

reply item_result(std::string_view native, std::string_view members) {
  std::string storage;
  auto const item = schemas::on_one_line(native, storage);
  schemas::json_writer out;
  out.reserve(item.size() + members.size() + 64 + simdjson::SIMDJSON_PADDING);
  out.begin_object().raw_member("item", item).raw_members(members).end_object();
  if (out.size() > schemas::bounds::output_bytes) return too_large("the object", item.size());
  return out.take();
}

}  // namespace imcp::operations
