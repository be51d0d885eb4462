// SolveEquilibrium, JudgeModels: `kvintet solve` for games with hidden information, chance or
// simultaneous choices, and for the policies of models in them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "absl/status/statusor.h"

#include "base/reports/json.h"
#include "envs/game.h"
#include "selfplay/solvers/payoff.h"
#include "training/network/files/model_file.h"

namespace kvintet::cli {

// What to solve, and the limits.
struct EquilibriumQuestion {
  // The position to start from, as text. Only for positions that both seats know.
  std::optional<std::string> position = {};
  selfplay::solvers::Payoff payoff = selfplay::solvers::Payoff::kReturn;
  // Gives up beyond this number of positions, or of histories in a game with hidden information.
  int64_t max_positions = 5000000;
  // Iterations of CFR+, for games too large for a linear program.
  int iterations = 1000;
};

// {"method", "value", "nash_conv", "exploitability", ...}: the value to seat 0, and how far the
// strategies behind it are from an equilibrium. Uses backward induction if both seats always know
// the position when they decide, else the sequence form, or CFR+ if that is too large.
absl::StatusOr<Json> SolveEquilibrium(const envs::Game& game, const EquilibriumQuestion& question);

// {"method", "value", "nash_conv", "exploitability", "model", ...}: the value to seat 0 when both
// seats play without search by the policy of one of the models, drawn by each seat before the game,
// and the exact gain of best responses to that. "model" names the last model. Of the question only
// payoff and max_positions are used. Errors: Unimplemented if history matters besides the position;
// FailedPrecondition for a model of another game. REQUIRES: at least one model.
absl::StatusOr<Json> JudgeModels(const envs::Game& game,
                                 std::span<const network::NamedModel> models,
                                 const EquilibriumQuestion& question);

// The result of either function in a sentence or two; `seconds` is how long it took.
std::string EquilibriumText(const std::string& game_text, const Json& found, double seconds);

}  // namespace kvintet::cli
