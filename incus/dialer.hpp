#pragma once
// Makes connections. Included by incus/*.cpp only.

#include "incus/any_stream.hpp"
#include "incus/connection.hpp"
#include "incus/failure.hpp"

#include <boost/asio/awaitable.hpp>

namespace imcp::incus {

class dialer {
 public:
  dialer(asio::any_io_executor executor, connection where) : executor_(std::move(executor)), where_(std::move(where)) {}

  /// A connected stream that expires at `deadline`; a failure is `unsent`.
  asio::awaitable<outcome<std::unique_ptr<any_stream>>> dial(std::chrono::steady_clock::time_point deadline);

 private:
  asio::any_io_executor executor_;
  connection where_;
};

}  // namespace imcp::incus
