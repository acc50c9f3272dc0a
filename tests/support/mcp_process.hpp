#pragma once
// An MCP client for tests: a server process, one JSON message per line, requests matched to answers by id.
// Contract §4; the wire rules it holds the server to: every stdout line is one JSON-RPC message with an object at its
// root.

#include "tests/support/child_process.hpp"
#include "tests/support/test_json.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace imcp::support {

class mcp_process : public child_process {
 public:
  using child_process::child_process;

  /// One line; the newline is added.
  bool send(std::string_view line) { return send_bytes(std::string(line) + "\n"); }
  /// A request with the next id, which it returns. `params_json` empty: no params.
  std::int64_t send_request(std::string_view method, std::string_view params_json = "");
  void send_notification(std::string_view method, std::string_view params_json = "");

  /// The next message of any sort, kept ones first; not there when none came. A line that is no message fails the test.
  test_json next(std::chrono::milliseconds patience = process_patience);
  /// The answer to `id`; whatever else comes first is kept. None in time fails the test.
  test_json wait_response(std::int64_t id, std::chrono::milliseconds patience = process_patience);
  test_json request(std::string_view method, std::string_view params_json = "",
                    std::chrono::milliseconds patience = process_patience);
  /// Kept messages that are no answer of ours: notifications and requests of the server, in their order.
  std::vector<test_json> take_notifications();

  // Revision 2026-07-28: each request carries its revision and capabilities.
  std::int64_t send_modern(std::string_view method, std::string_view params_json = "{}");
  test_json modern(std::string_view method, std::string_view params_json = "{}",
                   std::chrono::milliseconds patience = process_patience);
  /// The result of tools/call; the whole answer when it is an error.
  test_json call_tool(std::string_view name, std::string_view arguments_json = "{}",
                      std::chrono::milliseconds patience = process_patience);
  /// What every modern request of this client declares, as JSON.
  void declare_capabilities(std::string json) { capabilities_ = std::move(json); }
  /// More members of every modern `_meta`, e.g. R"("progressToken":7)"; empty: none.
  void declare_meta(std::string members) { meta_members_ = std::move(members); }

  // Before it: initialize and notifications/initialized, then plain requests.
  test_json initialize(std::string_view revision = "2025-11-25", std::string_view capabilities_json = "{}");
  test_json call_tool_legacy(std::string_view name, std::string_view arguments_json = "{}",
                             std::chrono::milliseconds patience = process_patience);

 private:
  test_json read_message(std::chrono::milliseconds patience);

  std::int64_t last_id_ = 0;
  std::string capabilities_ = "{}", meta_members_;
  std::vector<test_json> kept_;
};

/// `params_json` with the `_meta` of revision 2026-07-28 as its first member.
std::string with_modern_meta(std::string_view params_json, std::string_view capabilities_json = "{}",
                             std::string_view more_members = "");
/// The params of tools/call.
std::string tool_call_params(std::string_view name, std::string_view arguments_json);

}  // namespace imcp::support
