// Compress, Decompress: bytes as one zstd frame with a checksum.
#pragma once

#include <cstddef>
#include <string>

#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

namespace kvintet {

// Returns one frame, which stores the size and the checksum of its content. The same bytes give the
// same frame with the same version of the library. Levels are zstd's, from 1 (fast) to 19. Any
// thread.
std::string Compress(absl::string_view bytes, int level = 3);

// The content of exactly one frame. DataLoss if the frame is truncated, damaged or followed by
// other bytes. ResourceExhausted if the content is larger than `max_size`; this is checked before
// anything of that size is allocated. Any thread.
absl::StatusOr<std::string> Decompress(absl::string_view frame, size_t max_size);

}  // namespace kvintet
