#include "server/daemon.hpp"

#include "server/log.hpp"

#include <boost/asio/co_spawn.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace imcp::server {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t chunk_bytes = 64 * schemas::bounds::KiB;

// From the end of input or the signal on. Clients kill us after 2 s, so the last answers must be out by then.
constexpr auto kill_commands_after = 1000ms;
constexpr auto stop_calls_after = 1500ms;
constexpr auto exit_after = 1900ms;

// Exceptions end here; a server without this coroutine is of no use.
class on_end {
 public:
  on_end(char const* what, asio::io_context& io, int& exit_code) : what_(what), io_(io), exit_code_(exit_code) {}
  void operator()(std::exception_ptr problem) const {
    if (!problem) return;
    log(log_level::error, std::string(what_) + " ended by " + describe(problem));
    exit_code_ = 1;
    io_.stop();
  }

 private:
  char const* what_;
  asio::io_context& io_;
  int& exit_code_;
};

}  // namespace

daemon::daemon(policy::policy const& rules, policy::caller const& who)
    : incus_(io_.get_executor(), rules.connection),
      pipeline_(rules, who, incus_),
      input_(io_.get_executor(), STDIN_FILENO, direction::in),
      output_(io_.get_executor(), STDOUT_FILENO),
      session_(io_.get_executor(), rules, pipeline_, output_),
      signals_(io_, SIGTERM, SIGINT),
      chunk_(new char[chunk_bytes]) {}  // not make_unique, which would touch all its pages

int daemon::run() {
  output_.on_failure([this] { client_left(); });
  await_signal();
  asio::co_spawn(io_, read_requests(), on_end("reading", io_, exit_code_));
  io_.run();
  return exit_code_;
}

asio::awaitable<void> daemon::read_requests() {
  while (!stopping_) {
    bool const ready = co_await input_.wait();
    if (!ready || stopping_) co_return;
    auto const n = read_chunk();
    if (n < 0) continue;
    if (n == 0) break;
    co_await serve_chunk(std::string_view(chunk_.get(), static_cast<std::size_t>(n)));
  }
  if (stopping_) co_return;
  serve_last_line();
  begin_shutdown();
}

// > 0 bytes, 0 at the end of input, -1 for nothing yet.
ssize_t daemon::read_chunk() {
  auto const n = input_.read(chunk_.get(), chunk_bytes);
  if (n >= 0) return n;
  if (errno == EINTR || errno == EAGAIN) return -1;
  if (errno == ECONNRESET) return 0;
  log(log_level::error, std::string("cannot read stdin: ") + std::strerror(errno));
  exit_code_ = 1;
  return 0;
}

// While the writer's queue is full nothing is read, and nothing that was read is served.
asio::awaitable<void> daemon::serve_chunk(std::string_view bytes) {
  reader_.feed(bytes);
  output_.cork();
  while (auto line = reader_.next()) {
    session_.receive(std::move(*line));
    if (!output_.is_full()) continue;
    output_.uncork();
    co_await output_.wait_for_room();
    if (stopping_) co_return;
    output_.cork();
  }
  output_.uncork();
}

void daemon::serve_last_line() {
  if (auto line = reader_.finish()) session_.receive(std::move(*line));
}

void daemon::await_signal() {
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (error) return;
    if (stopping_) std::_Exit(1);  // the second wish to end is not negotiable
    begin_shutdown();
    await_signal();
  });
}

void daemon::client_left() {
  if (output_.failure() != std::errc::broken_pipe) {
    log(log_level::error, "cannot write stdout: " + output_.failure().message());
    exit_code_ = 1;
  }
  begin_shutdown();
}

void daemon::begin_shutdown() {
  if (stopping_) return;
  stopping_ = true;
  input_.cancel();
  asio::co_spawn(io_, shut_down(), on_end("shutting down", io_, exit_code_));
}

asio::awaitable<void> daemon::shut_down() {
  auto const began = std::chrono::steady_clock::now();
  session_.listeners().end_all();
  bool idle = co_await session_.calls().wait_until_idle(began + kill_commands_after);
  if (!idle) {
    session_.calls().kill_commands();
    idle = co_await session_.calls().wait_until_idle(began + stop_calls_after);
  }
  if (!idle) {
    session_.calls().stop_all();
    idle = co_await session_.calls().wait_until_idle(began + exit_after);
  }
  if (!idle) log(log_level::error, "calls were still running at the exit");
  co_await output_.wait_until_empty(began + exit_after);
  if (!output_.is_empty()) log(log_level::warn, "the client did not read its last answers");
  io_.stop();
}

}  // namespace imcp::server
