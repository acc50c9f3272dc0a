#include "schemas/validator.hpp"

#include "schemas/simdjson_adapter.hpp"

#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include <algorithm>
#include <map>

namespace imcp::schemas {

// In expectation.cpp: valijson says where, we say what is expected there.
void explain(json_value schema, json_value value, std::string const& pointer, std::vector<violation>& found);

struct validator::compiled {
  json_document text;
  valijson::Schema schema;

  explicit compiled(std::string_view source) : text(*json_document::parse(std::string(source))) {
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(simdjson_adapter(text.root()), schema);
  }
};

namespace {

// valijson's path of "<root>", "[devices]", "[eth0]" as a JSON pointer.
std::string pointer_of(std::vector<std::string> const& context) {
  std::string pointer;
  for (std::size_t i = 1; i < context.size(); ++i)
    pointer = pointer_to(pointer, std::string_view(context[i]).substr(1, context[i].size() - 2));
  return pointer;
}

}  // namespace

validator::validator(std::string_view schema) : schema_(schema) {}
validator::~validator() = default;
validator::validator(validator&&) noexcept = default;

std::vector<violation> validator::check(json_value value) const {
  if (!compiled_) compiled_ = std::make_unique<compiled>(schema_);
  valijson::Validator judge;
  valijson::ValidationResults results;
  if (judge.validate(compiled_->schema, simdjson_adapter(value), &results)) return {};
  std::vector<violation> found;
  explain(compiled_->text.root(), value, "", found);
  valijson::ValidationResults::Error error;
  if (found.empty() && results.popError(error)) found.emplace_back(pointer_of(error.context), error.description);
  if (found.size() > bounds::violations) found.erase(found.begin() + bounds::violations, found.end());
  return found;
}

validator const& validator_for(std::string_view schema) {
  static std::map<std::string_view, validator> made;  // one thread; keyed by text of static storage
  return made.try_emplace(schema, schema).first->second;
}

}  // namespace imcp::schemas
