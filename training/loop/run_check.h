// CheckRun: verifies the files of a run or a record file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

namespace kvintet::training {

// What was read, and what is wrong with it.
struct RunCheck {
  int64_t files = 0;
  int64_t games = 0;
  int64_t rows = 0;
  int64_t models = 0;
  // Each entry names the file and the place.
  std::vector<std::string> broken = {};
  // Harmless findings: files left over from a crash, games that no commit follows yet.
  std::vector<std::string> notes = {};
};

// Reads everything: checksums and indexes of record files; every game, replayed by the rules;
// unique game numbers; the manifest's counts. For a run also its models, the models that games
// name, and the learner's state. Returns an error only if there is nothing to check: neither run
// nor record file, a broken manifest or configuration, an unknown game.
absl::StatusOr<RunCheck> CheckRun(const std::string& path);

}  // namespace kvintet::training
