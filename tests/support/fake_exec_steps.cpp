// The script's half of fake_exec: one thread performs the steps in order.

#include "tests/support/fake_exec.hpp"

#include <algorithm>

namespace imcp::support {
namespace {

constexpr std::size_t largest_frame = 32768;  // Incus writes no longer ones

}  // namespace

void fake_exec::start() {
  std::lock_guard const lock(mutex_);
  start_if_ready();
}

void fake_exec::start_if_ready() {
  auto const connected = [this](char const* name) { return channels_.contains(name); };
  auto const ready = script_.with().start_at_once || (connected("0") && connected("1") && connected("2"));
  if (!ready || started_ || stopping_) return;
  started_ = true;
  driver_ = std::thread(&fake_exec::drive, this);
}

void fake_exec::stop() {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  changed_.notify_all();
  for (auto const& [name, one] : channels_) {
    if (one.socket) one.socket->hang_up();
  }
  lock.unlock();
  if (driver_.joinable()) driver_.join();
}

bool fake_exec::interrupted() const { return stopping_ || (deadly_signal_ && !dying_); }

void fake_exec::drive() {
  run(script_.steps(), coalesced_steps());
  std::unique_lock lock(mutex_);
  if (!end_) changed_.wait(lock, [this] { return interrupted(); });
  if (stopping_ || !deadly_signal_ || end_) return;
  dying_ = true;
  lock.unlock();
  run(signal_steps(), 0);
}

void fake_exec::run(std::vector<exec_step> const& steps, std::size_t first) {
  for (auto i = first; i < steps.size(); ++i) {
    std::unique_lock lock(mutex_);
    if (interrupted() && !end_) return;  // an operation that has ended cannot be killed any more
    if (stopping_) return;
    lock.unlock();
    perform(steps[i]);
  }
}

void fake_exec::perform(exec_step const& step) {
  if (step.kind == step_kind::frames) return send(step);
  if (step.kind == step_kind::close || step.kind == step_kind::reset) return end_channel(step);
  std::unique_lock lock(mutex_);
  if (step.kind == step_kind::pause) changed_.wait_for(lock, step.time, [this] { return interrupted(); });
  if (step.kind == step_kind::await_stdin) {
    changed_.wait(lock, [this] { return record_.stdin_ended || interrupted(); });
  }
  if (step.kind == step_kind::release_stdin) stdin_released_ = true;
  if (step.kind == step_kind::finish) end_ = step.end;
  changed_.notify_all();
  auto const input = step.kind == step_kind::echo_stdin ? record_.stdin_bytes : std::string();
  lock.unlock();
  for (std::size_t at = 0; at < input.size(); at += largest_frame) {
    send(exec_step(step_kind::frames, "1",
                   server_frame(opcode::binary, std::string_view(input).substr(at, largest_frame))));
  }
}

void fake_exec::send(exec_step const& step) {
  for (std::size_t i = 0; i < step.repeat; ++i) {
    auto const socket = socket_of(step.channel);
    if (!socket || !socket->send(step.bytes)) return;  // nobody reads it any more; the command goes on
    std::lock_guard const lock(mutex_);
    if (step.repeat > 1 && interrupted()) return;
  }
}

std::shared_ptr<fake_socket> fake_exec::socket_of(std::string const& name) const {
  std::lock_guard const lock(mutex_);
  auto const found = channels_.find(name);
  return found == channels_.end() ? nullptr : found->second.socket;
}

void fake_exec::end_channel(exec_step const& step) {
  auto const socket = socket_of(step.channel);
  if (!socket) return;
  if (step.kind == step_kind::close) return socket->hang_up();
  std::lock_guard const lock(mutex_);
  channels_[step.channel].reset = true;  // the connection's thread lets go of the socket with a byte unread
  changed_.notify_all();
}

/// The leading frames, which greeting() has sent already.
std::size_t fake_exec::coalesced_steps() const {
  if (!script_.with().coalesce) return 0;
  auto const& steps = script_.steps();
  auto const is_other = [](exec_step const& s) { return s.kind != step_kind::frames; };
  return static_cast<std::size_t>(std::find_if(steps.begin(), steps.end(), is_other) - steps.begin());
}

std::string fake_exec::greeting(std::string const& name) const {
  auto bytes = script_.with().keepalive ? server_frame(opcode::ping, "keepalive") : std::string();
  for (std::size_t i = 0; i < coalesced_steps(); ++i) {
    auto const& step = script_.steps()[i];
    for (std::size_t n = 0; step.channel == name && n < step.repeat; ++n) bytes += step.bytes;
  }
  return bytes;
}

std::vector<exec_step> fake_exec::signal_steps() const {
  if (script_.with().signal_steps) return *script_.with().signal_steps;
  std::lock_guard const lock(mutex_);
  return exec_script().exit(128 + *deadly_signal_).steps();
}

bool fake_exec::resets(std::string const& name) const {
  auto const is_reset = [&](exec_step const& s) { return s.kind == step_kind::reset && s.channel == name; };
  auto const any = [&](std::vector<exec_step> const& steps) {
    return std::any_of(steps.begin(), steps.end(), is_reset);
  };
  return any(script_.steps()) || (script_.with().signal_steps && any(*script_.with().signal_steps));
}

}  // namespace imcp::support
