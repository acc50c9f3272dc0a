#pragma once
// One running exec of the fake: its four channels, its background operation, and a record of all the client did.
// Threads: each channel is served by the thread of its connection, the script runs in a thread of its own; one mutex.

#include "tests/support/exec_script.hpp"
#include "tests/support/fake_http.hpp"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace imcp::support {

/// How `wait` answers when the operation failed or the time ran out: an error envelope up to Incus 6.0.4, the operation
/// after.
enum class wait_style { errors, operations };

struct received_frame {
  std::string channel;
  websocket_frame frame;

  received_frame(std::string c, websocket_frame f) : channel(std::move(c)), frame(std::move(f)) {}
};

struct exec_record {
  std::string id, request_body;
  std::map<std::string, std::string> secrets;  ///< by channel
  std::vector<std::string> connected;          ///< channels in the order their upgrade requests came
  std::vector<received_frame> frames;          ///< across all channels, in the order of their arrival
  std::vector<std::string> closed;             ///< channels whose stream the client ended, or we closed, in order
  std::string stdin_bytes;
  bool stdin_ended = false, ended = false;
  std::vector<int> signals;

  exec_record() {}
  std::vector<websocket_frame> on(std::string_view channel) const;
};

class fake_exec : public std::enable_shared_from_this<fake_exec> {
 public:
  fake_exec(std::string id, std::string resource, std::string request_body, exec_script script);
  ~fake_exec() { stop(); }

  std::string const& id() const { return record_.id; }
  /// Call once, after the 202 has been made.
  void start();
  void stop();
  bool gone() const;

  answer accepted() const { return async_operation(as_operation()); }
  answer get() const { return sync(as_operation().json()); }
  answer wait(recorded_request const& request, wait_style style);
  /// Serves `…/websocket` in the calling thread until the channel is over.
  after_answer serve(std::shared_ptr<fake_socket> const& socket, recorded_request const& request,
                     request_reader& reader, stop_flag& stop);
  exec_record record() const;

 private:
  struct channel {
    std::shared_ptr<fake_socket> socket;
    bool reset = false;
  };

  // In the threads of the connections.
  std::optional<std::string> take_secret(std::string const& secret, bool& used_before);
  std::optional<answer> refusal(std::string const& name) const;
  void attach(std::string const& name, std::shared_ptr<fake_socket> const& socket);
  void read_frames(std::string const& name, fake_socket& socket);
  void received(std::string const& name, websocket_frame const& frame);
  void on_stdin(websocket_frame const& frame);
  void on_control(websocket_frame const& frame);
  void channel_over(std::string const& name);
  void signal(int number);
  void start_if_ready();
  std::string greeting(std::string const& name) const;
  bool resets(std::string const& name) const;
  std::string wait_body(wait_style style);

  // In the script's thread.
  void drive();
  void run(std::vector<exec_step> const& steps, std::size_t first);
  void perform(exec_step const& step);
  void send(exec_step const& step);
  std::shared_ptr<fake_socket> socket_of(std::string const& name) const;
  void end_channel(exec_step const& step);
  std::size_t coalesced_steps() const;
  std::vector<exec_step> signal_steps() const;
  bool interrupted() const;  ///< with the mutex held

  operation as_operation() const;

  exec_script const script_;
  std::string const resource_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, channel> channels_;
  std::vector<std::string> used_secrets_;
  exec_record record_;
  std::optional<exec_end> end_;
  std::optional<int> deadly_signal_;
  bool dying_ = false, stopping_ = false, started_ = false, waited_ = false, stdin_released_;
  std::thread driver_;
};

}  // namespace imcp::support
