#pragma once
// Stage 10: nothing leaves that its own schema does not describe. Contract: contract.md §1.2.

#include "operations/call.hpp"

namespace imcp::operations {

/// The reply itself; or output_limit or invalid_output, with the result's identity fields, when a success is larger
/// than bounds::output_bytes or breaks op.result_schema.
reply checked_output(schemas::descriptor const& op, reply done);

}  // namespace imcp::operations
