// StudyFile: the games of a balance study on disk, append-only, so that a killed study can resume.
//
//   {"kind":"balance study","version":3,...}                       all settings
//   {"kind":"game","variant":0,"level":0,"index":0,"replica":0,...} one game as it was played
//   {"kind":"duel","variant":0,"a":1,"b":0,"pairs":[...],"a_first":[w,d,l],"b_first":[w,d,l]}
//
// A last line without its newline is ignored.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "arena/balance/study/study_game.h"
#include "arena/balance/study/study_settings.h"
#include "arena/statistics/score.h"
#include "base/files/file_lock.h"
#include "base/reports/json.h"

namespace kvintet::arena {

// Indices into StudySettings::games and StudySettings::levels.
struct StudyPlace {
  size_t variant = 0;
  size_t level = 0;
  // The linter takes the 0 inside a defaulted comparison for a pointer.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const StudyPlace&) const = default;
};

// One game and where it belongs.
struct StudyLine {
  StudyPlace place = {};
  int64_t index = 0;
  int replica = 0;
  StudyGame game = {};
};

// Pairs of games between the levels `a` and `b`; all counts are from `a`'s point of view.
struct StudyDuel {
  size_t variant = 0;
  size_t a = 0;
  size_t b = 0;
  PairScores scores = {};
  // Wins, draws, losses where `a` held seat 0, and where `b` did.
  std::array<int64_t, 3> a_first = {};
  std::array<int64_t, 3> b_first = {};
};

// All that has been played.
struct StudyGames {
  // By index, without gaps; and replicas, which replay the same chance draws.
  std::map<StudyPlace, std::vector<StudyGame>> games = {};
  std::map<StudyPlace, std::vector<StudyGame>> replicas = {};
  std::vector<StudyDuel> duels = {};

  const std::vector<StudyGame>& At(const StudyPlace& place, int replica = 0) const;
};

class StudyFile {
 public:
  // Opens or creates the study at `path` and locks it for this process (PATH.lock).
  // FailedPrecondition if another process holds it or it was created with other settings; DataLoss,
  // naming the line, if the file is not a valid study.
  static absl::StatusOr<StudyFile> Open(const std::string& path, const StudySettings& settings);

  const StudyGames& Games() const { return games_; }
  // Written to the file when they return, so that a killed process loses nothing; flushed to disk a
  // little later. REQUIRES: the games of each place come in the order of their indices.
  absl::Status Add(const std::vector<StudyLine>& lines);
  absl::Status Add(const StudyDuel& duel);

 private:
  StudyFile(std::string path, FileLock lock) : path_(std::move(path)), lock_(std::move(lock)) {}

  // Parses and adds one line of the file.
  absl::Status Read(const StudySettings& settings, const Json& line);

  std::string path_;
  FileLock lock_;
  StudyGames games_;
  // Lines added since the file was opened.
  int64_t lines_ = 0;
};

}  // namespace kvintet::arena
