#pragma once
// The operations as data. The tables are compiled from schemas/operations/*.json at build time (schemas/compiler).

#include "schemas/names.hpp"
#include "schemas/scope.hpp"

#include <span>
#include <string_view>

namespace imcp::schemas {

/// Everything declarative about one operation. All texts have static storage.
struct descriptor {
  std::string_view name, title, summary, description;
  std::span<std::string_view const> tags;
  scope needs;
  std::string_view confirm_template;  ///< "" or what `confirm` must repeat: "{instance}/{snapshot}"
  std::string_view confirm_words;     ///< the same for people: "the instance name"
  bool takes_project;                 ///< whether the input has a `project`
  bool destructive_hint, idempotent_hint, open_world_hint;
  std::span<std::string_view const> evidence;    ///< client requirements: "GetInstances", "stream:S01"
  std::span<std::string_view const> extensions;  ///< Incus API extensions it needs
  std::span<std::string_view const> identity;    ///< result fields that an invalid_output error keeps
  std::span<field_rule const> rules;             ///< what names among the arguments must look like
  std::string_view input_schema;                 ///< closed JSON Schema of the arguments
  std::string_view result_schema;                ///< strict schema of a success
  std::string_view output_schema;                ///< union of success and error, as published by tools/list

  bool is_read() const { return needs == scope::read; }
  bool needs_confirmation() const { return !confirm_template.empty(); }
};

/// An operation that is described but not exported, and the evidence it lacks.
struct unavailable_operation {
  std::string_view name, reason;
  std::span<std::string_view const> missing;
};

/// The exported operations, sorted by name.
std::span<descriptor const> catalogue();
std::span<unavailable_operation const> unavailable();
/// The schema of {"error":{…}}.
std::string_view error_schema();

/// nullptr when no operation has that name.
descriptor const* find_operation(std::string_view name);

}  // namespace imcp::schemas
