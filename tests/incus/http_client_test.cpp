#include "incus/background_operation.hpp"
#include "incus/client.hpp"
#include "incus/endpoints.hpp"
#include "tests/support/fake_incus.hpp"
#include "tests/support/run_coro.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <gtest/gtest.h>

namespace imcp::incus {
namespace {

using namespace std::chrono_literals;
using support::sync;

struct http : testing::Test {
  support::fake_incus fake;
  connection where;
  boost::asio::io_context loop{1};

  http() {
    where.socket_path = fake.socket_path();
    where.timeout = 2s;
  }
  outcome<answer> get(client& c, std::string target) {
    return support::run(loop, c.send(request(method::get, std::move(target))));
  }
};

TEST_F(http, reads_a_body_cut_into_any_pieces) {
  std::string const big = R"({"x":")" + std::string(300'000, 'x') + "\"}";
  client c(loop.get_executor(), where);
  std::vector<support::answer> const forms{sync(big).chunked(7), sync(big).chunked(100'000), sync(big).content_length(),
                                           sync(big).until_close(), sync(R"({"x":"é"})").drip(1, 0ms)};
  for (auto const& form : forms) {
    fake.on("GET", "/x", form);
    auto const got = get(c, "/x");
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_TRUE(got->metadata.size() == big.size() || got->metadata == R"({"x":"é"})");
  }
}

TEST_F(http, tells_how_far_a_request_got) {
  client c(loop.get_executor(), where);
  fake.on("GET", "/lost", sync("{}").close_before_answer());
  fake.on("GET", "/half", sync("{}").cut_after(30));
  fake.on("GET", "/no", support::error(404, "no"));
  for (auto const* target : {"/lost", "/half"}) {
    auto const got = get(c, target);
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().reached, phase::sent) << target;
    EXPECT_EQ(got.error().why, cause::lost) << target;
  }
  EXPECT_EQ(get(c, "/no").error().reached, phase::answered);
  fake.stop_listening();
  fake.hang_up_all();
  EXPECT_EQ(get(c, "/x").error().reached, phase::unsent);
}

TEST_F(http, replaces_a_resting_connection_that_died) {
  client c(loop.get_executor(), where);
  fake.on("GET", "/x", sync("{}").then_close());
  EXPECT_TRUE(get(c, "/x"));
  std::this_thread::sleep_for(50ms);  // the close arrives
  EXPECT_TRUE(get(c, "/x"));
  EXPECT_EQ(fake.count("GET", "/x"), 2u);
  EXPECT_EQ(fake.connections(), 2u);
}

TEST_F(http, does_not_take_leftover_bytes_for_an_answer) {
  client c(loop.get_executor(), where);
  fake.on("GET", "/x", sync(R"("one")").after("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"));
  fake.on("GET", "/y", sync(R"("two")"));
  EXPECT_EQ(get(c, "/x")->metadata, R"("one")");
  EXPECT_EQ(get(c, "/y")->metadata, R"("two")");
}

TEST_F(http, bounds_bodies_and_heads) {
  where.max_response_bytes = 1000;
  client c(loop.get_executor(), where);
  fake.on("GET", "/big", sync("\"" + std::string(2000, 'x') + "\""));
  fake.on("GET", "/chunks", sync("\"" + std::string(2000, 'x') + "\"").chunked(10));
  fake.on("GET", "/lie", support::raw("HTTP/1.1 200 OK\r\nContent-Length: 9000000000\r\n\r\n{"));
  fake.on("GET", "/head", sync("{}").header("X", std::string(100'000, 'x')));
  for (auto const* target : {"/big", "/chunks", "/lie", "/head"})
    EXPECT_EQ(get(c, target).error().why, cause::too_large) << target;
}

TEST_F(http, has_one_deadline_for_all_of_an_exchange) {
  where.timeout = 1s;
  client c(loop.get_executor(), where);
  fake.on("GET", "/drip", sync("{}").drip(1, 100ms));
  fake.on("GET", "/never", sync("{}").never());
  for (auto const* target : {"/drip", "/never"}) EXPECT_EQ(get(c, target).error().why, cause::timeout) << target;
}

asio::awaitable<void> get_into(client& c, int& ok) {
  auto const got = co_await c.send(request(method::get, "/x"));
  if (got) ++ok;
}

struct count_end {
  int& left;
  void operator()(std::exception_ptr) const { --left; }
};

TEST_F(http, bounds_its_connections_and_starves_nobody) {
  where.max_connections = 3;
  client c(loop.get_executor(), where);
  fake.on("GET", "/x", sync("{}").delay(5ms));
  int ok = 0, left = 30;
  for (int i = 0; i < 30; ++i) asio::co_spawn(loop, get_into(c, ok), count_end{left});
  while (left > 0 && loop.run_one_for(10s) > 0) continue;
  EXPECT_EQ(ok, 30);
  EXPECT_LE(fake.connections(), 3u);
}

asio::awaitable<void> cancellable_get(client& c, std::string target, std::optional<failure>& result) {
  co_await asio::this_coro::throw_if_cancelled(false);
  auto const got = co_await c.send(request(method::get, std::move(target)));
  if (!got) result = got.error();
}

TEST_F(http, ends_at_once_when_cancelled_and_sends_nothing_after) {
  where.max_connections = 1;
  client c(loop.get_executor(), where);
  fake.on("GET", "/slow", sync("{}").never());
  std::optional<failure> under_way, queued;
  asio::cancellation_signal stop_first, stop_second;
  int left = 2;
  asio::co_spawn(loop, cancellable_get(c, "/slow", under_way),
                 asio::bind_cancellation_slot(stop_first.slot(), count_end{left}));
  asio::co_spawn(loop, cancellable_get(c, "/queued", queued),
                 asio::bind_cancellation_slot(stop_second.slot(), count_end{left}));
  loop.run_for(100ms);
  stop_second.emit(asio::cancellation_type::terminal);
  stop_first.emit(asio::cancellation_type::terminal);
  loop.run_for(1s);
  EXPECT_EQ(left, 0);
  ASSERT_TRUE(under_way && queued);
  EXPECT_EQ(under_way->why, cause::cancelled);
  EXPECT_EQ(under_way->reached, phase::sent);
  EXPECT_EQ(queued->why, cause::cancelled);
  EXPECT_EQ(queued->reached, phase::unsent);
  EXPECT_EQ(fake.count("GET", "/queued"), 0u);
}

// The wait.

struct operation_wait_algorithm : http {
  std::string const id = "aad5dc8e-0000-4000-8000-0123456789ab";
  observation wait() {
    client c(loop.get_executor(), where);
    return support::run(loop, wait_for_operation(c, id, 1s, std::chrono::steady_clock::now() + 2s));
  }
  void wait_answers(support::answer a) { fake.on("GET", "/1.0/operations/" + id + "/wait", std::move(a)); }
  void get_answers(support::answer a) { fake.on("GET", "/1.0/operations/" + id, std::move(a)); }
  support::answer as(std::string status, std::string err = "") {
    return sync(support::operation_json(id, status, err));
  }
};

using state = observation::state;

TEST_F(operation_wait_algorithm, judges_the_body) {
  wait_answers(as("Success"));
  EXPECT_EQ(wait().is, state::succeeded);
  wait_answers(as("Failure", "No root device"));
  EXPECT_EQ(wait().is, state::failed);
  wait_answers(as("Cancelled"));
  EXPECT_EQ(wait().is, state::failed);
  wait_answers(as("Running"));
  EXPECT_EQ(wait().is, state::running);
}

TEST_F(operation_wait_algorithm, reads_the_operation_when_the_wait_is_an_error) {
  wait_answers(support::error_body(200, 500, "Failed creating instance"));
  get_answers(as("Failure", "Failed creating instance"));
  auto const failed = wait();
  EXPECT_EQ(failed.is, state::failed);
  EXPECT_FALSE(failed.operation.empty());
  wait_answers(support::error_body(200, 500, "context deadline exceeded"));
  get_answers(as("Running"));
  auto const running = wait();
  EXPECT_EQ(running.is, state::running);
  EXPECT_FALSE(running.why) << "a wait that ran out is no error";
}

TEST_F(operation_wait_algorithm, takes_the_text_for_the_outcome_when_the_operation_is_gone) {
  wait_answers(support::error_body(200, 500, "Failed creating instance"));
  auto const failed = wait();
  EXPECT_EQ(failed.is, state::failed);
  EXPECT_EQ(failed.why->message, "Failed creating instance");
  wait_answers(support::error_body(200, 500, "context deadline exceeded"));
  EXPECT_EQ(wait().is, state::running) << "nobody knows how it ended";
}

TEST_F(operation_wait_algorithm, knows_nothing_of_an_operation_it_never_saw) {
  auto const unknown = wait();  // 404 both
  EXPECT_EQ(unknown.is, state::running);
  EXPECT_EQ(unknown.why->http_status, 404);
}

TEST_F(operation_wait_algorithm, reads_once_when_the_connection_is_lost) {
  wait_answers(sync("{}").close_before_answer());
  get_answers(as("Success"));
  EXPECT_EQ(wait().is, state::succeeded);
  get_answers(sync("{}").close_before_answer());
  EXPECT_EQ(wait().why->why, cause::lost);
}

}  // namespace
}  // namespace imcp::incus
