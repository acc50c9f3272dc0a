#include "incus/endpoints.hpp"
#include "operations/inspection.hpp"

namespace imcp::operations {
namespace {

// in {project?, limit?, filter?}  out {items, count, truncated}
asio::awaitable<reply> image_list(call& c) {
  return list(c, incus::get_images(c.project, c.text("filter"), items_to_keep(c, nullptr)), nullptr);
}

constexpr implementation rows[] = {{"incus_image_list", &image_list}};

}  // namespace

std::span<implementation const> image_operations() { return rows; }

}  // namespace imcp::operations
