// What a schema of our subset expects where a value breaks it, in words an agent can act on.
// The verdict itself is valijson's; this runs only after a refusal.

#include "schemas/error.hpp"
#include "schemas/json.hpp"

#include <optional>

namespace imcp::schemas {

void explain(json_value schema, json_value value, std::string const& pointer, std::vector<violation>& found);

namespace {

std::string_view article_for(std::string_view type) {
  return type == "integer" || type == "object" || type == "array" ? "an " : "a ";
}

bool has_type(json_value value, std::string_view type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_bool();
  if (type == "integer") return as_integer(value).has_value();
  return value.is_number();
}

std::size_t character_count(std::string_view utf8) {
  std::size_t n = 0;
  for (char const c : utf8) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return n;
}

// "at most N what, got M", "at least …", or nothing when `actual` is inside the schema's two bounds.
std::optional<std::string> outside(json_value schema, std::string_view least, std::string_view most,
                                   std::int64_t actual, std::string_view what) {
  auto const low = integer_member(schema, least), high = integer_member(schema, most);
  auto const tell = [&](std::string_view relation, std::int64_t bound) {
    return "must be " + std::string(relation) + std::to_string(bound) + std::string(what) + ", got " +
           std::to_string(actual);
  };
  if (low && actual < *low) return tell("at least ", *low);
  if (high && actual > *high) return tell("at most ", *high);
  return std::nullopt;
}

std::optional<std::string> wrong_choice(json_value schema, json_value value) {
  auto const choices = member(schema, "enum");
  json_array list;
  if (!choices || choices->get_array().get(list)) return std::nullopt;
  std::string text = "must be one of";
  for (auto const choice : list) {
    if (as_string(choice) == as_string(value) && as_string(choice)) return std::nullopt;
    text.append(text.back() == 'f' ? " " : ", ").append(as_string(choice).value_or(simdjson::minify(choice)));
  }
  return text;
}

std::optional<std::string> wrong_constant(json_value schema, json_value value) {
  auto const wanted = member(schema, "const");
  if (!wanted || simdjson::minify(*wanted) == simdjson::minify(value)) return std::nullopt;
  return "must be " + simdjson::minify(*wanted);
}

std::optional<std::string> wrong_scalar(json_value schema, json_value value) {
  if (auto choice = wrong_choice(schema, value)) return choice;
  if (auto constant = wrong_constant(schema, value)) return constant;
  if (auto const text = as_string(value))
    return outside(schema, "minLength", "maxLength", static_cast<std::int64_t>(character_count(*text)), " characters");
  if (auto const number = as_integer(value)) return outside(schema, "minimum", "maximum", *number, "");
  return std::nullopt;
}

void explain_members(json_value schema, json_object object, std::string const& pointer, std::vector<violation>& found) {
  auto const properties = member(schema, "properties"), additional = member(schema, "additionalProperties");
  for (auto const field : object) {
    auto const at = pointer_to(pointer, field.key);
    if (auto const known = properties ? member(*properties, field.key) : std::nullopt)
      explain(*known, field.value, at, found);
    else if (additional && additional->is_object())
      explain(*additional, field.value, at, found);
    else if (additional && additional->is_bool() && !bool(*additional))
      found.emplace_back(at, "is not known here");
  }
}

void explain_required(json_value schema, json_value value, std::string const& pointer, std::vector<violation>& found) {
  json_array required;
  if (auto const list = member(schema, "required"); !list || list->get_array().get(required)) return;
  for (auto const name : required)
    if (auto const key = as_string(name); key && !member(value, *key))
      found.emplace_back(pointer_to(pointer, *key), "is required");
}

void explain_object(json_value schema, json_value value, std::string const& pointer, std::vector<violation>& found) {
  json_object const object = value.get_object().value_unsafe();
  auto const size = static_cast<std::int64_t>(object.size());
  if (auto text = outside(schema, "minProperties", "maxProperties", size, " members"))
    found.emplace_back(pointer, std::move(*text));
  explain_required(schema, value, pointer, found);
  explain_members(schema, object, pointer, found);
}

void explain_array(json_value schema, json_value value, std::string const& pointer, std::vector<violation>& found) {
  json_array const array = value.get_array().value_unsafe();
  auto const size = static_cast<std::int64_t>(array.size());
  if (auto text = outside(schema, "minItems", "maxItems", size, " items"))
    found.emplace_back(pointer, std::move(*text));
  auto const items = member(schema, "items");
  std::size_t index = 0;
  for (auto const item : array)
    if (items) explain(*items, item, pointer_to(pointer, std::to_string(index++)), found);
}

}  // namespace

// Recursion is bounded: the depth of a document is (bounds::json_depth).
void explain(json_value schema, json_value value, std::string const& pointer, std::vector<violation>& found) {
  if (found.size() >= bounds::violations) return;
  auto const type = string_member(schema, "type");
  if (type && !has_type(value, *type)) {
    found.emplace_back(pointer, "must be " + std::string(article_for(*type)) + std::string(*type));
    return;
  }
  if (value.is_object()) return explain_object(schema, value, pointer, found);
  if (value.is_array()) return explain_array(schema, value, pointer, found);
  if (auto text = wrong_scalar(schema, value)) found.emplace_back(pointer, std::move(*text));
}

}  // namespace imcp::schemas
