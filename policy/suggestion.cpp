#include "policy/suggestion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace imcp::policy {
namespace {

constexpr std::size_t longest_word = 64;  // the distance is quadratic: no essay as a key
constexpr std::size_t shortest_prefix = 4;

/// Levenshtein's distance, one row at a time.
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < to.size(); ++j) {
      std::size_t const replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

bool begins_the_other(std::string_view a, std::string_view b) {
  return std::min(a.size(), b.size()) >= shortest_prefix && (a.starts_with(b) || b.starts_with(a));
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
  if (best) return best;
  auto const longer = std::ranges::find_if(candidates, [&](auto c) { return begins_the_other(word, c); });
  return longer == candidates.end() ? std::nullopt : std::optional(*longer);
}

std::string did_you_mean(std::string_view word, std::span<std::string_view const> candidates) {
  auto const meant = closest(word, candidates);
  return meant ? "; did you mean \"" + std::string(*meant) + "\"?" : "";
}

}  // namespace imcp::policy
