#pragma once
// The methods of a server that has tools and nothing else, one row each. Contract: contract.md §4.

#include "server/dialect.hpp"
#include "server/replies.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace imcp::server {

class session;

/// A request whose envelope and dialect are settled. Views live during the handler only.
struct request {
  token id;
  std::optional<schemas::json_value> params;  ///< an object
  std::string_view raw_params;
  dialect const& speaks;
  batch_ptr batch;

  request(envelope const& e, dialect const& d, batch_ptr b)
      : id(*e.id), params(e.params), raw_params(e.raw_params), speaks(d), batch(std::move(b)) {}
};

/// A result object, or the error.
using answer = boost::system::result<std::string, rpc_error>;

struct method {
  std::string_view name;
  bool in_stateless, with_handshake;  ///< the eras that have it
  /// Nothing when the answer comes later.
  std::optional<answer> (*run)(session&, request const&);
};

/// nullptr when the era of `speaks` has no such method.
method const* find_method(std::string_view name, dialect const& speaks);

}  // namespace imcp::server
