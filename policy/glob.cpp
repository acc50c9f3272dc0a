#include "policy/glob.hpp"

namespace imcp::policy {
namespace {

bool matches_one(char pattern, char text) { return pattern == '?' || pattern == text; }

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Past the character at `at`: `?` stands for one character, which may be several bytes of UTF-8.
std::size_t after_character(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && continues_character(text[at]);) ++at;
  return at;
}

}  // namespace

// Only the last star can ever need another try: what an earlier one gave up, the later one could have taken itself.
bool glob_matches(std::string_view pattern, std::string_view text) {
  constexpr auto none = std::string_view::npos;
  std::size_t p = 0, t = 0, after_star = none, star_took_to = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      after_star = ++p;
      star_took_to = t;
    } else if (p < pattern.size() && matches_one(pattern[p], text[t])) {
      t = pattern[p++] == '?' ? after_character(text, t) : t + 1;
    } else if (after_star != none) {
      p = after_star;
      t = ++star_took_to;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == none;
}

int first_match(std::vector<std::string> const& patterns, std::string_view text) {
  for (std::size_t i = 0; i < patterns.size(); ++i)
    if (glob_matches(patterns[i], text)) return static_cast<int>(i);
  return -1;
}

}  // namespace imcp::policy
