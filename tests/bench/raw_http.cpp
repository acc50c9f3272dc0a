#include "tests/bench/raw_http.hpp"

#include <stdexcept>

namespace imcp::tests::bench {

std::string http_get(std::string_view target) {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: incus\r\n\r\n";
}

std::string http_post(std::string_view target, std::string_view json) {
  return "POST " + std::string(target) +
         " HTTP/1.1\r\nHost: incus\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(json.size()) + "\r\n\r\n" + std::string(json);
}

raw_http::raw_http(std::string const& socket) : socket_(socket) { exchange(http_get("/1.0")); }

void raw_http::check() {
  if (answer_.status() / 100 != 2)
    throw std::runtime_error("Incus answers " + std::to_string(answer_.status()) + ": " + answer_.body());
}

std::string const& raw_http::exchange(std::string_view request) {
  answer_.reset();
  send(request);
  while (!receive()) continue;
  check();
  return answer_.body();
}

}  // namespace imcp::tests::bench
