#include "incus/exec_session.hpp"

#include <algorithm>
#include <utility>

namespace imcp::incus {

exec_session::exec_session(exec_limits limits, time_point now)
    : limits_(std::move(limits)), wake_at_(now + limits_.duration), latest_(wake_at_ + limits_.grace) {}

void exec_session::received(output stream, std::string_view bytes, time_point now) {
  auto& into = of(stream);
  into.kept.append(bytes.substr(0, limits_.capture_bytes - std::min(limits_.capture_bytes, into.kept.size())));
  into.bytes += bytes.size();
  bool const too_much = streams_[0].bytes + streams_[1].bytes > limits_.total_bytes;
  if (too_much) kill(kill_reason::total, now);
  if (!observed() || killed_ != kill_reason::none) return;
  // A slow end is not a lost one: while output still comes after the exit, the grace begins anew.
  grant_grace(now);
  finished_ = finished_ || too_much;
}

void exec_session::grant_grace(time_point now) { wake_at_ = std::min(now + limits_.grace, latest_); }

void exec_session::ended(output stream, time_point now) {
  of(stream).complete = true;
  close(stream, now);
}

void exec_session::lost(output stream, time_point now) { close(stream, now); }

void exec_session::close(output stream, time_point now) {
  closed_[static_cast<std::size_t>(stream)] = true;
  settle(now);
}

void exec_session::exited(int exit_code, time_point now) {
  if (observed() || finished_) return;
  outcome_ = outcome_state::exited;
  exit_code_ = exit_code;
  settle(now);
}

void exec_session::not_observed(failure why, bool still_running, time_point now) {
  if (observed() || finished_) return;
  outcome_ = still_running ? outcome_state::running : outcome_state::uncertain;
  why_ = std::move(why);
  settle(now);
}

// What is still to come after the outcome has its grace. Whoever was killed has one already.
void exec_session::settle(time_point now) {
  if (observed() && drained())
    finished_ = true;
  else if (observed() && killed_ == kill_reason::none)
    grant_grace(now);
}

void exec_session::asked_to_kill(time_point now) { kill(kill_reason::asked, now); }

void exec_session::kill(kill_reason why, time_point now) {
  if (killed_ != kill_reason::none || observed()) return;
  killed_ = why;
  kill_pending_ = true;
  grant_grace(now);
}

bool exec_session::take_kill() { return std::exchange(kill_pending_, false); }

void exec_session::abandoned(failure why) {
  if (!observed()) {
    outcome_ = outcome_state::running;
    why_ = std::move(why);
  }
  finished_ = true;
}

void exec_session::tick(time_point now) {
  if (now < wake_at_ || finished_) return;
  if (killed_ == kill_reason::none && !observed()) return kill(kill_reason::duration, now);
  finished_ = true;  // the grace is over
  if (!observed()) why_ = failure(phase::sent, cause::timeout, "the exit was not observed after SIGKILL");
}

exec_status exec_session::status() const {
  switch (outcome_) {
    case outcome_state::unknown:
    case outcome_state::running:
      return exec_status::running;
    case outcome_state::uncertain:
      return exec_status::uncertain;
    case outcome_state::exited:
      break;
  }
  if (killed_ == kill_reason::duration) return exec_status::timed_out;
  return killed_ == kill_reason::total ? exec_status::output_limited : exec_status::completed;
}

exec_report exec_session::report() && {
  exec_report r;
  r.status = status();
  r.exit_code = exit_code_;
  r.why = std::move(why_);
  r.out = std::move(streams_[0]);
  r.err = std::move(streams_[1]);
  return r;
}

}  // namespace imcp::incus
