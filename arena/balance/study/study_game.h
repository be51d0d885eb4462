// StudyGame: one game of an agent against itself, as a study records it.
//
// The same agent plays both seats, so the mean result measures the advantage of the seat itself.
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
#include "arena/policy_functions.h"
#include "base/reports/json.h"
#include "envs/game.h"

namespace kvintet::arena {

// One game as it was played.
struct StudyGame {
  // Seat 0's return, in [-1, 1].
  double first_return = 0;
  std::string reason = {};
  // Cut off by a length limit rather than ended by a rule.
  bool truncated = false;
  // Whole moves of both seats; single decisions (most moves are one); decisions with one legal
  // action.
  int moves = 0;
  int decisions = 0;
  int forced = 0;
  // Mean number of legal actions per decision.
  double choices = 0;
  std::array<int32_t, 2> margin = {0, 0};
  // The judge's values for seat 0, in [-1, 1], at evenly spaced points of the game, the last one
  // before its end. Empty if the game was not judged.
  std::vector<double> values = {};
  std::string record = {};
  bool operator==(const StudyGame&) const = default;

  // Seat 0's score, in [0, 1].
  double Score() const { return (first_return + 1) / 2; }
};

// Specifies a game to play.
struct StudyDeal {
  // Seed of all random numbers, together with `index`; chance draws do not depend on `replica`.
  uint64_t seed = 0;
  int64_t index = 0;
  // Replays the same chance draws with different choices of the players; 0 is the original game.
  int replica = 0;
  // Uniformly random actions before the agent takes over.
  int opening_plies = 0;
  // Whether the judge evaluates its course.
  bool judged = false;
};

// Makes the agent for one group of games; `seed` seeds its rollouts.
using PlayerMaker = std::function<absl::StatusOr<std::unique_ptr<Agent>>(uint64_t seed)>;
// Makes the value function (seat 0's) that judges a game's course.
using JudgeMaker = std::function<absl::StatusOr<ValueOf>(uint64_t seed)>;

// Plays all deals concurrently with one agent. The same deal gives the same game in any group,
// unless the agent's rollouts are shared (then use one deal per group). On an error the agent has
// failed and no game counts.
absl::StatusOr<std::vector<StudyGame>> PlayDeals(const envs::Game& game, Agent* agent,
                                                 std::span<const StudyDeal> deals);

// Maximum number of values per game.
inline constexpr int kJudgedPlaces = 24;

// The judge's values over the course of a game. REQUIRES: a complete record of `game`.
absl::StatusOr<std::vector<double>> JudgeCourse(const envs::Game& game, const std::string& record,
                                                const ValueOf& value);

// The seed of a deal's random numbers other than those of chance.
uint64_t SeedOf(const StudyDeal& deal);

// Conversion to and from a line of the study file.
Json ToJson(const StudyGame& game);
absl::StatusOr<StudyGame> StudyGameFromJson(const Json& line);

}  // namespace kvintet::arena
