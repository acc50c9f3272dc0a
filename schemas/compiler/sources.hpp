#pragma once
// The JSON files the catalogue is made of.

#include "schemas/compiler/diagnostics.hpp"
#include "schemas/json.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace imcp::schemas::compiler {

struct source_file {
  std::string name;  // relative, for messages
  json_document document;
};

/// fragments: by name, from every file of schemas/fragments. Views into `files`.
struct sources {
  std::vector<source_file> operations;  // sorted by file name
  std::vector<source_file> fragment_files, tables;
  std::map<std::string, json_value, std::less<>> fragments;

  json_value evidence() const { return tables.at(0).document.root(); }
  json_value deferred() const { return tables.at(1).document.root(); }
};

sources load_sources(std::filesystem::path const& schemas, diagnostics& found);

}  // namespace imcp::schemas::compiler
