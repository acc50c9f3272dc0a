#include "incus/path.hpp"

namespace imcp::incus {
namespace {

constexpr bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

}  // namespace

std::string percent_encoded(std::string_view text) {
  static constexpr char hex[] = "0123456789ABCDEF";
  std::string out;
  for (char const c : text) {
    auto const u = static_cast<unsigned char>(c);
    if (is_unreserved(c))
      out += c;
    else
      out.append(1, '%').append(1, hex[u >> 4]).append(1, hex[u & 15]);
  }
  return out;
}

target&& target::segment(std::string_view name) && {
  text_.append("/").append(percent_encoded(name));
  return std::move(*this);
}

target&& target::literal(std::string_view path) && {
  text_.append(path);
  return std::move(*this);
}

target&& target::parameter(std::string_view key, std::string_view value) && {
  if (value.empty()) return std::move(*this);
  text_.append(has_parameters_ ? "&" : "?").append(key).append("=").append(percent_encoded(value));
  has_parameters_ = true;
  return std::move(*this);
}

}  // namespace imcp::incus
