#include "schemas/compiler/sources.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace imcp::schemas::compiler {
namespace {

void load_file(std::filesystem::path const& file, std::vector<source_file>& into, diagnostics& found) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  auto const name = file.filename().string();
  auto parsed = json_document::parse(std::move(text));
  if (!parsed) return found.report(name, "", parsed.error().message);
  if (!parsed->root().is_object()) return found.report(name, "", "must be an object");
  if (auto twice = find_duplicate_key(parsed->root())) found.report(name, twice->pointer, twice->message);
  into.push_back(source_file{name, std::move(*parsed)});
}

void load_folder(std::filesystem::path const& folder, std::vector<source_file>& into, diagnostics& found) {
  std::vector<std::filesystem::path> files;
  for (auto const& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (auto const& file : files) load_file(file, into, found);
}

}  // namespace

sources load_sources(std::filesystem::path const& schemas, diagnostics& found) {
  sources all;
  load_folder(schemas / "operations", all.operations, found);
  load_folder(schemas / "fragments", all.fragment_files, found);
  load_file(schemas / "evidence.json", all.tables, found);
  load_file(schemas / "deferred.json", all.tables, found);
  for (auto const& file : all.fragment_files)
    for (auto const fragment : json_object(file.document.root()))
      if (!all.fragments.emplace(fragment.key, fragment.value).second)
        found.report(file.name, pointer_to("", fragment.key), "this fragment exists already");
  return all;
}

}  // namespace imcp::schemas::compiler
