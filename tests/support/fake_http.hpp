#pragma once
// The HTTP half of the fake: reads requests as they are on the wire, writes answers the way their script says.
// Written by hand on purpose: the product uses Beast, and a shared parser would share its mistakes.

#include "tests/support/answer.hpp"
#include "tests/support/fake_socket.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace imcp::support {

struct recorded_request {
  std::string method, target, body;
  std::vector<std::pair<std::string, std::string>> headers;  ///< names and values as sent
  std::size_t connection = 0;                                ///< 1 for the first one accepted

  recorded_request() {}
  std::string path() const { return target.substr(0, target.find('?')); }
  /// A query parameter, still percent-encoded.
  std::optional<std::string> query(std::string_view name) const;
  /// The first header of that name, case-insensitive.
  std::optional<std::string> header(std::string_view name) const;
  /// "GET /1.0/instances?recursion=1": handy in comparisons and messages.
  std::string line() const { return method + " " + target; }
};

/// Reads requests off one connection. The last byte of each stays in the kernel's queue until release(), which is what
/// makes a reset possible: see fake_socket::hang_up.
class request_reader {
 public:
  explicit request_reader(fake_socket& socket) : socket_(socket) {}
  /// Nothing at the end of the stream.
  std::optional<recorded_request> next();
  void release() { socket_.receive_exactly(1); }

 private:
  fake_socket& socket_;
};

enum class after_answer { keep_open, hang_up, reset };

/// Sends `a` as scripted and says what becomes of the connection. The request must have been released unless it resets.
after_answer send_answer(fake_socket& socket, answer const& a, stop_flag& stop);

}  // namespace imcp::support
