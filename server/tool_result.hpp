#pragma once
// A reply of the pipeline as an MCP tool result. Contract: contract.md §1.2 (last items), §1.3.

#include "operations/call.hpp"
#include "server/dialect.hpp"

#include <string>

namespace imcp::server {

/// The result object: the structured result as structuredContent (where the revision has it) and again as one text
/// block, complete both times; isError for a tool error.
std::string tool_result(dialect const& speaks, operations::reply const& reply);

}  // namespace imcp::server
