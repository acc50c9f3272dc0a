#include "server/methods.hpp"

#include "policy/suggestion.hpp"
#include "schemas/catalogue.hpp"
#include "schemas/json_writer.hpp"
#include "server/raw_json.hpp"
#include "server/session.hpp"

#include <algorithm>
#include <array>

namespace imcp::server {
namespace {

using schemas::json_value;
using schemas::member;

constexpr std::string_view capabilities = R"({"tools":{}})";

rpc_error invalid_params(std::string message) { return {rpc_code::invalid_params, std::move(message)}; }

std::optional<json_value> param(request const& asked, std::string_view key) {
  return asked.params ? member(*asked.params, key) : std::nullopt;
}

bool has_object(request const& asked, std::string_view key) {
  auto const value = param(asked, key);
  return value && value->is_object();
}

// out {protocolVersion, capabilities, serverInfo, instructions}
std::optional<answer> initialize(session& server, request const& asked) {
  auto const version = param(asked, "protocolVersion");
  if (!version || !version->is_string()) return invalid_params("protocolVersion must be a string");
  for (auto const* key : {"capabilities", "clientInfo"})
    if (!has_object(asked, key)) return invalid_params(std::string(key) + " must be an object");
  auto const& agreed = negotiate(*schemas::as_string(*version));
  server.begin(agreed);
  schemas::json_writer out;
  out.member("protocolVersion", agreed.version).raw_member("capabilities", capabilities);
  out.raw_member("serverInfo", server_identity(agreed)).member("instructions", instructions());
  return complete_result(agreed, out.text());
}

// out {supportedVersions, capabilities, instructions}
std::optional<answer> discover(session&, request const& asked) {
  schemas::json_writer out;
  out.raw_member("supportedVersions", supported_versions()).raw_member("capabilities", capabilities);
  out.member("instructions", instructions());
  return cacheable_result(asked.speaks, out.text());
}

std::optional<answer> ping(session&, request const& asked) { return complete_result(asked.speaks, ""); }

std::optional<answer> list_tools(session& server, request const& asked) {
  // There is one page, so no cursor is ours; an empty one is a cursor too.
  if (param(asked, "cursor")) return invalid_params("cursor is unknown: the list has one page");
  return cacheable_result(asked.speaks, server.tools().members(asked.speaks));
}

std::optional<token> progress_mark(request const& asked) {
  auto const meta = param(asked, "_meta");
  auto const mark = meta ? member(*meta, "progressToken") : std::nullopt;
  if (!mark) return std::nullopt;
  return token::read(*mark, raw_member(raw_member(asked.raw_params, *asked.params, "_meta"), *meta, "progressToken"));
}

rpc_error unknown_tool(session& server, std::string_view name) {
  auto const meant = policy::did_you_mean(name, server.tools().names());
  return invalid_params("unknown tool" + (meant.empty() ? "; see tools/list" : meant));
}

// in {name, arguments?, _meta?}; the pipeline answers.
std::optional<answer> call_tool(session& server, request const& asked) {
  auto const name = param(asked, "name");
  if (!name || !name->is_string()) return invalid_params("name must be a string");
  auto const* op = schemas::find_operation(*schemas::as_string(*name));
  if (op == nullptr) return unknown_tool(server, *schemas::as_string(*name));
  auto const arguments = param(asked, "arguments");
  if (arguments && !arguments->is_object()) return invalid_params("arguments must be an object");
  auto text = arguments ? std::string(raw_member(asked.raw_params, *asked.params, "arguments")) : std::string("{}");
  tool_call call(asked.id, *op, std::move(text), asked.speaks);
  call.batch = asked.batch;
  call.progress_mark = progress_mark(asked);
  server.calls().start(std::move(call));
  return std::nullopt;
}

std::optional<answer> listen(session& server, request const& asked) {
  auto const opened = server.listeners().open(asked.id, *asked.params);  // stateless requests have params
  if (!opened) return opened.error();
  return std::nullopt;
}

constexpr std::array methods{
    method{"initialize", false, true, initialize},    method{"ping", false, true, ping},
    method{"server/discover", true, false, discover}, method{"subscriptions/listen", true, false, listen},
    method{"tools/call", true, true, call_tool},      method{"tools/list", true, true, list_tools},
};

}  // namespace

method const* find_method(std::string_view name, dialect const& speaks) {
  auto const found = std::find_if(methods.begin(), methods.end(), [&](method const& m) {
    return m.name == name && (speaks.stateless ? m.in_stateless : m.with_handshake);
  });
  return found == methods.end() ? nullptr : &*found;
}

}  // namespace imcp::server
