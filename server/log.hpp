#pragma once
// Diagnostics for the operator, on stderr only. Never arguments, keys or results of calls.

#include <exception>
#include <string>
#include <string_view>

namespace imcp::server {

enum class log_level { debug, info, warn, error };

void set_log_level(log_level lowest);
/// false when `name` is none of debug, info, warn, error.
bool parse_log_level(std::string_view name, log_level& level);

/// One line. A client need not read our stderr: a line that would block is dropped, and their number is told later.
void log(log_level level, std::string_view text);

/// What went wrong, for a log line.
std::string describe(std::exception_ptr problem);

}  // namespace imcp::server
