#pragma once
// What the program can be told to do. Contract: contract.md §3.

#include "policy/policy.hpp"
#include "server/options.hpp"

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace imcp::server {

enum exit_code : int { exit_ok = 0, exit_failure = 1, exit_usage = 2 };

/// Runs what the options ask for; the exit code.
int run_command(options const& asked);

int serve(options const& asked);
int call(options const& asked);

/// The policy the options name and the caller in it, or nothing after the reasons were printed to stderr.
struct chosen_policy {
  policy::policy rules;
  std::string caller;
  chosen_policy(policy::policy r, std::string c) : rules(std::move(r)), caller(std::move(c)) {}
};
std::optional<chosen_policy> choose_policy(options const& asked);

/// Prints `text` and how to get help to stderr; exit_usage.
int usage_error(std::string_view text);
void print(std::FILE* where, std::string_view text);

}  // namespace imcp::server
