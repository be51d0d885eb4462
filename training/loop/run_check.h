// CheckRun: whether what a run, or a record file, left on the disk is whole.
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
  // Each names the file and the place.
  std::vector<std::string> broken = {};
  // What is no damage: files left over from a crash, games that no commit follows yet.
  std::vector<std::string> notes = {};
};

// Reads everything: checksums and indexes of record files, every game by the rules, no number
// twice, the manifest's counts; of a run also its models, those that games name, and the learner's
// state. A status only where there is nothing to check: no run and no record file, a broken
// manifest or configuration, an unknown game.
absl::StatusOr<RunCheck> CheckRun(const std::string& path);

}  // namespace kvintet::training
