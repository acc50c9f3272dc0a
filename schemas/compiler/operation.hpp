#pragma once
// One descriptor file, checked and expanded.

#include "schemas/compiler/expand.hpp"
#include "schemas/scope.hpp"

#include <string>
#include <vector>

namespace imcp::schemas::compiler {

struct operation {
  std::string name, title, summary, description, confirm_template, confirm_words;
  scope needs = scope::read;
  bool takes_project = false, destructive = false, idempotent = false, open_world = false;
  std::vector<std::string> tags, evidence, extensions, identity;
  std::vector<found_rule> rules;
  std::string input_schema, result_schema, output_schema;  // minified JSON
  std::vector<std::string> missing_evidence;               // exported only when empty
};

/// Reports every fault of the file; the result is complete only when nothing was reported.
operation compile_operation(source_file const& file, sources const& all, std::string const& error_schema,
                            diagnostics& found);

}  // namespace imcp::schemas::compiler
