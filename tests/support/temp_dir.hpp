#pragma once
// A private directory that is gone when the test is over. Short paths: a Unix socket name must fit 107 bytes.

#include <string>
#include <string_view>

namespace imcp::support {

class temp_dir {
 public:
  temp_dir();
  ~temp_dir();
  temp_dir(temp_dir const&) = delete;
  temp_dir& operator=(temp_dir const&) = delete;

  std::string const& path() const { return path_; }
  std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }
  /// Writes a file with exactly these permission bits, whatever the umask; returns its path.
  std::string write(std::string_view name, std::string_view text, unsigned mode = 0600) const;

 private:
  std::string path_;
};

/// The bytes of a file; a file that cannot be read fails the test and is empty.
std::string read_file(std::string const& path);

}  // namespace imcp::support
