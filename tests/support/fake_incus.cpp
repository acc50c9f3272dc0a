// Routes, records and the execs; connections are in fake_incus_server.cpp.

#include "tests/support/fake_incus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace imcp::support {
namespace {

constexpr std::string_view instances_path = "/1.0/instances/", operations_path = "/1.0/operations/";

bool matches(std::string const& pattern, recorded_request const& request) {
  if (pattern.ends_with('*')) return request.target.starts_with(pattern.substr(0, pattern.size() - 1));
  return pattern == (pattern.find('?') == std::string::npos ? request.path() : request.target);
}

/// "web" of "/1.0/instances/web/exec", still encoded; empty for other paths.
std::string exec_instance(std::string const& path) {
  if (!path.starts_with(instances_path) || !path.ends_with("/exec")) return "";
  return path.substr(instances_path.size(), path.size() - instances_path.size() - 5);
}

std::string uuid_of(std::size_t number) {
  char text[37];
  std::snprintf(text, sizeof text, "e5ec0000-0000-4000-8000-%012zx", number);
  return text;
}

/// The answers one after the other; the last one stays.
class answer_queue {
 public:
  explicit answer_queue(std::vector<answer> replies) : state_(std::make_shared<state>(std::move(replies))) {}
  answer operator()(recorded_request const&) const {
    std::lock_guard const lock(state_->mutex);
    auto const last = state_->replies.size() - 1;
    return state_->replies[std::min(state_->next++, last)];
  }

 private:
  struct state {
    std::mutex mutex;
    std::vector<answer> replies;
    std::size_t next = 0;
    explicit state(std::vector<answer> r) : replies(std::move(r)) {}
  };
  std::shared_ptr<state> state_;
};

}  // namespace

void fake_incus::on(std::string method, std::string target, answer reply) {
  on(std::move(method), std::move(target), std::vector<answer>(1, std::move(reply)));
}

void fake_incus::on(std::string method, std::string target, std::vector<answer> replies) {
  if (replies.empty()) throw std::invalid_argument("a route needs an answer");
  on(std::move(method), std::move(target), handler(answer_queue(std::move(replies))));
}

void fake_incus::on(std::string method, std::string target, handler make) {
  std::lock_guard const lock(mutex_);
  routes_.insert(routes_.begin(), route{std::move(method), std::move(target), std::move(make)});
}

void fake_incus::on_async(std::string method, std::string target, operation last) {
  auto running = last;
  on(std::move(method), std::move(target), async_operation(running.status("Running").err("")));
  on_operation(std::move(last));
}

void fake_incus::on_operation(operation last) {
  auto const path = std::string(operations_path) + last.id();
  on("GET", path, sync(last.json()));
  on("GET", path + "/wait", [this, last](recorded_request const&) {
    std::lock_guard const lock(mutex_);
    if (wait_style_ == wait_style::operations || last.status_code() == 200) return sync(last.json()).chunked();
    auto const running = last.status_code() < 200;
    return error_body(200, running ? 500 : 400, running ? "context deadline exceeded" : last.err()).chunked();
  });
}

void fake_incus::on_exec(std::string instance, exec_script script) {
  std::lock_guard const lock(mutex_);
  exec_scripts_.insert_or_assign(std::move(instance), std::move(script));
}

void fake_incus::waits_answer(wait_style style) {
  std::lock_guard const lock(mutex_);
  wait_style_ = style;
}

std::vector<recorded_request> fake_incus::requests() const {
  std::lock_guard const lock(mutex_);
  return requests_;
}

std::vector<recorded_request> fake_incus::calls() const {
  auto all = requests();
  std::erase_if(all, [](auto const& r) { return r.method == "GET" && r.path() == "/1.0"; });
  return all;
}

std::size_t fake_incus::count(std::string_view method, std::string_view path) const {
  auto const all = requests();
  auto const fits = [&](auto const& r) { return r.method == method && r.path() == path; };
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), fits));
}

void fake_incus::forget_requests() {
  std::lock_guard const lock(mutex_);
  requests_.clear();
}

std::vector<exec_record> fake_incus::execs() const {
  std::lock_guard const lock(mutex_);
  std::vector<exec_record> records;
  for (auto const& one : execs_) records.push_back(one->record());
  return records;
}

exec_record fake_incus::exec() const {
  auto const all = execs();
  EXPECT_EQ(all.size(), 1U) << "execs started";
  return all.empty() ? exec_record() : all.front();
}

fake_incus::handler fake_incus::find_route(recorded_request const& request) const {
  std::lock_guard const lock(mutex_);
  auto const fits = [&](route const& r) { return r.method == request.method && matches(r.target, request); };
  auto const found = std::find_if(routes_.begin(), routes_.end(), fits);
  return found == routes_.end() ? handler() : found->make;
}

answer fake_incus::answer_to(recorded_request const& request) {
  if (auto const make = find_route(request)) return make(request);
  return built_in(request);
}

answer fake_incus::built_in(recorded_request const& request) {
  auto const path = request.path();
  if (request.method == "GET" && path == "/1.0") return sync(server_json()).chunked();
  if (auto const instance = exec_instance(path); request.method == "POST" && !instance.empty()) {
    return start_exec(request, instance);
  }
  if (auto const exec = find_exec(path)) return exec_answer(*exec, request);
  return error(404, "not found");
}

answer fake_incus::start_exec(recorded_request const& request, std::string const& instance) {
  std::lock_guard const lock(mutex_);
  auto const script = exec_scripts_.find(instance);
  if (script == exec_scripts_.end()) return error(404, "Instance not found");
  auto const project = request.query("project").value_or("default");
  auto const resource = std::string(instances_path) + instance + (project == "default" ? "" : "?project=" + project);
  auto const exec = std::make_shared<fake_exec>(uuid_of(execs_.size() + 1), resource, request.body, script->second);
  execs_.push_back(exec);
  auto const accepted = exec->accepted();  // before the script may change what it says
  exec->start();
  return accepted;
}

std::shared_ptr<fake_exec> fake_incus::find_exec(std::string const& path) const {
  std::lock_guard const lock(mutex_);
  auto const named = [&](auto const& e) { return path.starts_with(std::string(operations_path) + e->id()); };
  auto const found = std::find_if(execs_.begin(), execs_.end(), named);
  return found == execs_.end() || (*found)->gone() ? nullptr : *found;
}

answer fake_incus::exec_answer(fake_exec& exec, recorded_request const& request) {
  auto const rest = request.path().substr(operations_path.size() + exec.id().size());
  if (request.method == "DELETE") return error(400, "This operation can't be cancelled");
  if (request.method == "GET" && rest.empty()) return exec.get();
  std::unique_lock lock(mutex_);
  auto const style = wait_style_;
  lock.unlock();
  return request.method == "GET" && rest == "/wait" ? exec.wait(request, style) : error(404, "not found");
}

}  // namespace imcp::support
