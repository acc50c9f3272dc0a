#include "incus/endpoints.hpp"
#include "incus/exec.hpp"
#include "operations/call.hpp"
#include "operations/captured_text.hpp"
#include "operations/failure.hpp"
#include "schemas/bounds.hpp"
#include "schemas/json_writer.hpp"
#include "schemas/names.hpp"

#include <algorithm>

namespace imcp::operations {
namespace {

namespace bounds = schemas::bounds;

std::string_view status_text(incus::exec_status s) {
  switch (s) {
    case incus::exec_status::completed:
      return "completed";
    case incus::exec_status::timed_out:
      return "timed_out";
    case incus::exec_status::output_limited:
      return "output_limited";
    case incus::exec_status::running:
      return "running";
    case incus::exec_status::uncertain:
      return "uncertain";
  }
  return "uncertain";
}

incus::exec_limits limits_of(call const& c) {
  auto const asked =
      schemas::integer_member(c.input, "timeout_seconds").value_or(bounds::default_exec_duration.count());
  auto const& where = c.incus.where();
  incus::exec_limits limits;
  limits.duration = std::min(std::chrono::seconds(asked), where.stream_timeout - bounds::kill_grace);
  limits.grace = bounds::kill_grace;
  limits.capture_bytes = bounds::exec_capture_bytes;
  limits.total_bytes = std::min(bounds::exec_total_bytes, where.max_stream_bytes / 2);
  return limits;
}

std::string exec_body(call const& c) {
  schemas::json_writer out;
  out.begin_object();
  for (auto const key : {"command", "environment", "cwd", "user", "group"})
    if (auto const value = schemas::member(c.input, key)) out.raw_member(key, simdjson::minify(*value));
  return out.member("wait-for-websocket", true).member("interactive", false).end_object().take();
}

std::string exec_result(incus::exec_run const& run, std::chrono::seconds duration) {
  auto const& report = run.report;
  schemas::json_writer out;
  out.begin_object().member("status", status_text(report.status));
  if (report.exit_code) out.member("exit_code", *report.exit_code);
  out.raw_member("stdout", captured_json(report.out)).raw_member("stderr", captured_json(report.err));
  out.member("timeout_seconds", duration.count()).member("operation_id", run.operation_id);
  if (report.why) out.raw_member("wait_error", wait_error_json(*report.why));
  return out.end_object().take();
}

std::string never_answered(incus::failure const& why, std::chrono::seconds duration) {
  schemas::json_writer out;
  out.begin_object().member("status", "uncertain").member("timeout_seconds", duration.count());
  return out.raw_member("wait_error", wait_error_json(why)).end_object().take();
}

// in {instance, command, …}  out {status, exit_code, stdout, stderr, timeout_seconds, operation_id, wait_error}
asio::awaitable<reply> instance_exec(call& c) {
  incus::exec_command what;
  what.post = incus::exec_instance(c.project, c.text("instance"), exec_body(c));
  what.input = std::string(c.text("stdin"));
  what.limits = limits_of(c);
  auto const duration = what.limits.duration;
  auto const run = co_await incus::run_exec(c.incus, std::move(what), c.kill);
  if (run) co_return exec_result(*run, duration);
  auto const& why = run.error();
  bool const known_not_to_run = why.reached == incus::phase::unsent || why.why == incus::cause::rejected;
  if (known_not_to_run) co_return read_error(why, "instance " + std::string(c.text("instance")));
  co_return never_answered(why, duration);
}

bool has_nul(std::string_view text) { return text.find('\0') != text.npos; }

void check_command(schemas::json_array command, std::vector<schemas::violation>& found) {
  std::size_t index = 0;
  for (auto const argument : command) {
    auto const pointer = "/command/" + std::to_string(index++);
    if (has_nul(*schemas::as_string(argument)))
      found.emplace_back(pointer, "must not contain NUL: no program can receive it");
    if (index == 1 && schemas::as_string(argument)->empty()) found.emplace_back(pointer, "must name a program");
  }
}

void check_environment(schemas::json_object environment, std::vector<schemas::violation>& found) {
  for (auto const variable : environment) {
    auto const pointer = schemas::pointer_to("/environment", variable.key);
    if (!schemas::is_environment_name(variable.key))
      found.emplace_back(pointer, "an environment name is letters, digits and '_', not first a digit");
    if (has_nul(schemas::as_string(variable.value).value_or(""))) found.emplace_back(pointer, "must not contain NUL");
  }
}

// Incus checks none of these: "A=B" passes as a name there.
void check_exec(schemas::json_value input, std::vector<schemas::violation>& found) {
  check_command(schemas::json_array(*schemas::member(input, "command")), found);
  if (auto const environment = schemas::member(input, "environment"))
    check_environment(schemas::json_object(*environment), found);
  auto const text = schemas::string_member(input, "stdin").value_or("");
  if (text.size() > bounds::exec_stdin_bytes)
    found.emplace_back("/stdin", "must be at most 65536 bytes, got " + std::to_string(text.size()));
}

constexpr implementation rows[] = {{"incus_instance_exec", &instance_exec, &check_exec}};

}  // namespace

std::span<implementation const> instance_exec_operations() { return rows; }

}  // namespace imcp::operations
