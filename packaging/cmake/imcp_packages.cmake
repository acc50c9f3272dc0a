# Boost 1.83 is the first whose Asio and Beast carry our type-erased stream, and Debian 12's backports end there.
find_package(Boost 1.83 CONFIG REQUIRED COMPONENTS program_options)
find_package(OpenSSL 3.0 REQUIRED)
find_package(spdlog REQUIRED)
# simdjson 3.12's version file refuses a request for "3": compare by hand.
find_package(simdjson REQUIRED)
if(simdjson_VERSION VERSION_LESS 3.0)
  message(FATAL_ERROR "simdjson 3.0 or later is needed, found ${simdjson_VERSION}")
endif()
find_package(valijson REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(Threads REQUIRED)
