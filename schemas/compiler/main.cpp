// compile_catalogue SCHEMAS_FOLDER OUTPUT.cpp: checks the descriptors and embeds them. Runs in the build.

#include "schemas/compiler/emit.hpp"
#include "schemas/compiler/lint.hpp"

#include <algorithm>
#include <fstream>

namespace {

using namespace imcp::schemas;
using namespace imcp::schemas::compiler;

std::string compile_error_schema(sources const& all, diagnostics& found) {
  std::vector<found_rule> none;
  auto const fragment = all.fragments.find("error");
  if (fragment == all.fragments.end()) return found.report("fragments", "", "no fragment error"), "{}";
  auto schema = expand(fragment->second, all, "error", found, none);
  auto const parsed = json_document::parse(schema);
  lint_schema(parsed->root(), schema_side::result, "error", found);
  return schema;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: compile_catalogue SCHEMAS_FOLDER OUTPUT.cpp\n";
    return 2;
  }
  diagnostics found;
  auto const all = load_sources(argv[1], found);
  if (!found.clean()) return 1;
  auto const error_schema = compile_error_schema(all, found);
  std::vector<operation> operations;
  for (auto const& file : all.operations) operations.push_back(compile_operation(file, all, error_schema, found));
  if (!found.clean()) return 1;
  std::sort(operations.begin(), operations.end(), [](auto const& a, auto const& b) { return a.name < b.name; });
  std::ofstream out(argv[2], std::ios::binary | std::ios::trunc);
  emit(out, operations, all.deferred(), error_schema);
  return out.flush() ? 0 : 1;
}
