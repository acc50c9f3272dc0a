#pragma once
// Golden files: what the product prints or publishes, byte for byte, so that a change is a diff somebody reads.

#include <string_view>

namespace imcp::support {

/// Compares `text` with tests/golden/<name>; a missing file fails. With UPDATE_GOLDEN=1 in the environment it rewrites
/// the file instead, which CI never does.
void expect_golden(std::string_view name, std::string_view text);

}  // namespace imcp::support
