#include "tests/support/fake_websocket.hpp"

#include <openssl/evp.h>
#include <openssl/sha.h>

namespace imcp::support {
namespace {

void append_big_endian(std::string& out, std::uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out.push_back(static_cast<char>(value >> shift & 0xff));
}

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (unsigned char const byte : bytes) value = value << 8 | byte;
  return value;
}

std::string accept_key(std::string const& key) {
  auto const text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  unsigned char digest[SHA_DIGEST_LENGTH];
  ::SHA1(reinterpret_cast<unsigned char const*>(text.data()), text.size(), digest);
  unsigned char encoded[4 * ((SHA_DIGEST_LENGTH + 2) / 3) + 1];
  auto const n = ::EVP_EncodeBlock(encoded, digest, SHA_DIGEST_LENGTH);
  return {reinterpret_cast<char const*>(encoded), static_cast<std::size_t>(n)};
}

/// The payload length behind the 7-bit field; nothing when the stream ends inside it.
std::optional<std::uint64_t> read_length(fake_socket& socket, unsigned short_length) {
  if (short_length < 126) return short_length;
  std::size_t const bytes = short_length == 126 ? 2 : 8;
  auto const text = socket.receive_exactly(bytes);
  return text.size() == bytes ? std::optional(big_endian(text)) : std::nullopt;
}

}  // namespace

std::string server_frame(opcode op, std::string_view payload, bool fin, std::uint8_t first_byte_flags) {
  std::string out(1, static_cast<char>((fin ? 0x80 : 0) | first_byte_flags | static_cast<std::uint8_t>(op)));
  if (payload.size() < 126) {
    append_big_endian(out, payload.size(), 1);
  } else if (payload.size() < 65536) {
    append_big_endian(out += static_cast<char>(126), payload.size(), 2);
  } else {
    append_big_endian(out += static_cast<char>(127), payload.size(), 8);
  }
  return out.append(payload);
}

std::string close_payload(std::uint16_t code, std::string_view reason) {
  std::string out;
  append_big_endian(out, code, 2);
  return out.append(reason);
}

std::optional<websocket_frame> read_client_frame(fake_socket& socket) {
  auto const start = socket.receive_exactly(2);
  if (start.size() != 2) return std::nullopt;
  auto const first = static_cast<unsigned char>(start[0]), second = static_cast<unsigned char>(start[1]);
  auto const length = read_length(socket, second & 0x7f);
  if (!length) return std::nullopt;
  websocket_frame frame;
  frame.op = static_cast<opcode>(first & 0x0f);
  frame.fin = (first & 0x80) != 0;
  frame.masked = (second & 0x80) != 0;
  auto const mask = frame.masked ? socket.receive_exactly(4) : std::string(4, '\0');
  frame.payload = socket.receive_exactly(*length);
  if (mask.size() != 4 || frame.payload.size() != *length) return std::nullopt;
  for (std::size_t i = 0; i < frame.payload.size(); ++i) {
    frame.payload[i] = static_cast<char>(frame.payload[i] ^ mask[i % 4]);
  }
  return frame;
}

bool is_websocket_upgrade(recorded_request const& request) {
  return request.header("upgrade").value_or("") == "websocket" && request.header("sec-websocket-key").has_value() &&
         request.header("sec-websocket-version").value_or("") == "13";
}

std::string handshake_bytes(recorded_request const& request) {
  return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
         accept_key(request.header("sec-websocket-key").value_or("")) + "\r\n\r\n";
}

}  // namespace imcp::support
