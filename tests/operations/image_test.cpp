#include "tests/operations/operation_test.hpp"

namespace imcp::tests {
namespace {

using image_list = operation_test;

TEST_F(image_list, passes_native_items_through) {
  incus.on("GET", "/1.0/images", sync(R"([{"fingerprint":"ab","size":1102131,"new_field":[1,2.50]}])"));
  auto const reply = call("incus_image_list", R"({"filter":"public eq true"})");
  EXPECT_EQ(reply.at("/items/0"), R"({"fingerprint":"ab","size":1102131,"new_field":[1,2.5]})");
  EXPECT_EQ(lines().at(0), "GET /1.0/images?recursion=1&project=default&filter=public%20eq%20true");
}

TEST_F(image_list, reports_a_native_refusal) {
  incus.on("GET", "/1.0/images", error(500, "Invalid filter"));
  EXPECT_EQ(call("incus_image_list", R"({"filter":"x"})").kind(), "rejected");
}

}  // namespace
}  // namespace imcp::tests
