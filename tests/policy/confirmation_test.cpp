#include "policy/checks.hpp"
#include "tests/policy/policy_fixture.hpp"

namespace imcp::policy {
namespace {

schemas::descriptor confirmed(std::string_view pattern, std::string_view words) {
  auto op = operation("incus_instance_delete", schemas::scope::delete_);
  op.confirm_template = pattern;
  op.confirm_words = words;
  return op;
}

auto const instance_delete = confirmed("{instance}", "the instance name");
auto const snapshot_delete = confirmed("{instance}/{snapshot}", "instance/snapshot");
auto const image_delete = confirmed("{fingerprint}", "the full fingerprint");

std::string confirm(schemas::descriptor const& op, std::string json) {
  return outcome(check_confirmation(op, input(std::move(json))), "kind");
}

TEST(confirmation, passes_only_the_exact_bytes) {
  EXPECT_EQ(confirm(instance_delete, R"({"instance":"web","confirm":"web"})"), "ok");
  for (auto const* given : {R"("")", R"("yes")", "true", R"("Web")", R"(" web")", R"("web\n")", R"("web/")",
                            R"("w\u200beb")", R"("web\u0000")", R"("default/web")", R"(["web"])", "null", "1", "{}"})
    EXPECT_EQ(confirm(instance_delete, R"({"instance":"web","confirm":)" + std::string(given) + "}"),
              "confirmation_required")
        << given;
}

TEST(confirmation, is_required_when_missing) {
  EXPECT_EQ(confirm(instance_delete, R"({"instance":"web"})"), "confirmation_required");
}

TEST(confirmation, of_a_snapshot_names_both) {
  auto const with = [](std::string given) {
    return confirm(snapshot_delete, R"({"instance":"web","snapshot":"snap0","confirm":")" + given + "\"}");
  };
  EXPECT_EQ(with("web/snap0"), "ok");
  for (auto const* given : {"snap0", "web", "web:snap0", "web/snap0 ", "web/snap", "/web/snap0", "web//snap0"})
    EXPECT_EQ(with(given), "confirmation_required") << given;
}

TEST(confirmation, of_an_image_is_the_whole_fingerprint) {
  std::string const whole(64, 'a');
  auto const with = [&](std::string given) {
    return confirm(image_delete, R"({"fingerprint":")" + whole + R"(","confirm":")" + given + "\"}");
  };
  EXPECT_EQ(with(whole), "ok");
  for (auto const& given : {whole.substr(0, 12), whole.substr(1), whole + "a", "sha256:" + whole, std::string(64, 'A')})
    EXPECT_EQ(with(given), "confirmation_required") << given;
}

TEST(confirmation, does_not_read_templates_in_the_input) {
  EXPECT_EQ(confirm(snapshot_delete, R"({"instance":"{snapshot}","snapshot":"s","confirm":"s/s"})"),
            "confirmation_required");
  EXPECT_EQ(confirm(snapshot_delete, R"({"instance":"{snapshot}","snapshot":"s","confirm":"{snapshot}/s"})"), "ok");
}

TEST(confirmation, never_passes_without_a_resource) {
  EXPECT_EQ(confirm(instance_delete, R"({"confirm":""})"), "confirmation_required");
  EXPECT_EQ(confirm(instance_delete, R"({"instance":"","confirm":""})"), "confirmation_required");
  EXPECT_EQ(confirm(snapshot_delete, R"({"instance":"web","confirm":"web/"})"), "confirmation_required");
  EXPECT_EQ(confirm(confirmed("{instance", "x"), R"({"instance":"web","confirm":"web"})"), "confirmation_required");
}

TEST(confirmation, tells_what_to_repeat_in_words_and_never_the_value) {
  auto const refusal = outcome(check_confirmation(instance_delete, input(R"({"instance":"secret-db"})")));
  EXPECT_EQ(refusal,
            R"({"error":{"kind":"confirmation_required","message":"confirm must repeat the instance name exactly",)"
            R"("dispatched":false,"expected":"the instance name"}})");
}

TEST(confirmation, is_not_asked_where_the_operation_has_none) {
  EXPECT_EQ(confirm(operation("incus_instance_get"), R"({"instance":"web"})"), "ok");
  EXPECT_EQ(confirm(operation("incus_instance_get"), R"({"instance":"web","confirm":"no"})"), "ok");
}

}  // namespace
}  // namespace imcp::policy
