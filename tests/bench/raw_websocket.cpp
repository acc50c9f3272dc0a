#include "tests/bench/raw_websocket.hpp"

#include <stdexcept>
#include <sys/socket.h>

namespace imcp::tests::bench {
namespace {

constexpr int text_opcode = 1;

struct frame_head {
  std::size_t head = 0, payload = 0;  // bytes; head is 0 while too little has arrived
  int opcode = 0;
};

// Frames of a server are not masked. Ours are short, so the 64-bit length needs no care beyond being right.
frame_head read_head(std::string_view from) {
  auto const byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(from[i])); };
  frame_head found;
  if (from.size() < 2) return found;
  auto const short_length = byte(1) & 0x7f;
  std::size_t const extra = short_length == 126 ? 2 : short_length == 127 ? 8 : 0;
  if (from.size() < 2 + extra) return found;
  found.opcode = static_cast<int>(byte(0) & 0x0f);
  found.payload = extra == 0 ? short_length : 0;
  for (std::size_t i = 0; i < extra; ++i) found.payload = found.payload << 8 | byte(2 + i);
  found.head = 2 + extra;
  return found;
}

}  // namespace

raw_websocket::raw_websocket(std::string const& socket, std::string_view target) : socket_(socket) {
  socket_.send("GET " + std::string(target) +
               " HTTP/1.1\r\nHost: incus\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
               "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
}

void raw_websocket::accepted() {
  std::size_t end = 0;
  while ((end = input_.find("\r\n\r\n")) == std::string::npos) more();
  if (!input_.starts_with("HTTP/1.1 101")) throw std::runtime_error("no websocket: " + input_.substr(0, end));
  input_.erase(0, end + 4);
}

void raw_websocket::drain() {
  for (;;) {
    auto const found = read_head(input_);
    if (found.head == 0 || input_.size() < found.head + found.payload) {
      more();
      continue;
    }
    input_.erase(0, found.head + found.payload);
    if (found.opcode == text_opcode && found.payload == 0) return;
  }
}

void raw_websocket::end() {
  constexpr std::string_view masked_empty_text("\x81\x80\0\0\0\0", 6);
  // A command that does not read its input may be gone already, and its channel with it: no failure of ours.
  [[maybe_unused]] auto const sent =
      ::send(socket_.descriptor(), masked_empty_text.data(), masked_empty_text.size(), MSG_NOSIGNAL);
}

}  // namespace imcp::tests::bench
