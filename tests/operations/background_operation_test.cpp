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
  EXPECT_EQ(call("incus_operation_get", R"({"operation_id":")" + operation_uuid + R"(","project":"prod"})").kind(),
            "denied");
}

TEST_F(operation_get, reports_one_that_is_gone) {
  auto const reply = call("incus_operation_get", get_arguments);
  EXPECT_EQ(reply.kind(), "rejected");
  EXPECT_EQ(reply.at("/error/http_status"), "404");
}

using operation_list = operation_test;

std::string created(std::string const& at, std::string const& id) {
  return R"({"id":")" + id + R"(","created_at":")" + at + R"(","metadata":{"fds":{"0":"x"},"n":1}})";
}

TEST_F(operation_list, flattens_the_native_object_in_a_stable_order) {
  incus.on("GET", "/1.0/operations",
           sync(R"({"success":[)" + created("2026-01-02", "c") + R"(],"running":[)" + created("2026-01-03", "a") + "," +
                created("2026-01-02", "b") + "]}"));
  auto const reply = call("incus_operation_list", R"({"limit":2})");
  EXPECT_EQ(lines(), std::vector<std::string>{"GET /1.0/operations?recursion=1&project=default"});
  EXPECT_EQ(reply.at("/items/0/id"), "\"b\"");
  EXPECT_EQ(reply.at("/items/1/id"), "\"c\"");
  EXPECT_EQ(reply.at("/count"), "3");
  EXPECT_EQ(reply.at("/truncated"), "true");
  EXPECT_EQ(reply.at("/items/0/metadata"), R"({"n":1})");
  EXPECT_EQ(reply.at("/redacted"), R"(["/items/0/metadata/fds","/items/1/metadata/fds"])");
}

TEST_F(operation_list, tells_a_missing_project_from_an_empty_one) {
  incus.on("GET", "/1.0/operations", sync("{}"));
  incus.on("GET", "/1.0/projects/default", sync("{}"));
  EXPECT_EQ(call("incus_operation_list", "{}").at("/count"), "0");
  EXPECT_EQ(call("incus_operation_list", R"({"project":"nope"})").kind(), "rejected");
}

TEST_F(operation_list, refuses_an_answer_of_another_shape) {
  incus.on("GET", "/1.0/operations", sync("[]"));
  EXPECT_EQ(call("incus_operation_list", "{}").kind(), "protocol_error");
}

}  // namespace
}  // namespace imcp::tests
