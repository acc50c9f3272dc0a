#pragma once
// What a text must look like to be a name. Hand-written matchers: no regular expression ever runs on input, and
// none is published (one odd `pattern` makes some hosts refuse the whole tool list). Contract: contract.md §1.1.

#include <optional>
#include <string>
#include <string_view>

namespace imcp::schemas {

/// The rule a descriptor puts on a top-level text property with "$rule".
enum class name_rule {
  object_name,         ///< addresses an object that exists: any name Incus accepts, as one path segment
  new_instance_name,   ///< 1..63 letters, digits, hyphens; no hyphen at an end; not only digits
  new_snapshot_name,   ///< 1..64 of [A-Za-z0-9._-], alphanumeric at both ends
  project_name,        ///< 1..63, otherwise as object_name
  fingerprint,         ///< 64 lower-case hex digits
  fingerprint_prefix,  ///< 12..64 lower-case hex digits
  uuid,
  rfc3339,        ///< a date and time with zone
  absolute_path,  ///< in the guest, without NUL
  header_value,   ///< visible ASCII and blanks: an ETag
};

/// By the name it has in the descriptors; nullopt for an unknown one.
std::optional<name_rule> name_rule_from(std::string_view text);
bool matches(name_rule rule, std::string_view text);
/// "must be 64 lower-case hexadecimal digits"
std::string_view requirement(name_rule rule);

bool is_environment_name(std::string_view text);  ///< ^[A-Za-z_][A-Za-z0-9_]*$
/// One round of percent-decoding; what is not an escape stays.
std::string percent_decoded(std::string_view text);

/// A rule and the property it holds for.
struct field_rule {
  std::string_view property;
  name_rule rule;
};

}  // namespace imcp::schemas
