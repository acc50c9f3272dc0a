#include "tests/support/answer.hpp"

#include "schemas/json_writer.hpp"

#include <algorithm>
#include <array>

namespace imcp::support {
namespace {

using schemas::json_writer;

constexpr std::size_t largest_plain_body = 2048;  // Go's net/http counts up to this, and chunks what is longer

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 412:
      return "Precondition Failed";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Status";
  }
}

std::string hex(std::size_t n) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[n % 16]);
  } while ((n /= 16) != 0);
  return digits;
}

std::string in_chunks(std::string_view body, std::size_t chunk_bytes) {
  std::string out;
  for (std::size_t at = 0; at < body.size(); at += chunk_bytes) {
    auto const piece = body.substr(at, chunk_bytes);
    out.append(hex(piece.size())).append("\r\n").append(piece).append("\r\n");
  }
  return out += "0\r\n\r\n";
}

json_writer& open_envelope(json_writer& w, std::string_view type, std::string_view status, int code) {
  return w.begin_object().member("type", type).member("status", status).member("status_code", code);
}

answer json_answer(int status, std::string body) {
  answer a(status, std::move(body));
  a.header("Content-Type", "application/json");
  return a;
}

}  // namespace

answer& answer::header(std::string name, std::string value) {
  headers_.emplace_back(std::move(name), std::move(value));
  return *this;
}
answer& answer::delay(std::chrono::milliseconds d) { return how_.delay = d, *this; }
answer& answer::body_delay(std::chrono::milliseconds d) { return how_.body_delay = d, *this; }
answer& answer::late_body(std::function<std::string()> make) { return late_ = std::move(make), chunked(); }
answer& answer::cut_after(std::size_t bytes) { return how_.cut_after = bytes, *this; }
answer& answer::reset_after(std::size_t bytes) { return how_.reset_after = bytes, *this; }
answer& answer::never() { return how_.never = true, *this; }
answer& answer::drip(std::size_t bytes_per_write, std::chrono::milliseconds pause) {
  how_.drip_bytes = bytes_per_write;
  how_.drip_pause = pause;
  return *this;
}
answer& answer::chunked(std::size_t chunk_bytes) {
  how_.frame = framing::chunked;
  how_.chunk_bytes = chunk_bytes;
  return *this;
}
answer& answer::content_length() { return how_.frame = framing::content_length, *this; }
answer& answer::until_close() { return how_.frame = framing::until_close, then_close(); }
answer& answer::then_close() { return how_.then_close = true, *this; }
answer& answer::before(std::string bytes) { return before_ = std::move(bytes), *this; }
answer& answer::after(std::string bytes) { return after_ = std::move(bytes), *this; }

framing answer::effective_framing() const {
  if (how_.frame != framing::automatic) return how_.frame;
  return body_.size() <= largest_plain_body ? framing::content_length : framing::chunked;
}

std::string answer::head_bytes() const {
  if (raw_) return before_;
  auto head = before_ + "HTTP/1.1 " + std::to_string(status_) + " " + std::string(reason_of(status_)) + "\r\n";
  for (auto const& [name, value] : headers_) head += name + ": " + value + "\r\n";
  auto const frame = effective_framing();
  if (frame == framing::content_length) head += "Content-Length: " + std::to_string(body_.size()) + "\r\n";
  if (frame == framing::chunked) head += "Transfer-Encoding: chunked\r\n";
  return head + "\r\n";
}

std::string answer::body_bytes() const {
  auto const text = late_ ? late_() : body_;
  if (raw_ || effective_framing() != framing::chunked) return text + after_;
  return in_chunks(text, how_.chunk_bytes) + after_;
}

operation& operation::status(std::string name) {
  auto const code = status_code_of(name);
  return status(std::move(name), code);
}
operation& operation::status(std::string name, int code) {
  status_ = std::move(name);
  code_ = code;
  return *this;
}
operation& operation::err(std::string text) { return err_ = std::move(text), *this; }
operation& operation::metadata(std::string json) { return metadata_ = std::move(json), *this; }
operation& operation::resources(std::string json) { return resources_ = std::move(json), *this; }
operation& operation::description(std::string text) { return description_ = std::move(text), *this; }
operation& operation::kind(std::string name) { return kind_ = std::move(name), *this; }
operation& operation::may_cancel(bool can) { return may_cancel_ = can, *this; }
operation& operation::created_at(std::string time) { return created_at_ = std::move(time), *this; }
operation& operation::location(std::string member) { return location_ = std::move(member), *this; }

std::string operation::json() const {
  json_writer w;
  w.begin_object().member("id", id_).member("class", kind_).member("description", description_);
  w.member("created_at", created_at_).member("updated_at", created_at_);
  w.member("status", status_).member("status_code", code_);
  w.raw_member("resources", resources_).raw_member("metadata", metadata_);
  w.member("may_cancel", may_cancel_).member("err", err_).member("location", location_).end_object();
  return w.take();
}

int status_code_of(std::string_view status) {
  static constexpr std::array<std::pair<std::string_view, int>, 7> codes{{{"Running", 103},
                                                                          {"Cancelling", 104},
                                                                          {"Pending", 105},
                                                                          {"Aborting", 108},
                                                                          {"Success", 200},
                                                                          {"Failure", 400},
                                                                          {"Cancelled", 401}}};
  auto const found = std::find_if(codes.begin(), codes.end(), [&](auto const& c) { return c.first == status; });
  return found == codes.end() ? 0 : found->second;
}

std::string operation_json(std::string const& id, std::string const& status, std::string const& err) {
  return operation(id).status(status).err(err).json();
}

answer sync(std::string_view metadata_json, std::string_view etag) {
  json_writer w;
  open_envelope(w, "sync", "Success", 200).member("operation", "").member("error_code", 0).member("error", "");
  w.raw_member("metadata", metadata_json).end_object();
  auto a = json_answer(200, w.take() + "\n");
  if (!etag.empty()) a.header("Etag", "\"" + std::string(etag) + "\"");
  return a;
}

answer async_operation(operation const& op) {
  auto const url = "/1.0/operations/" + op.id();
  json_writer w;
  open_envelope(w, "async", "Operation created", 100).member("operation", url);
  w.member("error_code", 0).member("error", "").raw_member("metadata", op.json()).end_object();
  return json_answer(202, w.take() + "\n").header("Location", url);
}

answer async_operation(std::string const& id, std::string const& status) {
  return async_operation(operation(id).status(status));
}

answer error_body(int http_status, int error_code, std::string_view text) {
  json_writer w;
  open_envelope(w, "error", "", 0).member("operation", "").member("error_code", error_code).member("error", text);
  w.raw_member("metadata", "null").end_object();
  return json_answer(http_status, w.take() + "\n\n").header("X-Content-Type-Options", "nosniff");
}

answer error(int http_status, std::string_view text) { return error_body(http_status, http_status, text); }

answer raw(std::string bytes) {
  answer a(0, std::move(bytes));
  a.raw_ = true;
  return a;
}

std::vector<std::string> usual_extensions() {
  return {"storage_zfs_remove_snapshots", "container_host_shutdown_timeout", "container_stop_priority"};
}

std::string server_json(std::string_view version, std::string_view auth,
                        std::vector<std::string> const& api_extensions) {
  json_writer w;
  w.begin_object().raw_member("config", "{}").key("api_extensions").begin_array();
  for (auto const& name : api_extensions) w.string(name);
  w.end_array()
      .member("api_status", "stable")
      .member("api_version", "1.0")
      .member("auth", auth)
      .member("public", false);
  w.raw_member("auth_methods", R"(["tls"])");
  if (auth != "trusted") return w.end_object().take();  // strangers do not see the environment
  w.member("auth_user_name", "root").member("auth_user_method", "unix").key("environment").begin_object();
  w.raw_member("addresses", "[]").raw_member("architectures", R"(["x86_64","i686"])").member("driver", "lxc");
  w.member("kernel", "Linux").member("os_name", "Debian GNU/Linux").member("project", "default");
  w.member("server", "incus").member("server_clustered", false).member("server_name", "fake1");
  w.member("server_version", version).member("storage", "dir").end_object();
  return w.end_object().take();
}

}  // namespace imcp::support
