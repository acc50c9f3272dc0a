#pragma once
// Reading TOML by rows: one row per key names it and says how its value gets into its member. What keys exist,
// what is unknown, and what a misspelt one may have meant all come from those rows. Only policy/*.cpp includes this.

#include "policy/names.hpp"
#include "policy/policy.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace imcp::policy {

/// The keys of one table, for messages: "callers.NAME".
struct toml_section {
  std::string_view title;
  std::vector<std::string_view> keys;
};

/// One file while it is read: what it is called, what is in it, and what was found wrong so far.
struct toml_source {
  std::filesystem::path file;
  toml::table const& root;
  std::span<toml_section const> sections;  ///< every section there is: where a misplaced key belongs
  std::vector<policy_fault> faults;

  void add_fault(toml::source_position at, std::string message);
};

/// A value on its way into a member, with its dotted name.
struct toml_value {
  toml_source& source;
  toml::node const& node;
  std::string name;

  toml_value child(toml::key const& key, toml::node const& value) const;
  toml_value element(std::size_t index, toml::node const& value) const;
  /// Records "NAME <complaint>" at the value.
  void refuse(std::string_view complaint) const;
  /// Records "NAME must be <what>, got <type>" at the value.
  void refuse_type(std::string_view what) const;
  void refuse_unbuilt(std::string_view value) const;

  // Exactly that type, or a recorded fault.
  std::optional<std::string> text() const;  ///< not empty, without control characters
  std::optional<bool> boolean() const;
  std::optional<std::int64_t> integer(std::int64_t least, std::int64_t most) const;
  toml::array const* array() const;
  toml::table const* table() const;
};

/// How the value of one key is read.
template <class T>
struct toml_key {
  std::string_view name;
  void (*read)(toml_value const& value, T& into);
  bool required = false;
};

template <class T>
std::vector<std::string_view> names_of(std::span<toml_key<T> const> keys) {
  std::vector<std::string_view> names;
  for (auto const& key : keys) names.push_back(key.name);
  return names;
}

void refuse_unknown_key(toml_value const& table, toml::key const& key, std::span<std::string_view const> known);

/// Reads a table by its rows, and records every key that has none.
template <class T>
void read_keys(toml_value const& value, std::span<toml_key<T> const> keys, T& into) {
  auto const* table = value.table();
  if (!table) return;
  for (auto const& row : keys)
    if (row.required && !table->contains(row.name)) value.refuse("needs a " + std::string(row.name));
  for (auto const& [key, node] : *table) {
    auto const row = std::ranges::find(keys, key.str(), &toml_key<T>::name);
    if (row == keys.end())
      refuse_unknown_key(value, key, names_of(keys));
    else
      row->read(value.child(key, node), into);
  }
}

}  // namespace imcp::policy
