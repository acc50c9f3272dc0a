#pragma once
// One channel of an exec by hand: the upgrade, then frames until the empty text frame that ends a stream.

#include "tests/bench/unix_socket.hpp"

namespace imcp::tests::bench {

class raw_websocket {
 public:
  /// Sends the upgrade; accepted() reads its answer.
  raw_websocket(std::string const& socket, std::string_view target);
  void accepted();
  /// Until the empty text frame.
  void drain();
  /// The empty text frame of ours: the end of the command's input.
  void end();

 private:
  void more() { input_.append(socket_.receive()); }

  unix_socket socket_;
  std::string input_;
};

}  // namespace imcp::tests::bench
