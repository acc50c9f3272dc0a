#pragma once
// The few patterns our schemas may use, each with a hand-written matcher: no regular expression runs on input.

#include <string_view>

namespace imcp::schemas {

using pattern_matcher = bool (*)(std::string_view text);

/// The matcher of a `pattern` as written in a schema; nullptr for one that we do not know.
pattern_matcher find_pattern(std::string_view pattern);

bool is_instance_name(std::string_view text);   ///< a new instance: 1..63 letters, digits, hyphens, by Incus' rule
bool is_environment_name(std::string_view text);  ///< ^[A-Za-z_][A-Za-z0-9_]*$
/// A name that can address an existing object as one path segment: not empty, no '/', no control character, and
/// not "." or ".." after any number of percent-decodings.
bool is_object_name(std::string_view text);

}  // namespace imcp::schemas
