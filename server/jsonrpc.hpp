#pragma once
// JSON-RPC 2.0 envelopes, in and out. Knows no method and no MCP revision. Contract: contract.md §4.

#include "schemas/json.hpp"

#include <boost/system/result.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace imcp::server {

enum class rpc_code : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  unsupported_version = -32022,
};

struct rpc_error {
  rpc_code code = rpc_code::internal_error;
  std::string message;
  std::string data;  ///< JSON, "" when none
  rpc_error() {}
  rpc_error(rpc_code c, std::string m, std::string d = "") : code(c), message(std::move(m)), data(std::move(d)) {}
};

/// A string or an integer as one JSON token: request ids and progress tokens. "5" and 5 differ.
class token {
 public:
  /// `raw` is the text of `value`. Nothing for any other type, fractions, and integers that no 64 bits hold.
  static std::optional<token> read(schemas::json_value value, std::string_view raw);

  /// Canonical: however a string was escaped, equal strings have equal texts.
  std::string const& json() const { return json_; }
  bool operator==(token const&) const = default;

 private:
  explicit token(std::string json) : json_(std::move(json)) {}
  std::string json_;
};

/// A line that is JSON, parsed, with the bytes it came as.
class rpc_document {
 public:
  static boost::system::result<rpc_document, rpc_error> parse(std::string line);

  schemas::json_value root() const { return parsed_.root(); }
  std::string_view raw() const { return received_ ? *received_ : parsed_.text(); }

 private:
  rpc_document(schemas::json_document parsed, std::unique_ptr<std::string> received)
      : parsed_(std::move(parsed)), received_(std::move(received)) {}

  schemas::json_document parsed_;
  std::unique_ptr<std::string> received_;  // when what was parsed had its numbers blanked
};

enum class message_kind { request, notification, response, invalid };

/// One message of the client. Views live as long as its document.
struct envelope {
  message_kind kind = message_kind::invalid;
  std::optional<token> id;  ///< of a request; of an invalid message when it could be read
  std::string_view method;
  std::optional<schemas::json_value> params;  ///< an object
  std::string_view raw_params;
  std::string fault;  ///< of an invalid message

  envelope() {}
};

/// Judges the envelope and nothing inside `arguments`: duplicate keys there are the input check's business.
envelope read_envelope(schemas::json_value message, std::string_view raw);

/// {"jsonrpc":"2.0","id":…,"result":…}; `result` is a JSON object.
std::string result_frame(token const& id, std::string_view result);
/// Without an id when there is none to echo.
std::string error_frame(std::optional<token> const& id, rpc_error const& error);
std::string notification_frame(std::string_view method, std::string_view params);

}  // namespace imcp::server
