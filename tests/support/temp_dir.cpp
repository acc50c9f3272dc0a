#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>

namespace imcp::support {

temp_dir::temp_dir() : path_("/tmp/imcp-XXXXXX") {
  if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("mkdtemp in /tmp");
}

temp_dir::~temp_dir() {
  std::error_code ignored;  // what a test made unreadable on purpose stays behind
  std::filesystem::remove_all(path_, ignored);
}

std::string temp_dir::write(std::string_view name, std::string_view text, unsigned mode) const {
  auto const where = file(name);
  std::ofstream(where, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
  if (::chmod(where.c_str(), static_cast<mode_t>(mode)) != 0) throw std::runtime_error("chmod " + where);
  return where;
}

std::string read_file(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) ADD_FAILURE() << "cannot read " << path;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace imcp::support
