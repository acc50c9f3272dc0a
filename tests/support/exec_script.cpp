#include "tests/support/exec_script.hpp"

namespace imcp::support {
namespace {

std::string fragmented(opcode op, std::string_view payload, std::size_t bytes, std::string const& between) {
  std::string out;
  for (std::size_t at = 0; at < payload.size(); at += bytes) {
    auto const last = at + bytes >= payload.size();
    if (at > 0) out += between;
    out += server_frame(at == 0 ? op : opcode::continuation, payload.substr(at, bytes), last);
  }
  return out;
}

}  // namespace

exec_script& exec_script::add(exec_step step) {
  steps_.push_back(std::move(step));
  return *this;
}

exec_script& exec_script::message(std::string channel, std::string_view bytes, opcode op) {
  if (fragment_bytes_ == 0 || bytes.empty()) return frames(std::move(channel), server_frame(op, bytes));
  auto const between = ping_between_ ? server_frame(opcode::ping, "keepalive") : "";
  return frames(std::move(channel), fragmented(op, bytes, fragment_bytes_, between));
}

exec_script& exec_script::flood(std::string channel, std::string_view bytes, std::size_t times) {
  exec_step step(step_kind::frames, std::move(channel), server_frame(opcode::binary, bytes));
  step.repeat = times;
  return add(std::move(step));
}

exec_script& exec_script::barrier(std::string channel) {
  return frames(std::move(channel), server_frame(opcode::text, ""));
}
exec_script& exec_script::ping(std::string channel, std::string_view payload) {
  return frames(std::move(channel), server_frame(opcode::ping, payload));
}
exec_script& exec_script::close_frame(std::string channel, std::uint16_t code, std::string_view reason) {
  return frames(std::move(channel), server_frame(opcode::close, close_payload(code, reason)));
}
exec_script& exec_script::frames(std::string channel, std::string bytes) {
  return add(exec_step(step_kind::frames, std::move(channel), std::move(bytes)));
}
exec_script& exec_script::fragment(std::size_t bytes) {
  fragment_bytes_ = bytes;
  ping_between_ = false;
  return *this;
}
exec_script& exec_script::fragment_with_pings(std::size_t bytes) {
  fragment(bytes);
  ping_between_ = true;
  return *this;
}

exec_script& exec_script::pause(std::chrono::milliseconds d) {
  exec_step step(step_kind::pause);
  step.time = d;
  return add(std::move(step));
}
exec_script& exec_script::await_stdin() { return add(exec_step(step_kind::await_stdin)); }
exec_script& exec_script::echo_stdin() { return await_stdin().add(exec_step(step_kind::echo_stdin, "1")); }
exec_script& exec_script::hold_stdin() { return settings_.hold_stdin = true, *this; }
exec_script& exec_script::release_stdin() { return add(exec_step(step_kind::release_stdin)); }

exec_script& exec_script::finish(std::string status, std::string return_json, std::string err) {
  exec_step step(step_kind::finish);
  step.end = exec_end(std::move(status), std::move(return_json), std::move(err));
  return add(std::move(step));
}
exec_script& exec_script::close(std::string channel) { return add(exec_step(step_kind::close, std::move(channel))); }
exec_script& exec_script::reset(std::string channel) { return add(exec_step(step_kind::reset, std::move(channel))); }
exec_script& exec_script::close_all() {
  for (auto const* channel : {"control", "0", "1", "2"}) close(channel);
  return *this;
}
exec_script& exec_script::exit(int return_code) { return barrier("1").barrier("2").finish(return_code).close_all(); }
exec_script& exec_script::fail(std::string err, int return_code) {
  return barrier("1").barrier("2").finish("Failure", std::to_string(return_code), std::move(err)).close_all();
}

exec_script& exec_script::ignore_signals() { return settings_.ignore_signals = true, *this; }
exec_script& exec_script::on_signal(exec_script const& rest) {
  settings_.signal_steps = std::make_shared<std::vector<exec_step> const>(rest.steps());
  return *this;
}
exec_script& exec_script::survive_control_close() { return settings_.survive_control_close = true, *this; }

exec_script& exec_script::no_keepalive() { return settings_.keepalive = false, *this; }
exec_script& exec_script::coalesce() { return settings_.coalesce = true, *this; }
exec_script& exec_script::handshake_delay(std::string channel, std::chrono::milliseconds d) {
  settings_.handshakes[std::move(channel)].delay = d;
  return *this;
}
exec_script& exec_script::refuse(std::string channel, int http_status, std::string_view text) {
  settings_.handshakes[std::move(channel)].refusal = error(http_status, text);
  return *this;
}
exec_script& exec_script::silent(std::string channel) {
  settings_.handshakes[std::move(channel)].silent = true;
  return *this;
}
exec_script& exec_script::start_at_once() { return settings_.start_at_once = true, *this; }
exec_script& exec_script::gone_after_end() { return settings_.gone_after_end = true, *this; }

}  // namespace imcp::support
