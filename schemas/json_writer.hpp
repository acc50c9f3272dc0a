#pragma once
// An append-only JSON writer. raw() splices text that is JSON already: native Incus items pass through as bytes.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace imcp::schemas {

class json_writer {
 public:
  json_writer& begin_object() { return open('{'); }
  json_writer& end_object() { return close('}'); }
  json_writer& begin_array() { return open('['); }
  json_writer& end_array() { return close(']'); }
  json_writer& key(std::string_view name);
  /// Invalid UTF-8 becomes U+FFFD: what we write is always JSON, whoever the bytes came from.
  json_writer& string(std::string_view text);
  json_writer& number(std::integral auto value) { return raw(std::to_string(value)); }
  json_writer& boolean(bool value) { return raw(value ? "true" : "false"); }
  /// `json` must be one complete JSON value without raw newlines.
  json_writer& raw(std::string_view json);

  json_writer& member(std::string_view name, std::string_view text) { return key(name).string(text); }
  json_writer& member(std::string_view name, char const* text) { return key(name).string(text); }
  json_writer& member(std::string_view name, bool value) { return key(name).boolean(value); }
  json_writer& member(std::string_view name, std::integral auto value) { return key(name).number(value); }
  json_writer& raw_member(std::string_view name, std::string_view json) { return key(name).raw(json); }
  /// Members that are text already: `"a":1,"b":2`; nothing when empty.
  json_writer& raw_members(std::string_view members) { return members.empty() ? *this : raw(members); }

  /// Room for `bytes` more: one allocation instead of a dozen for a large result.
  void reserve(std::size_t bytes) { out_.reserve(out_.size() + bytes); }

  std::string const& text() const { return out_; }
  std::string take() { return std::move(out_); }
  std::size_t size() const { return out_.size(); }

 private:
  json_writer& open(char c);
  json_writer& close(char c);
  void separate();

  std::string out_;
  bool first_ = true;  // nothing written yet at this level, or a key waits for its value
};

/// Appends `text` as a quoted JSON string.
void append_json_string(std::string& out, std::string_view text);
/// The bytes `text` takes as a quoted JSON string.
std::size_t json_string_size(std::string_view text);
/// `text` itself when it is valid UTF-8, else with U+FFFD in the place of each bad byte.
std::string to_valid_utf8(std::string_view text);
bool is_valid_utf8(std::string_view text);

}  // namespace imcp::schemas
