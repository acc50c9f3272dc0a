#include "schemas/json_writer.hpp"

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace imcp::schemas {
namespace {

constexpr bool is_plain(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

// The two-character escape of c, or 0 when it has only the \u00xx form.
constexpr char short_escape(char c) {
  switch (c) {
    case '"':
      return '"';
    case '\\':
      return '\\';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    default:
      return 0;
  }
}

constexpr std::size_t longest_escape = 6;

char* write_escape(char* to, char c) {
  static constexpr char hex[] = "0123456789abcdef";
  *to++ = '\\';
  if (char const e = short_escape(c)) {
    *to++ = e;
    return to;
  }
  auto const u = static_cast<unsigned char>(c);
  for (char const part : {'u', '0', '0', hex[u >> 4], hex[u & 15]}) *to++ = part;
  return to;
}

// Which of eight bytes is the first that needs an escape; 8 when none does. A byte has its high bit set in `found` when
// it is below 0x20, '"' or a backslash; a borrow can set others, but only above the first. Bytes above 0x7f never
// match.
std::size_t first_special(std::uint64_t bytes) {
  constexpr std::uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
  auto const is_zero = [](std::uint64_t v) { return (v - ones) & ~v; };
  std::uint64_t const control = (bytes - ones * 0x20) & ~bytes;
  std::uint64_t const found = control | is_zero(bytes ^ (ones * '"')) | is_zero(bytes ^ (ones * '\\'));
  return static_cast<std::size_t>(std::countr_zero(found & highs)) / 8;
}

// Writes at most `block` bytes of text, escaped, to a place with room for all of them and eight more.
char* write_escaped(char* to, std::string_view text) {
  std::size_t at = 0;
  if constexpr (std::endian::native == std::endian::little) {
    while (at + 8 <= text.size()) {
      std::uint64_t bytes;
      std::memcpy(&bytes, text.data() + at, 8);
      std::memcpy(to, &bytes, 8);  // those behind a special one are overwritten
      auto const n = first_special(bytes);
      at += n;
      to += n;
      if (n < 8) to = write_escape(to, text[at++]);
    }
  }
  for (; at < text.size(); ++at) {
    if (is_plain(text[at]))
      *to++ = text[at];
    else
      to = write_escape(to, text[at]);
  }
  return to;
}

// JSON inside JSON has a quote every ten bytes, and escaping it byte by byte into a string was the largest part of a
// call's own time: so eight bytes at a time, through a small buffer that needs no checks for room.
void append_valid_json_string(std::string& out, std::string_view text) {
  constexpr std::size_t block = 256;
  char buffer[block * longest_escape + 8];
  out += '"';
  for (; !text.empty(); text.remove_prefix(std::min(block, text.size())))
    out.append(buffer, write_escaped(buffer, text.substr(0, block)));
  out += '"';
}

// Length of the UTF-8 character that starts at `at`, 0 when there is none.
std::size_t character_length(std::string_view text, std::size_t at) {
  for (std::size_t n = 1; n <= 4 && at + n <= text.size(); ++n)
    if (is_valid_utf8(text.substr(at, n))) return n;
  return 0;
}

}  // namespace

bool is_valid_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

std::string to_valid_utf8(std::string_view text) {
  if (is_valid_utf8(text)) return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    auto const n = character_length(text, at);
    if (n == 0)
      out += "\xEF\xBF\xBD";
    else
      out.append(text, at, n);
    at += std::max<std::size_t>(n, 1);
  }
  return out;
}

void append_json_string(std::string& out, std::string_view text) {
  if (is_valid_utf8(text))
    append_valid_json_string(out, text);
  else
    append_valid_json_string(out, to_valid_utf8(text));
}

std::size_t json_string_size(std::string_view text) {
  std::size_t size = 2;
  for (char const c : text) size += is_plain(c) ? 1 : short_escape(c) ? 2 : 6;
  return size;
}

void json_writer::separate() {
  if (!first_) out_ += ',';
  first_ = false;
}

json_writer& json_writer::open(char c) {
  separate();
  out_ += c;
  first_ = true;
  return *this;
}

json_writer& json_writer::close(char c) {
  out_ += c;
  first_ = false;
  return *this;
}

json_writer& json_writer::key(std::string_view name) {
  string(name);
  out_ += ':';
  first_ = true;
  return *this;
}

json_writer& json_writer::string(std::string_view text) {
  separate();
  append_json_string(out_, text);
  return *this;
}

json_writer& json_writer::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

}  // namespace imcp::schemas
