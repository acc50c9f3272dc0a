// From a file, or its text, to a policy or to everything that is wrong with it.

#include "policy/guarded_file.hpp"
#include "policy/policy_keys.hpp"
#include "policy/toml_depth.hpp"
#include "schemas/bounds.hpp"

#include <tuple>

namespace imcp::policy {
namespace {

constexpr std::size_t file_bytes = 1 * schemas::bounds::MiB;

load_result refused(std::filesystem::path const& file, toml::source_position at, std::string message) {
  toml::table const nothing;
  toml_source source{file, nothing, {}, {}};
  source.add_fault(at, std::move(message));
  load_result result;
  result.faults = std::move(source.faults);
  return result;
}

load_result read_root(toml::table const& root, std::filesystem::path const& file) {
  toml_source source{file, root, policy_sections(), {}};
  load_result result;
  result.loaded = builtin_policy();
  read_policy(toml_value{source, root, ""}, *result.loaded);
  std::ranges::stable_sort(source.faults, {}, [](auto const& fault) { return std::tie(fault.line, fault.column); });
  result.faults = std::move(source.faults);
  if (!result.faults.empty()) result.loaded.reset();
  return result;
}

}  // namespace

load_result parse_policy(std::string_view toml, std::filesystem::path const& file) {
  if (toml.size() > file_bytes) return refused(file, {}, "is larger than " + std::to_string(file_bytes) + " bytes");
  if (auto const deep = line_of_too_many_dots(toml); deep > 0)
    return refused(file, {deep, 1}, "too many dotted keys: nobody's policy needs that many");
  try {
    return read_root(toml::parse(toml, file.string()), file);
  } catch (toml::parse_error const& error) {  // the one exception toml++ knows; after it nothing can be read
    return refused(file, error.source().begin, std::string(error.description()));
  }
}

load_result load_policy(std::filesystem::path const& file) {
  auto const text = read_guarded_file(file, file_bytes);
  return text ? parse_policy(*text, file) : refused(file, {}, text.error().message);
}

}  // namespace imcp::policy
