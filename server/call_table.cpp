#include "server/call_table.hpp"

#include "server/log.hpp"
#include "server/tool_result.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <vector>

namespace imcp::server {

struct call_table::running {
  tool_call call;
  operations::kill_switch kill;
  asio::cancellation_signal stop;
  std::shared_ptr<progress> told;
  bool answered = false;  // or never to be: the client has cancelled it

  explicit running(tool_call c) : call(std::move(c)) {}
};

// What co_spawn calls when the coroutine is over; exceptions end here.
struct call_table::on_end {
  call_table* table;
  running_ptr self;
  void operator()(std::exception_ptr problem) const { table->ended(self, problem); }
};

call_table::call_table(asio::any_io_executor executor, operations::pipeline& pipeline, replies& out)
    : executor_(executor), pipeline_(pipeline), out_(out), idle_(executor) {}

void call_table::start(tool_call call) {
  auto const self = std::make_shared<running>(std::move(call));
  open_.emplace(self->call.id.json(), self);
  running_.insert(self);
  if (self->call.progress_mark) {
    std::string what(self->call.speaks.has_progress_messages ? self->call.op.name : "");
    self->told = std::make_shared<progress>(executor_, out_, *self->call.progress_mark, std::move(what));
    self->told->start();
  }
  asio::co_spawn(executor_, run(self), asio::bind_cancellation_slot(self->stop.slot(), on_end{this, self}));
}

asio::awaitable<void> call_table::run(running_ptr self) {
  auto const reply = co_await pipeline_.run(self->call.op, std::move(self->call.arguments), self->kill);
  if (self->told) {
    // The reply is known: a cancellation that ended the call must not end the way to its answer too.
    auto const deaf = asio::disable_cancellation();
    co_await asio::this_coro::reset_cancellation_state(deaf);
    co_await self->told->settle();
  }
  if (self->answered) co_return;
  answer(*self, result_frame(self->call.id, tool_result(self->call.speaks, reply)));
}

void call_table::ended(running_ptr const& self, std::exception_ptr problem) {
  if (self->told) self->told->stop();
  if (problem) log(log_level::error, std::string(self->call.op.name) + " ended by " + describe(problem));
  if (!self->answered) {
    rpc_error const error(rpc_code::internal_error, "internal error; the server's log says more");
    answer(*self, error_frame(self->call.id, error));
  }
  running_.erase(self);
  if (running_.empty()) idle_.cancel();
}

void call_table::answer(running& self, std::string const& frame) {
  self.answered = true;
  open_.erase(self.call.id.json());
  out_.reply(self.call.batch, frame);
}

void call_table::cancel(token const& id) {
  auto const found = open_.find(id.json());
  if (found == open_.end()) return;
  auto const self = found->second;
  open_.erase(found);
  self->answered = true;
  if (self->told) self->told->stop();
  out_.withdraw(self->call.batch);
  if (self->call.op.is_read()) self->stop.emit(asio::cancellation_type::terminal);
  if (self->call.op.needs == schemas::scope::exec) self->kill.pull();
}

void call_table::kill_commands() {
  for (auto const& self : std::vector(running_.begin(), running_.end()))
    if (self->call.op.needs == schemas::scope::exec) self->kill.pull();
}

void call_table::stop_all() {
  for (auto const& self : std::vector(running_.begin(), running_.end()))
    self->stop.emit(asio::cancellation_type::terminal);
}

asio::awaitable<bool> call_table::wait_until_idle(time_point until) {
  if (!running_.empty()) {
    idle_.expires_at(until);
    co_await idle_.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  co_return running_.empty();
}

}  // namespace imcp::server
