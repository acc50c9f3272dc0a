#include "operations/captured_text.hpp"

#include "schemas/bounds.hpp"
#include "schemas/json_writer.hpp"

#include <algorithm>

namespace imcp::operations {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// How many bytes at the end belong to a character that may go on: at most 3.
std::size_t open_character(std::string_view text) {
  std::size_t n = 0;
  while (n < std::min<std::size_t>(3, text.size()) && is_continuation(text[text.size() - 1 - n])) ++n;
  if (n == text.size()) return 0;
  auto const lead = static_cast<unsigned char>(text[text.size() - 1 - n]);
  std::size_t const length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  return length > n + 1 ? n + 1 : 0;
}

// The kept bytes as text, without a character that the capture cut; nothing when they are not UTF-8.
std::optional<std::string_view> as_text(std::string_view kept, bool cut) {
  if (schemas::is_valid_utf8(kept)) return kept;
  if (!cut) return std::nullopt;
  auto const whole = kept.substr(0, kept.size() - open_character(kept));
  if (schemas::is_valid_utf8(whole)) return whole;
  return std::nullopt;
}

}  // namespace

std::string base64(std::string_view bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::size_t const n = std::min<std::size_t>(3, bytes.size() - i);
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < n ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += k <= n ? digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

std::string captured_json(incus::captured const& stream) {
  bool const cut = stream.bytes > stream.kept.size();
  auto const text = as_text(stream.kept, cut);
  bool const plain = text && schemas::json_string_size(*text) <= schemas::bounds::exec_escaped_bytes;
  schemas::json_writer out;
  out.begin_object();
  if (plain)
    out.member("data", *text).member("encoding", "utf-8");
  else
    out.member("data", base64(stream.kept)).member("encoding", "base64");
  auto const returned = plain ? text->size() : stream.kept.size();
  out.member("bytes", stream.bytes).member("truncated", returned < stream.bytes || !stream.complete);
  return out.end_object().take();
}

}  // namespace imcp::operations
