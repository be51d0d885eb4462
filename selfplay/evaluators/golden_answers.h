// GoldenAnswers: what an evaluator said of a few decisions, to hold what it says elsewhere against.
//
// Written into a model's file when it is released. Where a machine, a precision or a later program
// judges these decisions otherwise, or the game's rules or planes have changed under the model, it
// is not the player that was measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// What was said of one decision.
struct GoldenAnswer {
  // The game until then, and who decides.
  std::string record = {};
  envs::Seat seat = envs::Seat::k0;
  Wdl wdl = {};
  // By legal action, ascending; together 1.
  std::vector<float> policy = {};
  bool operator==(const GoldenAnswer&) const = default;
};

// By how much an answer may differ: formats of 8 bits of mantissa are within it, a wrong network
// or wrong planes are not.
struct GoldenTolerance {
  // Of each of win, draw and loss.
  double wdl = 0.05;
  // Half the sum of the differences of the policy.
  double policy = 0.1;
};

// What the evaluator says of decisions early and late in a random game; `seed` names the game.
absl::StatusOr<std::vector<GoldenAnswer>> MakeGoldenAnswers(Evaluator* evaluator, uint64_t seed);

// FailedPrecondition, saying what was wanted and found where, if the evaluator answers otherwise,
// or its game does not know the record or has other actions there; the evaluator's own errors.
absl::Status CheckGoldenAnswers(const std::vector<GoldenAnswer>& answers,
                                const GoldenTolerance& tolerance, Evaluator* evaluator);

// One line: the seat, the record, win, draw and loss, the policy, with bars between.
std::string GoldenText(const GoldenAnswer& answer);
// The reverse. InvalidArgument for other text.
absl::StatusOr<GoldenAnswer> ParseGolden(const std::string& text);

}  // namespace kvintet::selfplay
