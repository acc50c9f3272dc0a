#include "tests/support/test_json.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace imcp::support {

test_json test_json::parse(std::string text) {
  auto document = schemas::json_document::parse(text);
  if (!document) {
    ADD_FAILURE() << "not JSON: " << document.error().message << "\n  " << text.substr(0, 400);
    return test_json();
  }
  test_json result;
  result.document_ = std::make_shared<schemas::json_document const>(std::move(*document));
  result.value_ = result.document_->root();
  return result;
}

test_json test_json::below(std::optional<schemas::json_value> value) const {
  test_json result;
  result.document_ = document_;
  result.value_ = value;
  return result;
}

test_json test_json::operator[](std::string_view key) const {
  return below(value_ ? schemas::member(*value_, key) : std::nullopt);
}

test_json test_json::operator[](std::size_t index) const {
  schemas::json_value found;
  if (!is_array() || schemas::json_array(*value_).at(index).get(found) != simdjson::SUCCESS) return test_json();
  return below(found);
}

test_json test_json::at(std::string_view json_pointer) const {
  schemas::json_value found;
  if (!value_ || value_->at_pointer(json_pointer).get(found) != simdjson::SUCCESS) return test_json();
  return below(found);
}

std::size_t test_json::size() const { return is_object() ? keys().size() : elements().size(); }

std::vector<std::string> test_json::keys() const {
  std::vector<std::string> names;
  if (!is_object()) return names;
  for (auto const& field : schemas::json_object(*value_)) names.emplace_back(field.key);
  return names;
}

std::vector<test_json> test_json::elements() const {
  std::vector<test_json> all;
  if (!is_array()) return all;
  for (auto const element : schemas::json_array(*value_)) all.push_back(below(element));
  return all;
}

std::string test_json::text() const {
  auto const string = value_ ? schemas::as_string(*value_) : std::nullopt;
  return string ? std::string(*string) : "<not a string> " + json();
}

std::int64_t test_json::integer() const {
  std::int64_t number = 0;
  auto const is_integer = value_ && value_->get(number) == simdjson::SUCCESS;
  return is_integer ? number : std::numeric_limits<std::int64_t>::min();
}

bool test_json::boolean() const {
  bool flag = false;
  return value_ && value_->get(flag) == simdjson::SUCCESS && flag;
}

std::string test_json::json() const { return value_ ? simdjson::minify(*value_) : "<not there>"; }

}  // namespace imcp::support
