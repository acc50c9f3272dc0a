#include "schemas/json.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace imcp::schemas {
namespace {

std::optional<json_fault> duplicate_in(json_value value, std::string const& pointer);

std::optional<json_fault> duplicate_in_object(json_object object, std::string const& pointer) {
  std::vector<std::string_view> keys;
  for (auto const field : object) {
    if (auto fault = duplicate_in(field.value, pointer_to(pointer, field.key))) return fault;
    keys.push_back(field.key);
  }
  std::sort(keys.begin(), keys.end());
  auto const twice = std::adjacent_find(keys.begin(), keys.end());
  if (twice == keys.end()) return std::nullopt;
  return json_fault(pointer_to(pointer, *twice), "the key appears twice in one object");
}

std::optional<json_fault> duplicate_in(json_value value, std::string const& pointer) {
  if (json_object object; value.get_object().get(object) == simdjson::SUCCESS)
    return duplicate_in_object(object, pointer);
  json_array array;
  if (value.get_array().get(array) != simdjson::SUCCESS) return std::nullopt;
  std::size_t index = 0;
  for (auto const item : array)
    if (auto fault = duplicate_in(item, pointer_to(pointer, std::to_string(index++)))) return fault;
  return std::nullopt;
}

}  // namespace

boost::system::result<json_document, json_fault> json_document::parse(std::string input) {
  auto text = std::make_unique<std::string>(std::move(input));
  text->reserve(text->size() + simdjson::SIMDJSON_PADDING);
  auto parser = std::make_unique<simdjson::dom::parser>();
  auto error = parser->allocate(std::max<std::size_t>(text->size(), 64), bounds::json_depth);
  json_value root;
  if (!error) error = parser->parse(text->data(), text->size(), false).get(root);
  if (error) return json_fault("", simdjson::error_message(error));
  return json_document(std::move(text), std::move(parser), root);
}

std::optional<json_fault> find_duplicate_key(json_value value) { return duplicate_in(value, ""); }

std::optional<json_value> member(json_value object, std::string_view key) {
  json_value found;
  if (object[key].get(found) != simdjson::SUCCESS) return std::nullopt;
  return found;
}

std::optional<std::string_view> as_string(json_value value) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) return std::nullopt;
  return text;
}

std::optional<std::string_view> string_member(json_value object, std::string_view key) {
  auto const found = member(object, key);
  return found ? as_string(*found) : std::nullopt;
}

std::optional<std::int64_t> as_integer(json_value value) {
  if (std::int64_t number = 0; value.get_int64().get(number) == simdjson::SUCCESS) return number;
  double number = 0;
  constexpr double exact = 9007199254740992.0;  // 2^53: beyond, a double no longer tells neighbours apart
  if (!value.is_double() || value.get_double().get(number) != simdjson::SUCCESS) return std::nullopt;
  if (std::trunc(number) != number || number > exact || number < -exact) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

std::optional<std::int64_t> integer_member(json_value object, std::string_view key) {
  auto const found = member(object, key);
  return found ? as_integer(*found) : std::nullopt;
}

std::optional<bool> bool_member(json_value object, std::string_view key) {
  bool truth = false;
  if (object[key].get_bool().get(truth) != simdjson::SUCCESS) return std::nullopt;
  return truth;
}

std::string minify(std::string_view json) {
  std::string out(json.size(), '\0');
  std::size_t size = 0;
  if (simdjson::minify(json.data(), json.size(), out.data(), size) != simdjson::SUCCESS) return std::string(json);
  out.resize(size);
  return out;
}

std::string_view on_one_line(std::string_view json, std::string& storage) {
  bool const broken = json.find('\n') != json.npos || json.find('\r') != json.npos;
  if (!broken) return json;
  storage = minify(json);
  return storage;
}

std::string pointer_to(std::string_view parent, std::string_view token) {
  std::string out(parent);
  out += '/';
  for (char const c : token) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

}  // namespace imcp::schemas
