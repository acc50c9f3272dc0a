#pragma once
// Runs `true` in an instance over the API by hand: POST exec, four websockets, wait. Throws unless it exits with 0.

#include "tests/bench/raw_http.hpp"

namespace imcp::tests::bench {

/// `main` carries the short requests and stays open between execs, as the daemon's does.
void raw_exec_true(raw_http& main, std::string const& socket, std::string const& instance);

}  // namespace imcp::tests::bench
