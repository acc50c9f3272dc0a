#include "tests/operations/operation_test.hpp"

namespace imcp::tests {
namespace {

using server_get = operation_test;

TEST_F(server_get, returns_the_native_server) {
  auto const reply = call("incus_server_get", "{}");
  EXPECT_EQ(reply.at("/item/auth"), "\"trusted\"");
  EXPECT_EQ(reply.at("/item"), schemas::minify(support::server_json()));
}

TEST_F(server_get, fails_closed_when_incus_does_not_trust_us) {
  incus.on_server(support::server_json("6.0.4", "untrusted"));
  auto const reply = call("incus_server_get", "{}");
  EXPECT_EQ(reply.kind(), "unavailable");
  EXPECT_FALSE(reply.dispatched());
}

TEST_F(server_get, says_that_nothing_listens) {
  incus.stop_listening();
  auto const reply = call("incus_server_get", "{}");
  EXPECT_EQ(reply.kind(), "unavailable");
  EXPECT_FALSE(reply.dispatched());
  EXPECT_NE(reply.message().find("not running"), std::string::npos) << reply.message();
}

TEST_F(server_get, tells_a_missing_socket_from_a_closed_one) {
  rules.connection.socket_path += ".elsewhere";
  EXPECT_NE(call("incus_server_get", "{}").message().find("is Incus running on this machine?"), std::string::npos);
}

TEST_F(server_get, ends_at_the_deadline_when_incus_is_stuck) {
  rules.connection.timeout = std::chrono::seconds(1);
  incus.on("GET", "/1.0", sync("{}").never());
  auto const reply = call("incus_server_get", "{}");
  EXPECT_EQ(reply.kind(), "timeout");
}

}  // namespace
}  // namespace imcp::tests
