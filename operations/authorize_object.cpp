#include "operations/authorize_object.hpp"

#include "incus/path.hpp"
#include "policy/checks.hpp"
#include "policy/names.hpp"
#include "schemas/names.hpp"

#include <algorithm>
#include <set>

namespace imcp::operations {
namespace {

struct owners {
  std::set<std::string> projects, instances;
};

std::string project_of(std::string_view url) {
  auto const at = url.find("?project=");
  auto const end = url.find('&', at);
  if (at == url.npos) return "default";
  return schemas::percent_decoded(url.substr(at + 9, end == url.npos ? url.npos : end - at - 9));
}

// The last path segment of "/1.0/instances/web", or the one after it for what is below an instance.
std::string instance_of(std::string_view url) {
  constexpr std::string_view prefix = "/1.0/instances/";
  if (!url.starts_with(prefix)) return "";
  auto const rest = url.substr(prefix.size());
  return schemas::percent_decoded(rest.substr(0, rest.find_first_of("/?")));
}

owners owners_of(schemas::json_value operation) {
  owners found;
  schemas::json_object resources;
  auto const member = schemas::member(operation, "resources");
  if (!member || member->get_object().get(resources)) return found;
  for (auto const kind : resources) {
    schemas::json_array urls;
    if (kind.value.get_array().get(urls)) continue;
    for (auto const value : urls) {
      auto const url = schemas::as_string(value).value_or("");
      found.projects.insert(project_of(url));
      if (auto instance = instance_of(url); !instance.empty()) found.instances.insert(std::move(instance));
    }
  }
  return found;
}

schemas::tool_error denied(std::string message, std::string_view rule) {
  return schemas::tool_error(schemas::error_kind::denied, std::move(message)).with("rule", rule);
}

}  // namespace

schemas::verdict authorize_operation(call const& c, schemas::json_value operation) {
  auto const owned_by = owners_of(operation);
  bool const all_projects = std::find(c.who.projects.begin(), c.who.projects.end(), "*") != c.who.projects.end();
  if (owned_by.projects.empty() && !all_projects)
    return denied("the operation belongs to no project; only a caller of all projects may use it",
                  policy::policy_place(c.who, "projects"));
  for (auto const& project : owned_by.projects)
    if (auto const ok = policy::authorize_project(c.who, project); !ok) return ok.error();
  for (auto const& instance : owned_by.instances)
    if (auto const ok = policy::authorize_instance(c.who, instance); !ok) return ok.error();
  auto const asked = schemas::string_member(c.input, "project");
  if (asked && !owned_by.projects.contains(std::string(*asked)))
    return denied("the operation does not belong to project " + std::string(*asked), "input.project");
  return {};
}

}  // namespace imcp::operations
