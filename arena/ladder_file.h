// LadderFile: the results of a ladder on disk, append-only, so that a killed ladder can resume.
//
//   {"kind":"ladder","game":...,"seed":...,"opening_random_plies":...,"max_plies":...,
//    "model_options":...}
//   {"kind":"pairs","a":...,"b":...,"batch":0,"a_first":[w,d,l],"b_first":[w,d,l],"pairs":[...]}
//
// The first line holds the settings of all games. Each other line holds one batch of pairs between
// two players and never changes. A last line without its newline is ignored.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "arena/statistics/score.h"
#include "base/files/file_lock.h"

namespace kvintet::arena {

// Settings shared by all games of a ladder.
struct LadderSettings {
  // The game's text, options included.
  std::string game = {};
  uint64_t seed = 0;
  int opening_random_plies = 4;
  // As in MatchOptions.
  int max_plies = 0;
  // Appended to the path in the specs of models, e.g. "simulations=32,precision=fp32".
  std::string model_options = {};
  bool operator==(const LadderSettings&) const = default;
};

// One batch of pairs between two players; counts are wins, draws, losses of `a`.
struct LadderBatch {
  std::string a = {};
  std::string b = {};
  // Number of this batch between these two players, from 0.
  int64_t batch = 0;
  // Games in which `a` held seat 0, and games in which `b` did.
  std::array<int64_t, 3> a_first = {};
  std::array<int64_t, 3> b_first = {};
  PairScores scores = {};
};

class LadderFile {
 public:
  // Opens or creates the ladder at `path` and locks it for this process (PATH.lock).
  // FailedPrecondition if another process holds it or it was created with other settings; DataLoss,
  // naming the line, if the file is not a valid ladder.
  static absl::StatusOr<LadderFile> Open(const std::string& path, const LadderSettings& settings);
  // The settings of the ladder at `path`; NotFound if there is none.
  static absl::StatusOr<LadderSettings> ReadSettings(const std::string& path);

  const std::vector<LadderBatch>& Batches() const { return batches_; }
  // Durable on disk when it returns.
  absl::Status Add(const LadderBatch& batch);

 private:
  LadderFile(std::string path, FileLock lock, std::vector<LadderBatch> batches)
      : path_(std::move(path)), lock_(std::move(lock)), batches_(std::move(batches)) {}

  std::string path_;
  FileLock lock_;
  std::vector<LadderBatch> batches_;
};

}  // namespace kvintet::arena
