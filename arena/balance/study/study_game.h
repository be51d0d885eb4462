// StudyGame: one game of an agent against itself, and what a study keeps of it.
//
// The same agent sits on both seats, so the mean result is the worth of the seat itself.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "arena/known_play.h"
#include "base/reports/json.h"
#include "envs/game.h"

namespace kvintet::arena {

// One game as it was played.
struct StudyGame {
  // Seat 0's return, in [-1, 1].
  double first_return = 0;
  std::string reason = {};
  // Broken off by a bound on its length rather than ended by a rule.
  bool truncated = false;
  // Whole moves of both seats; single decisions, most moves being one; those with one legal action.
  int moves = 0;
  int decisions = 0;
  int forced = 0;
  // Mean number of legal actions a decision.
  double choices = 0;
  std::array<int32_t, 2> margin = {0, 0};
  // What the judge gives seat 0, in [-1, 1], at places spread evenly over the game; the last before
  // its end. Empty where the game was not judged.
  std::vector<double> values = {};
  std::string record = {};
  bool operator==(const StudyGame&) const = default;

  // Seat 0's, in [0, 1].
  double Score() const { return (first_return + 1) / 2; }
};

// Which game is to be played.
struct StudyDeal {
  // Names all random numbers, and chance's alone.
  uint64_t seed = 0;
  int64_t index = 0;
  // Plays the same draws of chance again with other choices of the players: 0 is the game itself.
  int replica = 0;
  // Uniformly random actions before the agent takes over.
  int opening_plies = 0;
  // Whether its course is judged.
  bool judged = false;
};

// Makes the agent of one group of games; `seed` names the random numbers of its rollouts.
using PlayerMaker = std::function<absl::StatusOr<std::unique_ptr<Agent>>(uint64_t seed)>;
// Makes what judges a game's course, seat 0's value.
using JudgeMaker = std::function<absl::StatusOr<ValueOf>(uint64_t seed)>;

// Plays the deals with one agent, all at a time. The same deal gives the same game, whatever is
// played beside it, unless the agent's rollouts are shared (one deal a group then). An error means
// that the agent failed: no game counts.
absl::StatusOr<std::vector<StudyGame>> PlayDeals(const envs::Game& game, Agent* agent,
                                                 std::span<const StudyDeal> deals);

// Most values of a game's course.
inline constexpr int kJudgedPlaces = 24;

// The values of a record's course. REQUIRES: a whole record of `game`.
absl::StatusOr<std::vector<double>> JudgeCourse(const envs::Game& game, const std::string& record,
                                                const ValueOf& value);

// The number that names a deal's own random numbers, apart from chance's.
uint64_t SeedOf(const StudyDeal& deal);

// As a line of a study holds it, and back.
Json ToJson(const StudyGame& game);
absl::StatusOr<StudyGame> StudyGameFromJson(const Json& line);

}  // namespace kvintet::arena
