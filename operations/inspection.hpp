#pragma once
// Reads as the agent gets them: native bytes in, {"items",…} or {"item"} out. Contract: contract.md §1.2.

#include "operations/call.hpp"

#include <span>

namespace imcp::operations {

/// Whether the caller may get an item of a list one by one; nullptr: all of them.
using visible_fn = bool (*)(call const& c, schemas::json_value item);

/// How many items of the native list to cut out: `limit`, or all when some may be invisible.
std::size_t items_to_keep(call const& c, visible_fn visible);

/// Sends a list request and shapes its answer: the first `limit` items that the caller may see and that fit the
/// output bound, in native order. A list that is empty because the project does not exist is an error.
asio::awaitable<reply> list(call& c, incus::request what, visible_fn visible);

/// `rejected` when the call's project does not exist: 6.0 answers an empty list for it.
asio::awaitable<schemas::verdict> check_project_exists(call& c);

/// protocol_error: what Incus answered in the place of an item.
schemas::tool_error not_json(schemas::json_fault const& fault);

/// {"items","count","truncated"} of items that are JSON already, dropped from the end until they fit.
/// `members` are further members of the result as JSON, or "".
reply items_result(std::span<std::string const> items, std::size_t count, std::string_view members = "");
/// {"item": …} of an item as Incus answered it; output_limit when it does not fit.
reply item_result(std::string_view item, std::string_view members = "");

/// A native value cut from an answer, now checked token by token; without whitespace. Only for what is looked into:
/// what merely passes through is checked once, as part of the whole result (output.hpp).
schemas::result<std::string> checked_native(std::string_view slice);

}  // namespace imcp::operations
