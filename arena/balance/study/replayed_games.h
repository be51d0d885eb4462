// ReplayedGames: what shows only when games are played again: choices move by move, and options.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/balance/study/study_game.h"
#include "envs/game.h"

namespace kvintet::arena {

// One thing that a policy tells from another: an action at its place in the window.
struct OptionUse {
  // The action's name where it was met first.
  std::string example = {};
  int64_t legal = 0;
  // How often it would have been taken by somebody who draws, and how often it was.
  double expected = 0;
  int64_t taken = 0;
};

// One decision of a kind that comes after so many others.
struct ChoicesAt {
  int decision = 0;
  int64_t games = 0;
  double low = 0;
  double median = 0;
  double high = 0;
};

struct ReplayedGames {
  int64_t games = 0;
  // The number of legal actions at the first, second, ... decision: tenth, half and nine tenths of
  // the games that got there.
  std::vector<ChoicesAt> choices = {};
  // Every option that was legal at least once.
  std::vector<OptionUse> options = {};
  // Those that were never taken, though by drawing they would have been at least ten times.
  std::vector<OptionUse> dead = {};
};

// So seldom, or more, must an option have been expected to be called dead.
inline constexpr double kDeadExpected = 10;

// REQUIRES: whole records of `game`.
absl::StatusOr<ReplayedGames> ReplayGames(const envs::Game& game, std::span<const StudyGame> games);

}  // namespace kvintet::arena
