#include "incus/endpoints.hpp"

#include "incus/path.hpp"

#include <algorithm>

namespace imcp::incus {
namespace {

target instance(std::string_view name) { return target("/1.0/instances").segment(name); }
target operation(std::string_view id) { return target("/1.0/operations").segment(id); }

request list_of(std::string_view path, std::string_view project, std::string_view filter, std::size_t keep) {
  auto where = target(path).parameter("recursion", "1").parameter("project", project).parameter("filter", filter);
  return request(method::get, std::move(where).take()).keeping(keep);
}

request with_project(method verb, target where, std::string_view project) {
  return request(verb, std::move(where).parameter("project", project).take());
}

}  // namespace

request get_server() { return request(method::get, "/1.0"); }

request get_instances(std::string_view project, std::string_view filter, std::size_t keep) {
  return list_of("/1.0/instances", project, filter, keep);
}

request get_instance(std::string_view project, std::string_view name) {
  return with_project(method::get, instance(name), project);
}

request create_instance(std::string_view project, std::string_view target_member, std::string body) {
  auto where = target("/1.0/instances").parameter("project", project).parameter("target", target_member);
  return request(method::post, std::move(where).take()).with_body(std::move(body));
}

request update_instance_state(std::string_view project, std::string_view name, std::string body) {
  return with_project(method::put, instance(name).literal("/state"), project).with_body(std::move(body));
}

request delete_instance(std::string_view project, std::string_view name) {
  return with_project(method::delete_, instance(name), project);
}

request exec_instance(std::string_view project, std::string_view name, std::string body) {
  return with_project(method::post, instance(name).literal("/exec"), project).with_body(std::move(body));
}

request get_images(std::string_view project, std::string_view filter, std::size_t keep) {
  return list_of("/1.0/images", project, filter, keep);
}

request get_operations(std::string_view project) { return list_of("/1.0/operations", project, "", 0); }

request get_operation(std::string_view id) { return request(method::get, operation(id).take()); }

request get_operation_wait(std::string_view id, std::chrono::seconds wait) {
  auto const seconds = std::to_string(std::max<std::chrono::seconds::rep>(wait.count(), 0));
  return request(method::get, operation(id).literal("/wait").parameter("timeout", seconds).take());
}

request get_project(std::string_view name) {
  return request(method::get, target("/1.0/projects").segment(name).take());
}

std::string operation_websocket_target(std::string_view id, std::string_view secret) {
  return operation(id).literal("/websocket").parameter("secret", secret).take();
}

}  // namespace imcp::incus
