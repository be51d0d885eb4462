// Checkpoint: named fp32 arrays and a table of texts as one file, in the safetensors layout.
//
//   8 bytes   length of the header, little-endian, at most 1 MiB
//   header    JSON: {"__metadata__": {"format": "...", ..., "sha256": "..."},
//             "stem.weight": {"dtype": "F32", "shape": [64, 8, 3, 3], "data_offsets": [0, 18432]},
//             ...}, filled with spaces to a multiple of 8
//   data      the values, little-endian, row-major, without gaps, in the order of the header
//
// The member "sha256" is the SHA-256 of the header without it, as one line, and the data. Readers
// trust nothing: a file comes in whole and sound or not at all. Files by others may lack the sum.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

#include "training/network/tower/weights.h"

namespace kvintet::network {

// What a file holds.
struct Checkpoint {
  std::map<std::string, std::string> metadata;
  std::vector<NamedTensor> tensors;
  bool operator==(const Checkpoint&) const = default;
};

// The bytes of the file; the same for the same checkpoint. REQUIRES: names differ, none is
// "__metadata__", no text is named "sha256", no tensor is empty, sizes fit shapes, texts are UTF-8.
std::string EncodeCheckpoint(const Checkpoint& checkpoint);

// DataLoss, naming `where` and the place inside, unless the bytes are what EncodeCheckpoint could
// have written (spaces and the order of members aside), with finite values only.
absl::StatusOr<Checkpoint> DecodeCheckpoint(absl::string_view bytes, const std::string& where);

}  // namespace kvintet::network
