#include "tests/operations/operation_test.hpp"

namespace imcp::tests {
namespace {

using operation_get = operation_test;

std::string const get_arguments = R"({"operation_id":")" + operation_uuid + "\"}";

TEST_F(operation_get, removes_live_secrets) {
  incus.on_operation(operation(operation_uuid).metadata(R"({"fds":{"0":"secret0"},"command":["id"]})"));
  auto const reply = call("incus_operation_get", get_arguments);
  EXPECT_EQ(reply.at("/item/metadata"), R"({"command":["id"]})");
  EXPECT_EQ(reply.at("/redacted"), R"(["/item/metadata/fds"])");
  EXPECT_EQ(reply.text().find("secret0"), std::string::npos);
}

TEST_F(operation_get, belongs_to_the_projects_of_its_resources) {
  who.projects = {"dev"};
  who.default_project = "dev";
  incus.on_operation(operation(operation_uuid).resources(R"({"instances":["/1.0/instances/web?project=prod"]})"));
  auto const denied = call("incus_operation_get", get_arguments);
  EXPECT_EQ(denied.kind(), "denied");
  EXPECT_EQ(denied.at("/error/rule"), "\"callers.default.projects\"");
  incus.on_operation(operation(operation_uuid).resources(R"({"instances":["/1.0/instances/web?project=dev"]})"));
  EXPECT_FALSE(call("incus_operation_get", get_arguments).failed());
  incus.on_operation(operation(operation_uuid).resources(R"({"instances":["/1.0/instances/web"]})"));
  EXPECT_EQ(call("incus_operation_get", get_arguments).kind(), "denied") << "no project means default";
  incus.on_operation(operation(operation_uuid).resources("null"));
  EXPECT_EQ(call("incus_operation_get", get_arguments).kind(), "denied") << "nobody's";
}

TEST_F(operation_get, hides_the_operations_of_other_instances) {
  who.instances = {"web-*"};
  incus.on_operation(operation(operation_uuid).resources(R"({"instances":["/1.0/instances/db"]})"));
  EXPECT_EQ(call("incus_operation_get", get_arguments).kind(), "denied");
  incus.on_operation(operation(operation_uuid).resources(R"({"instances":["/1.0/instances/web%2D1/snapshots/s"]})"));
  EXPECT_FALSE(call("incus_operation_get", get_arguments).failed());
}

TEST_F(operation_get, wants_a_project_to_be_one_of_the_operations) {
  incus.on_operation(operation(operation_uuid).resources(R"({"instances":["/1.0/instances/web?project=dev"]})"));
  EXPECT_EQ(call("incus_operation_get", R"({"operation_id":")" + operation_uuid + R"(","project":"prod"})").kind(), "denied");
}

TEST_F(operation_get, reports_one_that_is_gone) {
  auto const reply = call("incus_operation_get", get_arguments);
  EXPECT_EQ(reply.kind(), "rejected");
  EXPECT_EQ(reply.at("/error/http_status"), "404");
}

}  // namespace
}  // namespace imcp::tests
