#pragma once
// The server binary with a policy of its own and a fake Incus behind it.

#include "tests/support/fake_incus.hpp"
#include "tests/support/mcp_process.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace imcp::server {

/// Everything granted; `more` are further lines of [callers.default].
inline std::string policy_toml(std::string_view socket, std::string_view more = "") {
  return "version = 1\n[connection]\nurl = \"unix://" + std::string(socket) +
         "\"\n[callers.default]\nscopes = [\"incus.read\", \"incus.write\", \"incus.exec\", \"incus.delete\"]\n"
         "projects = [\"*\"]\nmax_calls_per_minute = 100000\n" +
         std::string(more) + "\n";
}

/// A backend and a policy file; each start() is one more process of the server.
class served {
 public:
  explicit served(std::string_view more_policy = "")
      : policy_(dir_.write("policy.toml", policy_toml(incus.socket_path(), more_policy))) {}

  support::fake_incus incus;

  support::process_options options(std::vector<std::string> arguments = {}) const {
    std::vector<std::string> argv{IMCP_BINARY, "--policy", policy_};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    support::process_options made(std::move(argv));
    made.without = {"INCUS_MCP_POLICY", "INCUS_MCP_CALLER"};
    return made;
  }
  std::string const& policy_file() const { return policy_; }
  support::temp_dir const& dir() const { return dir_; }

 private:
  support::temp_dir dir_;
  std::string policy_;
};

/// A request of 2026-07-28 as one line without newline; `id` is JSON.
inline std::string modern_line(std::string_view id, std::string_view method, std::string_view params = "{}",
                               std::string_view more_meta = "") {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" + std::string(method) + R"(","params":)" +
         support::with_modern_meta(params, "{}", more_meta) + "}";
}

inline std::string call_line(std::string_view id, std::string_view tool, std::string_view arguments = "{}",
                             std::string_view more_meta = "") {
  return modern_line(id, "tools/call", support::tool_call_params(tool, arguments), more_meta);
}

inline std::string cancel_line(std::string_view id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + std::string(id) + "}}";
}

inline std::string const operation_id = "11111111-2222-4333-8444-555555555555";
inline std::string const operation_path = "/1.0/operations/" + operation_id;
inline constexpr std::string_view exec_sleep = R"({"instance":"web","command":["sleep","60"]})";

}  // namespace imcp::server
