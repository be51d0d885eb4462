// ReplayedGames: statistics that require replaying games: legal actions per decision, and use of
// options.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/balance/study/study_game.h"
#include "envs/game.h"

namespace kvintet::arena {

// One entry of the policy: an action at its place in the window.
struct OptionUse {
  // The action's name where it was met first.
  std::string example = {};
  int64_t legal = 0;
  // How often a uniformly random player would have taken it, and how often it was taken.
  double expected = 0;
  int64_t taken = 0;
};

// The number of legal actions at one decision, over all games that reached it.
struct ChoicesAt {
  int decision = 0;
  int64_t games = 0;
  double low = 0;
  double median = 0;
  double high = 0;
};

struct ReplayedGames {
  int64_t games = 0;
  // By decision (first, second, ...): the 10 %, 50 % and 90 % quantiles of the number of legal
  // actions over the games that reached it.
  std::vector<ChoicesAt> choices = {};
  // Every option that was legal at least once.
  std::vector<OptionUse> options = {};
  // Options never taken, although a random player would have taken them at least kDeadExpected
  // times.
  std::vector<OptionUse> dead = {};
};

// Smallest `expected` for an option that was never taken to be called dead.
inline constexpr double kDeadExpected = 10;

// REQUIRES: complete records of `game`.
absl::StatusOr<ReplayedGames> ReplayGames(const envs::Game& game, std::span<const StudyGame> games);

}  // namespace kvintet::arena
