#pragma once
// A parsed JSON value a test can hold, copy and walk: `answer["result"]["structuredContent"]["status"].text()`.
// What is not there is a value too: exists() is false, and so on down, so a wrong answer is a failed comparison, not a
// crash.

#include "schemas/json.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace imcp::support {

class test_json {
 public:
  test_json() {}  ///< not there
  /// Fails the test when `text` is not strict JSON.
  static test_json parse(std::string text);

  bool exists() const { return value_.has_value(); }
  explicit operator bool() const { return exists(); }
  test_json operator[](std::string_view key) const;
  test_json operator[](char const* key) const { return (*this)[std::string_view(key)]; }
  test_json operator[](std::size_t index) const;
  test_json operator[](int index) const { return (*this)[static_cast<std::size_t>(index)]; }
  test_json at(std::string_view json_pointer) const;

  bool is_object() const { return value_ && value_->is_object(); }
  bool is_array() const { return value_ && value_->is_array(); }
  std::size_t size() const;  ///< members or elements; 0 for everything else
  std::vector<std::string> keys() const;
  std::vector<test_json> elements() const;

  std::string text() const;      ///< of a string; "<not a string>" plus the JSON for another type
  std::int64_t integer() const;  ///< of an integer; INT64_MIN for another type
  bool boolean() const;          ///< of true; false for everything else
  std::string json() const;      ///< without whitespace; "<not there>" when it is not

  std::optional<schemas::json_value> value() const { return value_; }

 private:
  test_json below(std::optional<schemas::json_value> value) const;
  std::shared_ptr<schemas::json_document const> document_;
  std::optional<schemas::json_value> value_;
};

inline std::ostream& operator<<(std::ostream& out, test_json const& value) { return out << value.json(); }

}  // namespace imcp::support
