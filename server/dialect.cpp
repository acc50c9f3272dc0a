#include "server/dialect.hpp"

#include "schemas/json_writer.hpp"

#include <algorithm>
#include <array>

namespace imcp::server {
namespace {

using schemas::json_value;

constexpr std::string_view version_key = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view capabilities_key = "io.modelcontextprotocol/clientCapabilities";
constexpr int ttl_milliseconds = 60000;

constexpr std::array all{
    dialect{"2026-07-28", true, false, true, tool_shape::structured},
    dialect{"2025-11-25", false, false, true, tool_shape::structured},
    dialect{"2025-06-18", false, false, true, tool_shape::structured},
    dialect{"2025-03-26", false, true, true, tool_shape::annotated},
    dialect{"2024-11-05", false, false, false, tool_shape::plain},
};

bool has_handshake(dialect const& d) { return !d.stateless; }

dialect const& newest_with_handshake() { return *std::find_if(all.begin(), all.end(), has_handshake); }

rpc_error invalid_params(std::string message) { return {rpc_code::invalid_params, std::move(message)}; }

rpc_error unsupported(std::string_view requested) {
  schemas::json_writer data;
  data.begin_object().raw_member("supported", supported_versions()).member("requested", requested).end_object();
  return {rpc_code::unsupported_version, "unsupported protocol version; supported: " + supported_versions(),
          data.take()};
}

std::optional<json_value> meta_of(envelope const& request) {
  return request.params ? schemas::member(*request.params, "_meta") : std::nullopt;
}

// The request names its own revision: judge its metadata.
boost::system::result<dialect const*, rpc_error> stateless_dialect(json_value meta, json_value claim) {
  auto const version = schemas::as_string(claim);
  if (!version) return invalid_params(std::string(version_key) + " must be a string");
  auto const found =
      std::find_if(all.begin(), all.end(), [&](dialect const& d) { return d.stateless && d.version == *version; });
  if (found == all.end()) return unsupported(*version);
  auto const capabilities = schemas::member(meta, capabilities_key);
  if (!capabilities || !capabilities->is_object())
    return invalid_params("_meta must hold " + std::string(capabilities_key) + ", an object");
  return &*found;
}

}  // namespace

std::span<dialect const> dialects() { return all; }

dialect const& negotiate(std::string_view asked) {
  auto const found =
      std::find_if(all.begin(), all.end(), [&](dialect const& d) { return has_handshake(d) && d.version == asked; });
  return found == all.end() ? newest_with_handshake() : *found;
}

boost::system::result<dialect const*, rpc_error> dialect_of(envelope const& request, dialect const* session) {
  auto const meta = meta_of(request);
  if (meta && !meta->is_object()) return invalid_params("_meta must be an object");
  if (meta)
    if (auto const claim = schemas::member(*meta, version_key)) return stateless_dialect(*meta, *claim);
  if (session) return session;
  if (request.method == "initialize" || request.method == "ping") return &newest_with_handshake();
  return invalid_params("params._meta must name " + std::string(version_key) + " and " + std::string(capabilities_key) +
                        ", unless the session began with initialize");
}

std::string complete_result(dialect const& speaks, std::string_view members, std::string_view meta) {
  std::string out;
  out.reserve(members.size() + 256);
  out.append("{").append(members);
  if (speaks.stateless) {
    out.append(members.empty() ? "" : ",").append(R"("resultType":"complete","_meta":{)");
    out.append(R"("io.modelcontextprotocol/serverInfo":)").append(server_identity(speaks));
    out.append(meta.empty() ? "" : ",").append(meta).append("}");
  }
  out.append("}");
  return out;
}

std::string cacheable_result(dialect const& speaks, std::string_view members) {
  if (!speaks.stateless) return complete_result(speaks, members);
  std::string cached(members);
  // Private: what is listed depends on the caller that this process serves.
  cached.append(R"(,"ttlMs":)").append(std::to_string(ttl_milliseconds)).append(R"(,"cacheScope":"private")");
  return complete_result(speaks, cached);
}

std::string server_identity(dialect const& speaks) {
  schemas::json_writer out;
  out.begin_object().member("name", "incus-mcp-server").member("version", IMCP_VERSION);
  if (speaks.tools == tool_shape::structured) out.member("title", "Incus");
  out.end_object();
  return out.take();
}

std::string supported_versions() {
  schemas::json_writer out;
  out.begin_array();
  for (auto const& d : all)
    if (d.stateless) out.string(d.version);
  out.end_array();
  return out.take();
}

std::string_view instructions() {
  return "These tools operate one Incus server: containers, virtual machines, snapshots, images, networks, profiles, "
         "projects and storage. "
         "Look before you act: list or get a resource, then change it. Lists are cut at `limit`; `count` is the native "
         "total. "
         "A tool that destroys something needs `confirm` to repeat the resource's name exactly; ask the user first. "
         "Changes report `status`: `running` means not finished within `wait_seconds` (go on with "
         "incus_operation_wait and the `operation_id`); `uncertain` means nobody knows whether it happened (look at "
         "the "
         "resource before trying again). "
         "An error names its `kind` and what to do; `dispatched: false` means that nothing was changed. "
         "What an operator's policy denies stays denied: do not try other ways to it.";
}

}  // namespace imcp::server
