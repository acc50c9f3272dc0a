#pragma once
// JSON Schema validation: valijson does the judging, this header keeps it (and its 25 s of compiling) out of sight.

#include "schemas/error.hpp"
#include "schemas/json.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace imcp::schemas {

/// One compiled schema of the subset that the catalogue compiler admits.
class validator {
 public:
  /// `schema` must have static storage and be a catalogue schema; it is compiled on first use.
  explicit validator(std::string_view schema);
  ~validator();
  validator(validator&&) noexcept;

  /// Empty when `value` conforms; else at most bounds::violations places, with what is expected there.
  std::vector<violation> check(json_value value) const;

 private:
  struct compiled;
  std::string_view schema_;
  mutable std::unique_ptr<compiled> compiled_;
};

/// The validator of a catalogue schema, made once per schema text.
validator const& validator_for(std::string_view schema);

}  // namespace imcp::schemas
