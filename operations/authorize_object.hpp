#pragma once
// Stage 8b: the object that was read, not the words that named it. Contract: contract.md §1.4.

#include "operations/call.hpp"

namespace imcp::operations {

/// `operation` is a native operation. It belongs to the projects and instances of its `resources`; one that has none
/// is only for a caller with projects ["*"]. A `project` in the input must be one of its projects.
schemas::verdict authorize_operation(call const& c, schemas::json_value operation);

}  // namespace imcp::operations
