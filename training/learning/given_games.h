// GivenGames: the games of another run that a run begins by learning from (learner.games_from).
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

// They count as if they were the run's first: for the window, for numbers of games, and as rows
// that allow steps. Of the oldest, which the window does not reach, only the count is taken; where
// the other run has removed some that it would reach, those that are left are all there are.
struct GivenGames {
  // Where their files lie.
  std::string folder = {};
  // Oldest first.
  std::vector<selfplay::Shard> shards = {};
  // So many of them, the oldest, are beyond the window.
  int64_t beyond = 0;
};

// FailedPrecondition where the learner of `to` cannot learn from games that a run with the
// configuration `from` plays: a policy gradient learns only from what policies alone have played.
absl::Status CheckTeaches(const envs::Game& game, const Config& from, const Config& to);

// What `config`, which writes their SHA-256 down, names for the run in `directory`, where there may
// be none yet; nothing without learner.games_from, or where the run has taken them. All files that
// the window reaches have been read and are whole. With a SHA-256 that is given, the games of the
// moment at which the other run had those. Errors, which name the setting: NotFound without such a
// run or a file; FailedPrecondition for another game, for one with other options, without games, or
// what CheckTeaches says; DataLoss for broken files or another SHA-256.
absl::StatusOr<std::optional<GivenGames>> FindGivenGames(const envs::Game& game,
                                                         const std::string& directory,
                                                         Config* config);

// Makes them the first of a run without games: files are linked, where that cannot be done copied,
// so that the run does without the other one from now on. Nothing has changed on failure but files
// that do not count.
absl::Status TakeGivenGames(const GivenGames& games, RunDirectory* run);

}  // namespace kvintet::training
