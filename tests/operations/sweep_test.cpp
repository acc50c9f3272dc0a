#include "tests/operations/operation_test.hpp"

#include <algorithm>

namespace imcp::tests {
namespace {

struct fixture : operation_test {
  void TestBody() override {}
};

support::answer cut_answer(std::size_t how) {
  auto const any = operation(operation_uuid).status("Success");
  switch (how) {
    case 0:
      return sync("{}").close_before_answer();
    case 1:
      return sync("{}").reset_after(0);
    case 2:
      return async_operation(any).cut_after(9);  // inside the status line
    case 3:
      return async_operation(any).cut_after(40);  // inside the headers
    case 4:
      return async_operation(any).cut_after(300);  // inside the body
    default:
      return support::raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nf\r\n{\"type\":").cut_after(500);
  }
}

}  // namespace

void sweep_cuts(void (*script)(fake_incus&), std::string_view name, std::string const& arguments,
                std::vector<cut> const& cuts) {
  for (auto const& c : cuts)
    for (std::size_t how = 0; how < 6; ++how) {
      fixture f;
      script(f.incus);
      f.incus.on(c.method, c.target, cut_answer(how));
      auto const reply = f.call(name, arguments);
      auto const got = reply.failed() ? reply.kind() : reply.status();
      EXPECT_TRUE(std::find(c.allowed.begin(), c.allowed.end(), got) != c.allowed.end())
          << name << " cut at " << c.method << " " << c.target << " (way " << how << "): " << reply.text();
      EXPECT_EQ(f.incus.count(c.method, c.target), 1u) << "nothing may be resent";
    }
}

}  // namespace imcp::tests
