#pragma once
// A keep-alive HTTP connection to Incus as fast as one can be written by hand: what the daemon is compared with.

#include "tests/bench/http_answer.hpp"
#include "tests/bench/unix_socket.hpp"

namespace imcp::tests::bench {

std::string http_get(std::string_view target);
std::string http_post(std::string_view target, std::string_view json);

class raw_http {
 public:
  /// Connects and makes one request at once: Incus accepts nobody else before a new connection has said something.
  explicit raw_http(std::string const& socket);

  int descriptor() const { return socket_.descriptor(); }
  void send(std::string_view request) { socket_.send(request); }
  /// One recv; true when the answer is complete.
  bool receive() { return answer_.feed(socket_.receive()); }
  /// One request and its whole answer. Throws unless the status is 2xx.
  std::string const& exchange(std::string_view request);
  /// Throws unless the status of the complete answer is 2xx; then ready for the next one.
  void check();
  void reset() { answer_.reset(); }
  std::string const& body() const { return answer_.body(); }

 private:
  unix_socket socket_;
  http_answer answer_;
};

}  // namespace imcp::tests::bench
