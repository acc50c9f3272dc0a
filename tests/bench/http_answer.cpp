#include "tests/bench/http_answer.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace imcp::tests::bench {
namespace {

constexpr std::string_view line_end = "\r\n";

std::size_t number(std::string_view digits, int base) {
  std::size_t value = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc()) throw std::runtime_error("no number in the HTTP answer: " + std::string(digits));
  return value;
}

}  // namespace

bool http_answer::feed(std::string_view bytes) {
  input_.append(bytes);
  while (stage_ != stage::done && step()) continue;
  return stage_ == stage::done;
}

void http_answer::reset() {
  stage_ = stage::head;
  body_.clear();
  last_chunk_ = false;
}

// False when more bytes are needed.
bool http_answer::step() {
  switch (stage_) {
    case stage::head:
      return read_head();
    case stage::body:
      return read_body(stage::done);
    case stage::chunk_size:
      return read_chunk_size();
    case stage::chunk:
      return read_body(stage::chunk_end);
    case stage::chunk_end:
      return read_chunk_end();
    case stage::done:
      break;
  }
  return false;
}

bool http_answer::read_head() {
  auto const end = input_.find("\r\n\r\n");
  if (end == std::string::npos) return false;
  auto const head = std::string_view(input_).substr(0, end + line_end.size());
  if (!head.starts_with("HTTP/1.1 ")) throw std::runtime_error("not HTTP/1.1: " + std::string(head.substr(0, 40)));
  status_ = static_cast<int>(number(head.substr(9, 3), 10));
  auto const length = head.find("Content-Length: ");
  bool const chunked = head.find("Transfer-Encoding: chunked") != std::string_view::npos;
  left_ = length == std::string_view::npos ? 0 : number(head.substr(length + 16), 10);
  stage_ = chunked ? stage::chunk_size : stage::body;
  input_.erase(0, end + 4);
  return true;
}

bool http_answer::read_body(stage next) {
  auto const n = std::min(left_, input_.size());
  body_.append(input_, 0, n);
  input_.erase(0, n);
  left_ -= n;
  if (left_ > 0) return false;
  stage_ = next;
  return true;
}

bool http_answer::read_chunk_size() {
  auto const end = input_.find(line_end);
  if (end == std::string::npos) return false;
  left_ = number(std::string_view(input_).substr(0, end), 16);
  last_chunk_ = left_ == 0;
  input_.erase(0, end + line_end.size());
  stage_ = stage::chunk;
  return true;
}

bool http_answer::read_chunk_end() {
  if (input_.size() < line_end.size()) return false;
  input_.erase(0, line_end.size());
  stage_ = last_chunk_ ? stage::done : stage::chunk_size;
  return true;
}

}  // namespace imcp::tests::bench
