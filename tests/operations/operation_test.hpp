#pragma once
// The whole pipeline over a real socket, with a scripted Incus at its other end.

#include "operations/pipeline.hpp"
#include "schemas/validator.hpp"
#include "tests/support/fake_incus.hpp"
#include "tests/support/run_coro.hpp"

#include <gtest/gtest.h>

#include <string>

namespace imcp::tests {

using support::async_operation;
using support::error;
using support::exec_script;
using support::fake_incus;
using support::operation;
using support::sync;

inline std::string const operation_uuid = "aad5dc8e-0000-4000-8000-0123456789ab";

/// A reply with its JSON; every one is checked against the schema of its side, whatever the test looks at.
class replied {
 public:
  replied(schemas::descriptor const& op, operations::reply const& r)
      : failed_(!r), text_(r ? *r : r.error().to_json()), document_(*schemas::json_document::parse(text_)) {
    auto const schema = r ? op.result_schema : schemas::error_schema();
    for (auto const& v : schemas::validator_for(schema).check(document_.root()))
      ADD_FAILURE() << op.name << " breaks its schema at " << v.pointer << ": " << v.message << "\n" << text_;
  }

  bool failed() const { return failed_; }
  std::string const& text() const { return text_; }
  /// The value at a JSON pointer as minified JSON, "" when it is not there.
  std::string at(std::string_view pointer) const {
    schemas::json_value found;
    return document_.root().at_pointer(pointer).get(found) ? "" : simdjson::minify(found);
  }
  std::string kind() const { return unquoted(at("/error/kind")); }
  std::string status() const { return unquoted(at("/status")); }
  std::string message() const { return unquoted(at("/error/message")); }
  bool dispatched() const { return at("/error/dispatched") == "true"; }

 private:
  static std::string unquoted(std::string const& json) {
    return json.size() < 2 ? json : json.substr(1, json.size() - 2);
  }
  bool failed_;
  std::string text_;
  schemas::json_document document_;
};

class operation_test : public testing::Test {
 public:
  operation_test() {
    rules.connection.socket_path = incus.socket_path();
    rules.connection.timeout = std::chrono::seconds(3);
    who.scopes = {schemas::scope::read, schemas::scope::write, schemas::scope::exec, schemas::scope::delete_};
    who.max_calls_per_minute = 1000000;
    who.projects = {"*"};
  }

  replied call(std::string_view name, std::string arguments) {
    auto const* op = schemas::find_operation(name);
    if (!op) throw std::runtime_error("no operation " + std::string(name));
    boost::asio::io_context loop(1);
    incus::client client(loop.get_executor(), rules.connection);
    operations::pipeline pipeline(rules, who, client);
    auto const reply = support::run(loop, pipeline.run(*op, std::move(arguments), kill));
    return replied(*op, reply);
  }

  /// "METHOD target" of every request but discovery.
  std::vector<std::string> lines() const {
    std::vector<std::string> out;
    for (auto const& r : incus.calls()) out.push_back(r.line());
    return out;
  }

  fake_incus incus;
  policy::policy rules;
  policy::caller who;
  operations::kill_switch kill;
};

/// The happy path is cut at each of its requests in turn: before an answer, inside it, and by a reset. Whatever
/// happens, the status must be one of `allowed`, and no request may be repeated.
struct cut {
  std::string method, target;
  std::vector<std::string> allowed;  ///< statuses or error kinds
};
void sweep_cuts(void (*script)(fake_incus&), std::string_view name, std::string const& arguments,
                std::vector<cut> const& cuts);

}  // namespace imcp::tests
