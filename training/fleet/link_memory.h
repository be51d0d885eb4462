// LinkMemory: what the learner of a run has to remember of its link, which may forget everything.
#pragma once

#include <cstdint>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace kvintet::training {

struct LinkMemory {
  // The newest epoch; 0 before the first.
  int64_t epoch = 0;
  // The link may have given any number below this one and forgotten it. 0: it has forgotten none.
  int64_t first_free = 0;

  bool operator==(const LinkMemory&) const = default;
};

// The file `epoch` of a run directory: "EPOCH FIRST_FREE", or "EPOCH" of an earlier program. No
// file is the memory of a new run. DataLoss for any other text.
absl::StatusOr<LinkMemory> ReadLinkMemory(const std::string& run);
absl::Status WriteLinkMemory(const std::string& run, const LinkMemory& memory);

}  // namespace kvintet::training
