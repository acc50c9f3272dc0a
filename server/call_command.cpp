// `call OPERATION [JSON|-]`: one call through the same pipeline, for people and scripts. Contract: contract.md §3.

#include "incus/client.hpp"
#include "operations/pipeline.hpp"
#include "policy/suggestion.hpp"
#include "schemas/catalogue.hpp"
#include "server/commands.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <iterator>

namespace imcp::server {
namespace {

namespace asio = boost::asio;

// One call, and the signal that may end it early: a guest command gets its SIGKILL, anything else stops.
class single_call {
 public:
  single_call(chosen_policy const& chosen, schemas::descriptor const& op)
      : op_(op),
        incus_(io_.get_executor(), chosen.rules.connection),
        pipeline_(chosen.rules, *chosen.rules.find_caller(chosen.caller), incus_),
        signals_(io_, SIGTERM, SIGINT) {}

  operations::reply run(std::string arguments) {
    await_signal();
    asio::co_spawn(io_, run_pipeline(std::move(arguments)),
                   asio::bind_cancellation_slot(stop_.slot(), [this](std::exception_ptr problem) { ended(problem); }));
    io_.run();
    if (!reply_) return schemas::tool_error(schemas::error_kind::internal, describe(problem_));
    return std::move(*reply_);
  }

 private:
  asio::awaitable<void> run_pipeline(std::string arguments) {
    auto reply = co_await pipeline_.run(op_, std::move(arguments), kill_);
    reply_.emplace(std::move(reply));
  }

  void ended(std::exception_ptr problem) {
    problem_ = problem;
    io_.stop();
  }

  void await_signal() {
    signals_.async_wait([this](boost::system::error_code error, int) {
      if (error) return;
      if (std::exchange(interrupted_, true)) std::_Exit(exit_failure);
      if (op_.needs == schemas::scope::exec)
        kill_.pull();
      else
        stop_.emit(asio::cancellation_type::terminal);
      await_signal();
    });
  }

  schemas::descriptor const& op_;
  asio::io_context io_{1};
  incus::client incus_;
  operations::pipeline pipeline_;
  asio::signal_set signals_;
  asio::cancellation_signal stop_;
  operations::kill_switch kill_;
  std::optional<operations::reply> reply_;
  std::exception_ptr problem_;
  bool interrupted_ = false;
};

int unknown_operation(std::string const& name) {
  std::vector<std::string_view> names;
  for (auto const& op : schemas::catalogue()) names.push_back(op.name);
  return usage_error("unknown operation '" + name + "'" + policy::did_you_mean(name, names));
}

std::string read_stdin() { return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()}; }

std::string arguments_of(options const& asked) {
  if (asked.arguments.size() < 2) return "{}";
  return asked.arguments[1] == "-" ? read_stdin() : asked.arguments[1];
}

// A change that failed, or of which nobody knows, is not a success to a script.
bool is_success(operations::reply const& reply) {
  if (!reply) return false;
  auto const parsed = schemas::json_document::parse(*reply);
  auto const status = parsed ? schemas::string_member(parsed->root(), "status") : std::nullopt;
  return status != "failed" && status != "uncertain";
}

}  // namespace

int call(options const& asked) {
  if (asked.arguments.empty() || asked.arguments.size() > 2)
    return usage_error("call takes OPERATION and optional JSON");
  auto const* op = schemas::find_operation(asked.arguments[0]);
  if (op == nullptr) return unknown_operation(asked.arguments[0]);
  auto const chosen = choose_policy(asked);
  if (!chosen) return exit_usage;
  single_call once(*chosen, *op);
  auto const reply = once.run(arguments_of(asked));
  print(stdout, (reply ? *reply : reply.error().to_json()) + "\n");
  if (std::fflush(stdout) != 0) return exit_failure;
  return is_success(reply) ? exit_ok : exit_failure;
}

}  // namespace imcp::server
