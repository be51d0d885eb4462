// GameRecord: one game as it was played, with the learning targets of each row.
//
// A row is one recorded decision of one seat; random openings, forced actions and quick searches
// are not rows. Records hold actions, not tensors; planes are rebuilt by replaying (replay_rows.h).
// Numbers are held as they are stored, so that records survive writing and reading unchanged.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "envs/game_spec.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// Name in GameRecord::models for rows of the baseline, which have no value estimate.
inline constexpr char kBaselineName[] = "greedy";

// The numbers of games are below this, since records store them in 32 bits.
inline constexpr int64_t kGameNumberEnd = (int64_t{1} << 32) - 1;

// One action of a seat or one chance outcome.
struct RecordedEvent {
  envs::Actor actor = envs::Actor::kSeat0;
  envs::Action action = 0;
  bool operator==(const RecordedEvent&) const = default;
};

// Encodes a probability as exp(-code / 20), within 2.5 %, down to 3e-6; code 255 means 0. Rounds to
// the nearest code by default; with a uniform random `rounding` in [0, 1), rounding is stochastic
// and keeps the mean of the logarithm.
using ProbabilityCode = uint8_t;
inline constexpr ProbabilityCode kZeroProbability = 255;
ProbabilityCode EncodeProbability(double probability, double rounding = 0.5);
float DecodeProbability(ProbabilityCode code);

// How far a search moved a policy: the Kullback-Leibler divergence of the search's policy from the
// evaluator's, encoded as (code / 64)^2 nats, up to 15.9.
using SurpriseCode = uint8_t;
SurpriseCode EncodeSurprise(double nats);
// In units of 1/4096 nat; integers, so that sums do not depend on their order.
inline int64_t SurpriseUnits(SurpriseCode code) { return int64_t{code} * code; }

// One action of a policy.
struct PolicyEntry {
  envs::Action action = 0;
  ProbabilityCode code = kZeroProbability;
  bool operator==(const PolicyEntry&) const = default;
};

// One decision.
struct RecordRow {
  // Index of the decision in GameRecord::events.
  int32_t event = 0;
  SurpriseCode surprise = 0;
  // Index in GameRecord::models of the last evaluator in the search.
  uint16_t model = 0;
  // The search's estimates for the deciding seat: the return times 32767, and the probability of a
  // draw times 255.
  int16_t value = 0;
  uint8_t draw = 0;
  // Probability of the action under the policy that acted (Decision::behaviour).
  ProbabilityCode behaviour = 0;
  // Total policy probability of the legal actions without an entry.
  ProbabilityCode rest = kZeroProbability;
  // The entries are GameRecord::policy[first_policy] and following, ascending by action.
  uint32_t first_policy = 0;
  uint16_t num_policy = 0;

  float Value() const { return static_cast<float>(value) / 32767; }
  float Draw() const { return static_cast<float>(draw) / 255; }
  // In nats.
  float Surprise() const { return static_cast<float>(SurpriseUnits(surprise)) / 4096; }
  bool operator==(const RecordRow&) const = default;
};

// One game.
struct GameRecord {
  // GameSpec::text.
  std::string game = {};
  uint64_t seed = 0;
  uint32_t number = 0;
  std::vector<RecordedEvent> events = {};
  // Seat 0's return (the game is zero-sum). 0 if the game was cut off.
  float result = 0;
  std::array<int32_t, envs::kNumSeats> margin = {0, 0};
  std::string reason = {};
  bool truncated = false;
  // The seat that resigned or was adjudicated the loser before the rules ended the game; there is
  // then no margin.
  std::optional<envs::Seat> resigned = {};
  // Evaluations that the game requested, including cache hits.
  uint32_t evaluations = 0;
  // Evaluator::Id of all evaluators involved, except for a sparring model.
  std::vector<std::string> models = {};
  std::vector<RecordRow> rows = {};
  std::vector<PolicyEntry> policy = {};

  bool operator==(const GameRecord&) const = default;
  // Whether a search set the row's `value` and `draw`. Otherwise they have no meaning.
  bool IsJudged(const RecordRow& row) const { return models[row.model] != kBaselineName; }
  // The result for the deciding seat of a row. REQUIRES: a row of this record.
  float ResultFor(const RecordRow& row) const;
  std::span<const PolicyEntry> PolicyOf(const RecordRow& row) const {
    return std::span(policy).subspan(row.first_policy, row.num_policy);
  }
};

// Appends the row of a decision that will be the next event. With `rounding`, probabilities are
// rounded stochastically, so that repeated regularisation towards them does not accumulate rounding
// errors.
void AddRow(const Decision& decision, uint16_t model, GameRecord* record,
            RandomStream* rounding = nullptr);

// Writes the policy of a row at its legal actions, which sums to 1. REQUIRES: `legal` ascending,
// holding all actions of the policy; out of the same size.
void FillPolicy(const GameRecord& record, const RecordRow& row, std::span<const envs::Action> legal,
                std::span<float> out);

}  // namespace kvintet::selfplay
