// GoldenAnswers: reference answers of an evaluator, to verify it on other machines and versions.
//
// They are stored in a model's file when it is released. If a machine, a precision or a later
// program version gives other answers, or the game's rules or planes have changed, the model is no
// longer the player whose strength was measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// The reference answer for one decision.
struct GoldenAnswer {
  // The game up to the decision, and the deciding seat.
  std::string record = {};
  envs::Seat seat = envs::Seat::k0;
  Wdl wdl = {};
  // By legal action, ascending; sums to 1.
  std::vector<float> policy = {};
  bool operator==(const GoldenAnswer&) const = default;
};

// How much an answer may differ. Number formats with an 8-bit mantissa are within it; a wrong
// network or wrong planes are not.
struct GoldenTolerance {
  // For each of win, draw and loss.
  double wdl = 0.05;
  // For half the sum of absolute differences of the policy.
  double policy = 0.1;
};

// The evaluator's answers for decisions early and late in a random game, determined by `seed`.
absl::StatusOr<std::vector<GoldenAnswer>> MakeGoldenAnswers(Evaluator* evaluator, uint64_t seed);

// FailedPrecondition, with the expected and actual answer and where they differ, if the evaluator
// gives another answer, or if its game rejects the record or has other legal actions there; errors
// of the evaluator.
absl::Status CheckGoldenAnswers(const std::vector<GoldenAnswer>& answers,
                                const GoldenTolerance& tolerance, Evaluator* evaluator);

// One line: the seat, the record, win, draw and loss, and the policy, separated by bars.
std::string GoldenText(const GoldenAnswer& answer);
// The reverse. InvalidArgument for other text.
absl::StatusOr<GoldenAnswer> ParseGolden(const std::string& text);

}  // namespace kvintet::selfplay
