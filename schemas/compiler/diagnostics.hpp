#pragma once
// Everything wrong with the sources, collected: a build that fails tells all of it at once.

#include <iostream>
#include <string>

namespace imcp::schemas::compiler {

class diagnostics {
 public:
  void report(std::string const& file, std::string const& pointer, std::string const& message) {
    std::cerr << file << ": " << (pointer.empty() ? "/" : pointer) << ": " << message << '\n';
    ++count_;
  }
  bool clean() const { return count_ == 0; }

 private:
  int count_ = 0;
};

}  // namespace imcp::schemas::compiler
