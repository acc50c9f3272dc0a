#pragma once
// One pure function per native method, named as Incus names it. Bodies are JSON text, made by operations/.

#include "incus/request.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace imcp::incus {

request get_server();
request get_instances(std::string_view project, std::string_view filter, std::size_t keep);
request get_instance(std::string_view project, std::string_view name);
request create_instance(std::string_view project, std::string_view target_member, std::string body);
request update_instance_state(std::string_view project, std::string_view name, std::string body);
request delete_instance(std::string_view project, std::string_view name);
request exec_instance(std::string_view project, std::string_view name, std::string body);
request get_images(std::string_view project, std::string_view filter, std::size_t keep);
request get_operations(std::string_view project);
request get_operation(std::string_view id);
/// `wait` is the server's patience; 0 answers at once. Never negative: Incus would wait for ever.
request get_operation_wait(std::string_view id, std::chrono::seconds wait);
request get_project(std::string_view name);
/// The target of one exec channel; a WebSocket, not a request.
std::string operation_websocket_target(std::string_view id, std::string_view secret);

}  // namespace imcp::incus
