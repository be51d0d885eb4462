// Checkpoint: named fp32 arrays and string metadata in one file, in the safetensors layout.
//
//   8 bytes   length of the header, little-endian, at most 1 MiB
//   header    JSON: {"__metadata__": {"format": "...", ..., "sha256": "..."},
//             "stem.weight": {"dtype": "F32", "shape": [64, 8, 3, 3], "data_offsets": [0, 18432]},
//             ...}, padded with spaces to a multiple of 8
//   data      the values, little-endian, row-major, without gaps, in the order of the header
//
// "sha256" is the SHA-256 of the header without this member, as one line, followed by the data.
// Reading is strict: a file is accepted whole and sound or not at all. Files written by other
// programs may lack the checksum.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

#include "training/network/tower/weights.h"

namespace kvintet::network {

// The contents of a file.
struct Checkpoint {
  std::map<std::string, std::string> metadata;
  std::vector<NamedTensor> tensors;
  bool operator==(const Checkpoint&) const = default;
};

// The bytes of the file. Equal checkpoints give equal bytes. REQUIRES: names are unique and none is
// "__metadata__"; no metadata key is "sha256"; no tensor is empty; sizes match shapes; texts are
// UTF-8.
std::string EncodeCheckpoint(const Checkpoint& checkpoint);

// DataLoss, naming `where` and the place inside, unless EncodeCheckpoint could have written the
// bytes (apart from spaces and the order of members) and all values are finite.
absl::StatusOr<Checkpoint> DecodeCheckpoint(absl::string_view bytes, const std::string& where);

}  // namespace kvintet::network
