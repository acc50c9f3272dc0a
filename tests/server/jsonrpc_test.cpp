#include "server/jsonrpc.hpp"

#include <gtest/gtest.h>

#include <string>

namespace imcp::server {
namespace {

// The document must live as long as the envelope's views.
struct read_message {
  rpc_document document;
  envelope message;
  explicit read_message(std::string const& line)
      : document(*rpc_document::parse(line)), message(read_envelope(document.root(), document.raw())) {}
};

std::string id_of(std::string const& line) {
  read_message const read(line);
  return read.message.id ? read.message.id->json() : "none";
}

message_kind kind_of(std::string const& line) { return read_message(line).message.kind; }

std::string with_id(std::string const& id) { return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"m"})"; }

TEST(jsonrpc, echoes_ids_in_kind) {
  for (std::string const id : {"1", "0", "-7", "9007199254740993", "18446744073709551615", R"("")", R"("1")", R"("é")"})
    EXPECT_EQ(id_of(with_id(id)), id);
  EXPECT_EQ(id_of(with_id(R"("\u0061\/\n")")), R"("a/\n")") << "equal strings have equal texts";
}

TEST(jsonrpc, refuses_ids_that_are_neither_strings_nor_integers) {
  for (std::string const id : {"null", "true", "{}", "[1]", "1.5", "1.0", "1e2", "1e400", "123456789012345678901"}) {
    read_message const read(with_id(id));
    EXPECT_EQ(read.message.kind, message_kind::invalid) << id;
    EXPECT_FALSE(read.message.id) << id;
  }
}

TEST(jsonrpc, tells_strings_from_integers) {
  EXPECT_NE(read_message(with_id("5")).message.id, read_message(with_id(R"("5")")).message.id);
}

TEST(jsonrpc, knows_the_kinds_of_messages) {
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"method":"m"})"), message_kind::request);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","method":"m","params":{}})"), message_kind::notification);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"result":{}})"), message_kind::response);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":"x","error":{"code":1,"message":""}})"), message_kind::response);
  for (auto const* line : {"{}", "1", "\"ping\"", "null", R"({"foo":1})", R"({"jsonrpc":"2.0"})",
                           R"({"jsonrpc":"2.0","params":{}})", R"({"jsonrpc":"2.0","method":7})"})
    EXPECT_EQ(kind_of(line), message_kind::invalid) << line;
}

TEST(jsonrpc, keeps_the_id_of_a_bad_request) {
  for (auto const* line : {R"({"jsonrpc":"1.0","id":"b","method":"m"})", R"({"id":"b","method":"m"})",
                           R"({"jsonrpc":2.0,"id":"b","method":"m"})", R"({"jsonrpc":"2.0","id":"b","method":7})",
                           R"({"jsonrpc":"2.0","id":"b","method":"m","params":[]})",
                           R"({"jsonrpc":"2.0","id":"b","method":"m","params":null})"}) {
    EXPECT_EQ(kind_of(line), message_kind::invalid) << line;
    EXPECT_EQ(id_of(line), R"("b")") << line;
  }
}

TEST(jsonrpc, never_answers_a_malformed_notification) {
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","method":"m","params":[1]})"), message_kind::notification);
  EXPECT_EQ(kind_of(R"({"method":"m"})"), message_kind::notification);
}

TEST(jsonrpc, refuses_duplicate_keys_of_the_envelope) {
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"id":2,"method":"m"})"), message_kind::invalid);
  EXPECT_EQ(id_of(R"({"jsonrpc":"2.0","id":1,"id":2,"method":"m"})"), "none") << "which one was meant?";
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"name":"a","name":"b"}})"),
            message_kind::invalid);
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"a":{"b":1,"b":2}}}})"),
            message_kind::invalid);
}

TEST(jsonrpc, leaves_duplicate_keys_of_arguments_to_the_input_check) {
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"arguments":{"a":1,"a":2}}})"),
            message_kind::request);
}

TEST(jsonrpc, gives_params_as_received) {
  read_message const read(R"({"jsonrpc":"2.0","id":1,"params": {"a" : 1e400 } ,"method":"m"})");
  EXPECT_EQ(read.message.kind, message_kind::request);
  EXPECT_EQ(read.message.raw_params, R"({"a" : 1e400 })");
}

TEST(jsonrpc, calls_only_what_is_not_json_a_parse_error) {
  for (auto const* line : {"hello", "{", R"({"a":01})", R"({"a":NaN})", R"({"a":1,})", "{}{}", R"({"a":"\ud800"})",
                           "{\"a\":\"\t\"}", "{\"a\":\"\xFF\"}", "{} // c"}) {
    auto const parsed = rpc_document::parse(line);
    ASSERT_FALSE(parsed) << line;
    EXPECT_EQ(parsed.error().code, rpc_code::parse_error);
  }
  EXPECT_TRUE(rpc_document::parse("1e400"));
}

TEST(jsonrpc, survives_deep_nesting) {
  std::string const deep(100000, '[');
  EXPECT_FALSE(rpc_document::parse(deep));
  EXPECT_FALSE(rpc_document::parse(deep + std::string(100000, ']')));
}

TEST(jsonrpc, writes_frames) {
  auto const id = read_message(with_id(R"("x")")).message.id;
  EXPECT_EQ(result_frame(*id, R"({"a":1})"), R"({"jsonrpc":"2.0","id":"x","result":{"a":1}})");
  EXPECT_EQ(error_frame(id, rpc_error(rpc_code::invalid_params, "no \"x\"", R"({"d":1})")),
            R"({"jsonrpc":"2.0","id":"x","error":{"code":-32602,"message":"no \"x\"","data":{"d":1}}})");
  EXPECT_EQ(error_frame(std::nullopt, rpc_error(rpc_code::parse_error, "bad")),
            R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"bad"}})");
  EXPECT_EQ(notification_frame("n", "{}"), R"({"jsonrpc":"2.0","method":"n","params":{}})");
}

}  // namespace
}  // namespace imcp::server
