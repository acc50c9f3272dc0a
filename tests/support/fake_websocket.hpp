#pragma once
// RFC 6455 by hand, the server's side: handshake, masked frames in, unmasked frames out.

#include "tests/support/fake_http.hpp"
#include "tests/support/fake_socket.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace imcp::support {

enum class opcode : std::uint8_t { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

struct websocket_frame {
  opcode op = opcode::binary;
  bool fin = true, masked = false;
  std::string payload;  ///< unmasked

  websocket_frame() {}
};

/// A server frame. `first_byte_flags` is or-ed in: 0x40 sets RSV1, for what no client should accept.
std::string server_frame(opcode op, std::string_view payload, bool fin = true, std::uint8_t first_byte_flags = 0);
/// A close frame's payload.
std::string close_payload(std::uint16_t code, std::string_view reason = "");
/// The next frame of a client; nothing at the end of the stream.
std::optional<websocket_frame> read_client_frame(fake_socket& socket);

bool is_websocket_upgrade(recorded_request const& request);
/// The 101 answer to `request`.
std::string handshake_bytes(recorded_request const& request);

}  // namespace imcp::support
