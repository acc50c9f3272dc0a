#include "schemas/validator.hpp"

#include "schemas/catalogue.hpp"

#include <gtest/gtest.h>

namespace imcp::schemas {
namespace {

constexpr std::string_view schema = R"({
  "type": "object", "additionalProperties": false, "required": ["name"],
  "properties": {
    "name": {"type": "string", "minLength": 1, "maxLength": 3},
    "count": {"type": "integer", "minimum": 1, "maximum": 5},
    "kind": {"type": "string", "enum": ["a", "b"]},
    "flag": {"type": "boolean"},
    "list": {"type": "array", "maxItems": 2, "items": {"type": "string", "maxLength": 2}},
    "map": {"type": "object", "maxProperties": 1, "additionalProperties": {"type": "string"}}
  }})";

std::string first_violation(std::string text) {
  auto const document = json_document::parse(std::move(text));
  auto const found = validator_for(schema).check(document->root());
  return found.empty() ? "" : found.front().pointer + " " + found.front().message;
}

TEST(validator, says_what_is_expected_where) {
  EXPECT_EQ(first_violation(R"({"name":"abc","count":5,"kind":"b","flag":true,"list":["x","y"],"map":{"k":"v"}})"), "");
  EXPECT_EQ(first_violation(R"({"name":"é€x"})"), "") << "lengths count characters";
  EXPECT_EQ(first_violation("{}"), "/name is required");
  EXPECT_EQ(first_violation(R"({"name":""})"), "/name must be at least 1 characters, got 0");
  EXPECT_EQ(first_violation(R"({"name":"abcd"})"), "/name must be at most 3 characters, got 4");
  EXPECT_EQ(first_violation(R"({"name":5})"), "/name must be a string");
  EXPECT_EQ(first_violation(R"({"name":null})"), "/name must be a string");
  EXPECT_EQ(first_violation(R"({"name":"a","count":6})"), "/count must be at most 5, got 6");
  EXPECT_EQ(first_violation(R"({"name":"a","count":"3"})"), "/count must be an integer");
  EXPECT_EQ(first_violation(R"({"name":"a","count":1.5})"), "/count must be an integer");
  EXPECT_EQ(first_violation(R"({"name":"a","count":5.0})"), "");
  EXPECT_EQ(first_violation(R"({"name":"a","kind":"c"})"), "/kind must be one of a, b");
  EXPECT_EQ(first_violation(R"({"name":"a","flag":1})"), "/flag must be a boolean");
  EXPECT_EQ(first_violation(R"({"name":"a","list":["x","long"]})"), "/list/1 must be at most 2 characters, got 4");
  EXPECT_EQ(first_violation(R"({"name":"a","list":["a","b","c"]})"), "/list must be at most 2 items, got 3");
  EXPECT_EQ(first_violation(R"({"name":"a","map":{"a":"1","b":"2"}})"), "/map must be at most 1 members, got 2");
  EXPECT_EQ(first_violation(R"({"name":"a","map":{"a/b":1}})"), "/map/a~1b must be a string");
  EXPECT_EQ(first_violation(R"({"name":"a","x":1})"), "/x is not known here");
  EXPECT_EQ(first_violation("[]"), " must be an object");
}

TEST(validator, keeps_a_nul_inside_text) {
  EXPECT_EQ(first_violation(R"({"name":"a","kind":"a\u0000"})"), "/kind must be one of a, b");
}

TEST(validator, compiles_every_schema_of_the_catalogue) {
  auto const empty = json_document::parse("{}");
  for (auto const& op : catalogue())
    for (auto const text : {op.input_schema, op.result_schema, op.output_schema, error_schema()})
      EXPECT_LE(validator_for(text).check(empty->root()).size(), bounds::violations);
}

TEST(catalogue, is_sorted_unique_and_named_by_the_rule) {
  std::string_view previous;
  for (auto const& op : catalogue()) {
    EXPECT_LT(previous, op.name);
    previous = op.name;
    EXPECT_TRUE(op.name.starts_with("incus_")) << op.name;
    EXPECT_EQ(op.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), op.name.npos) << op.name;
    EXPECT_EQ(find_operation(op.name), &op);
  }
  EXPECT_EQ(find_operation("incus_nothing"), nullptr);
  EXPECT_EQ(find_operation(""), nullptr);
}

TEST(catalogue, asks_for_confirmation_exactly_where_it_deletes) {
  for (auto const& op : catalogue()) EXPECT_EQ(op.needs == scope::delete_, op.needs_confirmation()) << op.name;
}

TEST(catalogue, lists_what_is_deferred) {
  std::vector<std::string_view> names;
  for (auto const& op : unavailable()) names.push_back(op.name);
  EXPECT_EQ(names,
            (std::vector<std::string_view>{"incus_instance_copy", "incus_instance_move", "incus_instance_rename"}));
}

}  // namespace
}  // namespace imcp::schemas
