#pragma once
// The questions the pipeline asks of a policy, one function each, none of them with I/O.
// Contract: contract.md §1.3, §1.4 (the numbers are its stages) and incus-operations.md, Host binding.

#include "policy/policy.hpp"
#include "schemas/catalogue.hpp"
#include "schemas/error.hpp"
#include "schemas/json.hpp"

namespace imcp::policy {

/// 1. scope_denied with `required_scope`.
schemas::verdict check_scope(caller const& who, schemas::descriptor const& op);
/// 3. confirmation_required with `expected`, when `confirm` does not repeat the resource exactly.
/// The error names what must be repeated in words, never the value itself.
schemas::verdict check_confirmation(schemas::descriptor const& op, schemas::json_value input);
/// 4. restricted_input with every offending key and device in `items`, unless the caller's grants cover them.
schemas::verdict check_restricted(caller const& who, schemas::json_value input);
/// 6. denied with `rule`, the place in the policy that decided: operation, project, instance, profiles, local images
/// and argv[0], in that order. `project` is the effective one, "" for an operation that has none.
schemas::verdict authorize_input(caller const& who, schemas::descriptor const& op, std::string_view project,
                                 schemas::json_value input);
/// 7. The remote that `source.remote` names; unknown_remote when it is not configured or not granted.
schemas::result<image_remote const*> find_remote(policy const& all, caller const& who, std::string_view name);

/// Whether tools/list shows the operation to this caller: its scope is held, and `allow`/`deny` let it through.
bool may_use(caller const& who, schemas::descriptor const& op);
/// 8b, by one project: denied with `rule` unless `projects` covers it.
schemas::verdict authorize_project(caller const& who, std::string_view project);
/// 8b, by one instance name.
schemas::verdict authorize_instance(caller const& who, std::string_view instance);

}  // namespace imcp::policy
