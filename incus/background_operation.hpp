#pragma once
// Waiting for Incus' asynchronous jobs. The one algorithm that is right on 6.0 and 7.0: judge the body of the wait,
// then GET the operation. Waiting never cancels anything. Source: measured, both versions.

#include "incus/client.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace imcp::incus {

/// What is known of a background operation.
struct observation {
  enum class state {
    succeeded,
    failed,   ///< or cancelled
    running,  ///< last seen so, or not seen at all: see `why`
  };
  state is = state::running;
  std::string operation;       ///< the native object as JSON, "" when it could not be read
  std::optional<failure> why;  ///< why the outcome was not observed, or is known only as text

  observation() {}
};

/// Status 200 is success; 400 and above are failures (a cancelled operation too); below, it runs.
observation::state state_of(int status_code);

/// Waits at most `wait` on the server's side and until `deadline` on ours. Terminal cancellation ends the wait with
/// `running` and the reason.
asio::awaitable<observation> wait_for_operation(client& incus, std::string id, std::chrono::seconds wait,
                                                http_client::time_point deadline);

}  // namespace imcp::incus
