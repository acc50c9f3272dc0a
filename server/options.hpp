#pragma once
// The command line. Contract: contract.md §3.

#include "server/log.hpp"

#include <boost/system/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace imcp::server {

struct options {
  std::string command = "serve";
  std::vector<std::string> arguments;  ///< of the command
  std::string policy_file;             ///< "": the built-in policy
  std::string caller = "default";
  log_level lowest = log_level::warn;
  bool version = false, help = false;

  options() {}
};

/// Flags win over INCUS_MCP_POLICY and INCUS_MCP_CALLER. The error says what is wrong, for people.
boost::system::result<options, std::string> parse_options(int argc, char const* const* argv);

/// The list of flags for --help.
std::string flags_help();

}  // namespace imcp::server
