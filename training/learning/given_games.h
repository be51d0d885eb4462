// GivenGames: games of another run that a new run learns from first (learner.games_from).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "selfplay/records/shard_writer.h"
#include "training/run/run_directory.h"

namespace kvintet::training {

// They count as the run's first games: for the window, for game numbers, and as rows that allow
// steps. The oldest ones, which the window does not reach, are only counted. If the other run has
// removed some that the window would reach, only the remaining ones are used.
struct GivenGames {
  // Where their files are.
  std::string folder = {};
  // Oldest first.
  std::vector<selfplay::Shard> shards = {};
  // How many of the oldest are beyond the window.
  int64_t beyond = 0;
};

// FailedPrecondition if the learner of `to` cannot learn from games played by a run with the
// configuration `from`. A policy gradient only learns from games played by policies alone.
absl::Status CheckTeaches(const envs::Game& game, const Config& from, const Config& to);

// Finds the games that `config` names for the run in `directory`, which need not exist yet, and
// writes their SHA-256 into `config`. Empty without learner.games_from, or if the run has taken
// them already. All files that the window reaches have been read and found sound. If `config`
// already has a SHA-256, finds the games that the other run had when that was their sum. Errors
// name the setting: NotFound if the run or a file is missing; FailedPrecondition if the other run
// plays another game or has other options, has no games, or fails CheckTeaches; DataLoss for broken
// files or another SHA-256.
absl::StatusOr<std::optional<GivenGames>> FindGivenGames(const envs::Game& game,
                                                         const std::string& directory,
                                                         Config* config);

// Makes them the first games of a run that has none. Files are linked, or copied if linking fails,
// so the run no longer needs the other one. On failure only files that do not count may be left
// behind.
absl::Status TakeGivenGames(const GivenGames& games, RunDirectory* run);

}  // namespace kvintet::training
