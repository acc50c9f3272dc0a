#pragma once
// The built daemon on a real Incus, driven over its pipes.

#include "tests/support/mcp_process.hpp"
#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <thread>

namespace imcp::tests {

using support::test_json;

/// A caller of everything, with no bound in the way of a load.
inline std::string everything_policy() {
  return std::string("version = 1\n[connection]\nurl = \"") + std::getenv("IMCP_TEST_URL") +
         "\"\n[callers.default]\nscopes = [\"incus.read\", \"incus.write\", \"incus.exec\", \"incus.delete\"]\n"
         "projects = [\"*\"]\nmax_in_flight = 1024\nmax_calls_per_minute = 1000000\n";
}

class real_session : public testing::Test {
 protected:
  real_session() : policy_(dir_.write("policy.toml", everything_policy())) {}

  support::process_options options() const { return support::process_options({IMCP_BINARY, "--policy", policy_}); }

  /// A running container of this test, deleted at its end.
  class container {
   public:
    container(support::mcp_process& server, std::string name) : server_(server), name_(std::move(name)) {
      auto const made = server_.call_tool(
          "incus_instance_create",
          R"({"instance":")" + name_ + R"(","source":{"alias":"busybox"},"start":true,"wait_seconds":60})");
      EXPECT_EQ(made["structuredContent"]["status"].text(), "completed") << made;
    }
    ~container() {
      server_.call_tool("incus_instance_state_update",
                        R"({"instance":")" + name_ + R"(","action":"stop","force":true})");
      server_.call_tool("incus_instance_delete", R"({"instance":")" + name_ + R"(","confirm":")" + name_ + "\"}");
    }
    std::string const& name() const { return name_; }
    /// `more` are further members of the arguments, each with its comma.
    test_json exec(std::string const& command_json, std::string const& more = "") {
      return server_.call_tool("incus_instance_exec", arguments(command_json, more),
                               std::chrono::seconds(60))["structuredContent"];
    }
    std::string arguments(std::string const& command_json, std::string const& more = "") const {
      return R"({"instance":")" + name_ + R"(","command":)" + command_json + more + "}";
    }

   private:
    support::mcp_process& server_;
    std::string name_;
  };

  support::temp_dir dir_;
  std::string policy_;
};

}  // namespace imcp::tests
