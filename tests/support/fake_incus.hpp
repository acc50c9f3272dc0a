#pragma once
// A scripted Incus daemon on a real Unix socket: real connections, real HTTP, real websockets, scripted answers, and a
// record of every request. Blocking POSIX in threads of its own; shares no code with the client under test.
//
//   fake_incus fake;
//   fake.on("GET", "/1.0/instances/web", sync(R"({"name":"web"})", "abc").delay(5ms));
//   fake.on_exec("web", exec_script().out("hi\n").exit(0));
//   … connect to fake.socket_path() …
//   EXPECT_EQ(fake.requests().at(0).line(), "GET /1.0/instances/web?project=default");

#include "tests/support/answer.hpp"
#include "tests/support/exec_script.hpp"
#include "tests/support/fake_exec.hpp"
#include "tests/support/fake_http.hpp"
#include "tests/support/temp_dir.hpp"

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace imcp::support {

class fake_incus {
 public:
  /// Called in a thread of the fake; may block.
  using handler = std::function<answer(recorded_request const&)>;

  fake_incus();
  ~fake_incus();
  fake_incus(fake_incus const&) = delete;
  fake_incus& operator=(fake_incus const&) = delete;

  std::string const& socket_path() const { return socket_path_; }

  // Routes. `target` without '?' means the path whatever the query; with '?' the whole target; "…*" a prefix of the
  // target. Later registrations win; GET /1.0 and what on_exec() scripts come after all of them; the rest is Incus'
  // 404.
  void on(std::string method, std::string target, answer reply);
  /// Each answer once, the last one again and again.
  void on(std::string method, std::string target, std::vector<answer> replies);
  void on(std::string method, std::string target, handler make);
  /// `method target` is accepted as operation `last.id()` (202, Running); its wait and its GET give `last`.
  void on_async(std::string method, std::string target, operation last);
  /// Wait and GET of an operation that ends as `last`, in this fake's wait style.
  void on_operation(operation last);
  /// Every POST …/instances/<instance>/exec starts one more run of the script.
  void on_exec(std::string instance, exec_script script);
  /// GET /1.0, if something else than a trusted 6.0.4 is wanted.
  void on_server(std::string server_json) { on("GET", "/1.0", sync(server_json)); }
  void waits_answer(wait_style style);

  // What happened.
  std::vector<recorded_request> requests() const;
  /// Only those without GET /1.0, which a client may send whenever it likes.
  std::vector<recorded_request> calls() const;
  std::size_t count(std::string_view method, std::string_view path) const;
  std::size_t connections() const;       ///< accepted so far
  std::size_t open_connections() const;  ///< not ended yet by either side
  void forget_requests();
  std::vector<exec_record> execs() const;
  /// The only exec there was; fails the test if there was none or another one.
  exec_record exec() const;

  // The daemon itself.
  void hang_up_all();     ///< ends every connection, idle or not
  void stop_listening();  ///< connecting is refused from now on
  void listen_again();
  void stop_reading();  ///< new connections are accepted and never read

 private:
  struct route {
    std::string method, target;
    handler make;
  };
  struct client {
    std::weak_ptr<fake_socket> socket;
    std::thread thread;
    bool over = false;
  };

  void accept_clients();
  void accept_one();
  void serve(std::shared_ptr<fake_socket> socket, std::size_t number, client& self);
  bool serve_request(std::shared_ptr<fake_socket> const& socket, request_reader& reader,
                     recorded_request const& request);
  answer answer_to(recorded_request const& request);
  handler find_route(recorded_request const& request) const;
  answer built_in(recorded_request const& request);
  std::shared_ptr<fake_exec> find_exec(std::string const& path) const;
  answer start_exec(recorded_request const& request, std::string const& instance);
  answer exec_answer(fake_exec& exec, recorded_request const& request);

  temp_dir dir_;
  std::string socket_path_;
  int listener_ = -1, wake_ = -1;
  stop_flag stop_;
  mutable std::mutex mutex_;
  std::vector<route> routes_;
  std::map<std::string, exec_script> exec_scripts_;
  std::vector<std::shared_ptr<fake_exec>> execs_;
  std::vector<recorded_request> requests_;
  std::list<client> clients_;
  std::size_t accepted_ = 0;
  bool stop_reading_ = false;
  wait_style wait_style_ = wait_style::errors;
  std::thread acceptor_;
};

}  // namespace imcp::support
