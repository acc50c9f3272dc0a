#pragma once
// The generated C++ source of the catalogue.

#include "schemas/compiler/operation.hpp"

#include <ostream>

namespace imcp::schemas::compiler {

/// Operations with missing evidence and the deferred ones go to unavailable(), the others to catalogue().
void emit(std::ostream& out, std::vector<operation> const& operations, json_value deferred,
          std::string const& error_schema);

}  // namespace imcp::schemas::compiler
