#pragma once
// The operator's policy: immutable once loaded. Contract: contract.md §2.

#include "incus/connection.hpp"
#include "schemas/scope.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace imcp::policy {

/// An image server that an agent can name but never spell out.
struct image_remote {
  std::string server;
  std::string protocol = "simplestreams";
  std::string certificate;  ///< PEM text, "" when none
};

/// What one caller may do. Lists of names are globs (glob.hpp); an empty list grants nothing.
struct caller {
  std::string name = "default";
  std::vector<schemas::scope> scopes{schemas::scope::read};
  std::string default_project = "default";
  std::vector<std::string> projects{"default"};
  std::vector<std::string> instances{"*"};
  std::vector<std::string> profiles{"*"};
  std::vector<std::string> allow{"incus_*"};
  std::vector<std::string> deny;
  std::vector<std::string> image_remotes;  ///< names, not globs
  bool allow_local_images = true;
  std::vector<std::string> allow_restricted_config;
  std::vector<std::string> allow_restricted_devices;
  std::vector<std::string> extra_restricted_config;
  std::vector<std::string> exec_commands{"*"};
  int max_in_flight = 16;
  int max_calls_per_minute = 600;

  caller() {}
};

struct policy {
  incus::connection connection;
  std::map<std::string, image_remote, std::less<>> image_remotes;
  std::map<std::string, caller, std::less<>> callers;
  bool output_schemas = true;  ///< [exposure]: whether tools/list carries them

  policy() {}
  /// nullptr when the policy has no caller of that name.
  caller const* find_caller(std::string_view name) const;
};

/// One reason why a file is not a policy. `line` and `column` are 1-based, 0 when the whole file is meant.
struct policy_fault {
  std::string file;
  int line = 0, column = 0;
  std::string message;
  /// "file:line:column: message"
  std::string text() const;
};

/// A policy, or everything that is wrong with the file, in the order of its lines.
struct load_result {
  std::optional<policy> loaded;
  std::vector<policy_fault> faults;
};

/// Reads the file once. Refuses one that group or others may write, or that neither root nor this user owns.
load_result load_policy(std::filesystem::path const& file);
/// The same from text, without the checks of ownership; `file` names it in faults and anchors relative paths.
load_result parse_policy(std::string_view toml, std::filesystem::path const& file);
/// Without a file: read-only on the local socket, one caller "default".
policy builtin_policy();

}  // namespace imcp::policy
