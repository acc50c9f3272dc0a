#pragma once
// The life of the server: read until the client is done or a signal comes, end in order, exit code.
// One thread, one io_context. Contract: contract.md §3, §4 (end of input).

#include "incus/client.hpp"
#include "operations/pipeline.hpp"
#include "server/session.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

namespace imcp::server {

class daemon {
 public:
  /// `rules` and `who` (one of its callers) outlive it.
  daemon(policy::policy const& rules, policy::caller const& who);

  /// Serves stdin and stdout to the end; the exit code.
  int run();

 private:
  asio::awaitable<void> read_requests();
  ssize_t read_chunk();
  asio::awaitable<void> serve_chunk(std::string_view bytes);
  void serve_last_line();

  void await_signal();
  void client_left();
  void begin_shutdown();
  asio::awaitable<void> shut_down();

  asio::io_context io_{1};
  incus::client incus_;
  operations::pipeline pipeline_;
  descriptor_gate input_;
  writer output_;
  session session_;
  asio::signal_set signals_;
  frame_reader reader_;
  std::unique_ptr<char[]> chunk_;
  bool stopping_ = false;
  int exit_code_ = 0;
};

}  // namespace imcp::server
