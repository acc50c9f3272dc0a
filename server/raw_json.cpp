#include "server/raw_json.hpp"

#include <algorithm>

namespace imcp::server {
namespace {

using size = std::size_t;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

size skip_space(std::string_view text, size at) { return std::min(text.find_first_not_of(" \t\r\n", at), text.size()); }

// Behind the string whose opening quote is at `at`; the end of the text when it is not closed.
size end_of_string(std::string_view text, size at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

size end_of_value(std::string_view text, size at) {
  size depth = 0;
  do {
    char const c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
    } else if (c == '{' || c == '[') {
      ++depth, ++at;
    } else if (c == '}' || c == ']') {
      --depth, ++at;
    } else {
      at = depth == 0 ? std::min(text.find_first_of(",]} \t\r\n", at), text.size()) : at + 1;
    }
  } while (depth > 0 && at < text.size());
  return at;
}

size skip_digits(std::string_view text, size at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// Behind at least one digit at `at`, or npos.
size require_digits(std::string_view text, size at) {
  auto const end = skip_digits(text, at);
  return end == at ? std::string_view::npos : end;
}

bool is_json_number(std::string_view text) {
  size at = text.starts_with('-') ? 1 : 0;
  size const whole = at;
  at = require_digits(text, at);
  if (at == std::string_view::npos || (text[whole] == '0' && at > whole + 1)) return false;
  if (at < text.size() && text[at] == '.') at = require_digits(text, at + 1);
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    at = require_digits(text, at);
  }
  return at == text.size();
}

}  // namespace

std::string_view raw_item(std::string_view container, size index) {
  auto at = skip_space(container, 0);
  bool const is_object = container[at] == '{';
  for (size i = 0;; ++i) {
    at = skip_space(container, at + 1);
    if (is_object) at = skip_space(container, skip_space(container, end_of_string(container, at)) + 1);
    auto const end = end_of_value(container, at);
    if (i == index) return container.substr(at, end - at);
    at = skip_space(container, end);
  }
}

std::string_view raw_member(std::string_view container, schemas::json_value object, std::string_view key) {
  size index = 0;
  for (auto const field : schemas::json_object(object)) {
    if (field.key == key) return raw_item(container, index);
    ++index;
  }
  return {};
}

std::optional<std::string> blank_numbers(std::string_view text) {
  std::string out(text);
  for (size at = 0; at < text.size();) {
    if (text[at] == '"') {
      at = end_of_string(text, at);
    } else if (text[at] == '-' || is_digit(text[at])) {
      auto const end = std::min(text.find_first_not_of("0123456789+-.eE", at), text.size());
      if (!is_json_number(text.substr(at, end - at))) return std::nullopt;
      out.replace(at, end - at, end - at, ' ')[at] = '0';
      at = end;
    } else {
      ++at;
    }
  }
  return out;
}

}  // namespace imcp::server
