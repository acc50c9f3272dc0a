#pragma once
// Request targets are built here and nowhere else: a name can fill one path segment or one parameter, never more.

#include <string>
#include <string_view>

namespace imcp::incus {

/// Everything but RFC 3986 unreserved characters as %XX.
std::string percent_encoded(std::string_view text);

class target {
 public:
  /// `path` is our own text: "/1.0/instances".
  explicit target(std::string_view path) : text_(path) {}
  target&& segment(std::string_view name) &&;
  target&& literal(std::string_view path) &&;
  /// Left out when `value` is empty.
  target&& parameter(std::string_view key, std::string_view value) &&;
  std::string take() && { return std::move(text_); }

 private:
  std::string text_;
  bool has_parameters_ = false;
};

}  // namespace imcp::incus
