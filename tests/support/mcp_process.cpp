#include "tests/support/mcp_process.hpp"

#include "schemas/json_writer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace imcp::support {
namespace {

using clock = std::chrono::steady_clock;

std::string message(std::int64_t const* id, std::string_view method, std::string_view params_json) {
  schemas::json_writer w;
  w.begin_object().member("jsonrpc", "2.0");
  if (id != nullptr) w.member("id", *id);
  w.member("method", method);
  if (!params_json.empty()) w.raw_member("params", params_json);
  return w.end_object().take();
}

bool answers(test_json const& m, std::int64_t id) { return !m["method"] && m["id"].integer() == id; }

std::chrono::milliseconds left_until(clock::time_point deadline) {
  auto const left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock::now());
  return std::max(left, std::chrono::milliseconds(0));
}

test_json result_or_all(test_json const& response) { return response["result"] ? response["result"] : response; }

}  // namespace

std::string with_modern_meta(std::string_view params_json, std::string_view capabilities_json, std::string_view more) {
  auto const open = params_json.find('{');
  if (open == std::string_view::npos) throw std::invalid_argument("params must be an object");
  auto const rest = params_json.substr(open + 1);
  schemas::json_writer w;
  w.begin_object().member("io.modelcontextprotocol/protocolVersion", "2026-07-28");
  w.raw_member("io.modelcontextprotocol/clientCapabilities", capabilities_json);
  w.raw_member("io.modelcontextprotocol/clientInfo", R"({"name":"test","version":"0"})").raw_members(more).end_object();
  auto const empty = rest.find_first_not_of(" \t\r\n") == rest.find('}');
  return R"({"_meta":)" + w.take() + (empty ? "" : ",") + std::string(rest);
}

std::string tool_call_params(std::string_view name, std::string_view arguments_json) {
  schemas::json_writer w;
  return w.begin_object().member("name", name).raw_member("arguments", arguments_json).end_object().take();
}

std::int64_t mcp_process::send_request(std::string_view method, std::string_view params_json) {
  auto const id = ++last_id_;
  send(message(&id, method, params_json));
  return id;
}

void mcp_process::send_notification(std::string_view method, std::string_view params_json) {
  send(message(nullptr, method, params_json));
}

test_json mcp_process::read_message(std::chrono::milliseconds patience) {
  auto const line = read_line(patience);
  if (!line) return test_json();
  auto const found = test_json::parse(*line);
  if (found && (!found.is_object() || found["jsonrpc"].text() != "2.0")) ADD_FAILURE() << "not a message: " << *line;
  return found;
}

test_json mcp_process::next(std::chrono::milliseconds patience) {
  if (kept_.empty()) return read_message(patience);
  auto const first = kept_.front();
  kept_.erase(kept_.begin());
  return first;
}

test_json mcp_process::wait_response(std::int64_t id, std::chrono::milliseconds patience) {
  auto const kept = std::find_if(kept_.begin(), kept_.end(), [id](auto const& m) { return answers(m, id); });
  if (kept != kept_.end()) {
    auto const found = *kept;
    kept_.erase(kept);
    return found;
  }
  auto const deadline = clock::now() + patience;
  for (auto found = read_message(patience); found; found = read_message(left_until(deadline))) {
    if (answers(found, id)) return found;
    kept_.push_back(found);
  }
  ADD_FAILURE() << "no answer to request " << id << "; stderr:\n" << stderr_text();
  return test_json();
}

test_json mcp_process::request(std::string_view method, std::string_view params_json,
                               std::chrono::milliseconds patience) {
  return wait_response(send_request(method, params_json), patience);
}

std::vector<test_json> mcp_process::take_notifications() {
  auto const is_ours = [](test_json const& m) { return !m["method"]; };
  auto const split = std::stable_partition(kept_.begin(), kept_.end(), is_ours);
  std::vector<test_json> const others(split, kept_.end());
  kept_.erase(split, kept_.end());
  return others;
}

std::int64_t mcp_process::send_modern(std::string_view method, std::string_view params_json) {
  return send_request(method, with_modern_meta(params_json, capabilities_, meta_members_));
}

test_json mcp_process::modern(std::string_view method, std::string_view params_json,
                              std::chrono::milliseconds patience) {
  return wait_response(send_modern(method, params_json), patience);
}

test_json mcp_process::call_tool(std::string_view name, std::string_view arguments_json,
                                 std::chrono::milliseconds patience) {
  return result_or_all(modern("tools/call", tool_call_params(name, arguments_json), patience));
}

test_json mcp_process::initialize(std::string_view revision, std::string_view capabilities_json) {
  schemas::json_writer w;
  w.begin_object().member("protocolVersion", revision).raw_member("capabilities", capabilities_json);
  w.raw_member("clientInfo", R"({"name":"test","version":"0"})").end_object();
  auto const answer = request("initialize", w.text());
  send_notification("notifications/initialized");
  return answer;
}

test_json mcp_process::call_tool_legacy(std::string_view name, std::string_view arguments_json,
                                        std::chrono::milliseconds patience) {
  return result_or_all(request("tools/call", tool_call_params(name, arguments_json), patience));
}

}  // namespace imcp::support
