#include "schemas/compiler/lint.hpp"

#include <algorithm>
#include <array>

namespace imcp::schemas::compiler {
namespace {

// valijson silently ignores the words of 2020-12 that it does not know, and hosts refuse others: nothing else passes.
constexpr std::array<std::string_view, 17> keywords{
    "type",          "description", "properties", "required", "additionalProperties",
    "items",         "enum",        "const",      "default",  "minLength",
    "maxLength",     "minimum",     "maximum",    "minItems", "maxItems",
    "maxProperties", "title"};
constexpr std::array<std::string_view, 6> types{"object", "array", "string", "integer", "number", "boolean"};

class linter {
 public:
  linter(schema_side side, std::string const& file, diagnostics& found) : side_(side), file_(file), found_(found) {}

  void check(json_value schema, std::string const& pointer) {
    if (!schema.is_object()) return report(pointer, "a schema must be an object (boolean schemas confuse hosts)");
    for (auto const field : json_object(schema))
      if (!contains(keywords, field.key)) report(pointer_to(pointer, field.key), "keyword outside our subset");
    auto const type = string_member(schema, "type");
    if (!type || !contains(types, *type)) return report(pointer, "needs one type by name");
    if (*type == "object") check_object(schema, pointer);
    if (*type == "array") check_array(schema, pointer);
    if (*type == "string") check_string(schema, pointer);
    if (*type == "integer") check_integer(schema, pointer);
  }

 private:
  template <class List>
  static bool contains(List const& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  }
  void report(std::string const& pointer, std::string const& message) { found_.report(file_, pointer, message); }
  bool bounded(json_value schema, std::string_view key) { return integer_member(schema, key).has_value(); }

  void check_object(json_value schema, std::string const& pointer) {
    check_openness(schema, pointer);
    if (auto const properties = member(schema, "properties"))
      for (auto const field : json_object(*properties)) check_property(field.key, field.value, pointer);
    json_array required;
    if (auto const list = member(schema, "required"); list && !list->get_array().get(required))
      for (auto const name : required) check_required(schema, as_string(name).value_or(""), pointer);
  }

  void check_property(std::string_view key, json_value schema, std::string const& parent) {
    auto const pointer = pointer_to(pointer_to(parent, "properties"), key);
    check(schema, pointer);
    if (!string_member(schema, "description")) report(pointer, "needs a description");
  }

  void check_required(json_value schema, std::string_view name, std::string const& pointer) {
    auto const properties = member(schema, "properties");
    if (!properties || !member(*properties, name)) report(pointer, "requires an unknown property " + std::string(name));
  }

  void check_openness(json_value schema, std::string const& pointer) {
    auto const additional = member(schema, "additionalProperties");
    bool const native = side_ == schema_side::result && !additional && !member(schema, "properties");
    if (native) return;
    if (additional && additional->is_object()) {
      check(*additional, pointer_to(pointer, "additionalProperties"));
      if (!bounded(schema, "maxProperties")) report(pointer, "a map needs maxProperties");
    } else if (!additional || !additional->is_bool() || bool(*additional)) {
      report(pointer, "must say additionalProperties: false");
    }
  }

  void check_array(json_value schema, std::string const& pointer) {
    auto const items = member(schema, "items");
    if (!items || !bounded(schema, "maxItems")) return report(pointer, "an array needs items and maxItems");
    check(*items, pointer_to(pointer, "items"));
  }

  void check_string(json_value schema, std::string const& pointer) {
    bool const listed = member(schema, "enum") || member(schema, "const");
    if (side_ == schema_side::input && !listed && !bounded(schema, "maxLength"))
      report(pointer, "a string needs maxLength");
  }

  void check_integer(json_value schema, std::string const& pointer) {
    if (side_ == schema_side::input && !(bounded(schema, "minimum") && bounded(schema, "maximum")))
      report(pointer, "an integer needs minimum and maximum");
  }

  schema_side side_;
  std::string const& file_;
  diagnostics& found_;
};

}  // namespace

void lint_schema(json_value schema, schema_side side, std::string const& file, diagnostics& found) {
  linter(side, file, found).check(schema, "");
}

}  // namespace imcp::schemas::compiler
