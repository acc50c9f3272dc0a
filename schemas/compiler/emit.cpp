#include "schemas/compiler/emit.hpp"

#include <algorithm>

namespace imcp::schemas::compiler {
namespace {

// JSON and prose as a C++ literal; the delimiter appears in neither.
std::string literal(std::string_view text) { return "R\"~(" + std::string(text) + ")~\""; }
std::string_view truth(bool value) { return value ? "true" : "false"; }

void emit_list(std::ostream& out, std::string const& name, std::vector<std::string> const& items) {
  if (items.empty()) return;
  out << "constexpr std::string_view " << name << "[] = {";
  for (auto const& item : items) out << literal(item) << ", ";
  out << "};\n";
}

std::string list_reference(std::string const& name, std::vector<std::string> const& items) {
  return items.empty() ? "{}" : name;
}

void emit_lists(std::ostream& out, operation const& op) {
  emit_list(out, op.name + "_tags", op.tags);
  emit_list(out, op.name + "_evidence", op.evidence);
  emit_list(out, op.name + "_extensions", op.extensions);
  emit_list(out, op.name + "_identity", op.identity);
  if (op.rules.empty()) return;
  out << "constexpr field_rule " << op.name << "_rules[] = {";
  for (auto const& [property, rule] : op.rules) out << "{" << literal(property) << ", name_rule::" << rule << "}, ";
  out << "};\n";
}

void emit_descriptor(std::ostream& out, operation const& op) {
  static constexpr std::string_view scopes[] = {"read", "write", "exec", "delete_"};
  out << "    {.name = " << literal(op.name) << ",\n     .title = " << literal(op.title)
      << ",\n     .summary = " << literal(op.summary) << ",\n     .description = " << literal(op.description)
      << ",\n     .tags = " << list_reference(op.name + "_tags", op.tags)
      << ",\n     .needs = scope::" << scopes[static_cast<std::size_t>(op.needs)]
      << ",\n     .confirm_template = " << literal(op.confirm_template)
      << ",\n     .confirm_words = " << literal(op.confirm_words)
      << ",\n     .takes_project = " << truth(op.takes_project)
      << ",\n     .destructive_hint = " << truth(op.destructive)
      << ",\n     .idempotent_hint = " << truth(op.idempotent) << ",\n     .open_world_hint = " << truth(op.open_world)
      << ",\n     .evidence = " << list_reference(op.name + "_evidence", op.evidence)
      << ",\n     .extensions = " << list_reference(op.name + "_extensions", op.extensions)
      << ",\n     .identity = " << list_reference(op.name + "_identity", op.identity)
      << ",\n     .rules = " << (op.rules.empty() ? "{}" : op.name + "_rules")
      << ",\n     .input_schema = " << literal(op.input_schema)
      << ",\n     .result_schema = " << literal(op.result_schema)
      << ",\n     .output_schema = " << literal(op.output_schema) << "},\n";
}

void emit_unavailable(std::ostream& out, std::vector<operation> const& lacking, json_value deferred) {
  for (auto const& op : lacking) emit_list(out, op.name + "_missing", op.missing_evidence);
  out << "constexpr unavailable_operation not_exported[] = {\n";
  for (auto const& op : lacking)
    out << "    {" << literal(op.name) << ", \"without evidence\", " << op.name << "_missing},\n";
  for (auto const field : json_object(deferred))
    out << "    {" << literal(field.key) << ", " << literal(as_string(field.value).value_or("")) << ", {}},\n";
  out << "};\n";
}

}  // namespace

void emit(std::ostream& out, std::vector<operation> const& operations, json_value deferred,
          std::string const& error_schema) {
  std::vector<operation> exported, lacking;
  for (auto const& op : operations) (op.missing_evidence.empty() ? exported : lacking).push_back(op);
  out << "// Made by schemas/compiler from schemas/operations/*.json.\n#include \"schemas/catalogue.hpp\"\n\n"
         "namespace imcp::schemas {\nnamespace {\n\n";
  for (auto const& op : exported) emit_lists(out, op);
  out << "constexpr descriptor exported[] = {\n";
  for (auto const& op : exported) emit_descriptor(out, op);
  out << "};\n";
  emit_unavailable(out, lacking, deferred);
  out << "\n}  // namespace\n\n"
         "std::span<descriptor const> catalogue() { return exported; }\n"
         "std::span<unavailable_operation const> unavailable() { return not_exported; }\n"
         "std::string_view error_schema() { return "
      << literal(error_schema) << "; }\n\n}  // namespace imcp::schemas\n";
}

}  // namespace imcp::schemas::compiler
