#pragma once
// simdjson's DOM as valijson sees a document, so that one parser reads everything. Included by validator.cpp only.
// valijson's own rules shape these classes: an Adapter wraps a Value, containers hand out adapters by value.

#ifndef VALIJSON_USE_EXCEPTIONS
#error "valijson aborts the process on odd input unless VALIJSON_USE_EXCEPTIONS=1"
#endif

#include "schemas/json.hpp"

#include <valijson/internal/adapter.hpp>
#include <valijson/internal/basic_adapter.hpp>
#include <valijson/internal/frozen_value.hpp>
#include <valijson/internal/optional.hpp>

#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace imcp::schemas {

class simdjson_adapter;

/// One adapter per element, made on demand; keeps its elements alive, since valijson iterates temporaries.
template <class Item>
class simdjson_iterator {
 public:
  using iterator_category = std::bidirectional_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using elements = std::shared_ptr<std::vector<Item> const>;

  simdjson_iterator(elements items, std::size_t at) : items_(std::move(items)), at_(at) {}
  auto operator*() const;
  auto operator->() const;
  bool operator==(simdjson_iterator const& other) const { return at_ == other.at_; }
  bool operator!=(simdjson_iterator const& other) const { return at_ != other.at_; }
  simdjson_iterator& operator++() { return ++at_, *this; }
  simdjson_iterator operator++(int) { return {items_, at_++}; }
  simdjson_iterator& operator--() { return --at_, *this; }
  void advance(std::ptrdiff_t n) { at_ += static_cast<std::size_t>(n); }

 private:
  elements items_;
  std::size_t at_;
};

using simdjson_member = std::pair<std::string, json_value>;

/// An array or object with its elements copied out of the tape (the tape only goes forward; valijson does not).
template <class Item>
class simdjson_container {
 public:
  using const_iterator = simdjson_iterator<Item>;
  using iterator = const_iterator;

  simdjson_container() : items_(std::make_shared<std::vector<Item>>()) {}
  explicit simdjson_container(std::vector<Item> items)
      : items_(std::make_shared<std::vector<Item> const>(std::move(items))) {}
  const_iterator begin() const { return {items_, 0}; }
  const_iterator end() const { return {items_, items_->size()}; }
  std::size_t size() const { return items_->size(); }
  const_iterator find(std::string const& key) const {
    std::size_t at = 0;
    while (at < items_->size() && (*items_)[at].first != key) ++at;
    return {items_, at};
  }

 private:
  std::shared_ptr<std::vector<Item> const> items_;
};

class simdjson_array : public simdjson_container<json_value> {
 public:
  simdjson_array() = default;
  explicit simdjson_array(json_array array) : simdjson_container(std::vector<json_value>(array.begin(), array.end())) {}
};

class simdjson_object : public simdjson_container<simdjson_member> {
 public:
  simdjson_object() = default;
  explicit simdjson_object(json_object object) : simdjson_container(members_of(object)) {}

 private:
  static std::vector<simdjson_member> members_of(json_object object) {
    std::vector<simdjson_member> members;
    for (auto const field : object) members.emplace_back(std::string(field.key), field.value);
    return members;
  }
};

/// A value that outlives its document: valijson keeps `enum` and `const` values in the compiled schema.
class simdjson_frozen : public valijson::adapters::FrozenValue {
 public:
  explicit simdjson_frozen(json_value value)
      : document_(std::make_shared<json_document>(*json_document::parse(simdjson::minify(value)))) {}
  FrozenValue* clone() const override { return new simdjson_frozen(*this); }
  bool equalTo(valijson::adapters::Adapter const& other, bool strict) const override;

 private:
  std::shared_ptr<json_document const> document_;
};

class simdjson_value {
 public:
  explicit simdjson_value(json_value value) : value_(value) {}
  valijson::adapters::FrozenValue* freeze() const { return new simdjson_frozen(value_); }

  opt::optional<simdjson_array> getArrayOptional() const {
    json_array array;
    if (value_.get_array().get(array)) return {};
    return simdjson_array(array);
  }
  opt::optional<simdjson_object> getObjectOptional() const {
    json_object object;
    if (value_.get_object().get(object)) return {};
    return simdjson_object(object);
  }
  bool getArraySize(std::size_t& size) const {
    json_array array;
    if (value_.get_array().get(array)) return false;
    size = static_cast<std::size_t>(std::distance(array.begin(), array.end()));
    return true;
  }
  bool getObjectSize(std::size_t& size) const {
    json_object object;
    if (value_.get_object().get(object)) return false;
    size = static_cast<std::size_t>(std::distance(object.begin(), object.end()));
    return true;
  }
  bool getBool(bool& out) const { return !value_.get_bool().get(out); }
  bool getDouble(double& out) const { return isDouble() && !value_.get_double().get(out); }
  bool getInteger(std::int64_t& out) const {
    auto const number = as_integer(value_);
    out = number.value_or(0);
    return number.has_value();
  }
  bool getString(std::string& out) const {
    std::string_view text;
    if (value_.get_string().get(text)) return false;
    out.assign(text);  // an embedded NUL stays
    return true;
  }

  static bool hasStrictTypes() { return true; }
  bool isArray() const { return value_.is_array(); }
  bool isBool() const { return value_.is_bool(); }
  bool isDouble() const { return value_.is_number() && !isInteger(); }  // beyond int64 too
  bool isInteger() const { return as_integer(value_).has_value(); }
  bool isNull() const { return value_.is_null(); }
  bool isNumber() const { return value_.is_number(); }
  bool isObject() const { return value_.is_object(); }
  bool isString() const { return value_.is_string(); }

 private:
  json_value value_;
};

using simdjson_adapter_member = std::pair<std::string, simdjson_adapter>;

class simdjson_adapter
    : public valijson::adapters::BasicAdapter<simdjson_adapter, simdjson_array, simdjson_adapter_member,
                                              simdjson_object, simdjson_value> {
 public:
  explicit simdjson_adapter(json_value value) : BasicAdapter(simdjson_value(value)) {}
};

inline bool simdjson_frozen::equalTo(valijson::adapters::Adapter const& other, bool strict) const {
  return simdjson_adapter(document_->root()).equalTo(other, strict);
}

inline simdjson_adapter adapted(json_value value) { return simdjson_adapter(value); }
inline simdjson_adapter_member adapted(simdjson_member const& member) {
  return {member.first, simdjson_adapter(member.second)};
}

template <class Item>
auto simdjson_iterator<Item>::operator*() const {
  return adapted((*items_)[at_]);
}
template <class Item>
auto simdjson_iterator<Item>::operator->() const {
  return valijson::adapters::DerefProxy<decltype(**this)>(**this);
}

}  // namespace imcp::schemas

template <>
struct valijson::adapters::AdapterTraits<imcp::schemas::simdjson_adapter> {
  using DocumentType = imcp::schemas::json_value;
  static std::string adapterName() { return "simdjson_adapter"; }
};
