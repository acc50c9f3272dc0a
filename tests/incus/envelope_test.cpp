#include "incus/envelope.hpp"

#include <gtest/gtest.h>

namespace imcp::incus {
namespace {

std::string const id = "aad5dc8e-0000-4000-8000-0123456789ab";

TEST(envelope, is_judged_by_its_body) {
  auto const failed = read_envelope(200, R"({"type":"error","error":"boom","error_code":400,"metadata":null})", "", 0);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().why, cause::rejected);
  EXPECT_EQ(failed.error().error_code, 400);
  EXPECT_EQ(failed.error().http_status, 200);
  EXPECT_EQ(failed.error().message, "boom");
}

TEST(envelope, cuts_metadata_in_one_piece) {
  auto const got =
      read_envelope(200, R"({"type":"sync","status_code":200,"metadata":{"a":[1,{"b":"}"}]},"x":1})", "e", 0);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->metadata, R"({"a":[1,{"b":"}"}]})");
  EXPECT_EQ(got->etag, "e");
}

TEST(envelope, cuts_as_many_items_as_asked_and_counts_the_rest) {
  auto const got = read_envelope(200, R"({"type":"sync","metadata":[{"a":1},[2],"3",null]})", "", 3);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->items, (std::vector<std::string_view>{R"({"a":1})", "[2]", "\"3\""}));
  EXPECT_EQ(got->item_count, 4u);
}

TEST(envelope, finds_the_operation_in_its_url) {
  auto const url = "/1.0/operations/" + id;
  EXPECT_EQ(operation_id_of(url), id);
  EXPECT_EQ(operation_id_of(url + "?project=default"), id);
  EXPECT_EQ(operation_id_of(url + "/wait"), "");
  EXPECT_EQ(operation_id_of("/1.0/operations/../instances"), "");
  auto const got = read_envelope(202, R"({"type":"async","operation":")" + url + R"(","metadata":{}})", "", 0);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->operation_id, id);
}

TEST(envelope, refuses_what_is_none) {
  for (std::string const bad : {"", " ", "<html>", "[]", "null", "{}", R"({"type":"strange"})", R"({"type":5})",
                                R"({"type":"async","operation":"/x"})", R"({"type":"sync"} x)", R"({"type":"sync")",
                                "{\"type\":\"sync\",\"metadata\":\"\xff\"}", R"({"type":"sync","metadata":[{])"}) {
    auto const got = read_envelope(200, bad, "", 2);
    ASSERT_FALSE(got) << bad;
    EXPECT_EQ(got.error().why, cause::malformed) << bad;
  }
}

TEST(envelope, caps_and_cleans_native_text) {
  EXPECT_EQ(quotable("a\x1b[31m\nb\xff"), "a [31m b\xEF\xBF\xBD");
  EXPECT_LE(quotable(std::string(100'000, 'x')).size(), 4096u);
}

}  // namespace
}  // namespace imcp::incus
