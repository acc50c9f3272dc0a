#pragma once
// Every bound of the product, by name and unit, in one place. Contract: incus-operations.md, Bounds; contract.md §1.

#include "schemas/scope.hpp"

#include <chrono>
#include <cstddef>

namespace imcp::schemas::bounds {

inline constexpr std::size_t KiB = 1024;
inline constexpr std::size_t MiB = 1024 * KiB;

// Input: the bytes of `arguments` as received.
inline constexpr std::size_t read_input_bytes = 16 * KiB;
inline constexpr std::size_t mutation_input_bytes = 64 * KiB;
inline constexpr std::size_t exec_input_bytes = 1 * MiB;
inline constexpr std::size_t frame_bytes = 4 * MiB;
inline constexpr std::size_t json_depth = 64;  ///< of frames, inputs and native answers
inline constexpr std::size_t violations = 16;

constexpr std::size_t input_bytes(scope s) {
  return s == scope::read ? read_input_bytes : s == scope::exec ? exec_input_bytes : mutation_input_bytes;
}

// Output: the structured result as JSON.
inline constexpr std::size_t output_bytes = 256 * KiB;
inline constexpr std::size_t native_text_bytes = 4 * KiB;  ///< of a native error text quoted in a message
inline constexpr int default_limit = 100;
inline constexpr int max_limit = 500;

inline constexpr std::chrono::seconds default_wait{10};
inline constexpr std::chrono::seconds max_wait{60};

// Exec.
inline constexpr std::chrono::seconds default_exec_duration{30};
inline constexpr std::chrono::seconds max_exec_duration{300};
inline constexpr std::chrono::seconds kill_grace{5};  ///< to observe the exit after the one SIGKILL
inline constexpr std::size_t exec_stdin_bytes = 64 * KiB;
inline constexpr std::size_t exec_capture_bytes = 64 * KiB;  ///< kept of each stream, the rest is counted
inline constexpr std::size_t exec_total_bytes = 64 * MiB;    ///< both streams together
inline constexpr std::size_t exec_escaped_bytes = 96 * KiB;  ///< of one stream as a JSON string; base64 beyond

}  // namespace imcp::schemas::bounds
