#pragma once
// Reading a file that decides what we may do: only if nobody but root and this user can have written it.
// Contract: contract.md §2.

#include <boost/system/result.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>

namespace imcp::policy {

/// Why a file was not read; completes "FILE …".
struct file_fault {
  std::string message;
  file_fault() {}
  explicit file_fault(std::string m) : message(std::move(m)) {}
};

/// Why a file of this type, mode and owner is not to be trusted by user `me`; nullopt when it is.
std::optional<std::string> distrust(mode_t mode, uid_t owner, uid_t me);

/// The whole file, at most `max_bytes`. It is opened once and judged by that descriptor: what was checked is what is
/// read. Refuses what is no regular file, what group or others may write, and what neither root nor this user owns.
boost::system::result<std::string, file_fault> read_guarded_file(std::filesystem::path const& file,
                                                                 std::size_t max_bytes);

}  // namespace imcp::policy
