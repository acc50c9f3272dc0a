#include "server/replies.hpp"

namespace imcp::server {

void replies::reply(batch_ptr const& batch, std::string_view frame) {
  if (!batch) return out_.send(frame);
  if (!batch->collected_.empty()) batch->collected_ += ',';
  batch->collected_ += frame;
  withdraw(batch);
}

void replies::withdraw(batch_ptr const& batch) {
  if (!batch || --batch->open_ > 0 || batch->collected_.empty()) return;
  out_.send("[" + batch->collected_ + "]");
}

}  // namespace imcp::server
