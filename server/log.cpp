#include "server/log.hpp"

#include "schemas/json_writer.hpp"

#include <spdlog/details/null_mutex.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>

#include <array>
#include <memory>
#include <poll.h>
#include <unistd.h>

namespace imcp::server {
namespace {

constexpr std::size_t line_bytes = 4096;  // what a pipe that polls as writable takes without blocking

bool stderr_takes_a_line() {
  pollfd ask{STDERR_FILENO, POLLOUT, 0};
  return ::poll(&ask, 1, 0) == 1 && (ask.revents & POLLOUT) != 0;
}

void write_to_stderr(std::string_view line) {
  auto const n = ::write(STDERR_FILENO, line.data(), line.size());
  static_cast<void>(n);  // there is nowhere else to complain
}

class stderr_sink : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
 protected:
  void sink_it_(spdlog::details::log_msg const& message) override {
    if (!stderr_takes_a_line()) {
      ++dropped_;
      return;
    }
    if (dropped_ > 0) write_to_stderr(std::to_string(dropped_) + " log lines were dropped: nobody read stderr\n");
    dropped_ = 0;
    write_to_stderr(format(message));
  }
  void flush_() override {}

 private:
  std::string format(spdlog::details::log_msg const& message) {
    spdlog::memory_buf_t formatted;
    formatter_->format(message, formatted);
    auto line = schemas::to_valid_utf8(std::string_view(formatted.data(), std::min(formatted.size(), line_bytes - 1)));
    if (!line.ends_with('\n')) line += '\n';
    return line.size() > line_bytes ? line.substr(0, line_bytes) : line;
  }
  std::size_t dropped_ = 0;
};

constexpr std::array levels{spdlog::level::debug, spdlog::level::info, spdlog::level::warn, spdlog::level::err};
constexpr std::array<std::string_view, 4> names{"debug", "info", "warn", "error"};

spdlog::level::level_enum native(log_level level) { return levels[static_cast<std::size_t>(level)]; }

spdlog::logger make_logger() {
  spdlog::logger made("incus-mcp-server", std::make_shared<stderr_sink>());
  made.set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
  made.set_level(spdlog::level::warn);
  return made;
}

spdlog::logger& logger() {
  static spdlog::logger made = make_logger();
  return made;
}

}  // namespace

void set_log_level(log_level lowest) { logger().set_level(native(lowest)); }

bool parse_log_level(std::string_view name, log_level& level) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != name) continue;
    level = static_cast<log_level>(i);
    return true;
  }
  return false;
}

void log(log_level level, std::string_view text) {
  logger().log(native(level), spdlog::string_view_t(text.data(), text.size()));
}

std::string describe(std::exception_ptr problem) {
  try {
    std::rethrow_exception(problem);
  } catch (std::exception const& e) {
    return e.what();
  } catch (...) {
    return "unknown exception";
  }
}

}  // namespace imcp::server
