#pragma once
// What happens in one exec, without I/O: events go in, and the session says when to kill and when it is over.
// Time is an argument. Contract: incus-operations.md, Results and Bounds; contract.md §1.2.

#include "incus/failure.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace imcp::incus {

enum class output { stdout_, stderr_ };

struct exec_limits {
  std::chrono::seconds duration{30};
  std::chrono::seconds grace{5};  ///< after the kill, or after the exit, for what is still to come
  std::size_t capture_bytes = 64 * 1024;
  std::size_t total_bytes = 64 * 1024 * 1024;  ///< of both streams

  exec_limits() {}
};

/// One stream as captured: its first bytes, and how many there were.
struct captured {
  std::string kept;
  std::size_t bytes = 0;
  bool complete = false;  ///< the barrier came: nothing was lost on the way

  captured() {}
};

enum class exec_status { completed, timed_out, output_limited, running, uncertain };

struct exec_report {
  exec_status status = exec_status::uncertain;
  std::optional<int> exit_code;
  captured out, err;
  std::optional<failure> why;  ///< why the exit was not observed

  exec_report() {}
};

class exec_session {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  exec_session(exec_limits limits, time_point now);

  // What was heard.
  void received(output stream, std::string_view bytes, time_point now);
  void ended(output stream, time_point now);                           ///< the barrier
  void lost(output stream, time_point now);                            ///< the connection closed without one
  void exited(int exit_code, time_point now);                          ///< the operation ended and told it
  void not_observed(failure why, bool still_running, time_point now);  ///< the wait ended without an exit status
  void asked_to_kill(time_point now);                                  ///< by the client, or by a shutdown
  void abandoned(failure why);                                         ///< we stop listening at once
  void tick(time_point now);                                           ///< `wake_at` has passed

  // What to do.
  bool take_kill();  ///< true once, when SIGKILL is to be sent
  bool finished() const { return finished_; }
  time_point wake_at() const { return wake_at_; }
  exec_report report() &&;

 private:
  enum class kill_reason { none, duration, total, asked };
  enum class outcome_state { unknown, exited, running, uncertain };

  captured& of(output stream) { return streams_[static_cast<std::size_t>(stream)]; }
  bool drained() const { return closed_[0] && closed_[1]; }
  bool observed() const { return outcome_ != outcome_state::unknown; }
  void close(output stream, time_point now);
  void kill(kill_reason why, time_point now);
  void settle(time_point now);
  void grant_grace(time_point now);
  exec_status status() const;

  exec_limits limits_;
  std::array<captured, 2> streams_;
  std::array<bool, 2> closed_{};
  outcome_state outcome_ = outcome_state::unknown;
  std::optional<int> exit_code_;
  std::optional<failure> why_;
  kill_reason killed_ = kill_reason::none;
  bool kill_pending_ = false, finished_ = false;
  time_point wake_at_, latest_;  // nothing is listened to after `latest_`
};

}  // namespace imcp::incus
