#pragma once
// Stage 2: bytes, JSON, schema, names, and what a schema cannot say.

#include "operations/call.hpp"

namespace imcp::operations {

/// The arguments as a document, or input_limit or invalid_input with every violation (at most bounds::violations).
/// A `confirm` that is missing as the only fault passes: stage 3 has an error of its own for it.
schemas::result<schemas::json_document> read_input(schemas::descriptor const& op, implementation const* code,
                                                   std::string arguments);

}  // namespace imcp::operations
