#include "policy/checks.hpp"

#include "policy/glob.hpp"
#include "policy/names.hpp"

#include <algorithm>
#include <string>

namespace imcp::policy {
namespace {

using schemas::error_kind;
using schemas::json_value;
using schemas::tool_error;
using schemas::verdict;

constexpr std::string_view create = "incus_instance_create";

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

tool_error denied(caller const& who, std::string_view what, std::string rule) {
  std::string message = std::string(what) + " is not allowed for caller " + in_quotes(who.name) + " by " + rule +
                        " of the policy; use what is allowed, or ask the operator";
  return tool_error(error_kind::denied, std::move(message)).with("rule", rule);
}

/// Denied unless one of the `patterns`, which stand at `key` in the policy, covers `text`.
verdict covered(caller const& who, std::vector<std::string> const& patterns, std::string_view key,
                std::string_view noun, std::string_view text) {
  if (first_match(patterns, text) >= 0) return {};
  return denied(who, std::string(noun) + " " + in_quotes(text), policy_place(who, key));
}

verdict authorize_operation(caller const& who, schemas::descriptor const& op) {
  if (int const deny = first_match(who.deny, op.name); deny >= 0)
    return denied(who, "operation " + std::string(op.name),
                  policy_place(who, "deny") + "[" + std::to_string(deny) + "]");
  return covered(who, who.allow, "allow", "operation", op.name);
}

verdict authorize_profiles(caller const& who, schemas::descriptor const& op, json_value input) {
  auto const given = schemas::member(input, "profiles");
  // Incus attaches "default" to an instance that is created without the member, and nothing when it is [].
  if (!given) return op.name == create ? covered(who, who.profiles, "profiles", "profile", "default") : verdict{};
  schemas::json_array names;
  if (given->get(names) != simdjson::SUCCESS) return denied(who, "profiles", policy_place(who, "profiles"));
  for (auto const name : names)
    if (auto ok = covered(who, who.profiles, "profiles", "profile", schemas::as_string(name).value_or("")); !ok)
      return ok;
  return {};
}

bool uses_local_image(json_value source) {
  return schemas::string_member(source, "remote").value_or("").empty() &&
         !schemas::bool_member(source, "empty").value_or(false);
}

verdict authorize_image(caller const& who, schemas::descriptor const& op, json_value input) {
  auto const source = schemas::member(input, "source");
  if (op.name != create || who.allow_local_images || !source || !uses_local_image(*source)) return {};
  return denied(who, "creating from an image of this server (a source without remote)",
                policy_place(who, "allow_local_images"));
}

verdict authorize_command(caller const& who, schemas::descriptor const& op, json_value input) {
  if (op.needs != schemas::scope::exec) return {};
  schemas::json_array argv;
  auto const command = schemas::member(input, "command");
  bool const named = command && command->get(argv) == simdjson::SUCCESS && argv.size() > 0;
  auto const program = named ? schemas::as_string(argv.at(0).value()).value_or("") : "";
  return covered(who, who.exec_commands, "exec_commands", "command", program);
}

std::string names_in_words(std::vector<std::string> const& names) {
  std::string words;
  for (auto const& name : names) words += (words.empty() ? "" : ", ") + in_quotes(name);
  return words;
}

}  // namespace

verdict check_scope(caller const& who, schemas::descriptor const& op) {
  if (std::ranges::find(who.scopes, op.needs) != who.scopes.end()) return {};
  auto const scope = schemas::to_text(op.needs);
  std::string message = std::string(op.name) + " needs scope " + std::string(scope) + ", which caller " +
                        in_quotes(who.name) + " does not hold; ask the operator for it";
  return tool_error(error_kind::scope_denied, std::move(message)).with("required_scope", scope);
}

verdict authorize_input(caller const& who, schemas::descriptor const& op, std::string_view project, json_value input) {
  if (auto ok = authorize_operation(who, op); !ok) return ok;
  if (!project.empty())
    if (auto ok = authorize_project(who, project); !ok) return ok;
  if (auto const instance = schemas::string_member(input, "instance"))
    if (auto ok = authorize_instance(who, *instance); !ok) return ok;
  if (auto ok = authorize_profiles(who, op, input); !ok) return ok;
  if (auto ok = authorize_image(who, op, input); !ok) return ok;
  return authorize_command(who, op, input);
}

verdict authorize_project(caller const& who, std::string_view project) {
  return covered(who, who.projects, "projects", "project", project);
}

verdict authorize_instance(caller const& who, std::string_view instance) {
  return covered(who, who.instances, "instances", "instance", instance);
}

schemas::result<image_remote const*> find_remote(policy const& all, caller const& who, std::string_view name) {
  bool const granted = std::ranges::find(who.image_remotes, name) != who.image_remotes.end();
  auto const found = all.image_remotes.find(name);
  if (granted && found != all.image_remotes.end()) return &found->second;
  // One text for both reasons: what is configured for others is none of this caller's business.
  std::string message = "image remote " + in_quotes(name) + " is not configured, or not granted to caller " +
                        in_quotes(who.name) + "; " +
                        (who.image_remotes.empty() ? "it may use none" : "use " + names_in_words(who.image_remotes));
  return tool_error(error_kind::unknown_remote, std::move(message));
}

bool may_use(caller const& who, schemas::descriptor const& op) {
  return check_scope(who, op).has_value() && authorize_operation(who, op).has_value();
}

}  // namespace imcp::policy
