#include "server/commands.hpp"

#include "policy/suggestion.hpp"
#include "server/daemon.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace imcp::server {
namespace {

struct command {
  std::string_view name, synopsis, summary;
  int (*run)(options const&);
};

constexpr std::array table{
    command{"serve", "serve", "speak MCP on stdin and stdout (the default)", serve},
    command{"call", "call OPERATION [JSON|-]", "run one operation and print its structured result", call},
};

std::string help() {
  std::string out = "Usage: incus-mcp-server [COMMAND] [OPTIONS]\n\nCommands:\n";
  for (auto const& row : table) {
    std::string line = "  " + std::string(row.synopsis);
    line.resize(std::max<std::size_t>(line.size() + 2, 30), ' ');
    out += line + std::string(row.summary) + "\n";
  }
  return out + "\n" + flags_help();
}

int unknown_command(std::string_view name) {
  std::vector<std::string_view> names;
  for (auto const& row : table) names.push_back(row.name);
  return usage_error("unknown command '" + std::string(name) + "'" + policy::did_you_mean(name, names));
}

policy::load_result load(options const& asked) {
  if (!asked.policy_file.empty()) return policy::load_policy(asked.policy_file);
  policy::load_result builtin;
  builtin.loaded = policy::builtin_policy();
  return builtin;
}

std::string unknown_caller(policy::policy const& rules, std::string const& name) {
  std::vector<std::string_view> names;
  for (auto const& [known, who] : rules.callers) names.push_back(known);
  std::string out = "the policy has no caller '" + name + "'" + policy::did_you_mean(name, names);
  for (std::size_t i = 0; i < names.size(); ++i) out.append(i == 0 ? "; it has " : ", ").append(names[i]);
  return out;
}

}  // namespace

int run_command(options const& asked) {
  if (asked.help) return print(stdout, help()), exit_ok;
  if (asked.version) return print(stdout, "incus-mcp-server " IMCP_VERSION "\n"), exit_ok;
  auto const found =
      std::find_if(table.begin(), table.end(), [&](auto const& row) { return row.name == asked.command; });
  return found == table.end() ? unknown_command(asked.command) : found->run(asked);
}

std::optional<chosen_policy> choose_policy(options const& asked) {
  auto loaded = load(asked);
  for (auto const& fault : loaded.faults) print(stderr, fault.text() + "\n");
  if (!loaded.loaded) return std::nullopt;
  if (loaded.loaded->find_caller(asked.caller) == nullptr) {
    print(stderr, "incus-mcp-server: " + unknown_caller(*loaded.loaded, asked.caller) + "\n");
    return std::nullopt;
  }
  return chosen_policy(std::move(*loaded.loaded), asked.caller);
}

int serve(options const& asked) {
  if (!asked.arguments.empty()) return usage_error("serve takes no arguments");
  auto const chosen = choose_policy(asked);
  if (!chosen) return exit_usage;
  daemon server(chosen->rules, *chosen->rules.find_caller(chosen->caller));
  return server.run();
}

int usage_error(std::string_view text) {
  print(stderr, "incus-mcp-server: " + std::string(text) + "\nTry 'incus-mcp-server --help'.\n");
  return exit_usage;
}

void print(std::FILE* where, std::string_view text) { std::fwrite(text.data(), 1, text.size(), where); }

}  // namespace imcp::server
