#include "policy/pem.hpp"

#include <algorithm>

namespace imcp::policy {
namespace {

constexpr std::string_view begin_mark = "-----BEGIN ", begin = "-----BEGIN CERTIFICATE-----";
constexpr std::string_view end_mark = "-----END ", end = "-----END CERTIFICATE-----";

bool is_base64_text(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '/' ||
         c == '=' || c == '\n' || c == '\r';
}

bool occurs_once(std::string_view text, std::string_view mark) {
  auto const at = text.find(mark);
  return at != std::string_view::npos && text.find(mark, at + 1) == std::string_view::npos;
}

}  // namespace

std::optional<std::string> only_certificate(std::string_view text) {
  auto const from = text.find(begin), to = text.find(end);
  if (!occurs_once(text, begin_mark) || !occurs_once(text, end_mark)) return std::nullopt;
  if (from == std::string_view::npos || to == std::string_view::npos || to < from + begin.size()) return std::nullopt;
  auto const body = text.substr(from + begin.size(), to - from - begin.size());
  if (!std::ranges::all_of(body, is_base64_text) || body.find('M') == std::string_view::npos) return std::nullopt;
  return std::string(text.substr(from, to + end.size() - from)) + "\n";
}

}  // namespace imcp::policy
