#pragma once
// Incus' answers, judged by their body and never by the HTTP status alone (a failed wait is HTTP 200). Sans I/O.

#include "incus/failure.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace imcp::incus {

enum class answer_type { sync, async };

/// One good answer. The slices point into `body`; they are cut, not yet validated (simdjson checks structure and
/// UTF-8 there, not every token).
struct answer {
  answer_type type = answer_type::sync;
  int http_status = 0;
  std::string etag;
  std::string operation_id;             ///< of an async answer
  std::string_view metadata;            ///< unless it is an array
  std::vector<std::string_view> items;  ///< the first of an array, as many as the request keeps
  std::size_t item_count = 0;           ///< of the array
  std::string body;

  answer() {}
  answer(answer&&) noexcept = default;
  answer& operator=(answer&&) noexcept = default;
  answer(answer const&) = delete;  // the slices would point into the other's body
};

/// `body` must be followed by simdjson's padding within its capacity. An error envelope is a failure of phase
/// answered; what is no envelope at all is `malformed`, answered too: the request was judged by somebody.
outcome<answer> read_envelope(int http_status, std::string body, std::string etag, std::size_t keep_items);

/// The id in "/1.0/operations/<uuid>[?project=…]"; "" when there is none.
std::string operation_id_of(std::string_view url);

/// Native text for a message: valid UTF-8, capped at bounds::native_text_bytes, no control characters.
std::string quotable(std::string_view native_text);

}  // namespace imcp::incus
