#pragma once
// One native request as a value.

#include <cstddef>
#include <string>

namespace imcp::incus {

enum class method { get, post, put, patch, delete_ };

struct request {
  method verb = method::get;
  std::string target;    ///< encoded path and query; see path.hpp
  std::string body;      ///< JSON, "" for none
  std::string if_match;  ///< an ETag, "" for none
  /// When `metadata` is an array: how many of its items to cut out of the answer.
  std::size_t keep_items = 0;

  request() {}
  request(method v, std::string t) : verb(v), target(std::move(t)) {}
  request&& with_body(std::string json) && {
    body = std::move(json);
    return std::move(*this);
  }
  request&& keeping(std::size_t items) && {
    keep_items = items;
    return std::move(*this);
  }
};

}  // namespace imcp::incus
