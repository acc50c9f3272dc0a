#pragma once
// Bytes in, frames out: a line is a frame. No I/O. Contract: contract.md §1.1 (the frame's bound), §4.

#include "schemas/bounds.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace imcp::server {

/// A line of the client without its ending; only the fact when it was longer than the bound.
struct frame {
  std::string text;
  bool oversize;
  frame(std::string t, bool too_long) : text(std::move(t)), oversize(too_long) {}
};

/// Tolerates CRLF, a byte order mark before the first line, and blank lines. An oversize line is one frame, however
/// long it gets, and nothing of it is kept.
class frame_reader {
 public:
  explicit frame_reader(std::size_t limit_bytes = schemas::bounds::frame_bytes) : limit_(limit_bytes) {}

  /// `bytes` must live until next() answers nullopt.
  void feed(std::string_view bytes) { input_ = bytes; }
  /// The next complete line of what was fed.
  std::optional<frame> next();
  /// At end of input: the last line, which may lack its newline.
  std::optional<frame> finish() { return take_line(); }

 private:
  void keep(std::string_view part);
  std::optional<frame> take_line();

  std::size_t limit_;
  std::string_view input_;
  std::string line_;
  bool oversize_ = false, first_ = true;
};

}  // namespace imcp::server
