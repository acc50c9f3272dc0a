#include "schemas/catalogue.hpp"

#include <algorithm>

namespace imcp::schemas {

descriptor const* find_operation(std::string_view name) {
  auto const all = catalogue();
  auto const at = std::lower_bound(all.begin(), all.end(), name,
                                   [](descriptor const& op, std::string_view wanted) { return op.name < wanted; });
  return at != all.end() && at->name == name ? &*at : nullptr;
}

}  // namespace imcp::schemas
