#include "schemas/compiler/operation.hpp"

#include "schemas/compiler/lint.hpp"
#include "schemas/json_writer.hpp"
#include "schemas/names.hpp"

#include <algorithm>
#include <array>

namespace imcp::schemas::compiler {
namespace {

constexpr std::array<std::string_view, 15> known_fields{
    "name",  "title",    "summary",    "description", "tags",  "scope",    "confirm", "confirm_words",
    "hints", "requires", "extensions", "identity",    "input", "required", "result"};
constexpr std::array<std::string_view, 3> known_hints{"destructive", "idempotent", "open_world"};

class operation_compiler {
 public:
  operation_compiler(source_file const& file, sources const& all, diagnostics& found)
      : file_(file), all_(all), found_(found), root_(file.document.root()) {}

  operation compile(std::string const& error_schema) {
    read_texts();
    read_lists();
    read_hints();
    compile_input();
    compile_result(error_schema);
    check_confirmation();
    find_missing_evidence();
    return std::move(made_);
  }

 private:
  void report(std::string const& pointer, std::string const& message) { found_.report(file_.name, pointer, message); }

  std::string text(std::string_view key, std::size_t most, bool required) {
    auto const value = string_member(root_, key);
    if (!value && required) report(pointer_to("", key), "is required");
    if (value && value->size() > most) report(pointer_to("", key), "is longer than " + std::to_string(most));
    return std::string(value.value_or(""));
  }

  std::vector<std::string> list(std::string_view key) {
    std::vector<std::string> out;
    json_array items;
    if (auto const value = member(root_, key); value && !value->get_array().get(items))
      for (auto const item : items) out.emplace_back(as_string(item).value_or(""));
    return out;
  }

  void read_texts() {
    for (auto const field : json_object(root_))
      if (std::find(known_fields.begin(), known_fields.end(), field.key) == known_fields.end())
        report(pointer_to("", field.key), "unknown field");
    made_.name = text("name", 64, true);
    if (made_.name + ".json" != file_.name) report("/name", "must be the file's name");
    made_.title = text("title", 60, true);
    made_.summary = text("summary", 120, true);  // tama-operations/1
    made_.description = text("description", 4096, true);
    made_.confirm_template = text("confirm", 120, false);
    made_.confirm_words = text("confirm_words", 256, false);
    if (auto const needs = scope_from(text("scope", 32, true)))
      made_.needs = *needs;
    else
      report("/scope", "unknown scope");
  }

  void read_lists() {
    made_.tags = list("tags");
    made_.evidence = list("requires");
    made_.extensions = list("extensions");
    made_.identity = list("identity");
    if (made_.tags.empty()) report("/tags", "needs a tag");
    if (made_.evidence.empty()) report("/requires", "needs the client's methods");
  }

  void read_hints() {
    auto const hints = list("hints");
    for (auto const& hint : hints)
      if (std::find(known_hints.begin(), known_hints.end(), hint) == known_hints.end())
        report("/hints", "unknown " + hint);
    auto const has = [&](std::string_view hint) { return std::find(hints.begin(), hints.end(), hint) != hints.end(); };
    bool const read = made_.needs == scope::read;
    made_.destructive = has("destructive") || !made_.confirm_template.empty();
    made_.idempotent = has("idempotent") || read;
    made_.open_world = has("open_world");
    if (read && made_.destructive) report("/hints", "a read destroys nothing");
  }

  // The closed root around "input" and "required".
  void compile_input() {
    auto const properties = member(root_, "input");
    if (!properties || !properties->is_object()) return report("/input", "must be an object of properties");
    made_.takes_project = member(*properties, "project").has_value();
    json_writer schema;
    schema.begin_object().member("type", "object");
    schema.raw_member("properties", expand(*properties, all_, file_.name, found_, made_.rules));
    if (auto const required = member(root_, "required")) schema.raw_member("required", simdjson::minify(*required));
    schema.member("additionalProperties", false).end_object();
    made_.input_schema = schema.take();
    check_rules();
    lint(made_.input_schema, schema_side::input);
  }

  void check_rules() {
    auto const properties = member(root_, "input");
    for (auto const& [property, rule] : made_.rules) {
      if (!name_rule_from(rule)) report(pointer_to("/input", property), "unknown $rule " + rule);
      if (!member(*properties, property))
        report(pointer_to("/input", property), "$rule belongs on a top-level property");
    }
  }

  void compile_result(std::string const& error_schema) {
    auto const result = member(root_, "result");
    if (!result) return report("/result", "is required");
    std::vector<found_rule> none;
    made_.result_schema = expand(*result, all_, file_.name, found_, none);
    lint(made_.result_schema, schema_side::result);
    made_.output_schema = union_of(made_.result_schema, error_schema);
    for (auto const& field : made_.identity)
      if (made_.result_schema.find('"' + field + '"') == std::string::npos) report("/identity", "no property " + field);
  }

  // Success and error in one plain object: a root combinator makes some hosts refuse the whole list.
  static std::string union_of(std::string const& success, std::string const& error) {
    json_writer out;
    out.begin_object().member("type", "object").key("properties").begin_object();
    for (auto const& side : {success, error}) {
      auto const schema = json_document::parse(side);
      for (auto const field : json_object(*member(schema->root(), "properties")))
        out.raw_member(field.key, simdjson::minify(field.value));
    }
    return out.end_object().member("additionalProperties", false).end_object().take();
  }

  void lint(std::string const& schema, schema_side side) {
    auto const parsed = json_document::parse(schema);
    if (!parsed) return report("", parsed.error().message);
    lint_schema(parsed->root(), side, file_.name, found_);
  }

  void check_confirmation() {
    auto const required = list("required");
    bool const asks = std::find(required.begin(), required.end(), "confirm") != required.end();
    if (asks != !made_.confirm_template.empty()) report("/confirm", "a template and a required `confirm` go together");
    if (asks && made_.confirm_words.empty()) report("/confirm_words", "is required beside /confirm");
    if (asks != (made_.needs == scope::delete_)) report("/confirm", "scope incus.delete and confirmation go together");
  }

  void find_missing_evidence() {
    for (auto const& name : made_.evidence)
      if (!has_evidence(name)) made_.missing_evidence.push_back(name);
  }

  bool has_evidence(std::string_view requirement) {
    auto const row = member(all_.evidence(), requirement);
    if (!row || !string_member(*row, "endpoint") || !string_member(*row, "client")) return false;
    auto const tested = [&](std::string_view kind) {
      json_array tests;
      auto const named = member(*row, kind);
      return named && !named->get_array().get(tests) && tests.begin() != tests.end();
    };
    return tested("fake") && tested("real");
  }

  source_file const& file_;
  sources const& all_;
  diagnostics& found_;
  json_value root_;
  operation made_;
};

}  // namespace

operation compile_operation(source_file const& file, sources const& all, std::string const& error_schema,
                            diagnostics& found) {
  return operation_compiler(file, all, found).compile(error_schema);
}

}  // namespace imcp::schemas::compiler
