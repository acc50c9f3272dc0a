#include "incus/envelope.hpp"

#include "schemas/bounds.hpp"
#include "schemas/json_writer.hpp"
#include "schemas/names.hpp"

#include <simdjson.h>

#include <algorithm>

namespace imcp::incus {
namespace {

namespace ondemand = simdjson::ondemand;

// The members of an envelope that we judge by.
struct members {
  std::string type, operation, error;
  std::int64_t error_code = 0;
};

simdjson::error_code read_text(ondemand::value value, std::string& into) {
  std::string_view text;
  auto const error = value.get_string().get(text);
  if (!error) into.assign(text);
  return error;
}

// The bytes of one value as they came. (simdjson 3.0 has raw_json() on objects and arrays only.)
simdjson::error_code cut(ondemand::value value, std::string_view& slice) {
  ondemand::json_type type;
  if (auto const error = value.type().get(type)) return error;
  if (type == ondemand::json_type::object) {
    ondemand::object object;
    auto const error = value.get_object().get(object);
    return error ? error : object.raw_json().get(slice);
  }
  if (type == ondemand::json_type::array) {
    ondemand::array array;
    auto const error = value.get_array().get(array);
    return error ? error : array.raw_json().get(slice);
  }
  slice = value.raw_json_token();
  return simdjson::SUCCESS;
}

simdjson::error_code cut_items(ondemand::array array, std::size_t keep, answer& into) {
  for (auto element : array) {
    ondemand::value value;
    std::string_view slice;
    if (auto const error = std::move(element).get(value)) return error;
    if (auto const error = cut(value, slice)) return error;
    if (into.items.size() < keep) into.items.push_back(slice);
    ++into.item_count;
  }
  return simdjson::SUCCESS;
}

simdjson::error_code read_metadata(ondemand::value value, std::size_t keep, answer& into) {
  ondemand::json_type type;
  if (auto const error = value.type().get(type)) return error;
  if (type == ondemand::json_type::array && keep > 0) {
    ondemand::array array;
    if (auto const error = value.get_array().get(array)) return error;
    return cut_items(array, keep, into);
  }
  return cut(value, into.metadata);
}

simdjson::error_code read_member(std::string_view key, ondemand::value value, std::size_t keep, members& found,
                                 answer& into) {
  if (key == "type") return read_text(value, found.type);
  if (key == "operation") return read_text(value, found.operation);
  if (key == "error") return read_text(value, found.error);
  if (key == "error_code") return value.get_int64().get(found.error_code);
  if (key == "metadata") return read_metadata(value, keep, into);
  return simdjson::SUCCESS;
}

// One pass over the whole body: a list of 30 MB is indexed once.
simdjson::error_code read_body(std::size_t keep, members& found, answer& into) {
  ondemand::parser parser;
  ondemand::document document;
  simdjson::padded_string_view const text(into.body.data(), into.body.size(), into.body.capacity());
  if (auto const error = parser.iterate(text).get(document)) return error;
  ondemand::object object;
  if (auto const error = document.get_object().get(object)) return error;
  for (auto field : object) {
    std::string_view key;
    ondemand::value value;
    if (auto const error = field.unescaped_key().get(key)) return error;
    if (auto const error = field.value().get(value)) return error;
    if (auto const error = read_member(key, value, keep, found, into)) return error;
  }
  // "Out of bounds" is how it says that nothing follows.
  return document.current_location().error() == simdjson::OUT_OF_BOUNDS ? simdjson::SUCCESS : simdjson::TAPE_ERROR;
}

failure malformed(int http_status, std::string_view why) {
  failure f(phase::answered, cause::malformed,
            "the answer (HTTP " + std::to_string(http_status) + ") is not one of Incus: " + std::string(why));
  f.http_status = http_status;
  return f;
}

failure rejected(int http_status, members const& found) {
  failure f(phase::answered, cause::rejected, quotable(found.error));
  f.http_status = http_status;
  f.error_code = static_cast<int>(found.error_code);
  return f;
}

}  // namespace

outcome<answer> read_envelope(int http_status, std::string body, std::string etag, std::size_t keep_items) {
  answer made;
  members found;
  made.http_status = http_status;
  made.etag = std::move(etag);
  made.body = std::move(body);
  made.body.reserve(made.body.size() + simdjson::SIMDJSON_PADDING);
  if (auto const error = read_body(keep_items, found, made))
    return malformed(http_status, simdjson::error_message(error));
  if (found.type == "error") return rejected(http_status, found);
  if (found.type == "sync") return made;
  if (found.type != "async") return malformed(http_status, "no known type");
  made.type = answer_type::async;
  made.operation_id = operation_id_of(found.operation);
  if (made.operation_id.empty()) return malformed(http_status, "no operation id");
  return made;
}

std::string operation_id_of(std::string_view url) {
  constexpr std::string_view prefix = "/1.0/operations/";
  if (!url.starts_with(prefix)) return "";
  auto const id = url.substr(prefix.size(), url.find('?') - prefix.size());
  return schemas::matches(schemas::name_rule::uuid, id) ? std::string(id) : "";
}

std::string quotable(std::string_view native_text) {
  auto text = schemas::to_valid_utf8(native_text.substr(0, schemas::bounds::native_text_bytes));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text;
}

}  // namespace imcp::incus
