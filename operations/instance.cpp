#include "incus/endpoints.hpp"
#include "operations/failure.hpp"
#include "operations/inspection.hpp"
#include "operations/mutation.hpp"
#include "policy/checks.hpp"
#include "schemas/json_writer.hpp"
#include "schemas/names.hpp"

#include <algorithm>

namespace imcp::operations {
namespace {

std::string instance_named(call const& c) { return "instance " + std::string(c.text("instance")); }

bool may_see(call const& c, schemas::json_value item) {
  auto const name = schemas::string_member(item, "name");
  return name && policy::authorize_instance(c.who, *name).has_value();
}

// A caller of all instances sees the native list; for others it must be looked through.
visible_fn visibility(call const& c) {
  bool const all = std::find(c.who.instances.begin(), c.who.instances.end(), "*") != c.who.instances.end();
  return all ? nullptr : &may_see;
}

// in {project?, limit?, filter?}  out {items, count, truncated}
asio::awaitable<reply> instance_list(call& c) {
  auto const visible = visibility(c);
  return list(c, incus::get_instances(c.project, c.text("filter"), items_to_keep(c, visible)), visible);
}

// in {instance, project?}  out {item, etag}
asio::awaitable<reply> instance_get(call& c) {
  auto const got = co_await c.incus.send(incus::get_instance(c.project, c.text("instance")));
  if (!got) co_return read_error(got.error(), instance_named(c));
  schemas::json_writer etag;
  if (!got->etag.empty()) etag.member("etag", got->etag);
  co_return item_result(got->metadata, etag.text());
}

// The source as Incus takes it. Nothing of the input but names gets in: built from scratch, never passed through.
std::string source_json(call const& c) {
  auto const source = *schemas::member(c.input, "source");
  schemas::json_writer out;
  out.begin_object();
  if (schemas::bool_member(source, "empty")) return out.member("type", "none").end_object().take();
  out.member("type", "image");
  for (auto const key : {"alias", "fingerprint"})
    if (auto const value = schemas::string_member(source, key)) out.member(key, *value);
  if (c.remote) {
    out.member("mode", "pull").member("server", c.remote->server).member("protocol", c.remote->protocol);
    if (!c.remote->certificate.empty()) out.member("certificate", c.remote->certificate);
  }
  return out.end_object().take();
}

std::string create_body(call const& c) {
  schemas::json_writer out;
  out.begin_object().member("name", c.text("instance")).raw_member("source", source_json(c));
  for (auto const key : {"type", "description", "profiles", "config", "devices", "ephemeral", "start"})
    if (auto const value = schemas::member(c.input, key)) out.raw_member(key, simdjson::minify(*value));
  return out.end_object().take();
}

// in {instance, source, …}  out: mutation
asio::awaitable<reply> instance_create(call& c) {
  return mutate(c, incus::create_instance(c.project, c.text("target"), create_body(c)), instance_named(c));
}

void check_fingerprint(schemas::json_value source, std::vector<schemas::violation>& found) {
  constexpr auto rule = schemas::name_rule::fingerprint_prefix;
  auto const fingerprint = schemas::string_member(source, "fingerprint");
  if (fingerprint && !schemas::matches(rule, *fingerprint))
    found.emplace_back("/source/fingerprint", std::string(schemas::requirement(rule)));
}

// Exactly one of alias, fingerprint, empty; a remote only beside an image.
void check_create(schemas::json_value input, std::vector<schemas::violation>& found) {
  auto const source = *schemas::member(input, "source");
  bool const empty = schemas::member(source, "empty").has_value();
  auto const kinds = int(empty) + int(schemas::member(source, "alias").has_value()) +
                     int(schemas::member(source, "fingerprint").has_value());
  if (kinds != 1) found.emplace_back("/source", "must have exactly one of alias, fingerprint and empty");
  if (empty && schemas::bool_member(source, "empty") == false)
    found.emplace_back("/source/empty", "must be true when given");
  if (empty && schemas::member(source, "remote"))
    found.emplace_back("/source/remote", "goes with alias or fingerprint only");
  check_fingerprint(source, found);
}

std::string state_body(call const& c) {
  schemas::json_writer out;
  out.begin_object().member("action", c.text("action"));
  // Never left out: without it Incus waits 600 s and the operation cannot be cancelled.
  out.member("timeout", schemas::integer_member(c.input, "timeout_seconds").value_or(30));
  for (auto const key : {"force", "stateful"})
    if (auto const value = schemas::bool_member(c.input, key)) out.member(key, *value);
  return out.end_object().take();
}

// in {instance, action, …}  out: mutation
asio::awaitable<reply> instance_state_update(call& c) {
  return mutate(c, incus::update_instance_state(c.project, c.text("instance"), state_body(c)), instance_named(c));
}

// in {instance, confirm, project?, wait_seconds?}  out: mutation
asio::awaitable<reply> instance_delete(call& c) {
  return mutate(c, incus::delete_instance(c.project, c.text("instance")), instance_named(c));
}

constexpr implementation rows[] = {
    {"incus_instance_list", &instance_list},
    {"incus_instance_get", &instance_get},
    {"incus_instance_create", &instance_create, &check_create},
    {"incus_instance_state_update", &instance_state_update},
    {"incus_instance_delete", &instance_delete},
};

}  // namespace

std::span<implementation const> instance_operations() { return rows; }

}  // namespace imcp::operations
