#include "tests/operations/operation_test.hpp"

namespace imcp::tests {
namespace {

struct instance_list : operation_test {};
struct instance_get : operation_test {};
struct instance_create : operation_test {};
struct instance_state_update : operation_test {};
struct instance_delete : operation_test {};

std::string instances(int n, std::size_t bytes_each = 10) {
  std::string list = "[";
  for (int i = 0; i < n; ++i)
    list += (i ? "," : "") + std::string(R"({"name":"i)") + std::to_string(i) + R"(","x":")" +
            std::string(bytes_each, 'x') + "\"}";
  return list + "]";
}

TEST_F(instance_list, passes_native_items_through) {
  incus.on("GET", "/1.0/instances", sync(R"([{"name":"b","n":9007199254740993,"odd":{"é":null}}, {"name":"a"}])"));
  auto const reply = call("incus_instance_list", "{}");
  EXPECT_EQ(
      reply.text(),
      R"({"items":[{"name":"b","n":9007199254740993,"odd":{"é":null}},{"name":"a"}],"count":2,"truncated":false})");
  EXPECT_EQ(lines(), std::vector<std::string>{"GET /1.0/instances?recursion=1&project=default"});
}

TEST_F(instance_list, sends_the_filter_encoded_and_only_it) {
  incus.on("GET", "/1.0/instances", sync("[{}]"));
  call("incus_instance_list", R"({"filter":"name eq a&project=x","project":"dev"})");
  EXPECT_EQ(lines().at(0), "GET /1.0/instances?recursion=1&project=dev&filter=name%20eq%20a%26project%3Dx");
}

TEST_F(instance_list, holds_the_limit_on_both_sides) {
  incus.on("GET", "/1.0/instances", sync(instances(501)));
  EXPECT_EQ(call("incus_instance_list", "{}").at("/count"), "501");
  EXPECT_EQ(call("incus_instance_list", "{}").at("/items/99/name"), "\"i99\"");
  EXPECT_EQ(call("incus_instance_list", "{}").at("/items/100"), "");
  EXPECT_EQ(call("incus_instance_list", R"({"limit":500})").at("/items/499/name"), "\"i499\"");
  EXPECT_EQ(call("incus_instance_list", R"({"limit":501})").kind(), "invalid_input");
  EXPECT_EQ(call("incus_instance_list", R"({"limit":0})").kind(), "invalid_input");
}

TEST_F(instance_list, drops_items_from_the_end_to_fit) {
  incus.on("GET", "/1.0/instances", sync(instances(100, 10'000)));
  auto const reply = call("incus_instance_list", "{}");
  EXPECT_LE(reply.text().size(), schemas::bounds::output_bytes);
  EXPECT_EQ(reply.at("/items/0/name"), "\"i0\"");
  EXPECT_EQ(reply.at("/truncated"), "true");
  EXPECT_EQ(reply.at("/count"), "100");
}

TEST_F(instance_list, says_when_the_first_item_alone_is_too_large) {
  incus.on("GET", "/1.0/instances", sync(instances(2, 300'000)));
  EXPECT_EQ(call("incus_instance_list", "{}").kind(), "output_limit");
}

TEST_F(instance_list, tells_a_missing_project_from_an_empty_one) {
  incus.on("GET", "/1.0/instances", sync("[]"));
  incus.on("GET", "/1.0/projects/empty", sync("{}"));
  EXPECT_EQ(call("incus_instance_list", R"({"project":"empty"})").at("/count"), "0");
  EXPECT_EQ(call("incus_instance_list", R"({"project":"nope"})").kind(), "rejected");
}

TEST_F(instance_list, leaves_out_what_the_caller_may_not_get) {
  who.instances = {"i1*"};
  incus.on("GET", "/1.0/instances", sync(instances(20)));
  auto const reply = call("incus_instance_list", R"({"limit":3})");
  EXPECT_EQ(reply.at("/count"), "11");  // i1, i10 … i19
  EXPECT_EQ(reply.at("/items/1/name"), "\"i10\"");
  EXPECT_EQ(reply.at("/items/3"), "");
  EXPECT_EQ(reply.at("/truncated"), "true");
}

TEST_F(instance_list, refuses_items_that_are_no_json) {
  incus.on("GET", "/1.0/instances", sync(R"([{"a":tru}])"));
  EXPECT_EQ(call("incus_instance_list", "{}").kind(), "protocol_error");
}

TEST_F(instance_list, survives_bad_text_and_deep_nesting) {
  std::string deep;
  for (int i = 0; i < 50'000; ++i) deep += R"({"a":)";
  for (std::string const& bad :
       {std::string("[{\"description\":\"a\xff\"}]"), std::string(R"([{"d":"\ud800"}])"), "[" + deep})
    for (auto const* kind : {"protocol_error"}) {
      incus.on("GET", "/1.0/instances", sync(bad));
      EXPECT_EQ(call("incus_instance_list", "{}").kind(), kind);
    }
}

TEST_F(instance_list, bounds_the_answer_of_incus) {
  rules.connection.max_response_bytes = 1'000'000;
  incus.on("GET", "/1.0/instances", sync(instances(100, 20'000)));
  EXPECT_EQ(call("incus_instance_list", "{}").kind(), "response_limit");
}

TEST_F(instance_get, returns_the_item_and_its_etag) {
  incus.on("GET", "/1.0/instances/web", sync(R"({"name": "web"})", "abc"));
  auto const reply = call("incus_instance_get", R"({"instance":"web"})");
  EXPECT_EQ(reply.at("/item"), R"({"name":"web"})");
  EXPECT_EQ(reply.at("/etag"), R"("\"abc\"")");
}

TEST_F(instance_get, reports_a_native_refusal) {
  incus.on("GET", "/1.0/instances/web", error(404, "Instance not found"));
  auto const reply = call("incus_instance_get", R"({"instance":"web"})");
  EXPECT_EQ(reply.text(),
            R"({"error":{"kind":"rejected","message":"instance web: Instance not found","dispatched":true,)"
            R"("http_status":404,"error_code":404}})");
}

TEST_F(instance_get, puts_any_name_into_one_segment) {
  incus.on("GET", "/1.0/instances/*", sync("{}"));
  call("incus_instance_get", R"({"instance":"a b?c#d%2F+é"})");
  EXPECT_EQ(lines().at(0), "GET /1.0/instances/a%20b%3Fc%23d%252F%2B%C3%A9?project=default");
  for (std::string const bad : {"", ".", "..", "a/b", "%2e%2e", "%252E%252e", "a\\u0000", "a\\r\\nX: y", "a\\u007f"}) {
    auto const reply = call("incus_instance_get", R"({"instance":")" + bad + "\"}");
    EXPECT_EQ(reply.kind(), "invalid_input") << bad;
  }
  EXPECT_EQ(lines().size(), 1u);
}

TEST_F(instance_get, never_follows_a_redirect) {
  incus.on("GET", "/1.0/instances/web",
           support::raw("HTTP/1.1 307 Temporary Redirect\r\nLocation: /1.0/profiles/x\r\n"
                        "Content-Length: 0\r\n\r\n"));
  EXPECT_EQ(call("incus_instance_get", R"({"instance":"web"})").kind(), "protocol_error");
  EXPECT_EQ(lines().size(), 1u);
}

void create_script(fake_incus& incus) {
  incus.on_async("POST", "/1.0/instances", operation(operation_uuid).status("Success"));
}

TEST_F(instance_create, sends_only_what_was_given) {
  create_script(incus);
  auto const reply = call("incus_instance_create", R"({"instance":"web","source":{"alias":"b"}})");
  EXPECT_EQ(reply.status(), "completed");
  EXPECT_EQ(reply.at("/operation_id"), '"' + operation_uuid + '"');
  EXPECT_EQ(reply.at("/waited_seconds"), "2") << "the connection's timeout of 3 s less 1";
  EXPECT_EQ(incus.calls().at(0).body, R"({"name":"web","source":{"type":"image","alias":"b"}})");
  EXPECT_EQ(incus.calls().at(1).line(), "GET /1.0/operations/" + operation_uuid + "/wait?timeout=2");
}

TEST_F(instance_create, builds_the_body_from_scratch) {
  create_script(incus);
  rules.image_remotes["images"] = {"https://images.example", "simplestreams", ""};
  who.image_remotes = {"images"};
  call(
      "incus_instance_create",
      R"({"instance":"web","source":{"alias":"alpine/edge","remote":"images"},"project":"dev","target":"m1","type":"container",)"
      R"("description":"","profiles":[],"config":{"user.a":"1"},"devices":{},"ephemeral":false,"start":true})");
  auto const sent = incus.calls().at(0);
  EXPECT_EQ(sent.line(), "POST /1.0/instances?project=dev&target=m1");
  EXPECT_EQ(
      sent.body,
      R"({"name":"web","source":{"type":"image","alias":"alpine/edge","mode":"pull","server":"https://images.example",)"
      R"("protocol":"simplestreams"},"type":"container","description":"","profiles":[],"config":{"user.a":"1"},)"
      R"("devices":{},"ephemeral":false,"start":true})");
}

TEST_F(instance_create, wants_exactly_one_source) {
  for (std::string const source :
       {R"({})", R"({"alias":"a","empty":true})", R"({"alias":"a","fingerprint":"0123456789ab"})", R"({"empty":false})",
        R"({"empty":true,"remote":"r"})", R"({"fingerprint":"0123456789AB"})", R"({"alias":"a","server":"https://x"})",
        R"({"type":"image","alias":"a"})"})
    EXPECT_EQ(call("incus_instance_create", R"({"instance":"web","source":)" + source + "}").kind(), "invalid_input")
        << source;
  EXPECT_EQ(lines().size(), 0u);
}

TEST_F(instance_create, knows_remotes_by_name_only) {
  rules.image_remotes["images"] = {"https://images.example", "simplestreams", ""};
  for (std::string const name : {"images", "https://x", "IMAGES", "../images"})
    EXPECT_EQ(
        call("incus_instance_create", R"({"instance":"web","source":{"alias":"a","remote":")" + name + "\"}}").kind(),
        "unknown_remote");
  EXPECT_EQ(incus.requests().size(), 0u);
}

TEST_F(instance_create, tells_a_failed_operation_from_a_refusal) {
  incus.on_async("POST", "/1.0/instances", operation(operation_uuid).status("Failure").err("No root device"));
  auto const failed = call("incus_instance_create", R"({"instance":"web","source":{"alias":"b"}})");
  EXPECT_EQ(failed.status(), "failed");
  EXPECT_EQ(failed.at("/operation/err"), "\"No root device\"");
  incus.on("POST", "/1.0/instances", error(400, "Invalid name"));
  auto const refused = call("incus_instance_create", R"({"instance":"web","source":{"alias":"b"}})");
  EXPECT_EQ(refused.kind(), "rejected");
  EXPECT_TRUE(refused.dispatched());
}

TEST_F(instance_create, is_running_when_the_wait_ends_first) {
  incus.on_async("POST", "/1.0/instances", operation(operation_uuid).status("Running"));
  auto const reply = call("incus_instance_create", R"({"instance":"web","source":{"alias":"b"},"wait_seconds":0})");
  EXPECT_EQ(reply.status(), "running");
  EXPECT_EQ(reply.at("/waited_seconds"), "0");
  EXPECT_EQ(reply.at("/wait_error"), "") << "a wait that ran out is no error";
}

TEST_F(instance_create, removes_live_secrets_from_the_operation) {
  incus.on_async("POST", "/1.0/instances",
                 operation(operation_uuid).status("Success").metadata(R"({"secret":"s3","a":1})"));
  auto const reply = call("incus_instance_create", R"({"instance":"web","source":{"alias":"b"}})");
  EXPECT_EQ(reply.at("/operation/metadata"), R"({"a":1})");
  EXPECT_EQ(reply.at("/redacted"), R"(["/operation/metadata/secret"])");
}

TEST_F(instance_create, reports_what_is_known_when_any_step_is_cut) {
  std::string const operation_target = "/1.0/operations/" + operation_uuid;
  sweep_cuts(&create_script, "incus_instance_create", R"({"instance":"web","source":{"alias":"b"}})",
             {{"GET", "/1.0", {"protocol_error"}},
              {"POST", "/1.0/instances", {"uncertain"}},
              {"GET", operation_target + "/wait", {"completed"}}});  // seen by the GET that follows
}

TEST_F(instance_create, is_running_when_neither_wait_nor_read_is_answered) {
  create_script(incus);
  incus.on("GET", "/1.0/operations/" + operation_uuid + "*", sync("{}").close_before_answer());
  auto const reply = call("incus_instance_create", R"({"instance":"web","source":{"alias":"b"}})");
  EXPECT_EQ(reply.status(), "running");
  EXPECT_EQ(reply.at("/wait_error/kind"), "\"protocol_error\"");
  EXPECT_EQ(incus.count("POST", "/1.0/instances"), 1u);
}

TEST_F(instance_create, is_not_resent_on_a_connection_that_dies) {
  // Discovery leaves a keep-alive connection; Incus reads the POST on it and goes away.
  incus.on("POST", "/1.0/instances", sync("{}").reset_after(0));
  auto const reply = call("incus_instance_create", R"({"instance":"web","source":{"alias":"b"}})");
  EXPECT_EQ(reply.status(), "uncertain");
  EXPECT_EQ(incus.count("POST", "/1.0/instances"), 1u);
}

TEST_F(instance_create, is_uncertain_when_something_else_answers) {
  for (auto const& odd : {support::raw("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\n<html>"),
                          sync("{}").content_length(), support::raw("SSH-2.0-x\r\n")}) {
    incus.on("POST", "/1.0/instances", odd);
    auto const reply = call("incus_instance_create", R"({"instance":"web","source":{"alias":"b"}})");
    EXPECT_TRUE(reply.status() == "uncertain" || reply.status() == "completed") << reply.text();
  }
}

TEST_F(instance_state_update, sends_the_action) {
  incus.on_async("PUT", "/1.0/instances/web/state", operation(operation_uuid).status("Success"));
  EXPECT_EQ(call("incus_instance_state_update", R"({"instance":"web","action":"stop"})").status(), "completed");
  EXPECT_EQ(incus.calls().at(0).body, R"({"action":"stop","timeout":30})");
  incus.forget_requests();
  call("incus_instance_state_update",
       R"({"instance":"web","action":"stop","force":true,"stateful":false,"timeout_seconds":300})");
  EXPECT_EQ(incus.calls().at(0).body, R"({"action":"stop","timeout":300,"force":true,"stateful":false})");
}

TEST_F(instance_state_update, knows_its_actions_and_bounds) {
  for (std::string const bad : {R"("action":"explode")", R"("action":"stop","timeout_seconds":0)",
                                R"("action":"stop","timeout_seconds":301)", R"("action":"stop","wait_seconds":61)"})
    EXPECT_EQ(call("incus_instance_state_update", R"({"instance":"web",)" + bad + "}").kind(), "invalid_input") << bad;
  auto const choice = call("incus_instance_state_update", R"({"instance":"web","action":"explode"})");
  EXPECT_EQ(choice.message(), "action: must be one of start, stop, restart, freeze, unfreeze");
}

void delete_script(fake_incus& incus) {
  incus.on_async("DELETE", "/1.0/instances/web", operation(operation_uuid).status("Success"));
}

TEST_F(instance_delete, deletes_what_was_confirmed) {
  delete_script(incus);
  EXPECT_EQ(call("incus_instance_delete", R"({"instance":"web","confirm":"web","wait_seconds":60})").status(),
            "completed");
  EXPECT_EQ(lines().at(0), "DELETE /1.0/instances/web?project=default");
}

TEST_F(instance_delete, sends_nothing_without_the_exact_confirmation) {
  for (std::string const confirm :
       {"", R"(,"confirm":"")", R"(,"confirm":"yes")", R"(,"confirm":"WEB")", R"(,"confirm":"web ")"}) {
    auto const reply = call("incus_instance_delete", R"({"instance":"web")" + confirm + "}");
    EXPECT_EQ(reply.kind(), "confirmation_required") << confirm;
    EXPECT_EQ(reply.at("/error/expected"), "\"the instance name\"");
  }
  EXPECT_EQ(call("incus_instance_delete", R"({"instance":"web","confirm":true})").kind(), "invalid_input");
  EXPECT_EQ(incus.requests().size(), 0u);
}

TEST_F(instance_delete, reports_what_is_known_when_any_step_is_cut) {
  sweep_cuts(&delete_script, "incus_instance_delete", R"({"instance":"web","confirm":"web"})",
             {{"DELETE", "/1.0/instances/web", {"uncertain"}},
              {"GET", "/1.0/operations/" + operation_uuid + "/wait", {"completed"}}});
}

}  // namespace
}  // namespace imcp::tests
