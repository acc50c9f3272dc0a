#pragma once
// What the fake Incus answers: the envelopes of a real daemon, and every way an answer can be late, cut or broken.
// Shapes: sync, async and error envelopes of Incus 6.0; fluent, so a script reads
// `sync("{}").delay(50ms).cut_after(20)`.

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace imcp::support {

enum class framing { automatic, content_length, chunked, until_close };

/// How an answer travels. Counts are bytes of the whole answer, its head included.
struct delivery {
  framing frame = framing::automatic;  ///< Content-Length up to 2 KB, chunked above, as Incus does
  std::size_t chunk_bytes = 4096;
  std::chrono::milliseconds delay{0};       ///< before the first byte
  std::chrono::milliseconds body_delay{0};  ///< between head and body
  std::optional<std::size_t> cut_after, reset_after;
  std::size_t drip_bytes = 0;  ///< per write; 0: all in one
  std::chrono::milliseconds drip_pause{0};
  bool never = false, then_close = false;
};

class answer {
 public:
  answer(int status, std::string body) : status_(status), body_(std::move(body)) {}

  answer& header(std::string name, std::string value);
  answer& delay(std::chrono::milliseconds d);
  /// The head at once, the body later: what Incus' wait endpoint does.
  answer& body_delay(std::chrono::milliseconds d);
  /// The head at once, the body when `make` returns it (called in a thread of the fake).
  answer& late_body(std::function<std::string()> make);
  answer& cut_after(std::size_t bytes);    ///< then a plain end of file
  answer& reset_after(std::size_t bytes);  ///< then ECONNRESET
  answer& close_before_answer() { return cut_after(0); }
  answer& never();  ///< the request is read, the connection stays open and silent
  answer& drip(std::size_t bytes_per_write, std::chrono::milliseconds pause);
  answer& chunked(std::size_t chunk_bytes = 4096);
  answer& content_length();
  answer& until_close();              ///< HTTP/1.0 style: the body ends with the connection
  answer& then_close();               ///< a complete answer, then the connection ends unannounced
  answer& before(std::string bytes);  ///< raw bytes first, e.g. an interim 100 or 103
  answer& after(std::string bytes);   ///< raw bytes behind a complete answer

  int status() const { return status_; }
  std::string const& body() const { return body_; }
  delivery const& how() const { return how_; }

  std::string head_bytes() const;
  std::string body_bytes() const;  ///< framed; waits for a late body

 private:
  friend answer raw(std::string bytes);
  framing effective_framing() const;

  int status_;
  std::string body_, before_, after_;
  std::vector<std::pair<std::string, std::string>> headers_;
  std::function<std::string()> late_;
  bool raw_ = false;
  delivery how_;
};

/// Incus' background operation as JSON; its status name gives the code.
class operation {
 public:
  explicit operation(std::string id) : id_(std::move(id)) {}
  operation& status(std::string name);  ///< "Running", "Success", "Failure", "Cancelled", "Pending", "Cancelling"
  operation& status(std::string name, int code);
  operation& err(std::string text);
  operation& metadata(std::string json);
  operation& resources(std::string json);
  operation& description(std::string text);
  operation& kind(std::string task_websocket_or_token);
  operation& may_cancel(bool can);
  operation& created_at(std::string time);
  operation& location(std::string member);
  std::string const& id() const { return id_; }
  int status_code() const { return code_; }
  std::string const& err() const { return err_; }
  std::string json() const;

 private:
  std::string id_, status_ = "Running", err_, metadata_ = "null",
                   resources_ = R"({"instances":["/1.0/instances/web"]})", description_ = "Creating instance",
                   kind_ = "task", location_ = "none", created_at_ = "2026-11-30T20:12:21.946081457Z";
  int code_ = 103;
  bool may_cancel_ = false;
};

/// The code Incus gives with a status name; 0 for an unknown name.
int status_code_of(std::string_view status);
std::string operation_json(std::string const& id, std::string const& status = "Running", std::string const& err = "");

/// 200; `etag` is the hash without its quotes.
answer sync(std::string_view metadata_json, std::string_view etag = "");
/// 202 with Location.
answer async_operation(operation const& op);
answer async_operation(std::string const& id, std::string const& status = "Running");
/// The error envelope, ended by two newlines.
answer error(int http_status, std::string_view text);
/// An error envelope under another HTTP status: what `wait` of 6.0.4 answers.
answer error_body(int http_status, int error_code, std::string_view text);
/// Exactly these bytes, head included.
answer raw(std::string bytes);
/// The extensions of the fake's server: the first few of a real one, in its order.
std::vector<std::string> usual_extensions();
/// GET /1.0; a server that does not trust us says less.
std::string server_json(std::string_view version = "6.0.4", std::string_view auth = "trusted",
                        std::vector<std::string> const& api_extensions = usual_extensions());

}  // namespace imcp::support
