#include "policy/suggestion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace imcp::policy {
namespace {

constexpr std::size_t longest_word = 64;  // the distance is quadratic: no essay as a key
constexpr std::size_t shortest_prefix = 4;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool same(char a, char b) { return lower(a) == lower(b); }

/// Insertions, deletions, replacements and swaps of neighbours between two words; case is none of them.
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before, last, row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      std::size_t const replaced = last[j - 1] + (same(from[i - 1], to[j - 1]) ? 0 : 1);
      row[j] = std::min({replaced, row[j - 1] + 1, last[j] + 1});
      if (i > 1 && j > 1 && same(from[i - 1], to[j - 2]) && same(from[i - 2], to[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

/// A word that was not written to its end.
std::optional<std::string_view> completed(std::string_view word, std::span<std::string_view const> candidates) {
  if (word.size() < shortest_prefix) return std::nullopt;
  auto const longer = std::ranges::find_if(candidates, [&](auto c) { return c.starts_with(word); });
  return longer == candidates.end() ? std::nullopt : std::optional(*longer);
}

}  // namespace

std::optional<std::string_view> closest(std::string_view word, std::span<std::string_view const> candidates) {
  if (word.size() > longest_word) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (auto const candidate : candidates)
    if (auto const needed = edits(word, candidate); needed < fewest) {
      fewest = needed;
      best = candidate;
    }
  return best ? best : completed(word, candidates);
}

std::string did_you_mean(std::string_view word, std::span<std::string_view const> candidates) {
  auto const meant = closest(word, candidates);
  return meant ? "; did you mean \"" + std::string(*meant) + "\"?" : "";
}

}  // namespace imcp::policy
