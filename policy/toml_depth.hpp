#pragma once
// toml++ 3.3 bounds nested values but not dotted keys: a megabyte of "a.a.a.…" would overflow the stack on the way out.

#include <cstdint>
#include <string_view>

namespace imcp::policy {

/// The line on which the dots outside of strings and comments get more than any policy needs; 0 when they never do.
std::uint32_t line_of_too_many_dots(std::string_view toml);

}  // namespace imcp::policy
