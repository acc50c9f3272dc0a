#include "policy/toml_depth.hpp"

#include <algorithm>
#include <string>

namespace imcp::policy {
namespace {

constexpr int most_dots = 4096;  // in the whole file, so in any one key too

/// A tall string may end in up to two quotes of its own before the closing three.
std::size_t after_closing(std::string_view toml, std::size_t at, bool tall) {
  char const quote = toml[at];
  at += tall ? 3 : 1;
  for (int own = 0; tall && own < 2 && at < toml.size() && toml[at] == quote; ++own) ++at;
  return at;
}

/// Past the string that begins at `at`. A string that never ends is left to the parser to complain about.
std::size_t after_string(std::string_view toml, std::size_t at) {
  char const quote = toml[at];
  bool const tall = toml.substr(at, 3) == std::string(3, quote);
  std::string const closing(tall ? 3 : 1, quote);
  for (at += closing.size(); at < toml.size(); ++at) {
    if (toml.substr(at, closing.size()) == closing) return after_closing(toml, at, tall);
    if (toml[at] == '\n' && !tall) return at;
    if (toml[at] == '\\' && quote == '"') ++at;
  }
  return toml.size();
}

}  // namespace

std::uint32_t line_of_too_many_dots(std::string_view toml) {
  std::uint32_t line = 1;
  int dots = 0;
  for (std::size_t at = 0; at < toml.size();) {
    char const c = toml[at];
    auto next = at + 1;
    if (c == '#') next = std::min(toml.find('\n', at), toml.size());
    if (c == '"' || c == '\'') next = after_string(toml, at);
    if (c == '.' && ++dots > most_dots) return line;
    for (; at < next; ++at) line += toml[at] == '\n' ? 1 : 0;
  }
  return 0;
}

}  // namespace imcp::policy
