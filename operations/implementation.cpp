#include "operations/call.hpp"

#include <algorithm>
#include <array>

namespace imcp::operations {

implementation const* find_implementation(std::string_view operation) {
  std::array const resources{image_operations(), instance_operations(), instance_exec_operations(),
                             background_operations(), server_operations()};
  for (auto const rows : resources)
    if (auto const at = std::find_if(rows.begin(), rows.end(), [&](auto const& row) { return row.name == operation; });
        at != rows.end())
      return &*at;
  return nullptr;
}

}  // namespace imcp::operations
