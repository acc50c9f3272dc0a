#include "tests/bench/raw_exec.hpp"

#include "tests/bench/raw_websocket.hpp"

#include <stdexcept>

namespace imcp::tests::bench {
namespace {

constexpr std::string_view body =
    R"({"command":["true"],"wait-for-websocket":true,"interactive":false,"environment":{},"user":0,"group":0,"cwd":""})";

// The text between `before` and the next quotation mark.
std::string text_after(std::string const& in, std::string const& before) {
  auto const at = in.find(before);
  if (at == std::string::npos) throw std::runtime_error("no " + before + " in " + in);
  auto const begin = at + before.size();
  return in.substr(begin, in.find('"', begin) - begin);
}

}  // namespace

void raw_exec_true(raw_http& main, std::string const& socket, std::string const& instance) {
  auto const accepted = main.exchange(http_post("/1.0/instances/" + instance + "/exec", body));
  auto const operation = text_after(accepted, R"("operation":")");
  auto const target = [&](std::string const& fd) {
    return operation + "/websocket?secret=" + text_after(accepted, '"' + fd + R"(":")");
  };
  // Control first; the others may be on their way together.
  raw_websocket control(socket, target("control"));
  control.accepted();
  raw_websocket in(socket, target("0")), out(socket, target("1")), err(socket, target("2"));
  main.send(http_get(operation + "/wait?timeout=30"));
  in.accepted();
  in.end();
  out.accepted();
  err.accepted();
  out.drain();
  err.drain();
  main.reset();
  while (!main.receive()) continue;
  main.check();
  if (main.body().find(R"("return":0)") == std::string::npos) throw std::runtime_error("true failed: " + main.body());
}

}  // namespace imcp::tests::bench
