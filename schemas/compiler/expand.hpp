#pragma once
// "$use": what several operations share is written once and put in its place here.

#include "schemas/compiler/sources.hpp"

#include <string>
#include <vector>

namespace imcp::schemas::compiler {

/// A "$rule" found on a property while expanding.
struct found_rule {
  std::string property, rule;
};

/// `value` as minified JSON with its notations resolved:
///   {"$use": "name", …}     the fragment's members, replaced and followed by the siblings
///   {"$error_kinds": true}  the list of error kinds, as schemas/error.hpp has it
///   "$rule": "name"         taken out, and reported in `rules` with the property that carries it
std::string expand(json_value value, sources const& all, std::string const& file, diagnostics& found,
                   std::vector<found_rule>& rules);

}  // namespace imcp::schemas::compiler
