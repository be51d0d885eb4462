// Luck correction: removes from a game's result the luck of chance draws and of mixed policies.
//
// AIVAT (Burch and others, 2018) for chance and simultaneous moves. Whatever values are used, each
// subtracted term has mean 0, so corrected results have the same mean as plain ones. Better values
// give less variance, so that fewer games suffice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "absl/status/statusor.h"

#include "arena/policy_functions.h"
#include "arena/statistics/equivalence.h"
#include "envs/text/playthrough.h"

namespace kvintet::arena {

// Terms to subtract, in the unit and from the point of view of their values.

// Term of one draw: values[drawn] minus the mean of `values` under `probabilities`. The draw is a
// chance outcome, or an action of one seat. In a simultaneous stage where only one seat's policy is
// known, it is that seat's action, with values against what the other seat did.
double DrawLuck(std::span<const double> values, std::span<const double> probabilities,
                size_t drawn);

// Term of two simultaneous draws: baseline[row, column] minus its mean under both policies.
// `baseline` [rows, columns] may depend only on what is known before the stage.
double JointLuck(std::span<const double> baseline, std::span<const double> row_policy,
                 std::span<const double> column_policy, size_t row, size_t column);

// One game, from seat 0's point of view.
struct CorrectedGame {
  // Return, in [-1, 1].
  double result = 0;
  // Seat 0's luck in chance draws, and in the actions drawn from the known policies.
  double chance_luck = 0;
  double policy_luck = 0;

  double Corrected() const { return result - chance_luck - policy_luck; }
};

// The policy functions of a game's players. A null function means unknown (a person, an exploiter).
struct PolicyFunctions {
  std::array<PolicyOf, 2> policies = {};
  // Any value function; called for every action and outcome that was possible.
  ValueOf value = {};
};

// Corrects a game that was played with these policies. A simultaneous stage with more than
// max_joint_moves pairs of moves is not corrected, which leaves the mean unchanged too. REQUIRES:
// `play` has ended and began at the game's start; value is not null.
absl::StatusOr<CorrectedGame> CorrectGame(const envs::Playthrough& play,
                                          const PolicyFunctions& known, int max_joint_moves = 4096);

// Summary of many games: means with their standard errors, and how much of the outcome was luck.
class LuckSummary {
 public:
  void Add(const CorrectedGame& game);

  int64_t NumGames() const { return games_; }
  // Seat 0's mean return, plain and corrected. With fewer than two games the error is 2, the range.
  MeanEstimate Plain() const { return Estimate(result_); }
  MeanEstimate Corrected() const { return Estimate(corrected_); }
  // Var(all subtracted terms) / Var(results), and the same for chance alone. 0 means no luck, 1 all
  // luck; poor values can give more than 1. 0 if all games ended alike.
  double LuckShare() const;
  double ChanceShare() const;
  // How many plain games are worth one corrected game.
  double Efficiency() const;

 private:
  // Running mean and sum of squared deviations, by Welford's method.
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
