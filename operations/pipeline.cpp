#include "operations/pipeline.hpp"

#include "operations/authorize_object.hpp"
#include "operations/failure.hpp"
#include "operations/input.hpp"
#include "operations/output.hpp"
#include "policy/checks.hpp"

#include <boost/asio/this_coro.hpp>

namespace imcp::operations {
namespace {

using schemas::error_kind;
using schemas::tool_error;
using schemas::verdict;

// 5. The backend is the policy's one connection; a binding can fail only where it is missing.
verdict check_binding(implementation const* code) {
  if (code) return {};
  return tool_error(error_kind::binding_failed, "the operation has no implementation in this build");
}

// 7. The image remote, by the name the operator gave it.
verdict bind_remote(call& c) {
  auto const source = schemas::member(c.input, "source");
  auto const name = source ? schemas::string_member(*source, "remote") : std::nullopt;
  if (!name) return {};
  auto const found = policy::find_remote(c.rules, c.who, *name);
  if (!found) return found.error();
  c.remote = *found;
  return {};
}

// 8. Discovery, on the first call that gets here.
asio::awaitable<verdict> check_server(call& c) {
  auto const found = co_await c.incus.discover();
  if (!found) co_return preparation_error(found.error(), "");
  std::vector<std::string> missing;
  for (auto const name : c.op.extensions)
    if (!c.incus.has_extension(name)) missing.emplace_back(name);
  if (missing.empty()) co_return verdict();
  co_return tool_error(error_kind::unavailable, "this Incus is too old for the operation")
      .with("missing_extensions", missing);
}

// 8b. An object that the input names by id is read and authorized before anything else happens to it.
asio::awaitable<verdict> check_object(call& c, implementation const& code) {
  if (!code.resolve) co_return verdict();
  auto object = co_await code.resolve(c);
  if (!object) co_return object.error();
  c.object = std::move(*object);
  auto const parsed = schemas::json_document::parse(c.object);
  if (!parsed) co_return tool_error(error_kind::protocol_error, "the object is not JSON");
  co_return authorize_operation(c, parsed->root());
}

// 8c. Nobody is asked yet: a policy that wants it is refused when it is loaded.
verdict check_person(call const&) { return {}; }

// "" where no project selects anything: the server's own data, and operations, which their id alone selects.
std::string effective_project(policy::caller const& who, schemas::descriptor const& op, schemas::json_value input) {
  bool const by_project = op.takes_project && !schemas::member(input, "operation_id");
  auto const given = schemas::string_member(input, "project");
  return std::string(by_project || given ? given.value_or(who.default_project) : "");
}

}  // namespace

asio::awaitable<reply> pipeline::run(schemas::descriptor const& op, std::string arguments, kill_switch& kill) {
  co_await asio::this_coro::throw_if_cancelled(false);  // a cancelled call still says what is known
  if (auto const ok = admission_.enter(std::chrono::steady_clock::now()); !ok) co_return ok.error();  // 0
  struct leave_at_end {
    policy::admission& a;
    ~leave_at_end() { a.leave(); }
  } const leave{admission_};
  co_return co_await run_admitted(op, std::move(arguments), kill);
}

asio::awaitable<reply> pipeline::run_admitted(schemas::descriptor const& op, std::string arguments, kill_switch& kill) {
  if (auto const ok = policy::check_scope(who_, op); !ok) co_return ok.error();  // 1
  auto const code = find_implementation(op.name);
  auto const input = read_input(op, code, std::move(arguments));  // 2
  if (!input) co_return input.error();
  call c(op, input->root(), rules_, who_, incus_, kill);
  c.project = effective_project(who_, op, c.input);
  if (auto const ok = policy::check_confirmation(op, c.input); !ok) co_return ok.error();                // 3
  if (auto const ok = policy::check_restricted(who_, c.input); !ok) co_return ok.error();                // 4
  if (auto const ok = check_binding(code); !ok) co_return ok.error();                                    // 5
  if (auto const ok = policy::authorize_input(who_, op, c.project, c.input); !ok) co_return ok.error();  // 6
  if (auto const ok = bind_remote(c); !ok) co_return ok.error();                                         // 7
  if (auto const ok = co_await check_server(c); !ok) co_return ok.error();                               // 8
  if (auto const ok = co_await check_object(c, *code); !ok) co_return ok.error();                        // 8b
  if (auto const ok = check_person(c); !ok) co_return ok.error();                                        // 8c
  auto done = co_await code->execute(c);                                                                 // 9
  co_return checked_output(op, std::move(done));                                                         // 10
}

}  // namespace imcp::operations
