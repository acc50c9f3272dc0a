#include "server/jsonrpc.hpp"

#include "schemas/json_writer.hpp"
#include "server/raw_json.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace imcp::server {
namespace {

using schemas::json_object;
using schemas::json_value;

template <class Integer>
bool holds(std::string_view digits) {
  Integer value{};
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size();
}

bool is_integer(std::string_view raw) { return holds<std::int64_t>(raw) || holds<std::uint64_t>(raw); }

bool names_a_key_twice(json_value object) {
  std::vector<std::string_view> seen;
  for (auto const field : json_object(object)) seen.push_back(field.key);
  std::sort(seen.begin(), seen.end());
  return std::adjacent_find(seen.begin(), seen.end()) != seen.end();
}

bool has_duplicate_key(json_value message, std::optional<json_value> params) {
  if (names_a_key_twice(message)) return true;
  if (!params) return false;
  if (names_a_key_twice(*params)) return true;
  for (auto const field : json_object(*params))
    if (field.key != "arguments" && schemas::find_duplicate_key(field.value)) return true;
  return false;
}

envelope invalid(std::string why) {
  envelope out;
  out.fault = std::move(why);
  return out;
}

bool is_response(json_value message) {
  return !schemas::member(message, "method") &&
         (schemas::member(message, "result") || schemas::member(message, "error"));
}

// What is wrong with the members, "" when nothing is. `out` has been filled as far as they can be read.
std::string judge(json_value message, envelope const& out, bool has_method) {
  if (schemas::member(message, "id") && !out.id) return "id must be a string or an integer";
  if (schemas::string_member(message, "jsonrpc") != "2.0") return "jsonrpc must be \"2.0\"";
  if (!has_method) return "method must be a string";
  if (schemas::member(message, "params") && !out.params) return "params must be an object";
  return "";
}

}  // namespace

std::optional<token> token::read(json_value value, std::string_view raw) {
  if (auto const text = schemas::as_string(value)) {
    std::string json;
    schemas::append_json_string(json, *text);
    return token(std::move(json));
  }
  if (!value.is_number() || !is_integer(raw)) return std::nullopt;
  return token(std::string(raw));
}

boost::system::result<rpc_document, rpc_error> rpc_document::parse(std::string line) {
  auto received = std::make_unique<std::string>(line);
  auto parsed = schemas::json_document::parse(std::move(line));
  if (parsed) return rpc_document(std::move(*parsed), nullptr);
  if (auto blanked = blank_numbers(*received))
    if (auto again = schemas::json_document::parse(std::move(*blanked)))
      return rpc_document(std::move(*again), std::move(received));
  return rpc_error(rpc_code::parse_error, "the line is not JSON (UTF-8, at most 64 levels deep)");
}

envelope read_envelope(json_value message, std::string_view raw) {
  if (!message.is_object()) return invalid("a message must be an object");
  envelope out;
  if (is_response(message)) {
    out.kind = message_kind::response;
    return out;
  }
  if (auto const id = schemas::member(message, "id")) out.id = token::read(*id, raw_member(raw, message, "id"));
  auto const method = schemas::string_member(message, "method");
  out.method = method.value_or("");
  out.params = schemas::member(message, "params");
  if (out.params && !out.params->is_object()) out.params.reset();
  if (out.params) out.raw_params = raw_member(raw, message, "params");

  bool const is_notification = method && !schemas::member(message, "id");
  if (has_duplicate_key(message, out.params)) {
    // Which of two ids, or of two methods, was meant? Echo none.
    if (names_a_key_twice(message)) out.id.reset();
    out.fault = "a key appears twice";
  } else {
    out.fault = judge(message, out, method.has_value());
  }
  if (is_notification)
    out.kind = message_kind::notification;
  else if (out.fault.empty())
    out.kind = message_kind::request;
  return out;
}

std::string result_frame(token const& id, std::string_view result) {
  std::string out;
  out.reserve(result.size() + id.json().size() + 40);
  out.append(R"({"jsonrpc":"2.0","id":)").append(id.json()).append(R"(,"result":)").append(result).append("}");
  return out;
}

std::string error_frame(std::optional<token> const& id, rpc_error const& error) {
  schemas::json_writer out;
  out.begin_object().member("jsonrpc", "2.0");
  if (id) out.raw_member("id", id->json());
  out.key("error").begin_object().member("code", static_cast<int>(error.code)).member("message", error.message);
  if (!error.data.empty()) out.raw_member("data", error.data);
  out.end_object().end_object();
  return out.take();
}

std::string notification_frame(std::string_view method, std::string_view params) {
  schemas::json_writer out;
  out.begin_object().member("jsonrpc", "2.0").member("method", method).raw_member("params", params).end_object();
  return out.take();
}

}  // namespace imcp::server
