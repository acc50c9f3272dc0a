#include "operations/failure.hpp"

namespace imcp::operations {
namespace {

using incus::cause;
using incus::phase;
using schemas::error_kind;
using schemas::tool_error;

std::string about(std::string_view resource, std::string const& message) {
  return resource.empty() ? message : std::string(resource) + ": " + message;
}

tool_error undispatched(incus::failure const& why, std::string_view resource) {
  tool_error error(kind_of(why), about(resource, why.message));
  if (why.http_status == 0) return error;
  return std::move(error).with("http_status", why.http_status).with("error_code", why.error_code);
}

}  // namespace

error_kind kind_of(incus::failure const& why) {
  switch (why.why) {
    case cause::cancelled:
      return error_kind::cancelled;
    case cause::unreachable:
    case cause::untrusted:
      return error_kind::unavailable;
    // Not even a connection came about within the timeout.
    case cause::timeout:
      return why.reached == phase::unsent ? error_kind::unavailable : error_kind::timeout;
    case cause::lost:
      return why.reached == phase::unsent ? error_kind::unavailable : error_kind::protocol_error;
    case cause::malformed:
      return error_kind::protocol_error;
    case cause::too_large:
      return error_kind::response_limit;
    case cause::rejected:
      return error_kind::rejected;
  }
  return error_kind::internal;
}

tool_error read_error(incus::failure const& why, std::string_view resource) {
  auto error = undispatched(why, resource);
  return why.reached == phase::unsent ? error : std::move(error).mark_dispatched();
}

tool_error preparation_error(incus::failure const& why, std::string_view resource) {
  return undispatched(why, resource);
}

std::string wait_error_json(incus::failure const& why) {
  schemas::json_writer out;
  out.begin_object().member("kind", to_text(kind_of(why))).member("message", why.message);
  if (why.http_status != 0) out.member("http_status", why.http_status).member("error_code", why.error_code);
  return out.end_object().take();
}

}  // namespace imcp::operations
