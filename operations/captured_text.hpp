#pragma once
// Guest output as JSON: UTF-8 where it is, base64 where it is not or would grow too much. Contract: contract.md §1.2.

#include "incus/exec_session.hpp"

#include <string>

namespace imcp::operations {

/// {"data","encoding","bytes","truncated"}. A character cut at the capture edge is cut back, not a reason for base64.
std::string captured_json(incus::captured const& stream);

std::string base64(std::string_view bytes);

}  // namespace imcp::operations
