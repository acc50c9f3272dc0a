#pragma once
// What one scripted exec does, as an ordered list of steps over the four channels "0", "1", "2" and "control".
// The steps run once 0, 1 and 2 are connected (control is optional, as in Incus). One thread runs them in order, so
// the order between channels is the script's: a blocked write on "2" holds back what comes after it.

#include "tests/support/fake_websocket.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace imcp::support {

/// How the background operation of an exec ends.
struct exec_end {
  std::string status = "Success", err;
  std::string return_json;  ///< the value of metadata.return; empty: not there

  exec_end(std::string s, std::string r, std::string e)
      : status(std::move(s)), err(std::move(e)), return_json(std::move(r)) {}
};

enum class step_kind { frames, pause, await_stdin, echo_stdin, release_stdin, finish, close, reset };

struct exec_step {
  step_kind kind;
  std::string channel, bytes;  ///< frames: what is written in one piece
  std::size_t repeat = 1;
  std::chrono::milliseconds time{0};
  std::optional<exec_end> end;

  explicit exec_step(step_kind k, std::string c = "", std::string b = "")
      : kind(k), channel(std::move(c)), bytes(std::move(b)) {}
};

/// What a channel's handshake gets instead of an immediate 101.
struct handshake_fault {
  std::chrono::milliseconds delay{0};
  std::optional<answer> refusal;
  bool silent = false;

  handshake_fault() {}
};

class exec_script {
 public:
  exec_script() {}

  // Output. One call is one message.
  exec_script& out(std::string_view bytes) { return message("1", bytes); }
  exec_script& err(std::string_view bytes) { return message("2", bytes); }
  exec_script& message(std::string channel, std::string_view bytes, opcode op = opcode::binary);
  /// `times` messages of `bytes`; a signal or the end of the fake stops it between two of them.
  exec_script& flood(std::string channel, std::string_view bytes, std::size_t times);
  exec_script& barrier(std::string channel);  ///< the empty text message: nothing more follows
  exec_script& ping(std::string channel, std::string_view payload = "keepalive");
  exec_script& close_frame(std::string channel, std::uint16_t code, std::string_view reason = "");
  /// Bytes as they are; with server_frame() for frames no server should send.
  exec_script& frames(std::string channel, std::string bytes);
  /// From here on messages are cut into frames of this size; with a ping between two of them.
  exec_script& fragment(std::size_t bytes);
  exec_script& fragment_with_pings(std::size_t bytes);

  // Time, stdin.
  exec_script& pause(std::chrono::milliseconds d);
  exec_script& await_stdin();  ///< until the end of stdin
  exec_script& echo_stdin();   ///< until the end of stdin, then all of it on 1
  exec_script& hold_stdin();   ///< nothing is read from 0 before release_stdin()
  exec_script& release_stdin();

  // Endings. finish*() ends the operation, channels stay as they are; a script without it never ends.
  exec_script& finish(int return_code) { return finish("Success", std::to_string(return_code)); }
  exec_script& finish(std::string status, std::string return_json, std::string err = "");
  exec_script& close(std::string channel);  ///< end of file without a close frame
  /// ECONNRESET. Nothing is ever read from a channel that a script resets.
  exec_script& reset(std::string channel);
  exec_script& close_all();
  /// Barriers on 1 and 2, finish, close all: the usual end.
  exec_script& exit(int return_code);
  /// The same for a command that could not be started, e.g. fail("Command not found", 127).
  exec_script& fail(std::string err, int return_code);

  // Signals. Without a word about it the command dies at once: barriers, return 128 + signal, all closed.
  exec_script& ignore_signals();
  exec_script& on_signal(exec_script const& rest);  ///< the remaining steps are replaced by these
  /// Closing control kills the command, as in Incus; with this it is only recorded.
  exec_script& survive_control_close();

  // Handshakes.
  exec_script& no_keepalive();  ///< otherwise each channel starts with a ping
  /// The leading frames of the script go out in one write with the 101 of their channel, before others are connected.
  exec_script& coalesce();
  exec_script& handshake_delay(std::string channel, std::chrono::milliseconds d);
  exec_script& refuse(std::string channel, int http_status, std::string_view text);
  exec_script& silent(std::string channel);  ///< the upgrade request is never answered
  exec_script& start_at_once();              ///< do not wait for the channels

  // The operation.
  exec_script& gone_after_end();  ///< 404 as soon as it has ended and one wait has been answered

  struct settings {
    std::map<std::string, handshake_fault> handshakes;
    std::shared_ptr<std::vector<exec_step> const> signal_steps;
    bool ignore_signals = false, survive_control_close = false, keepalive = true, coalesce = false;
    bool start_at_once = false, hold_stdin = false, gone_after_end = false;

    settings() {}
  };
  std::vector<exec_step> const& steps() const { return steps_; }
  settings const& with() const { return settings_; }

 private:
  exec_script& add(exec_step step);
  std::vector<exec_step> steps_;
  settings settings_;
  std::size_t fragment_bytes_ = 0;
  bool ping_between_ = false;
};

}  // namespace imcp::support
