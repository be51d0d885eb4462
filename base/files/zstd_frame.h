// Compress, Decompress: bytes as one zstd frame with its checksum.
#pragma once

#include <cstddef>
#include <string>

#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

namespace kvintet {

// One frame that holds its content's size and checksum. Same bytes in, same bytes out with the same
// version of the library. Levels are zstd's: 1 (fast) to 19. Any thread.
std::string Compress(absl::string_view bytes, int level = 3);

// The content of exactly one frame. DataLoss when the frame is truncated, damaged or followed by
// other bytes; ResourceExhausted when its content is larger than `max_size`, found out before
// anything of that size is allocated. Any thread.
absl::StatusOr<std::string> Decompress(absl::string_view frame, size_t max_size);

}  // namespace kvintet
