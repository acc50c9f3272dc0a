#pragma once
// Changes as the agent gets them: what is known, and nothing more. Contract: incus-operations.md, Results.

#include "operations/call.hpp"

namespace imcp::operations {

/// Sends the one request that changes something, waits as asked and says what was observed:
///   {"status","operation_id","operation","waited_seconds","wait_error"}
/// Not sent: an error. Refused: `rejected`. Sent and not answered: `uncertain`. Nothing is resent or cancelled.
asio::awaitable<reply> mutate(call& c, incus::request what, std::string resource);

}  // namespace imcp::operations
