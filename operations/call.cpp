#include "operations/call.hpp"

#include "schemas/bounds.hpp"

#include <algorithm>

namespace imcp::operations {

namespace bounds = schemas::bounds;

int call::limit() const {
  return static_cast<int>(schemas::integer_member(input, "limit").value_or(bounds::default_limit));
}

std::chrono::seconds call::wait_seconds() const {
  auto const asked = schemas::integer_member(input, "wait_seconds").value_or(bounds::default_wait.count());
  std::chrono::seconds const most = incus.where().timeout - std::chrono::seconds(1);
  return std::clamp(std::chrono::seconds(asked), std::chrono::seconds(0), most);
}

}  // namespace imcp::operations
