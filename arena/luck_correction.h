// Luck correction: the result of a game less what draws of chance and of mixed policies gave away.
//
// AIVAT (Burch and others, 2018) for chance and moves made at the same time: whatever the values
// used, each term taken off has mean 0, so corrected results have the mean of the plain ones; the
// better the values, the less they vary, and the fewer games tell as much.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "absl/status/statusor.h"

#include "arena/known_play.h"
#include "arena/statistics/equivalence.h"
#include "envs/text/playthrough.h"

namespace kvintet::arena {

// Terms to take off, in the unit and from the point of view of their values.

// Of one draw: values[drawn] less the mean over all under their probabilities. Chance's outcomes,
// the actions of one seat, or in a simultaneous stage those of the only seat whose policy is known,
// with values of its actions against what the other did.
double DrawLuck(std::span<const double> values, std::span<const double> probabilities,
                size_t drawn);

// Of two at the same time: baseline[row, column] less its mean under both policies. `baseline`
// [rows, columns] may depend on all that is known before the stage and on nothing after.
double JointLuck(std::span<const double> baseline, std::span<const double> row_policy,
                 std::span<const double> column_policy, size_t row, size_t column);

// One game, from seat 0.
struct CorrectedGame {
  // Its return, in [-1, 1].
  double result = 0;
  // What seat 0 owes to draws of chance, and to how the known policies happened to draw.
  double chance_luck = 0;
  double policy_luck = 0;

  double Corrected() const { return result - chance_luck - policy_luck; }
};

// What is known of a game's players. Null functions: not known (a person, an exploiter).
struct KnownPlay {
  std::array<PolicyOf, 2> policies = {};
  // Any; called for every action and outcome that was possible.
  ValueOf value = {};
};

// Corrects a game that was played with these policies. A simultaneous stage with more than
// max_joint_moves pairs of moves is left as it is, which keeps the mean too.
// REQUIRES: `play` has ended and began at the game's start; value is not null.
absl::StatusOr<CorrectedGame> CorrectGame(const envs::Playthrough& play, const KnownPlay& known,
                                          int max_joint_moves = 4096);

// Of many games: means with their standard errors, and how much of the outcome was luck.
class LuckSummary {
 public:
  void Add(const CorrectedGame& game);

  int64_t NumGames() const { return games_; }
  // Of seat 0's return, plain and corrected. The error of fewer than two games is 2, the range.
  MeanEstimate Plain() const { return Estimate(result_); }
  MeanEstimate Corrected() const { return Estimate(corrected_); }
  // Var(all that was taken off) / Var(results), and the same of chance alone: 0 none, 1 as much as
  // there is; more where the values are bad. 0 where all games ended alike.
  double LuckShare() const;
  double ChanceShare() const;
  // How many plain games tell as much as one corrected.
  double Efficiency() const;

 private:
  // Sums by Welford's method: of the mean, and of squared distances from it.
  struct Moments {
    double mean = 0;
    double squares = 0;
    void Add(double x, int64_t count);
  };

  MeanEstimate Estimate(const Moments& moments) const;

  int64_t games_ = 0;
  Moments result_;
  Moments corrected_;
  Moments luck_;
  Moments chance_;
};

}  // namespace kvintet::arena
