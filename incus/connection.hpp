#pragma once
// Where Incus is and how patient we are. Contract: contract.md §2, [connection].

#include <chrono>
#include <cstddef>
#include <string>

namespace imcp::incus {

struct connection {
  std::string socket_path = "/var/lib/incus/unix.socket";
  std::chrono::seconds timeout{65};          ///< of every short request, a server-side wait included
  std::chrono::seconds stream_timeout{310};  ///< of an exec, its wait included
  std::size_t max_stream_bytes = 134217728;
  std::size_t max_response_bytes = 67108864;
  std::size_t max_connections = 8;  ///< of the pool of short requests; waits and exec channels come on top

  connection() {}  // not an aggregate: g++ 12 destroys aggregate temporaries twice around co_await
};

}  // namespace imcp::incus
