#include "schemas/names.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace imcp::schemas {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alnum(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_lower_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool all(std::string_view text, bool (*test)(char)) { return std::all_of(text.begin(), text.end(), test); }
bool any(std::string_view text, bool (*test)(char)) { return std::any_of(text.begin(), text.end(), test); }
bool length_in(std::string_view text, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most;
}
bool alnum_ends(std::string_view text) { return is_alnum(text.front()) && is_alnum(text.back()); }

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  char const lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// "%252e%252e" is ".." to whoever decodes twice: nobody on the way to the object may be tempted.
bool is_dots_after_decoding(std::string_view text) {
  std::string current(text);
  for (;;) {
    if (current == "." || current == "..") return true;
    auto decoded = percent_decoded(current);
    if (decoded == current) return false;
    current = std::move(decoded);  // shorter every round
  }
}

bool is_object_name(std::string_view t) {
  return length_in(t, 1, 255) && t.find('/') == t.npos && !any(t, is_control) && !is_dots_after_decoding(t);
}

bool is_new_instance_name(std::string_view t) {
  auto const allowed = [](char c) { return is_alnum(c) || c == '-'; };
  return length_in(t, 1, 63) && all(t, allowed) && alnum_ends(t) && !all(t, is_digit);
}

bool is_new_snapshot_name(std::string_view t) {
  auto const allowed = [](char c) { return is_alnum(c) || c == '.' || c == '_' || c == '-'; };
  return length_in(t, 1, 64) && all(t, allowed) && alnum_ends(t);
}

bool is_project_name(std::string_view t) { return length_in(t, 1, 63) && is_object_name(t); }
bool is_fingerprint(std::string_view t) { return t.size() == 64 && all(t, is_lower_hex); }
bool is_fingerprint_prefix(std::string_view t) { return length_in(t, 12, 64) && all(t, is_lower_hex); }

// Whether text has the shape of a picture in which 'x' is a hex digit, '0' a digit, and the rest itself.
bool has_shape(std::string_view text, std::string_view picture) {
  return std::equal(text.begin(), text.end(), picture.begin(), picture.end(), [](char c, char p) {
    return p == 'x' ? is_lower_hex(c) : p == '0' ? is_digit(c) : c == p;
  });
}

bool is_uuid(std::string_view t) { return has_shape(t, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"); }

int two_digits(std::string_view t, std::size_t at) { return (t[at] - '0') * 10 + (t[at + 1] - '0'); }

bool is_zone(std::string_view t) {
  if (t == "Z" || t == "z") return true;
  return (has_shape(t, "+00:00") || has_shape(t, "-00:00")) && two_digits(t, 1) < 24 && two_digits(t, 4) < 60;
}

bool is_date(std::string_view t) {
  static constexpr std::array<int, 12> days{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (!has_shape(t, "0000-00-00")) return false;
  int const month = two_digits(t, 5), day = two_digits(t, 8);
  return month >= 1 && month <= 12 && day >= 1 && day <= days[static_cast<std::size_t>(month - 1)];
}

bool is_time(std::string_view t) {
  return has_shape(t, "00:00:00") && two_digits(t, 0) < 24 && two_digits(t, 3) < 60 && two_digits(t, 6) < 61;
}

// RFC 3339, date-time: 2026-12-01T10:00:00[.fraction](Z|+hh:mm)
bool is_rfc3339(std::string_view t) {
  if (t.size() < 20 || (t[10] != 'T' && t[10] != 't')) return false;
  if (!is_date(t.substr(0, 10)) || !is_time(t.substr(11, 8))) return false;
  auto rest = t.substr(19);
  if (rest.front() == '.') {
    auto const digits =
        static_cast<std::size_t>(std::find_if_not(rest.begin() + 1, rest.end(), is_digit) - rest.begin());
    if (digits < 2 || digits > 10) return false;
    rest.remove_prefix(digits);
  }
  return is_zone(rest);
}

bool is_absolute_path(std::string_view t) { return t.starts_with('/') && t.find('\0') == t.npos; }
bool is_header_value(std::string_view t) {
  return all(t, [](char c) { return c >= 0x20 && c < 0x7f; });
}

struct rule_row {
  std::string_view name, requirement;
  bool (*matches)(std::string_view);
};

// In the order of name_rule.
constexpr std::array<rule_row, 10> rules{{
    {"object_name",
     "must be a name: 1 to 255 bytes, no '/', no control characters, and not '.' or '..' in any percent-encoding",
     &is_object_name},
    {"new_instance_name", "must be 1 to 63 letters, digits or hyphens, not only digits, no hyphen at either end",
     &is_new_instance_name},
    {"new_snapshot_name", "must be 1 to 64 letters, digits, '.', '_' or '-', with a letter or digit at both ends",
     &is_new_snapshot_name},
    {"project_name",
     "must be a project name: 1 to 63 bytes, no '/', no control characters, and not '.' or '..' in any "
     "percent-encoding",
     &is_project_name},
    {"fingerprint", "must be the full fingerprint: 64 lower-case hexadecimal digits", &is_fingerprint},
    {"fingerprint_prefix", "must be 12 to 64 lower-case hexadecimal digits", &is_fingerprint_prefix},
    {"uuid", "must be an operation id: a lower-case UUID", &is_uuid},
    {"rfc3339", "must be an RFC 3339 time with zone, e.g. 2026-12-31T23:00:00Z", &is_rfc3339},
    {"absolute_path", "must be an absolute path", &is_absolute_path},
    {"header_value", "must be printable ASCII", &is_header_value},
}};

rule_row const& row(name_rule rule) { return rules[static_cast<std::size_t>(rule)]; }

}  // namespace

std::optional<name_rule> name_rule_from(std::string_view text) {
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i].name == text) return static_cast<name_rule>(i);
  return std::nullopt;
}

bool matches(name_rule rule, std::string_view text) { return row(rule).matches(text); }
std::string_view requirement(name_rule rule) { return row(rule).requirement; }

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool const escape =
        text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
    out += escape ? static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2])) : text[i];
    if (escape) i += 2;
  }
  return out;
}

bool is_environment_name(std::string_view t) {
  return !t.empty() && !is_digit(t.front()) && all(t, [](char c) { return is_alnum(c) || c == '_'; });
}

}  // namespace imcp::schemas
