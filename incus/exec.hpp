#pragma once
// Runs one command: the driver that gives an exec_session its sockets and its clock.

#include "incus/client.hpp"
#include "incus/exec_session.hpp"

#include <functional>
#include <string>

namespace imcp::incus {

struct exec_command {
  request post;  ///< exec_instance(...)
  std::string input;
  exec_limits limits;

  exec_command() {}
};

/// Whoever may wish, while the command runs, that it end.
class exec_killer {
 public:
  virtual ~exec_killer() = default;
  /// `kill` stays callable until forget().
  virtual void listen(std::function<void()> kill) = 0;
  virtual void forget() = 0;
};

struct exec_run {
  std::string operation_id;
  exec_report report;

  exec_run() {}
};

/// A failure only when Incus did not accept the command; afterwards there is always a report. Terminal cancellation
/// ends it at once with what is known. Incus kills the command when we go away.
asio::awaitable<outcome<exec_run>> run_exec(client& incus, exec_command what, exec_killer& killer);

}  // namespace imcp::incus
