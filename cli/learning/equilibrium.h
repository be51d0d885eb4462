// SolveEquilibrium, JudgeModels: what kvintet solve says of games with secrets, chance or
// simultaneous choices, and of models' policies in them.
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

// What is asked.
struct EquilibriumQuestion {
  // Where to begin, as text; only where every position is known to who decides in it.
  std::optional<std::string> position = {};
  selfplay::solvers::Payoff payoff = selfplay::solvers::Payoff::kReturn;
  // Gives up at more positions, or histories of a game with secrets.
  int64_t max_positions = 5000000;
  // Of CFR+, where a game is too large for a linear program.
  int iterations = 1000;
};

// {"method", "value", "nash_conv", "exploitability", ...}: the value to seat 0 and how far from an
// equilibrium the strategies are that it comes from. By backward induction where everybody knows
// the position whenever he decides; else by the sequence form, or by CFR+ if that is too large.
absl::StatusOr<Json> SolveEquilibrium(const envs::Game& game, const EquilibriumQuestion& question);

// {"method", "value", "nash_conv", "exploitability", "model", ...}: the value to seat 0 when both
// seats play by the policy of one of the models, each drawn before the game, without search, and
// what best answers gain against that, exactly. "model" names the last one. Reads of the question
// payoff and max_positions. Unimplemented where history beside the position counts;
// FailedPrecondition for another game's model. REQUIRES: at least one model.
absl::StatusOr<Json> JudgeModels(const envs::Game& game,
                                 std::span<const network::NamedModel> models,
                                 const EquilibriumQuestion& question);

// What either found, in a sentence or two; `seconds` it took.
std::string EquilibriumText(const std::string& game_text, const Json& found, double seconds);

}  // namespace kvintet::cli
