#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace imcp::support {
namespace {

constexpr std::size_t context_bytes = 160;

void rewrite(std::filesystem::path const& file, std::string_view text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out.flush()) ADD_FAILURE() << "cannot write " << file;
}

/// The two texts around the first byte that differs: a whole catalogue would bury it.
std::string first_difference(std::string_view wanted, std::string_view found) {
  auto const at = static_cast<std::size_t>(
      std::mismatch(wanted.begin(), wanted.end(), found.begin(), found.end()).first - wanted.begin());
  auto const line = 1 + std::count(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  auto const from = at - std::min(at, context_bytes / 4);
  std::ostringstream text;
  text << "line " << line << ", byte " << at << "\n  golden: " << wanted.substr(from, context_bytes)
       << "\n  now:    " << found.substr(std::min(from, found.size()), context_bytes);
  return text.str();
}

}  // namespace

void expect_golden(std::string_view name, std::string_view text) {
  auto const file = std::filesystem::path(IMCP_SOURCE_DIR) / "tests/golden" / name;
  if (auto const* update = std::getenv("UPDATE_GOLDEN"); update != nullptr && std::string_view(update) == "1") {
    return rewrite(file, text);
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    ADD_FAILURE() << file << " is missing; run with UPDATE_GOLDEN=1 and read what it wrote";
    return;
  }
  std::string const wanted{std::istreambuf_iterator<char>(in), {}};
  if (wanted != text) ADD_FAILURE() << file << " differs at " << first_difference(wanted, text);
}

}  // namespace imcp::support
