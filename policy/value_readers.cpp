#include "policy/value_readers.hpp"

#include "policy/glob.hpp"
#include "policy/guarded_file.hpp"
#include "policy/pem.hpp"
#include "policy/suggestion.hpp"
#include "schemas/catalogue.hpp"
#include "schemas/names.hpp"

#include <sys/un.h>

namespace imcp::policy {
namespace {

constexpr std::string_view unix_scheme = "unix://", https_scheme = "https://";
constexpr std::size_t longest_socket_path = sizeof(sockaddr_un::sun_path) - 1;
constexpr std::size_t certificate_bytes = 65536;

/// One of two words: the one we can do, and the one whose feature is not built yet.
void read_choice(toml_value const& value, std::string_view built, std::string_view unbuilt) {
  auto const text = value.text();
  if (!text || *text == built) return;
  if (*text == unbuilt) return value.refuse_unbuilt("\"" + *text + "\"");
  std::string_view const words[]{built, unbuilt};
  value.refuse("must be \"" + std::string(built) + "\" or \"" + std::string(unbuilt) + "\"" +
               did_you_mean(*text, words));
}

std::vector<std::string_view> operation_names() {
  std::vector<std::string_view> names;
  for (auto const& op : schemas::catalogue()) names.push_back(op.name);
  for (auto const& op : schemas::unavailable()) names.push_back(op.name);
  return names;
}

/// What follows the scheme of an https URL: a host, perhaps a port and a path; no user, query, fragment or blank.
bool is_plain_authority(std::string_view rest) {
  return !rest.empty() && rest.front() != '/' && rest.front() != ':' &&
         std::ranges::all_of(rest, [](char c) { return c > ' ' && c < '\x7f'; }) &&
         rest.find_first_of("@?#\\\"<>") == std::string_view::npos;
}

}  // namespace

std::vector<std::string> texts(toml_value const& value, text_check complaint) {
  std::vector<std::string> found;
  auto const* array = value.array();
  if (!array) return found;
  for (std::size_t i = 0; i < array->size(); ++i) {
    auto const element = value.element(i, *array->get(i));
    auto text = element.text();
    if (!text) continue;
    if (auto const wrong = complaint ? complaint(value.source, *text) : ""; !wrong.empty()) element.refuse(wrong);
    found.push_back(std::move(*text));
  }
  return found;
}

// A pattern that covers nothing is a slip, and in `deny` a slip allows.
std::string unknown_operation(toml_source const&, std::string_view pattern) {
  auto const names = operation_names();
  if (std::ranges::any_of(names, [&](auto name) { return glob_matches(pattern, name); })) return "";
  return "covers no operation: \"" + std::string(pattern) + "\"" + did_you_mean(pattern, names);
}

std::string unknown_remote(toml_source const& source, std::string_view name) {
  std::vector<std::string_view> names;
  if (auto const* remotes = source.root["image_remotes"].as_table())
    for (auto const& [key, node] : *remotes) names.push_back(key.str());
  if (std::ranges::find(names, name) != names.end()) return "";
  return "names an image remote that is not configured: \"" + std::string(name) + "\"" + did_you_mean(name, names);
}

void refuse_name(toml_value const& value) {
  value.refuse("has a name that is not 1..63 letters, digits, dots, hyphens, underscores or at signs");
}

void read_version(toml_value const& value, policy&) {
  auto const version = value.node.value_exact<std::int64_t>();
  if (!version) return value.refuse_type("the integer 1");
  if (*version != 1) value.refuse("must be 1, got " + std::to_string(*version));
}

void read_url(toml_value const& value, incus::connection& into) {
  auto const url = value.text();
  if (!url) return;
  if (url->starts_with(https_scheme)) return value.refuse_unbuilt("a connection by https");
  if (!url->starts_with("unix:///")) return value.refuse("must be unix:// and an absolute path, or https://");
  into.socket_path = url->substr(unix_scheme.size());
  if (into.socket_path.size() < 2 || into.socket_path.size() > longest_socket_path)
    value.refuse("must name a socket by a path of 2.." + std::to_string(longest_socket_path) + " bytes");
}

void read_https_only(toml_value const& value, incus::connection&) {
  if (value.text()) value.refuse("is for an https url only");
}

void read_server(toml_value const& value, image_remote& into) {
  auto const url = value.text();
  if (!url) return;
  if (!url->starts_with(https_scheme) || !is_plain_authority(std::string_view(*url).substr(https_scheme.size())))
    return value.refuse("must be https:// and a host, without user, query or fragment");
  into.server = *url;
}

void read_protocol(toml_value const& value, image_remote& into) {
  constexpr std::string_view words[]{"simplestreams", "incus"};
  auto const text = value.text();
  if (!text) return;
  if (std::ranges::find(words, *text) == std::end(words))
    return value.refuse("must be \"simplestreams\" or \"incus\"" + did_you_mean(*text, words));
  into.protocol = *text;
}

void read_certificate(toml_value const& value, image_remote& into) {
  auto const name = value.text();
  if (!name) return;
  auto const read = read_guarded_file(value.source.file.parent_path() / *name, certificate_bytes);
  if (!read) return value.refuse("names " + *name + ", which " + read.error().message);
  auto pem = only_certificate(*read);
  if (!pem) return value.refuse("names " + *name + ", which must hold exactly one certificate as PEM, and no key");
  into.certificate = std::move(*pem);
}

void read_scopes(toml_value const& value, caller& into) {
  into.scopes.clear();
  for (auto const& name : texts(value, [](toml_source const&, std::string_view text) -> std::string {
         if (schemas::scope_from(text)) return "";
         return "is no scope: \"" + std::string(text) + "\"" + did_you_mean(text, schemas::scope_names);
       }))
    if (auto const scope = schemas::scope_from(name)) into.scopes.push_back(*scope);
}

void read_project(toml_value const& value, caller& into) {
  auto const name = value.text();
  if (!name) return;
  auto const rule = schemas::name_rule::project_name;
  if (!schemas::matches(rule, *name)) return value.refuse(schemas::requirement(rule));
  into.default_project = *name;
}

void read_confirmation(toml_value const& value, caller&) { read_choice(value, "echo", "human"); }

void read_redact(toml_value const& value, caller&) {
  if (value.boolean().value_or(false)) value.refuse_unbuilt("redaction");
}

void read_mode(toml_value const& value, policy&) { read_choice(value, "tools", "search"); }

void read_audit(toml_value const& value, policy&) {
  if (value.table()) value.refuse_unbuilt("an audit log");
}

}  // namespace imcp::policy
