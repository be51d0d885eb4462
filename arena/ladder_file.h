// LadderFile: the results of a ladder on disk, append-only, so that a killed ladder goes on.
//
//   {"kind":"ladder","game":...,"seed":...,"opening_random_plies":...,"max_plies":...,
//    "model_options":...}
//   {"kind":"pairs","a":...,"b":...,"batch":0,"a_first":[w,d,l],"b_first":[w,d,l],"pairs":[...]}
//
// The first line says how all games are played; each other one holds the pairs of games of one
// batch between two players, once and for all. A last line without its newline never counted.
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

// What all games of a ladder have in common.
struct LadderSettings {
  // With its options.
  std::string game = {};
  uint64_t seed = 0;
  int opening_random_plies = 4;
  // As MatchOptions has it.
  int max_plies = 0;
  // What follows the path in the specs of models, e.g. "simulations=32,precision=fp32".
  std::string model_options = {};
  bool operator==(const LadderSettings&) const = default;
};

// One batch of pairs between two players; counts are wins, draws, losses of `a`.
struct LadderBatch {
  std::string a = {};
  std::string b = {};
  // The how manieth of these two, from 0.
  int64_t batch = 0;
  // Where `a` held seat 0, and where `b` did.
  std::array<int64_t, 3> a_first = {};
  std::array<int64_t, 3> b_first = {};
  PairScores scores = {};
};

class LadderFile {
 public:
  // Opens or begins the ladder at `path`, for this process alone (PATH.lock). FailedPrecondition if
  // it is another process's or the ladder there was begun with other settings; DataLoss, naming the
  // line, for what is no ladder.
  static absl::StatusOr<LadderFile> Open(const std::string& path, const LadderSettings& settings);
  // The settings of the ladder there: NotFound if there is none.
  static absl::StatusOr<LadderSettings> ReadSettings(const std::string& path);

  const std::vector<LadderBatch>& Batches() const { return batches_; }
  // On the disk when it returns.
  absl::Status Add(const LadderBatch& batch);

 private:
  LadderFile(std::string path, FileLock lock, std::vector<LadderBatch> batches)
      : path_(std::move(path)), lock_(std::move(lock)), batches_(std::move(batches)) {}

  std::string path_;
  FileLock lock_;
  std::vector<LadderBatch> batches_;
};

}  // namespace kvintet::arena
