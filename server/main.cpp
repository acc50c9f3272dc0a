// Flags → command → exit code. Exceptions end here.

#include "server/commands.hpp"
#include "server/descriptor_gate.hpp"

#include <csignal>

int main(int argc, char** argv) try {
  using namespace imcp::server;
  if (!descriptor_gate::fill_standard_descriptors()) return exit_failure;
  std::signal(SIGPIPE, SIG_IGN);
  auto const asked = parse_options(argc, argv);
  if (!asked) return usage_error(asked.error());
  set_log_level(asked->lowest);
  return run_command(*asked);
} catch (std::exception const& e) {
  imcp::server::log(imcp::server::log_level::error, e.what());
  return imcp::server::exit_failure;
}
