// The client-facing half: secrets, handshakes, frames in, the background operation. The script's half is
// fake_exec_steps.cpp.

#include "tests/support/fake_exec.hpp"

#include "schemas/json.hpp"
#include "schemas/json_writer.hpp"

#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace imcp::support {
namespace {

constexpr std::array channel_names{"0", "1", "2", "control"};

/// 64 hex digits that differ by operation and channel and are the same in every run.
std::string secret_of(std::string const& id, std::string const& channel) {
  auto const text = id + "/" + channel;
  unsigned char digest[SHA256_DIGEST_LENGTH];
  ::SHA256(reinterpret_cast<unsigned char const*>(text.data()), text.size(), digest);
  std::string hex;
  for (auto const byte : digest) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

bool contains(std::vector<std::string> const& all, std::string const& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// A member of the request's body as it was sent, so that odd values come back as odd as they were.
std::string echoed(std::string const& body, std::string_view key, std::string_view otherwise) {
  auto const document = schemas::json_document::parse(body);
  auto const value = document ? schemas::member(document->root(), key) : std::nullopt;
  return value ? simdjson::minify(*value) : std::string(otherwise);
}

}  // namespace

std::vector<websocket_frame> exec_record::on(std::string_view channel) const {
  std::vector<websocket_frame> found;
  for (auto const& f : frames) {
    if (f.channel == channel) found.push_back(f.frame);
  }
  return found;
}

fake_exec::fake_exec(std::string id, std::string resource, std::string request_body, exec_script script)
    : script_(std::move(script)), resource_(std::move(resource)), stdin_released_(!script_.with().hold_stdin) {
  for (auto const* name : channel_names) record_.secrets[name] = secret_of(id, name);
  record_.id = std::move(id);
  record_.request_body = std::move(request_body);
}

exec_record fake_exec::record() const {
  std::lock_guard const lock(mutex_);
  auto copy = record_;
  copy.ended = end_.has_value();
  return copy;
}

bool fake_exec::gone() const {
  std::lock_guard const lock(mutex_);
  return script_.with().gone_after_end && end_ && waited_;
}

operation fake_exec::as_operation() const {
  std::lock_guard const lock(mutex_);
  schemas::json_writer w;
  w.begin_object().raw_member("command", echoed(record_.request_body, "command", "[]"));
  w.raw_member("environment", echoed(record_.request_body, "environment", "{}")).key("fds").begin_object();
  for (auto const& [name, secret] : record_.secrets) w.member(name, secret);
  w.end_object().member("interactive", false);
  if (end_ && !end_->return_json.empty()) w.raw_member("return", end_->return_json);
  operation op(record_.id);
  op.kind("websocket").description("Executing command").metadata(w.end_object().take());
  op.resources(R"({"instances":[")" + resource_ + R"("]})");
  if (end_) op.status(end_->status).err(end_->err);
  return op;
}

answer fake_exec::wait(recorded_request const& request, wait_style style) {
  auto const timeout = std::atoi(request.query("timeout").value_or("-1").c_str());
  auto const late = [self = shared_from_this(), timeout, style] {
    std::unique_lock lock(self->mutex_);
    auto const over = [&] { return self->end_ || self->stopping_; };
    if (timeout < 0) self->changed_.wait(lock, over);
    self->changed_.wait_for(lock, std::chrono::seconds(std::max(timeout, 0)), over);
    self->waited_ = true;
    lock.unlock();
    return self->wait_body(style);
  };
  return answer(200, "").header("Content-Type", "application/json").late_body(late);
}

std::string fake_exec::wait_body(wait_style style) {
  std::unique_lock lock(mutex_);
  auto const end = end_;
  lock.unlock();
  if (style == wait_style::operations || (end && end->status == "Success")) return sync(as_operation().json()).body();
  return end ? error_body(200, 400, end->err).body() : error_body(200, 500, "context deadline exceeded").body();
}

std::optional<std::string> fake_exec::take_secret(std::string const& secret, bool& used_before) {
  std::lock_guard const lock(mutex_);
  auto const matches = [&](auto const& s) { return s.second == secret; };
  auto const found = std::find_if(record_.secrets.begin(), record_.secrets.end(), matches);
  if (found == record_.secrets.end()) return std::nullopt;
  used_before = contains(used_secrets_, secret);
  used_secrets_.push_back(secret);
  record_.connected.push_back(found->first);
  return found->first;
}

std::optional<answer> fake_exec::refusal(std::string const& name) const {
  std::lock_guard const lock(mutex_);
  if (end_) return error(500, "Only running operations can be connected");
  auto const fault = script_.with().handshakes.find(name);
  return fault == script_.with().handshakes.end() ? std::nullopt : fault->second.refusal;
}

after_answer fake_exec::serve(std::shared_ptr<fake_socket> const& socket, recorded_request const& request,
                              request_reader& reader, stop_flag& stop) {
  bool used_before = false;
  auto const secret = request.query("secret");
  auto const name = secret ? take_secret(*secret, used_before) : std::nullopt;
  if (!name || !resets(*name)) reader.release();
  if (!secret) return send_answer(*socket, error(500, "missing secret"), stop);
  if (!name) return send_answer(*socket, error(403, "Forbidden"), stop);
  if (!is_websocket_upgrade(request)) return send_answer(*socket, error(400, "Bad Request"), stop);
  auto const faults = script_.with().handshakes.find(*name);
  auto const fault = faults == script_.with().handshakes.end() ? handshake_fault() : faults->second;
  if (!stop.sleep(fault.delay) || fault.silent) return socket->drain(), after_answer::hang_up;
  if (auto const no = refusal(*name)) return send_answer(*socket, *no, stop);
  socket->send(handshake_bytes(request) + (used_before ? "" : greeting(*name)));
  if (used_before) return socket->drain(), after_answer::hang_up;  // 101 and then nothing: what Incus does
  attach(*name, socket);
  read_frames(*name, *socket);
  channel_over(*name);
  return resets(*name) ? after_answer::reset : after_answer::hang_up;
}

void fake_exec::attach(std::string const& name, std::shared_ptr<fake_socket> const& socket) {
  std::lock_guard const lock(mutex_);
  channels_[name].socket = socket;
  if (stopping_) socket->hang_up();
  start_if_ready();
}

void fake_exec::read_frames(std::string const& name, fake_socket& socket) {
  std::unique_lock lock(mutex_);
  if (resets(name)) return changed_.wait(lock, [&] { return channels_[name].reset || stopping_; });
  if (name == "0") changed_.wait(lock, [&] { return stdin_released_ || stopping_; });
  lock.unlock();
  while (auto const frame = read_client_frame(socket)) received(name, *frame);
}

void fake_exec::received(std::string const& name, websocket_frame const& frame) {
  std::lock_guard const lock(mutex_);
  record_.frames.emplace_back(name, frame);
  if (name == "0") on_stdin(frame);
  if (name == "control") on_control(frame);
  changed_.notify_all();
}

void fake_exec::on_stdin(websocket_frame const& frame) {
  if (frame.op == opcode::binary || frame.op == opcode::continuation) record_.stdin_bytes += frame.payload;
  if (frame.op == opcode::text || frame.op == opcode::close) record_.stdin_ended = true;  // text: content is dropped
}

void fake_exec::on_control(websocket_frame const& frame) {
  if (frame.op != opcode::text && frame.op != opcode::binary) return;
  auto const document = schemas::json_document::parse(frame.payload);
  if (!document || schemas::string_member(document->root(), "command") != "signal") return;
  if (auto const number = schemas::integer_member(document->root(), "signal")) signal(static_cast<int>(*number));
}

void fake_exec::signal(int number) {
  record_.signals.push_back(number);
  if (!script_.with().ignore_signals && !deadly_signal_ && !end_) deadly_signal_ = number;
}

void fake_exec::channel_over(std::string const& name) {
  std::lock_guard const lock(mutex_);
  channels_[name].socket.reset();
  record_.closed.push_back(name);
  if (name == "0") record_.stdin_ended = true;
  auto const survives = script_.with().survive_control_close || script_.with().ignore_signals;
  if (name == "control" && !survives && !end_ && !deadly_signal_) deadly_signal_ = 9;
  changed_.notify_all();
}

}  // namespace imcp::support
