// The build-time compiler: what it refuses, with the file and the place.

#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <vector>

namespace imcp::schemas {
namespace {

struct compiled {
  int exit_code;
  std::string errors, source;
};

// A copy of schemas/ that a test may break.
class source_tree {
 public:
  source_tree() {
    std::filesystem::path const from = std::filesystem::path(IMCP_SOURCE_DIR) / "schemas";
    for (auto const* part : {"operations", "fragments", "evidence.json", "deferred.json"})
      std::filesystem::copy(from / part, std::filesystem::path(dir_.path()) / part,
                            std::filesystem::copy_options::recursive);
  }

  void replace(std::string const& file, std::string const& from, std::string const& to) {
    auto text = support::read_file(dir_.file(file));
    auto const at = text.find(from);
    ASSERT_NE(at, text.npos) << file << " has no " << from;
    text.replace(at, from.size(), to);
    dir_.write(file, text, 0644);
  }
  void add(std::string const& file, std::string const& text) { dir_.write(file, text, 0644); }

  compiled compile() {
    auto const command =
        std::string(IMCP_CATALOGUE_COMPILER) + " " + dir_.path() + " " + dir_.file("out.cpp") + " 2>&1";
    std::string errors;
    auto* pipe = ::popen(command.c_str(), "r");
    for (int c = 0; (c = std::fgetc(pipe)) != EOF;) errors += static_cast<char>(c);
    int const status = ::pclose(pipe);
    bool const wrote = std::filesystem::exists(dir_.file("out.cpp"));
    return {WEXITSTATUS(status), errors, wrote ? support::read_file(dir_.file("out.cpp")) : ""};
  }

 private:
  support::temp_dir dir_;
};

struct broken {
  std::string file, from, to, told;
};

std::string const list = "operations/incus_operation_list.json";
std::string const get = "operations/incus_operation_get.json";
std::string const deletion = "operations/incus_instance_delete.json";
std::string const create = "operations/incus_instance_create.json";
std::string const input = "fragments/input.json";

// `list` with one more input property.
broken property(std::string const& schema, std::string const& told) {
  return {list, R"("input": {)", R"("input": {"x": )" + schema + ", ", told};
}

std::vector<broken> const rows{
    property(R"({"type": "string", "maxLength": 5})", "/properties/x: needs a description"),
    property(R"({"type": "string", "description": "d"})", "/properties/x: a string needs maxLength"),
    property(R"({"type": "integer", "minimum": 1, "description": "d"})", "an integer needs minimum and maximum"),
    property(R"({"type": "array", "items": {"type": "boolean"}, "description": "d"})",
             "an array needs items and maxItems"),
    property(R"({"type": "array", "maxItems": 5, "description": "d"})", "an array needs items and maxItems"),
    property(R"({"type": "object", "properties": {}, "description": "d"})", "must say additionalProperties: false"),
    property(R"({"type": "object", "additionalProperties": true, "description": "d"})",
             "must say additionalProperties: false"),
    property(R"({"type": "object", "additionalProperties": {"type": "boolean"}, "description": "d"})",
             "a map needs maxProperties"),
    property(R"({"type": ["string", "null"], "description": "d"})", "needs one type by name"),
    property(R"({"type": "null", "description": "d"})", "needs one type by name"),
    property(R"({"description": "d"})", "needs one type by name"),
    property("true", "a schema must be an object"),
    property(R"({"type": "boolean", "description": "d", "pattern": "a"})",
             "/properties/x/pattern: keyword outside our subset"),
    property(R"({"type": "boolean", "description": "d", "oneOf": []})", "/oneOf: keyword outside our subset"),
    property(R"({"type": "boolean", "description": "d", "$ref": "#"})", "/$ref: keyword outside our subset"),
    property(R"({"type": "boolean", "description": "d", "format": "uri"})", "/format: keyword outside our subset"),
    property(R"({"type": "boolean", "description": "d", "unevaluatedProperties": false})",
             "keyword outside our subset"),
    property(R"({"$use": "nothing"})", "unknown fragment nothing"),
    property(R"({"type": "boolean", "description": "d", "$rule": "nothing"})", "unknown $rule nothing"),
    property(R"({"type": "object", "additionalProperties": false, "description": "d", "properties":
                 {"y": {"type": "boolean", "description": "d", "$rule": "uuid"}}})",
             "$rule belongs on a top-level property"),
    {list, R"("incus.read")", R"("incus.see")", "/scope: unknown scope"},
    {list, R"("tags")", R"("hints": ["shiny"], "tags")", "/hints: unknown shiny"},
    {list, R"("tags")", R"("hints": ["destructive"], "tags")", "/hints: a read destroys nothing"},
    {list, R"("tags")", R"("colour": "red", "tags")", "/colour: unknown field"},
    {list, R"("incus_operation_list")", R"("incus_operation_lists")", "/name: must be the file's name"},
    {list, R"("summary": ")", R"("summary": ")" + std::string(120, 'x'), "/summary: is longer than 120"},
    {list, R"("title": "List operations",)", "", "/title: is required"},
    {list, R"("requires": ["GetOperations"],)", "", "/requires: needs the client's methods"},
    {list, R"("tags")", R"("required": ["nothing"], "tags")", "requires an unknown property nothing"},
    {list, R"("title")", R"("title": "x", "title")", "/title: the key appears twice"},
    {list, "{", "", "incus_operation_list.json: /:"},
    {list, R"("tags")", R"("identity": ["nothing"], "tags")", "/identity: no property nothing"},
    {get, R"("tags")", R"("confirm": "{operation_id}", "tags")",
     "/confirm: a template and a required `confirm` go together"},
    {deletion, R"("confirm": "{instance}",)", "", "/confirm: a template and a required `confirm` go together"},
    {deletion, R"("confirm_words": "the instance name",)", "", "/confirm_words: is required"},
    {deletion, "incus.delete", "incus.write", "scope incus.delete and confirmation go together"},
    {create, R"("additionalProperties": false,)", "", "/properties/source: must say additionalProperties: false"},
    {input, R"("project")", R"("error": {}, "project")", "this fragment exists already"},
};

TEST(compile_catalogue, accepts_the_tree_as_it_is_and_is_deterministic) {
  source_tree tree;
  auto const first = tree.compile(), second = tree.compile();
  EXPECT_EQ(first.exit_code, 0) << first.errors;
  EXPECT_EQ(first.source, second.source);
  EXPECT_NE(first.source.find("incus_instance_exec"), std::string::npos);
}

TEST(compile_catalogue, refuses_what_is_not_plain_and_says_where) {
  for (auto const& row : rows) {
    source_tree tree;
    tree.replace(row.file, row.from, row.to);
    auto const result = tree.compile();
    EXPECT_EQ(result.exit_code, 1) << row.told;
    EXPECT_NE(result.errors.find(row.told), std::string::npos)
        << "expected: " << row.told << "\ngot: " << result.errors;
    EXPECT_EQ(result.source, "") << "nothing is written from a broken tree";
  }
}

TEST(compile_catalogue, tells_all_faults_at_once) {
  source_tree tree;
  tree.replace(list, R"("tags")", R"("colour": "red", "shape": "round", "tags")");
  tree.replace(get, R"("incus.read")", R"("incus.see")");
  auto const errors = tree.compile().errors;
  for (auto const* told : {"/colour", "/shape", "/scope"}) EXPECT_NE(errors.find(told), std::string::npos) << told;
}

TEST(compile_catalogue, exports_nothing_without_evidence) {
  source_tree tree;
  tree.replace("evidence.json", R"("real": ["session.lists_operations"])", R"("real": [])");
  auto const result = tree.compile();
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  auto const not_exported = result.source.find("not_exported");
  EXPECT_NE(result.source.find("incus_operation_list", not_exported), std::string::npos);
  EXPECT_EQ(result.source.find(".name = R\"~(incus_operation_list)~\""), std::string::npos);
  EXPECT_NE(result.source.find("GetOperations", 0), std::string::npos);
}

}  // namespace
}  // namespace imcp::schemas
