#pragma once
// Runs one coroutine to its end inside a test.
// Trap: ASSERT_* contains a plain `return` and does not compile inside a coroutine. In a coroutine use EXPECT_* or the
// CO_ASSERT_* below; better, let run() return the value and assert on it in the test body.

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

// For coroutines that return awaitable<void>.
#define CO_ASSERT_TRUE(condition)                  \
  do {                                             \
    if (!(condition)) {                            \
      ADD_FAILURE() << "not true: " << #condition; \
      co_return;                                   \
    }                                              \
  } while (false)
#define CO_ASSERT_FALSE(condition) CO_ASSERT_TRUE(!(condition))
#define CO_ASSERT_EQ(a, b) CO_ASSERT_TRUE((a) == (b))

namespace imcp::support {

namespace detail {

/// What outlives a run that timed out: the abandoned coroutine frame may still point here.
template <typename T>
struct run_state {
  using stored = std::conditional_t<std::is_void_v<T>, char, T>;
  std::optional<stored> value;
  std::exception_ptr thrown;
  bool done = false;
};

template <typename T>
boost::asio::awaitable<void> keep_result(boost::asio::awaitable<T> task, std::shared_ptr<run_state<T>> state) {
  if constexpr (std::is_void_v<T>) {
    co_await std::move(task);
  } else {
    state->value.emplace(co_await std::move(task));
  }
}

template <typename T>
struct on_end {
  std::shared_ptr<run_state<T>> state;
  void operator()(std::exception_ptr thrown) const {
    state->thrown = thrown;
    state->done = true;
  }
};

}  // namespace detail

inline constexpr std::chrono::seconds run_patience{30};

/// Runs `task` on `ctx` until it has ended; other work of `ctx` runs meanwhile. A task that outlives `patience` throws,
/// which GoogleTest reports as a failure of the test.
template <typename T>
T run(boost::asio::io_context& ctx, boost::asio::awaitable<T> task, std::chrono::milliseconds patience = run_patience) {
  auto const state = std::make_shared<detail::run_state<T>>();
  boost::asio::co_spawn(ctx, detail::keep_result<T>(std::move(task), state), detail::on_end<T>{state});
  auto const deadline = std::chrono::steady_clock::now() + patience;
  ctx.restart();
  while (!state->done && ctx.run_one_until(deadline) != 0) continue;
  if (state->thrown) std::rethrow_exception(state->thrown);
  if (!state->done)
    throw std::runtime_error(ctx.stopped() ? "the coroutine waits for nothing that can happen"
                                           : "the coroutine did not end in time");
  if constexpr (!std::is_void_v<T>) return std::move(*state->value);
}

/// The same on an io_context of its own, for coroutines that take their executor from where they run.
template <typename T>
T run(boost::asio::awaitable<T> task, std::chrono::milliseconds patience = run_patience) {
  boost::asio::io_context ctx(1);
  return run(ctx, std::move(task), patience);
}

}  // namespace imcp::support
