#include "incus/http_client.hpp"

#include "incus/dialer.hpp"
#include "incus/websocket_stream.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <simdjson.h>

#include <deque>
#include <sys/socket.h>

namespace imcp::incus {
namespace {

namespace http = beast::http;
using clock = std::chrono::steady_clock;
constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

// Beast reads as much as its buffer has room for, and a new one has room for 512 bytes: 26 reads for one GET /1.0.
constexpr std::size_t read_bytes = 16 * 1024;
constexpr std::uint32_t header_bytes = 32 * 1024;
// Incus closes a connection after 30 idle seconds: do not race it for one.
constexpr std::chrono::seconds idle_limit{20};

// A body that grows in a string and always leaves simdjson its padding, so that nobody copies it.
struct padded_body {
  using value_type = std::string;

  class reader {
   public:
    template <bool is_request, class Fields>
    reader(http::header<is_request, Fields>&, value_type& body) : body_(body) {}
    void init(boost::optional<std::uint64_t> const& length, beast::error_code& ec) {
      // What a peer promises is not yet memory of ours.
      if (length) body_.reserve(std::min<std::size_t>(*length, 1 << 20) + simdjson::SIMDJSON_PADDING);
      ec = {};
    }
    template <class Buffers>
    std::size_t put(Buffers const& buffers, beast::error_code& ec) {
      auto const needed = body_.size() + beast::buffer_bytes(buffers) + simdjson::SIMDJSON_PADDING;
      if (body_.capacity() < needed) body_.reserve(std::max(needed, body_.capacity() + body_.capacity() / 2));
      for (auto const b : beast::buffers_range_ref(buffers)) body_.append(static_cast<char const*>(b.data()), b.size());
      ec = {};
      return beast::buffer_bytes(buffers);
    }
    void finish(beast::error_code& ec) { ec = {}; }

   private:
    value_type& body_;
  };
};

using http_request = http::request<http::string_body>;
using response_parser = http::response_parser<padded_body>;

http::verb verb_of(method m) {
  switch (m) {
    case method::get:
      return http::verb::get;
    case method::post:
      return http::verb::post;
    case method::put:
      return http::verb::put;
    case method::patch:
      return http::verb::patch;
    case method::delete_:
      return http::verb::delete_;
  }
  return http::verb::unknown;
}

http_request to_http(request what) {
  http_request out{verb_of(what.verb), what.target, 11};
  out.set(http::field::host, "incus");
  out.set(http::field::user_agent, "incus-mcp-server/" IMCP_VERSION);
  if (!what.if_match.empty()) out.set(http::field::if_match, what.if_match);
  if (!what.body.empty()) out.set(http::field::content_type, "application/json");
  out.body() = std::move(what.body);
  out.prepare_payload();
  return out;
}

cause cause_of(error_code ec, bool expired) {
  if (expired) return cause::timeout;
  if (ec == asio::error::operation_aborted) return cause::cancelled;
  if (ec == http::error::body_limit || ec == http::error::header_limit || ec == http::error::buffer_overflow)
    return cause::too_large;
  bool const ended = ec == http::error::end_of_stream || ec == http::error::partial_message;
  static error_code const of_http = http::error::bad_version;
  return ec.category() == of_http.category() && !ended ? cause::malformed : cause::lost;
}

failure failed(phase reached, error_code ec, bool expired) {
  auto const why = cause_of(ec, expired);
  switch (why) {
    case cause::timeout:
      return failure(reached, why, "Incus did not answer within the timeout");
    case cause::cancelled:
      return failure(reached, why, "cancelled");
    case cause::too_large:
      return failure(reached, why, "the answer of Incus is larger than max_response_bytes");
    case cause::malformed:
      return failure(reached, why, "the answer of Incus is not HTTP: " + ec.message());
    default:
      return failure(reached, cause::lost, "the connection to Incus was lost: " + ec.message());
  }
}

class http_connection {
 public:
  explicit http_connection(std::unique_ptr<any_stream> stream) : stream_(std::move(stream)) {
    buffer_.reserve(read_bytes);
  }

  any_stream& stream() { return *stream_; }
  beast::flat_buffer& buffer() { return buffer_; }
  void expires_at(clock::time_point deadline) { stream_->stream().expires_at(deadline); }
  void rest() { rested_at_ = clock::now(); }
  bool expired() { return stream_->stream().expired(); }
  // Closed by Incus, holding bytes nobody asked for, or about to be closed.
  bool is_dead() {
    char c;
    auto const n = ::recv(stream_->stream().native_handle(), &c, 1, MSG_PEEK | MSG_DONTWAIT);
    bool const quiet = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    return !quiet || buffer_.size() != 0 || clock::now() - rested_at_ > idle_limit;
  }

 private:
  std::unique_ptr<any_stream> stream_;
  beast::flat_buffer buffer_;
  clock::time_point rested_at_{};
};

struct exchanged {
  outcome<http_response> result = failure();
  bool reusable = false;  // the connection may carry another request
  bool nothing_written = false;
  exchanged() {}
};

asio::awaitable<exchanged> exchange(http_connection& on, http_request& what, std::size_t body_limit) {
  exchanged out;
  auto const [write_error, written] = co_await http::async_write(on.stream(), what, as_result);
  out.nothing_written = written == 0;
  if (write_error) {
    out.result = failed(out.nothing_written ? phase::unsent : phase::sent, write_error, on.expired());
    co_return out;
  }
  response_parser parser;
  parser.body_limit(body_limit);
  parser.header_limit(header_bytes);
  auto const [read_error, got] = co_await http::async_read(on.stream(), on.buffer(), parser, as_result);
  if (read_error) {
    out.result = failed(phase::sent, read_error, on.expired());
    co_return out;
  }
  out.reusable = parser.keep_alive();  // the parser's: the message's does not know bodies that end with the connection
  http_response answer;
  answer.status = static_cast<int>(parser.get().result_int());
  answer.etag = std::string(parser.get()[http::field::etag]);
  answer.body = std::move(parser.get().body());
  out.result = std::move(answer);
  co_return out;
}

}  // namespace

// The bound on short requests and the connections that rest between them.
class http_client::pool {
 public:
  pool(asio::any_io_executor executor, connection const& where)
      : executor_(executor), dialer_(executor, where), free_places_(where.max_connections) {}

  dialer& dial_with() { return dialer_; }

  // Takes a place, in the order of asking; a failure when the deadline or a cancellation came first.
  asio::awaitable<outcome<void>> enter(clock::time_point deadline) {
    if (free_places_ > 0) {
      --free_places_;
      co_return outcome<void>();
    }
    waiter self(executor_, deadline);
    waiting_.push_back(&self);
    co_await self.turn.async_wait(as_result);
    auto const state = co_await asio::this_coro::cancellation_state;
    bool const cancelled = state.cancelled() != asio::cancellation_type::none;
    if (self.given && !cancelled) co_return outcome<void>();
    if (self.given)
      leave();
    else
      std::erase(waiting_, &self);
    if (cancelled) co_return failure(phase::unsent, cause::cancelled, "cancelled");
    co_return failure(phase::unsent, cause::timeout, "no connection to Incus became free within the timeout");
  }
  void leave() {
    if (waiting_.empty()) {
      ++free_places_;
      return;
    }
    waiting_.front()->given = true;
    waiting_.front()->turn.cancel();
    waiting_.pop_front();
  }

  // A connection that rests and lives, or nullptr.
  std::unique_ptr<http_connection> take_rested() {
    while (!rested_.empty()) {
      auto taken = std::move(rested_.back());
      rested_.pop_back();
      if (!taken->is_dead()) return taken;
    }
    return nullptr;
  }
  void put_back(std::unique_ptr<http_connection> used) {
    used->rest();
    used->expires_at(clock::time_point::max());
    rested_.push_back(std::move(used));
  }

  // On a rested connection if there is one, else on a new one.
  asio::awaitable<outcome<http_response>> send_in_place(http_request message, lane where, clock::time_point deadline,
                                                        std::size_t body_limit) {
    auto rested = where == lane::pooled ? take_rested() : nullptr;
    if (rested) {
      auto done = co_await use(std::move(rested), message, where, deadline, body_limit);
      // Dead after all, and not one byte was written: nothing was sent, so this is still the first try.
      bool const replace = done.nothing_written && done.result.has_error() && done.result.error().why == cause::lost;
      if (!replace) co_return std::move(done.result);
    }
    auto stream = co_await dialer_.dial(deadline);
    if (!stream) co_return stream.error();
    auto fresh = std::make_unique<http_connection>(std::move(*stream));
    auto done = co_await use(std::move(fresh), message, where, deadline, body_limit);
    co_return std::move(done.result);
  }

 private:
  struct waiter {
    asio::steady_timer turn;
    bool given = false;
    waiter(asio::any_io_executor const& executor, clock::time_point deadline) : turn(executor, deadline) {}
  };

  asio::awaitable<exchanged> use(std::unique_ptr<http_connection> on, http_request& message, lane where,
                                 clock::time_point deadline, std::size_t body_limit) {
    on->expires_at(deadline);
    auto done = co_await exchange(*on, message, body_limit);
    if (done.reusable && where == lane::pooled) put_back(std::move(on));
    co_return done;
  }

  asio::any_io_executor executor_;
  dialer dialer_;
  std::size_t free_places_;
  std::deque<waiter*> waiting_;
  std::deque<std::unique_ptr<http_connection>> rested_;  // the latest used last: it is the likeliest alive
};

http_client::http_client(asio::any_io_executor executor, connection where)
    : pool_(std::make_unique<pool>(std::move(executor), where)), where_(std::move(where)) {}
http_client::~http_client() = default;

asio::awaitable<outcome<http_response>> http_client::send(request what, lane where, time_point deadline) {
  auto const state = co_await asio::this_coro::cancellation_state;
  if (state.cancelled() != asio::cancellation_type::none)
    co_return failure(phase::unsent, cause::cancelled, "cancelled");  // told to stop: nothing new is sent
  auto message = to_http(std::move(what));
  if (where == lane::own)
    co_return co_await pool_->send_in_place(std::move(message), where, deadline, where_.max_response_bytes);
  auto const place = co_await pool_->enter(deadline);
  if (!place) co_return place.error();
  auto result = co_await pool_->send_in_place(std::move(message), where, deadline, where_.max_response_bytes);
  pool_->leave();
  co_return result;
}

asio::awaitable<outcome<std::unique_ptr<websocket>>> http_client::open_websocket(std::string target,
                                                                                 time_point deadline) {
  auto stream = co_await pool_->dial_with().dial(deadline);
  if (!stream) co_return stream.error();
  co_return co_await shake_hands(std::move(*stream), std::move(target));
}

}  // namespace imcp::incus
