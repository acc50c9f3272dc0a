#include "incus/path.hpp"

#include "incus/endpoints.hpp"

#include <gtest/gtest.h>

namespace imcp::incus {
namespace {

TEST(path, encodes_everything_that_is_not_unreserved) {
  EXPECT_EQ(percent_encoded("aZ0-._~"), "aZ0-._~");
  EXPECT_EQ(percent_encoded("a/b?c#d%e&f=g+h é"), "a%2Fb%3Fc%23d%25e%26f%3Dg%2Bh%20%C3%A9");
  EXPECT_EQ(percent_encoded(std::string_view("\0\r\n", 3)), "%00%0D%0A");
}

TEST(path, leaves_out_empty_parameters_and_encodes_others) {
  EXPECT_EQ(get_instances("", "", 1).target, "/1.0/instances?recursion=1");
  EXPECT_EQ(get_instance("a&b", "x/y").target, "/1.0/instances/x%2Fy?project=a%26b");
}

TEST(path, never_sends_a_negative_wait) {
  EXPECT_EQ(get_operation_wait("id", std::chrono::seconds(-1)).target, "/1.0/operations/id/wait?timeout=0");
}

}  // namespace
}  // namespace imcp::incus
