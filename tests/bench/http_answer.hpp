#pragma once
// Finds the end of one HTTP answer in the bytes that arrive, by Content-Length or by chunks, and keeps its body.
// Just enough HTTP for a benchmark against Incus: what it does not know it refuses loudly.

#include <string>
#include <string_view>

namespace imcp::tests::bench {

class http_answer {
 public:
  /// True when the answer is complete; `rest` then has what came behind it. Throws on anything but HTTP/1.1.
  bool feed(std::string_view bytes);
  int status() const { return status_; }
  std::string const& body() const { return body_; }
  std::string const& rest() const { return input_; }
  /// Ready for the next answer on the same connection.
  void reset();

 private:
  enum class stage { head, body, chunk_size, chunk, chunk_end, done };

  bool step();
  bool read_head();
  bool read_body(stage next);
  bool read_chunk_size();
  bool read_chunk_end();

  stage stage_ = stage::head;
  std::string input_, body_;
  std::size_t left_ = 0;  // of the body or of the chunk
  int status_ = 0;
  bool last_chunk_ = false;
};

}  // namespace imcp::tests::bench
