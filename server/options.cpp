#include "server/options.hpp"

#include <boost/program_options.hpp>

#include <cstdlib>
#include <sstream>

namespace imcp::server {
namespace {

namespace po = boost::program_options;

po::options_description flags() {
  po::options_description out("Options");
  auto add = out.add_options();
  add("policy", po::value<std::string>()->value_name("FILE"), "policy file (or INCUS_MCP_POLICY)");
  add("caller", po::value<std::string>()->value_name("NAME"), "caller of the policy to serve (or INCUS_MCP_CALLER)");
  add("log-level", po::value<std::string>()->value_name("LEVEL"), "debug, info, warn or error; default: warn");
  add("version", "print the version");
  add("help", "print this help");
  return out;
}

// Abbreviations would make every new flag a breaking change.
constexpr int style = po::command_line_style::allow_long | po::command_line_style::long_allow_next |
                      po::command_line_style::long_allow_adjacent;

po::variables_map read_flags(int argc, char const* const* argv) {
  po::options_description all = flags();
  all.add_options()("words", po::value<std::vector<std::string>>());
  po::positional_options_description words;
  words.add("words", -1);
  po::variables_map found;
  po::store(po::command_line_parser(argc, argv).options(all).positional(words).style(style).run(), found);
  return found;
}

// The flag, else the variable when it is set and not empty, else `fallback`.
std::string flag_or_variable(po::variables_map const& found, char const* flag, char const* variable,
                             std::string fallback) {
  if (found.contains(flag)) return found[flag].as<std::string>();
  char const* value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? value : std::move(fallback);
}

void take_words(po::variables_map const& found, options& out) {
  if (!found.contains("words")) return;
  out.arguments = found["words"].as<std::vector<std::string>>();
  out.command = out.arguments.front();
  out.arguments.erase(out.arguments.begin());
}

}  // namespace

boost::system::result<options, std::string> parse_options(int argc, char const* const* argv) try {
  auto const found = read_flags(argc, argv);
  options out;
  take_words(found, out);
  out.version = found.contains("version");
  out.help = found.contains("help");
  out.policy_file = flag_or_variable(found, "policy", "INCUS_MCP_POLICY", "");
  out.caller = flag_or_variable(found, "caller", "INCUS_MCP_CALLER", out.caller);
  if (!found.contains("log-level")) return out;
  auto const& level = found["log-level"].as<std::string>();
  if (!parse_log_level(level, out.lowest)) return "--log-level must be debug, info, warn or error, not '" + level + "'";
  return out;
} catch (po::error const& e) {
  return std::string(e.what());
}

std::string flags_help() {
  std::ostringstream out;
  out << flags();
  return out.str();
}

}  // namespace imcp::server
