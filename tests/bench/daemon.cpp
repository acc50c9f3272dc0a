#include "tests/bench/daemon.hpp"

#include <fstream>
#include <stdexcept>

namespace imcp::tests::bench {
namespace {

constexpr std::string_view meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

std::string frame(std::string_view method, std::string_view params, int id) {
  std::string out = R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")";
  out.append(method).append(R"(","params":{)").append(params).append(meta).append("}}\n");
  return out;
}

std::string proc(pid_t pid, char const* name) { return "/proc/" + std::to_string(pid) + '/' + name; }

}  // namespace

std::string tools_list_frame() { return frame("tools/list", "", 1); }

std::string call_frame(std::string_view tool, std::string_view arguments_json, int id) {
  std::string params = R"("name":")";
  params.append(tool).append(R"(","arguments":)").append(arguments_json).append(",");
  return frame("tools/call", params, id);
}

long daemon::memory(std::string_view field) const {
  std::ifstream status(proc(pid(), "status"));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(field)) return std::stol(line.substr(field.size() + 1));
  throw std::runtime_error("no " + std::string(field) + " in /proc");
}

double daemon::cpu() const {
  std::ifstream times(proc(pid(), "schedstat"));
  double nanoseconds = 0;
  times >> nanoseconds;
  return nanoseconds / 1000;
}

void check(std::string_view answer) {
  if (answer.rfind(R"("isError":false)") == std::string_view::npos)
    throw std::runtime_error("not the expected answer: " + std::string(answer.substr(0, 500)));
}

}  // namespace imcp::tests::bench
