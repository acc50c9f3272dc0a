#include "server/dialect.hpp"

#include <gtest/gtest.h>

namespace imcp::server {
namespace {

using answer = boost::system::result<dialect const*, rpc_error>;

answer spoken(std::string const& method, std::string const& params, dialect const* session = nullptr) {
  rpc_document const document =
      *rpc_document::parse(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}");
  return dialect_of(read_envelope(document.root(), document.raw()), session);
}

std::string claim(std::string const& version, std::string const& capabilities = "{}") {
  return R"({"_meta":{"io.modelcontextprotocol/protocolVersion":)" + version +
         R"(,"io.modelcontextprotocol/clientCapabilities":)" + capabilities + "}}";
}

dialect const& legacy(std::string_view version) { return negotiate(version); }

TEST(dialect, serves_five_revisions) {
  std::vector<std::string_view> versions;
  for (auto const& d : dialects()) versions.push_back(d.version);
  EXPECT_EQ(versions,
            (std::vector<std::string_view>{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}));
}

TEST(dialect, negotiates_what_was_asked_or_the_newest_with_a_handshake) {
  for (auto const* version : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"})
    EXPECT_EQ(negotiate(version).version, version);
  for (auto const* version : {"2026-07-28", "1999-01-01", "x", ""}) EXPECT_EQ(negotiate(version).version, "2025-11-25");
}

TEST(dialect, believes_the_request_over_the_session) {
  auto const by_claim = spoken("tools/list", claim(R"("2026-07-28")"), &legacy("2024-11-05"));
  ASSERT_TRUE(by_claim);
  EXPECT_EQ((*by_claim)->version, "2026-07-28");
  auto const by_session = spoken("tools/list", R"({"_meta":{"progressToken":1}})", &legacy("2024-11-05"));
  ASSERT_TRUE(by_session);
  EXPECT_EQ((*by_session)->version, "2024-11-05");
}

TEST(dialect, refuses_versions_that_a_request_cannot_name) {
  for (auto const* version : {R"("2025-11-25")", R"("2099-01-01")", R"("")"}) {
    auto const refused = spoken("tools/list", claim(version), &legacy("2025-11-25"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, rpc_code::unsupported_version);
    EXPECT_EQ(refused.error().data, R"({"supported":["2026-07-28"],"requested":)" + std::string(version) + "}");
  }
}

TEST(dialect, refuses_malformed_metadata) {
  for (auto const& params : {std::string("{}"), std::string(R"({"_meta":null})"), std::string(R"({"_meta":[]})"),
                             std::string(R"({"_meta":{}})"), claim("20260728"), claim(R"("2026-07-28")", "null"),
                             claim(R"("2026-07-28")", "[]"),
                             std::string(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})")}) {
    auto const refused = spoken("server/discover", params);
    ASSERT_FALSE(refused) << params;
    EXPECT_EQ(refused.error().code, rpc_code::invalid_params) << params;
  }
}

TEST(dialect, understands_only_initialize_and_ping_before_a_session) {
  EXPECT_TRUE(spoken("initialize", "{}"));
  EXPECT_TRUE(spoken("ping", "{}"));
  EXPECT_FALSE(spoken("tools/list", "{}"));
}

TEST(dialect, marks_only_stateless_results) {
  EXPECT_EQ(complete_result(legacy("2025-11-25"), ""), "{}");
  EXPECT_EQ(cacheable_result(legacy("2024-11-05"), R"("tools":[])"), R"({"tools":[]})");
  auto const& stateless = dialects().front();
  EXPECT_EQ(cacheable_result(stateless, R"("tools":[])"),
            R"({"tools":[],"ttlMs":60000,"cacheScope":"private","resultType":"complete","_meta":{)"
            R"("io.modelcontextprotocol/serverInfo":)" +
                server_identity(stateless) + "}}");
  EXPECT_EQ(complete_result(stateless, "").find(R"({"resultType":"complete")"), 0u);
}

TEST(dialect, names_the_server_with_what_the_revision_knows) {
  EXPECT_EQ(server_identity(legacy("2025-03-26")), R"({"name":"incus-mcp-server","version":")" IMCP_VERSION R"("})");
  EXPECT_NE(server_identity(legacy("2025-06-18")).find(R"("title":"Incus")"), std::string::npos);
}

}  // namespace
}  // namespace imcp::server
