#pragma once
// The Beast side of websocket.hpp. Included by incus/*.cpp only.

#include "incus/any_stream.hpp"
#include "incus/failure.hpp"
#include "incus/websocket.hpp"

#include <memory>
#include <string>

namespace imcp::incus {

/// Upgrades a connected stream. A refusal is a failure `answered` with Incus' HTTP status and text; afterwards the
/// stream has no deadline: those who use it have one.
asio::awaitable<outcome<std::unique_ptr<websocket>>> shake_hands(std::unique_ptr<any_stream> stream,
                                                                 std::string target);

}  // namespace imcp::incus
