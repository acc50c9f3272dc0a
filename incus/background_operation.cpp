#include "incus/background_operation.hpp"

#include "incus/endpoints.hpp"
#include "schemas/json.hpp"

namespace imcp::incus {
namespace {

// An operation cut from an answer; nothing when `metadata` is not one (a wait that failed on 6.0 answers null).
std::optional<observation> seen_in(answer const& from) {
  auto const parsed = schemas::json_document::parse(std::string(from.metadata));
  if (!parsed || !parsed->root().is_object()) return std::nullopt;
  auto const code = schemas::integer_member(parsed->root(), "status_code");
  if (!code) return std::nullopt;
  observation seen;
  seen.is = state_of(static_cast<int>(*code));
  seen.operation = schemas::minify(from.metadata);
  return seen;
}

observation not_seen(failure why) {
  observation unknown;
  unknown.why = std::move(why);
  return unknown;
}

bool is_gone(failure const& f) { return f.why == cause::rejected && f.http_status == 404; }

// 6.0 reports a wait that ran out, and an operation that failed, alike: HTTP 200 and an error text.
bool ran_out(failure const& f) { return f.message == "context deadline exceeded"; }

// The wait told `failed_wait`; the operation could not be read afterwards, because it is gone.
observation judged_by_text(failure const& failed_wait) {
  auto known = not_seen(failed_wait);
  bool const native_text = failed_wait.why == cause::rejected && !is_gone(failed_wait) && !ran_out(failed_wait);
  if (native_text) known.is = observation::state::failed;
  return known;
}

}  // namespace

observation::state state_of(int status_code) {
  if (status_code == 200) return observation::state::succeeded;
  return status_code >= 400 ? observation::state::failed : observation::state::running;
}

asio::awaitable<observation> wait_for_operation(client& incus, std::string id, std::chrono::seconds wait,
                                                http_client::time_point deadline) {
  auto const waited = co_await incus.send_until(get_operation_wait(id, wait), deadline);
  if (waited)
    if (auto seen = seen_in(*waited)) co_return std::move(*seen);
  failure const no_operation(phase::answered, cause::malformed, "the wait answered without an operation");
  auto const why = waited ? no_operation : waited.error();
  if (why.why == cause::cancelled) co_return not_seen(why);
  auto const read = co_await incus.send(get_operation(id));
  if (!read && is_gone(read.error())) co_return judged_by_text(why);
  if (!read) co_return not_seen(why);
  auto seen = seen_in(*read);
  if (!seen) co_return not_seen(why);
  bool const still_open = seen->is == observation::state::running && !ran_out(why);
  if (still_open) seen->why = why;  // not observed because the wait broke, not because it ended
  co_return std::move(*seen);
}

}  // namespace imcp::incus
