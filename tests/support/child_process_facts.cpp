// What the kernel and the child's stderr say about it.

#include "tests/support/child_process.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace imcp::support {
namespace {

std::string proc_path(pid_t pid, std::string_view file) {
  return "/proc/" + std::to_string(pid) + "/" + std::string(file);
}

}  // namespace

std::string child_process::stderr_text() const {
  std::string text;
  char bytes[65536];
  for (ssize_t n; (n = ::pread(stderr_, bytes, sizeof bytes, static_cast<off_t>(text.size()))) > 0;) {
    text.append(bytes, static_cast<std::size_t>(n));
  }
  return text;
}

std::size_t child_process::status_kib(std::string_view field) const {
  std::ifstream in(proc_path(pid_, "status"));
  for (std::string word; in >> word;) {
    std::size_t kib = 0;
    if (word == field && in >> kib) return kib;
  }
  return 0;
}

std::size_t child_process::open_descriptors() const {
  std::error_code gone;
  std::filesystem::directory_iterator const all(proc_path(pid_, "fd"), gone);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

std::chrono::milliseconds child_process::cpu_time() const {
  std::ifstream in(proc_path(pid_, "stat"));
  std::string line;
  std::getline(in, line, ')');  // the name may hold spaces; 11 fields lie between it and utime
  std::string skipped;
  for (int i = 0; i < 11; ++i) in >> skipped;
  long user = 0, system = 0;
  in >> user >> system;
  return std::chrono::milliseconds((user + system) * 1000 / ::sysconf(_SC_CLK_TCK));
}

}  // namespace imcp::support
