#pragma once
// What the tests of policy/ share: policies from text, inputs from JSON, descriptors made by hand.

#include "policy/policy.hpp"
#include "schemas/catalogue.hpp"
#include "schemas/error.hpp"
#include "schemas/json.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace imcp::policy {

inline load_result parse(std::string_view toml) { return parse_policy(toml, "/etc/p.toml"); }

/// "LINE:COLUMN: message" of every fault.
inline std::vector<std::string> faults(load_result const& result) {
  std::vector<std::string> found;
  for (auto const& f : result.faults)
    found.push_back(std::to_string(f.line) + ":" + std::to_string(f.column) + ": " + f.message);
  return found;
}
inline std::vector<std::string> faults_in(std::string_view toml) { return faults(parse(toml)); }

/// The caller "default" of a policy; what its table holds is given.
inline caller caller_with(std::string_view keys) {
  auto const result = parse("version = 1\n[image_remotes.images]\nserver = \"https://i.example\"\n[callers.default]\n" +
                            std::string(keys));
  EXPECT_EQ(faults(result), std::vector<std::string>{}) << keys;
  return result.loaded ? *result.loaded->find_caller("default") : caller();
}

/// A JSON text as an input; the document outlives the value.
class input {
 public:
  explicit input(std::string text) : document_(parsed(std::move(text))) {}
  operator schemas::json_value() const { return document_.root(); }

 private:
  static schemas::json_document parsed(std::string text) {
    auto document = schemas::json_document::parse(std::move(text));
    EXPECT_TRUE(document) << "a test's own JSON is none";
    return document ? std::move(*document) : parsed("null");
  }
  schemas::json_document document_;
};

inline schemas::descriptor operation(std::string_view name, schemas::scope needs = schemas::scope::read) {
  schemas::descriptor op{};
  op.name = name;
  op.needs = needs;
  return op;
}

/// The whole error, or "ok".
inline std::string outcome(schemas::verdict const& verdict) { return verdict ? "ok" : verdict.error().to_json(); }
/// One text member of the error, or "ok".
inline std::string outcome(schemas::verdict const& verdict, std::string_view member) {
  if (verdict) return "ok";
  input const error(verdict.error().to_json());
  return std::string(schemas::string_member(*schemas::member(error, "error"), member).value_or("(none)"));
}

}  // namespace imcp::policy
