#pragma once
// What a native failure is called towards an agent. One place for reads, one for what a wait could not see.
// Contract: contract.md §1.3.

#include "incus/failure.hpp"
#include "schemas/error.hpp"
#include "schemas/json_writer.hpp"

#include <string_view>

namespace imcp::operations {

schemas::error_kind kind_of(incus::failure const& why);

/// Why a read gave nothing. `resource` opens the message: "instance web".
schemas::tool_error read_error(incus::failure const& why, std::string_view resource);
/// Why discovery or a preparatory read failed: the operation itself was not dispatched.
schemas::tool_error preparation_error(incus::failure const& why, std::string_view resource);

/// {"kind","message","http_status","error_code"}
std::string wait_error_json(incus::failure const& why);

}  // namespace imcp::operations
