// CheckShard: decides whether a shard from an actor may enter a run. Trusts nothing in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/functional/function_ref.h>
#include <absl/status/statusor.h>

#include "envs/game.h"
#include "selfplay/records/game_record.h"

namespace kvintet::training {

// The games of a file, if
//   its SHA-256 is `sha`, and it is a whole record file;
//   its games are of this game and seed;
//   each game was played as the rules allow, with this result (selfplay::CheckRecord);
//   each was played by models that `is_known` knows;
//   each has a number below `end`, if there is one.
// Otherwise InvalidArgument, saying which game breaks what.
absl::StatusOr<std::vector<selfplay::GameRecord>> CheckShard(
    const envs::Game& game, uint64_t seed, const std::string& sha, const std::string& bytes,
    absl::FunctionRef<bool(const std::string& model)> is_known, std::optional<int64_t> end = {});

// Names what learner and actors must agree on to use each other's records: the game's rules and
// options, what seats observe, and the format of records. A hash of fixed games; any game.
absl::StatusOr<std::string> PlayFingerprint(const envs::Game& game);

}  // namespace kvintet::training
