// Contract §1.4: the order of the checks, and that a refused call sends nothing.

#include "schemas/json_writer.hpp"
#include "tests/operations/operation_test.hpp"
#include "tests/support/golden.hpp"

namespace imcp::tests {
namespace {

struct pipeline : operation_test {};

// One way to fail at each stage, for incus_instance_create; laid over one another they show the order.
struct fault {
  std::string stage;
  void (*apply)(operation_test&);
  std::string argument;  // a member of the input, "" for none
};

std::vector<fault> const faults{
    {"busy", [](operation_test& t) { t.who.max_in_flight = 0; }, ""},
    {"scope_denied", [](operation_test& t) { t.who.scopes = {schemas::scope::read}; }, ""},
    {"invalid_input", [](operation_test&) {}, R"("ephemeral":"yes")"},
    {"restricted_input", [](operation_test&) {}, R"("config":{"raw.lxc":"x"})"},
    {"denied", [](operation_test& t) { t.who.projects = {"other"}; }, ""},
    {"unknown_remote", [](operation_test&) {}, R"("source":{"alias":"a","remote":"nowhere"})"},
    {"unavailable", [](operation_test& t) { t.incus.stop_listening(); }, ""},
};

std::string arguments_with(std::vector<fault const*> const& applied) {
  std::string source = R"("source":{"alias":"a"})", rest;
  for (auto const* f : applied) {
    if (f->argument.starts_with("\"source\""))
      source = f->argument;
    else if (!f->argument.empty())
      rest += "," + f->argument;
  }
  return R"({"instance":"web",)" + source + rest + "}";
}

TEST(pipeline_order, the_earlier_of_two_faults_is_reported) {
  for (std::size_t i = 0; i < faults.size(); ++i)
    for (std::size_t j = i + 1; j < faults.size(); ++j) {
      struct fixture : operation_test {
        void TestBody() override {}
      } f;
      faults[i].apply(f);
      faults[j].apply(f);
      auto const reply = f.call("incus_instance_create", arguments_with({&faults[i], &faults[j]}));
      EXPECT_EQ(reply.kind(), faults[i].stage) << "before " << faults[j].stage << ": " << reply.text();
      EXPECT_FALSE(reply.dispatched());
      EXPECT_EQ(f.incus.requests().size(), 0u) << "nothing is sent before discovery";
    }
}

TEST_F(pipeline, holds_the_byte_bounds_of_each_scope) {
  incus.on("GET", "/1.0/instances/web", sync("{}"));
  auto const padded = [](std::string const& head, std::size_t bytes) {
    return head + std::string(bytes - head.size() - 1, ' ') + "}";
  };
  std::string const read = R"({"instance":"web")";
  EXPECT_FALSE(call("incus_instance_get", padded(read, 16 * 1024)).failed());
  auto const over = call("incus_instance_get", padded(read, 16 * 1024 + 1));
  EXPECT_EQ(over.kind(), "input_limit");
  EXPECT_EQ(over.at("/error/limit_bytes"), "16384");
  EXPECT_EQ(over.at("/error/actual_bytes"), "16385");
  EXPECT_EQ(call("incus_instance_delete", padded(R"({"instance":"web","confirm":"web")", 64 * 1024)).kind(),
            "rejected");
  EXPECT_EQ(call("incus_instance_delete", padded(R"({"instance":"web","confirm":"web")", 64 * 1024 + 1)).kind(),
            "input_limit");
  EXPECT_EQ(call("incus_instance_exec", padded(R"({"instance":"web","command":["x"])", 1024 * 1024 + 1)).kind(),
            "input_limit");
}

TEST_F(pipeline, refuses_duplicate_keys) {
  auto const reply = call("incus_instance_get", R"({"instance":"web","instance":"db"})");
  EXPECT_EQ(reply.kind(), "invalid_input");
  EXPECT_EQ(reply.at("/error/violations/0/pointer"), "\"/instance\"");
  EXPECT_EQ(
      call("incus_instance_create", R"({"instance":"web","source":{"alias":"a"},"config":{"a":"1","\u0061":"2"}})")
          .kind(),
      "invalid_input");
}

TEST_F(pipeline, survives_any_depth) {
  for (auto const depth : {100, 3000, 100'000}) {
    auto const n = static_cast<std::size_t>(depth);
    auto const reply = call("incus_instance_exec",
                            R"({"instance":"web","command":)" + std::string(n, '[') + std::string(n, ']') + "}");
    EXPECT_EQ(reply.kind(), "invalid_input");
  }
}

TEST_F(pipeline, lists_every_violation_up_to_16) {
  std::string arguments = R"({"instance":1)";
  for (int i = 0; i < 30; ++i) arguments += ",\"x" + std::to_string(i) + "\":1";
  auto const reply = call("incus_instance_get", arguments + "}");
  EXPECT_NE(reply.at("/error/violations/15"), "");
  EXPECT_EQ(reply.at("/error/violations/16"), "");
}

TEST_F(pipeline, takes_an_integral_double_for_an_integer) {
  incus.on("GET", "/1.0/instances", sync("[{},{},{}]"));
  EXPECT_EQ(call("incus_instance_list", R"({"limit":2.0})").at("/items/2"), "");
  EXPECT_EQ(call("incus_instance_list", R"({"limit":2.5})").kind(), "invalid_input");
}

TEST_F(pipeline, asks_for_a_project_only_where_one_selects) {
  who.projects = {"dev"};  // and default_project stays "default", which the caller may not use
  incus.on_operation(operation(operation_uuid).resources(R"({"instances":["/1.0/instances/web?project=dev"]})"));
  EXPECT_FALSE(call("incus_server_get", "{}").failed());
  EXPECT_FALSE(call("incus_operation_get", R"({"operation_id":")" + operation_uuid + "\"}").failed());
  EXPECT_EQ(call("incus_instance_list", "{}").kind(), "denied");
  EXPECT_EQ(call("incus_instance_list", R"({"project":"prod"})").kind(), "denied");
}

TEST_F(pipeline, answers_busy_over_the_cap) {
  who.max_in_flight = 0;
  auto const reply = call("incus_server_get", "{}");
  EXPECT_EQ(reply.kind(), "busy");
  EXPECT_NE(reply.at("/error/retry_after_seconds"), "");
}

TEST_F(pipeline, discovers_once) {
  incus.on("GET", "/1.0/instances", sync("[{}]"));
  boost::asio::io_context loop(1);
  incus::client client(loop.get_executor(), rules.connection);
  operations::pipeline p(rules, who, client);
  auto const& op = *schemas::find_operation("incus_instance_list");
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(support::run(loop, p.run(op, "{}", kill)).has_value());
  EXPECT_EQ(incus.count("GET", "/1.0"), 1u);
  EXPECT_EQ(incus.connections(), 1u) << "one keep-alive connection carries them all";
}

// The catalogue as a whole.

TEST(catalogue, has_code_for_every_operation_and_no_other) {
  for (auto const& op : schemas::catalogue()) EXPECT_NE(operations::find_implementation(op.name), nullptr) << op.name;
  std::size_t rows = 0;
  for (auto const part :
       {operations::image_operations(), operations::instance_operations(), operations::instance_exec_operations(),
        operations::background_operations(), operations::server_operations()})
    for (auto const& row : part) {
      EXPECT_NE(schemas::find_operation(row.name), nullptr) << row.name;
      ++rows;
    }
  EXPECT_EQ(rows, schemas::catalogue().size());
}

std::string catalogue_json() {
  schemas::json_writer out;
  out.begin_object().key("operations").begin_array();
  for (auto const& op : schemas::catalogue()) {
    out.begin_object().member("name", op.name).member("title", op.title).member("summary", op.summary);
    out.member("description", op.description).member("scope", schemas::to_text(op.needs));
    out.member("confirm", op.confirm_template).member("confirm_words", op.confirm_words);
    out.member("destructive_hint", op.destructive_hint).member("idempotent_hint", op.idempotent_hint);
    out.member("open_world_hint", op.open_world_hint).key("evidence").begin_array();
    for (auto const e : op.evidence) out.string(e);
    out.end_array().raw_member("input", op.input_schema).raw_member("result", op.result_schema).end_object();
  }
  out.end_array().raw_member("error", schemas::error_schema()).end_object();
  return out.take();
}

// One member a line, so that a change is a diff somebody can read.
std::string indented(std::string const& json) {
  std::string out;
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    char const c = json[i];
    if (c == '"' && (i == 0 || json[i - 1] != '\\')) in_string = !in_string;
    if (!in_string && (c == '}' || c == ']')) out.append("\n").append(2 * --depth, ' ');
    out += c;
    if (!in_string && (c == '{' || c == '[')) out.append("\n").append(2 * ++depth, ' ');
    if (!in_string && c == ',') out.append("\n").append(2 * depth, ' ');
  }
  return out + "\n";
}

TEST(catalogue, is_the_one_that_people_read) { support::expect_golden("catalogue.json", indented(catalogue_json())); }

}  // namespace
}  // namespace imcp::tests
