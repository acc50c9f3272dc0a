#pragma once
// What a schema must be like to be published. Contract: contract.md §1.1.

#include "schemas/compiler/diagnostics.hpp"
#include "schemas/json.hpp"

#include <string>

namespace imcp::schemas::compiler {

/// Inputs are closed and fully bounded; results may hold native objects, which are open.
enum class schema_side { input, result };

/// Reports every place where the expanded schema is not plain: keywords outside our subset, open objects, types that
/// are not one name, strings and arrays without a bound, properties without a description.
void lint_schema(json_value schema, schema_side side, std::string const& file, diagnostics& found);

}  // namespace imcp::schemas::compiler
