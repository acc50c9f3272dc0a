#include "server/frame_reader.hpp"

#include <utility>

namespace imcp::server {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
// What a line may carry beyond its text: the mark in front and a carriage return behind.
constexpr std::size_t slack = byte_order_mark.size() + 1;
// The JSON parser reads this far behind the text; room for it here spares it a copy.
constexpr std::size_t parser_padding = 64;

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

std::optional<frame> frame_reader::next() {
  while (!input_.empty()) {
    auto const end = input_.find('\n');
    keep(input_.substr(0, end));
    input_.remove_prefix(end == std::string_view::npos ? input_.size() : end + 1);
    if (end == std::string_view::npos) return std::nullopt;
    if (auto line = take_line()) return line;
  }
  return std::nullopt;
}

void frame_reader::keep(std::string_view part) {
  if (oversize_) return;
  if (line_.size() + part.size() > limit_ + slack) {
    oversize_ = true;
    line_ = {};
    return;
  }
  line_.reserve(line_.size() + part.size() + parser_padding);
  line_.append(part);
}

std::optional<frame> frame_reader::take_line() {
  auto line = std::exchange(line_, {});
  bool const first = std::exchange(first_, false);
  if (std::exchange(oversize_, false)) return frame("", true);
  if (first && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  if (line.ends_with('\r')) line.pop_back();
  if (line.size() > limit_) return frame("", true);
  if (is_blank(line)) return std::nullopt;
  return frame(std::move(line), false);
}

}  // namespace imcp::server
