#include "tests/support/fake_http.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

namespace imcp::support {
namespace {

bool same_name(std::string_view a, std::string_view b) {
  auto const same = [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

std::pair<std::string, std::string> parse_header(std::string const& line) {
  auto const colon = std::min(line.find(':'), line.size());
  auto const value = line.find_first_not_of(" \t", colon + 1);
  return {line.substr(0, colon), value == std::string::npos ? "" : line.substr(value)};
}

recorded_request parse_head(std::string const& head) {
  recorded_request r;
  std::istringstream in(head);
  std::string line;
  std::getline(in, line);
  std::istringstream(line) >> r.method >> r.target;
  while (std::getline(in, line) && line != "\r") {
    if (line.ends_with('\r')) line.pop_back();
    r.headers.push_back(parse_header(line));
  }
  return r;
}

/// The size of the request at the start of `bytes`, if that much can be told already.
std::optional<std::size_t> request_size(std::string const& bytes) {
  auto const end = bytes.find("\r\n\r\n");
  if (end == std::string::npos) return std::nullopt;
  auto const length = parse_head(bytes.substr(0, end + 2)).header("content-length").value_or("0");
  return end + 4 + std::strtoull(length.c_str(), nullptr, 10);
}

/// Writes up to `limit` bytes of what passes through it, in the rhythm of the script.
class scripted_writer {
 public:
  scripted_writer(fake_socket& socket, delivery const& how, stop_flag& stop)
      : socket_(socket), how_(how), stop_(stop), left_(how.reset_after ? how.reset_after : how.cut_after) {}

  bool write(std::string_view bytes) {
    if (left_) bytes = bytes.substr(0, *left_);
    if (left_) *left_ -= bytes.size();
    return how_.drip_bytes == 0 ? socket_.send(bytes) : drip(bytes);
  }
  bool limit_reached() const { return left_ && *left_ == 0; }

 private:
  bool drip(std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += how_.drip_bytes) {
      if (!socket_.send(bytes.substr(at, how_.drip_bytes)) || !stop_.sleep(how_.drip_pause)) return false;
    }
    return true;
  }

  fake_socket& socket_;
  delivery const& how_;
  stop_flag& stop_;
  std::optional<std::size_t> left_;
};

}  // namespace

std::optional<std::string> recorded_request::header(std::string_view name) const {
  auto const found =
      std::find_if(headers.begin(), headers.end(), [&](auto const& h) { return same_name(h.first, name); });
  return found == headers.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> recorded_request::query(std::string_view name) const {
  auto const mark = target.find('?');
  std::istringstream in(mark == std::string::npos ? "" : target.substr(mark + 1));
  for (std::string pair; std::getline(in, pair, '&');) {
    auto const equals = pair.find('=');
    if (pair.substr(0, equals) == name) return equals == std::string::npos ? "" : pair.substr(equals + 1);
  }
  return std::nullopt;
}

std::optional<recorded_request> request_reader::next() {
  std::string bytes;
  for (;;) {
    auto const fresh = socket_.peek(65536);
    if (fresh.empty()) return std::nullopt;
    auto const size = request_size(bytes + fresh);
    if (!size || *size > bytes.size() + fresh.size()) {
      bytes += socket_.receive_exactly(fresh.size());
      continue;
    }
    auto const missing = *size - bytes.size();  // at least one byte: until now the request was not complete
    socket_.receive_exactly(missing - 1);
    bytes.append(fresh, 0, missing);
    auto request = parse_head(bytes);
    request.body = bytes.substr(bytes.find("\r\n\r\n") + 4);
    return request;
  }
}

after_answer send_answer(fake_socket& socket, answer const& a, stop_flag& stop) {
  auto const& how = a.how();
  if (how.delay.count() > 0 && !stop.sleep(how.delay)) return after_answer::hang_up;
  if (how.never) socket.drain();
  if (how.never) return after_answer::hang_up;
  scripted_writer out(socket, how, stop);
  auto alive = out.write(a.head_bytes());
  if (alive && !out.limit_reached()) {
    if (how.body_delay.count() > 0) alive = stop.sleep(how.body_delay);
    alive = alive && out.write(a.body_bytes());
  }
  if (how.reset_after) return after_answer::reset;
  return alive && !how.cut_after && !how.then_close ? after_answer::keep_open : after_answer::hang_up;
}

}  // namespace imcp::support
