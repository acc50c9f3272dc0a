#include "policy/toml_reader.hpp"

#include "policy/suggestion.hpp"

namespace imcp::policy {
namespace {

std::string_view type_in_words(toml::node const& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a floating-point number";
    case toml::node_type::boolean:
      return "a boolean";
    default:
      return "a date or time";
  }
}

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

/// "; it belongs in [callers.NAME]" when another section has a key of that name, else what may have been meant.
std::string hint_for(toml_source const& source, std::string_view key, std::span<std::string_view const> known) {
  for (auto const& section : source.sections)
    if (std::ranges::find(section.keys, key) != section.keys.end())
      return "; it belongs " + (section.title.empty() ? "at the top of the file, before any table"
                                                      : "in [" + std::string(section.title) + "]");
  return did_you_mean(key, known);
}

}  // namespace

void toml_source::add_fault(toml::source_position at, std::string message) {
  policy_fault fault;
  fault.file = file.string();
  fault.line = static_cast<int>(at.line);
  fault.column = static_cast<int>(at.column);
  fault.message = std::move(message);
  faults.push_back(std::move(fault));
}

toml_value toml_value::child(toml::key const& key, toml::node const& value) const {
  auto const segment = toml_segment(key.str());
  return {source, value, name.empty() ? segment : name + "." + segment};
}

toml_value toml_value::element(std::size_t index, toml::node const& value) const {
  return {source, value, name + "[" + std::to_string(index) + "]"};
}

void toml_value::refuse(std::string_view complaint) const {
  source.add_fault(node.source().begin, (name.empty() ? "the policy" : name) + " " + std::string(complaint));
}

void toml_value::refuse_type(std::string_view what) const {
  refuse("must be " + std::string(what) + ", got " + std::string(type_in_words(node)));
}

void toml_value::refuse_unbuilt(std::string_view value) const {
  refuse("asks for " + std::string(value) + ", which this version does not have yet");
}

std::optional<std::string> toml_value::text() const {
  auto text = node.value_exact<std::string>();
  if (!text)
    refuse_type("a string");
  else if (text->empty())
    refuse("must not be empty");
  else if (std::ranges::any_of(*text, is_control))
    refuse("must not hold control characters");
  else
    return text;
  return std::nullopt;
}

std::optional<bool> toml_value::boolean() const {
  auto const value = node.value_exact<bool>();
  if (!value) refuse_type("true or false");
  return value;
}

std::optional<std::int64_t> toml_value::integer(std::int64_t least, std::int64_t most) const {
  auto const value = node.value_exact<std::int64_t>();
  if (!value)
    refuse_type("an integer");
  else if (*value < least || *value > most)
    refuse("must be " + std::to_string(least) + ".." + std::to_string(most) + ", got " + std::to_string(*value));
  else
    return value;
  return std::nullopt;
}

toml::array const* toml_value::array() const {
  if (!node.is_array()) refuse_type("an array");
  return node.as_array();
}

toml::table const* toml_value::table() const {
  if (!node.is_table()) refuse_type("a table");
  return node.as_table();
}

void refuse_unknown_key(toml_value const& table, toml::key const& key, std::span<std::string_view const> known) {
  auto const where = table.name.empty() ? std::string() : " in [" + table.name + "]";
  table.source.add_fault(key.source().begin, "unknown key \"" + std::string(key.str()) + "\"" + where +
                                                 hint_for(table.source, key.str(), known));
}

}  // namespace imcp::policy
