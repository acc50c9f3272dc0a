#pragma once
// Reading JSON: one strict parser for frames, inputs, results and native items.

#include "schemas/bounds.hpp"

#include <boost/system/result.hpp>
#include <simdjson.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace imcp::schemas {

/// A view into a json_document; valid as long as the document lives.
using json_value = simdjson::dom::element;
using json_object = simdjson::dom::object;
using json_array = simdjson::dom::array;

/// Why a text is not acceptable JSON, and where (a JSON pointer) if the place is known.
struct json_fault {
  std::string pointer, message;
  json_fault() = default;  // boost::system::result asks for it
  json_fault(std::string p, std::string m) : pointer(std::move(p)), message(std::move(m)) {}
};

/// A parsed text with its bytes and its tape. Values are views: they die with the document, and survive its moves.
class json_document {
 public:
  /// Strict: UTF-8, depth at most bounds::json_depth, numbers that fit 64 bits or a double.
  /// Duplicate keys pass here; see find_duplicate_key.
  static boost::system::result<json_document, json_fault> parse(std::string text);

  json_value root() const { return root_; }
  std::string_view text() const { return *text_; }
  /// The text back, without a copy; the values are gone with it.
  std::string take_text() && { return std::move(*text_); }

 private:
  json_document(std::unique_ptr<std::string> text, std::unique_ptr<simdjson::dom::parser> parser, json_value root)
      : text_(std::move(text)), parser_(std::move(parser)), root_(root) {}

  std::unique_ptr<std::string> text_;
  std::unique_ptr<simdjson::dom::parser> parser_;  // elements point into it: it must not move
  json_value root_;
};

/// The first object below `value` that names a key twice; parsers differ in which one they take, so nobody may.
std::optional<json_fault> find_duplicate_key(json_value value);

// Lookups that answer "not there" and "another type" alike.
std::optional<json_value> member(json_value object, std::string_view key);
std::optional<std::string_view> string_member(json_value object, std::string_view key);
std::optional<std::int64_t> integer_member(json_value object, std::string_view key);
std::optional<bool> bool_member(json_value object, std::string_view key);
std::optional<std::string_view> as_string(json_value value);
/// JSON has one kind of number: 10.0 is the integer 10 (Python clients send it so).
std::optional<std::int64_t> as_integer(json_value value);

/// `json` without whitespace between tokens; `json` must be valid.
std::string minify(std::string_view json);

/// `json` as it may stand in a frame: itself, unless it holds a raw line break; then minified, into `storage`.
std::string_view on_one_line(std::string_view json, std::string& storage);

/// Appends `/token`, escaped per RFC 6901.
std::string pointer_to(std::string_view parent, std::string_view token);

}  // namespace imcp::schemas
