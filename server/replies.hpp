#pragma once
// Where a reply goes: to the client at once, or into the array that answers its batch (2025-03-26 only).

#include "server/writer.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace imcp::server {

/// The replies to one batch, until the last of them is there.
class reply_batch {
 public:
  /// `members`: how many of the batch's messages will be answered or withdrawn.
  explicit reply_batch(std::size_t members) : open_(members) {}

 private:
  friend class replies;
  std::size_t open_;
  std::string collected_;  // frames, comma-separated
};

using batch_ptr = std::shared_ptr<reply_batch>;  ///< nullptr for a request that came alone

class replies {
 public:
  explicit replies(writer& out) : out_(out) {}

  void send(std::string_view frame) { out_.send(frame); }
  void reply(batch_ptr const& batch, std::string_view frame);
  /// A member of a batch that gets no answer: a notification, or a cancelled call.
  void withdraw(batch_ptr const& batch);

 private:
  writer& out_;
};

}  // namespace imcp::server
