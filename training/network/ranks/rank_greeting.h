// RankGreeting: what a rank on another host says of itself, so that only ranks that compute the
// same bytes learn together; internal.
#pragma once

#include <cstdint>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

namespace kvintet::network {

struct RankGreeting {
  // Raised when messages between ranks change.
  static constexpr uint32_t kVersion = 1;

  uint32_t version = kVersion;
  // The SHA-256 of the program's file, in hexadecimal. Options and batches travel as memory.
  std::string program = {};
  // The instructions that LibTorch uses here, and the linear algebra library: bytes depend on both.
  std::string arithmetic = {};
};

// This process's greeting. The errors are those of reading the program's file.
absl::StatusOr<RankGreeting> OwnGreeting();

std::string PackGreeting(const RankGreeting& greeting);

// FailedPrecondition, saying what was wanted and found, unless `packed` is the greeting of a rank
// that may learn together with `own`; InvalidArgument if it is no greeting.
absl::Status CheckGreeting(absl::string_view packed, const RankGreeting& own);

}  // namespace kvintet::network
