// The daemon's side of fake_incus: the listening socket and one thread per connection.

#include "tests/support/fake_incus.hpp"

#include <algorithm>
#include <cstring>
#include <poll.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace imcp::support {
namespace {

int listen_on(std::string const& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error("too long for a socket: " + path);
  std::memcpy(address.sun_path, path.c_str(), path.size());
  auto const fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || ::bind(fd, reinterpret_cast<sockaddr const*>(&address), sizeof address) != 0 ||
      ::listen(fd, 256) != 0) {
    throw std::runtime_error("cannot listen on " + path);
  }
  return fd;
}

void wake_up(int event_fd) {
  std::uint64_t const one = 1;
  if (::write(event_fd, &one, sizeof one) != sizeof one) std::abort();
}

}  // namespace

fake_incus::fake_incus() : socket_path_(dir_.file("unix.socket")), wake_(::eventfd(0, EFD_CLOEXEC)) { listen_again(); }

fake_incus::~fake_incus() {
  stop_.stop();
  stop_listening();
  std::unique_lock lock(mutex_);
  auto const running = execs_;
  lock.unlock();
  for (auto const& exec : running) exec->stop();
  hang_up_all();
  for (auto& one : clients_) one.thread.join();
  for (auto const& exec : execs_) exec->stop();  // one may have started meanwhile
  ::close(wake_);
}

void fake_incus::listen_again() {
  ::unlink(socket_path_.c_str());
  listener_ = listen_on(socket_path_);
  acceptor_ = std::thread(&fake_incus::accept_clients, this);
}

void fake_incus::stop_listening() {
  if (!acceptor_.joinable()) return;
  wake_up(wake_);
  acceptor_.join();
  ::close(listener_);
}

void fake_incus::accept_clients() {
  for (;;) {
    pollfd waits[2]{{listener_, POLLIN, 0}, {wake_, POLLIN, 0}};
    if (::poll(waits, 2, -1) < 0) continue;
    std::uint64_t count = 0;
    if (waits[1].revents != 0 && ::read(wake_, &count, sizeof count) > 0) return;
    accept_one();
  }
}

void fake_incus::accept_one() {
  auto const fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (fd < 0) return;
  auto socket = std::make_shared<fake_socket>(fd);
  std::lock_guard const lock(mutex_);
  auto& self = clients_.emplace_back();
  self.socket = socket;
  self.thread = std::thread(&fake_incus::serve, this, std::move(socket), ++accepted_, std::ref(self));
}

void fake_incus::serve(std::shared_ptr<fake_socket> socket, std::size_t number, client& self) {
  request_reader reader(*socket);
  std::unique_lock lock(mutex_);
  auto const deaf = stop_reading_;
  lock.unlock();
  while (deaf && stop_.sleep(std::chrono::hours(1))) continue;
  for (auto open = !deaf; open && !stop_.stopped();) {
    auto request = reader.next();
    if (!request) break;
    request->connection = number;
    lock.lock();
    requests_.push_back(*request);
    lock.unlock();
    open = serve_request(socket, reader, *request);
  }
  lock.lock();
  self.over = true;
}

/// False when the connection is over.
bool fake_incus::serve_request(std::shared_ptr<fake_socket> const& socket, request_reader& reader,
                               recorded_request const& request) {
  auto next = after_answer::hang_up;
  auto const path = request.path();
  auto const upgrade = request.method == "GET" && path.ends_with("/websocket") && !find_route(request);
  if (auto const exec = upgrade ? find_exec(path) : nullptr) {
    next = exec->serve(socket, request, reader, stop_);
  } else {
    auto const reply = answer_to(request);
    if (!reply.how().reset_after) reader.release();
    next = send_answer(*socket, reply, stop_);
  }
  if (next == after_answer::hang_up) {
    socket->hang_up();
    socket->drain();  // an unread byte would turn the end of file into a reset
  }
  return next == after_answer::keep_open;
}

std::size_t fake_incus::connections() const {
  std::lock_guard const lock(mutex_);
  return accepted_;
}

std::size_t fake_incus::open_connections() const {
  std::lock_guard const lock(mutex_);
  auto const is_open = [](client const& one) {
    auto const socket = one.over ? nullptr : one.socket.lock();
    return socket && !socket->peer_gone();
  };
  return static_cast<std::size_t>(std::count_if(clients_.begin(), clients_.end(), is_open));
}

void fake_incus::hang_up_all() {
  std::lock_guard const lock(mutex_);
  for (auto const& one : clients_) {
    if (auto const socket = one.socket.lock()) socket->hang_up();
  }
}

void fake_incus::stop_reading() {
  std::lock_guard const lock(mutex_);
  stop_reading_ = true;
}

}  // namespace imcp::support
