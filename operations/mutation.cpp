#include "operations/mutation.hpp"

#include "incus/background_operation.hpp"
#include "operations/failure.hpp"
#include "operations/redaction.hpp"
#include "schemas/json_writer.hpp"

namespace imcp::operations {
namespace {

using incus::observation;
using incus::phase;

std::string_view status_text(observation::state s) {
  switch (s) {
    case observation::state::succeeded:
      return "completed";
    case observation::state::failed:
      return "failed";
    case observation::state::running:
      return "running";
  }
  return "running";
}

// Whether Incus judged the request and said no. Anything else that came back in the place of an answer leaves it open.
bool was_refused(incus::failure const& f) { return f.reached == phase::answered && f.why == incus::cause::rejected; }

std::string uncertain(incus::failure const& why) {
  schemas::json_writer out;
  out.begin_object().member("status", "uncertain").raw_member("wait_error", wait_error_json(why));
  return out.end_object().take();
}

reply not_accepted(incus::failure const& why, std::string const& resource) {
  if (why.reached == phase::unsent || was_refused(why)) return read_error(why, resource);
  return uncertain(why);
}

// The native operation without its secrets, or nothing when it would not fit.
void add_operation(schemas::json_writer& out, std::string_view operation) {
  auto const parsed = schemas::json_document::parse(schemas::minify(operation));
  if (!parsed || !parsed->root().is_object()) return;
  auto const clean = without_secrets(parsed->root(), "/operation");
  constexpr std::size_t room_for_the_rest = 16 * schemas::bounds::KiB;
  if (clean.json.size() + room_for_the_rest > schemas::bounds::output_bytes) {
    out.member("truncated", true);
    return;
  }
  out.raw_member("operation", clean.json).raw_members(redacted_member(clean.pointers));
}

std::string observed(incus::answer const& accepted, observation const& seen, std::chrono::seconds waited) {
  schemas::json_writer out;
  out.begin_object().member("status", status_text(seen.is)).member("operation_id", accepted.operation_id);
  add_operation(out, seen.operation.empty() ? accepted.metadata : std::string_view(seen.operation));
  out.member("waited_seconds", waited.count());
  if (seen.why) out.raw_member("wait_error", wait_error_json(*seen.why));
  return out.end_object().take();
}

}  // namespace

asio::awaitable<reply> mutate(call& c, incus::request what, std::string resource) {
  auto const accepted = co_await c.incus.send(std::move(what));
  if (!accepted) co_return not_accepted(accepted.error(), resource);
  if (accepted->type == incus::answer_type::sync) co_return std::string(R"({"status":"completed"})");
  auto const wait = c.wait_seconds();
  auto const deadline = std::chrono::steady_clock::now() + c.incus.where().timeout;
  auto const seen = co_await incus::wait_for_operation(c.incus, accepted->operation_id, wait, deadline);
  co_return observed(*accepted, seen, wait);
}

}  // namespace imcp::operations
