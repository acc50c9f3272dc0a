#pragma once
// Cutting values out of JSON text as they were written: ids are echoed and arguments measured as bytes received.

#include "schemas/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace imcp::server {

/// The text of the value at `index` (in order of writing) of an object or array. `container` must be valid JSON.
std::string_view raw_item(std::string_view container, std::size_t index);

/// The text of `key`'s value; `container` is the text of `object`. Empty when there is no such key.
std::string_view raw_member(std::string_view container, schemas::json_value object, std::string_view key);

/// `text` with each number replaced by a 0 and spaces of the same length, so that places stay. Tells a frame that is
/// JSON but for a number no 64 bits hold from one that is not JSON. Nothing when a number is not written as JSON's are.
std::optional<std::string> blank_numbers(std::string_view text);

}  // namespace imcp::server
