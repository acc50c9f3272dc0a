#pragma once
// Everything that differs between MCP revisions. Contract: contract.md §4.
// 2026-07-28 is stateless: every request says which revision it speaks. The older ones agree on it by `initialize`.

#include "server/jsonrpc.hpp"

#include <span>
#include <string>
#include <string_view>

namespace imcp::server {

/// Which members a tool in tools/list, and a tool result, may have.
enum class tool_shape {
  plain,       ///< name, description, inputSchema
  annotated,   ///< + annotations, which hold the title
  structured,  ///< + title, outputSchema; results have structuredContent
};

struct dialect {
  std::string_view version;
  bool stateless;
  bool has_batches;
  bool has_progress_messages;
  tool_shape tools;
};

/// Newest first; all but the stateless ones can be asked for by `initialize`.
std::span<dialect const> dialects();
/// What `initialize` is answered with: the version asked for when it has that handshake, else the newest that has.
dialect const& negotiate(std::string_view asked);

/// Which dialect a request speaks: the one it names itself (whatever happened before), else the one of the session.
/// `session` is nullptr before `initialize`; then only `initialize` and `ping` are understood, as the newest with a
/// handshake.
boost::system::result<dialect const*, rpc_error> dialect_of(envelope const& request, dialect const* session);

/// A result object from its members (`"a":1,"b":2`, or nothing); `meta` are more members of its `_meta`.
std::string complete_result(dialect const& speaks, std::string_view members, std::string_view meta = "");
/// The same for results that a client may keep for a while.
std::string cacheable_result(dialect const& speaks, std::string_view members);

/// {"name","version",…}, with what the revision knows.
std::string server_identity(dialect const& speaks);
/// The versions a request may name itself, as a JSON array.
std::string supported_versions();
/// What an agent should know before it uses the tools.
std::string_view instructions();

}  // namespace imcp::server
