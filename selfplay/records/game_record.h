// GameRecord: one game as it was played, with what a learner aims at in each row.
//
// A row is one recorded decision of one seat; random openings, actions that were the only legal
// ones, and quick searches are none. Records hold actions, not tensors: planes are made again when
// a row is wanted (replay_rows.h). Numbers are held as they are stored, so that what was written is
// equal to what is read.
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

// Named in GameRecord::models for rows of the yardstick, which judges nothing.
inline constexpr char kYardstickName[] = "greedy";

// One action of a seat or one outcome of chance.
struct RecordedEvent {
  envs::Actor actor = envs::Actor::kSeat0;
  envs::Action action = 0;
  bool operator==(const RecordedEvent&) const = default;
};

// A probability as exp(-code / 20), within 2.5 %; from 3e-6 on; 255 is 0. Of the two codes around
// it the nearer one; with `rounding`, from [0, 1), the further one that often that the logarithm is
// right in the mean.
using ProbabilityCode = uint8_t;
inline constexpr ProbabilityCode kZeroProbability = 255;
ProbabilityCode EncodeProbability(double probability, double rounding = 0.5);
float DecodeProbability(ProbabilityCode code);

// How far a search moved a policy: the Kullback-Leibler divergence of what it found from the
// evaluator's as (code / 64)^2 nats, up to 15.9.
using SurpriseCode = uint8_t;
SurpriseCode EncodeSurprise(double nats);
// In 4096ths of a nat: whole numbers, whose sums do not depend on their order.
inline int64_t SurpriseUnits(SurpriseCode code) { return int64_t{code} * code; }

// One action of a policy.
struct PolicyEntry {
  envs::Action action = 0;
  ProbabilityCode code = kZeroProbability;
  bool operator==(const PolicyEntry&) const = default;
};

// One decision.
struct RecordRow {
  // The event that is the decision.
  int32_t event = 0;
  SurpriseCode surprise = 0;
  // Index in GameRecord::models: who evaluated last in the search.
  uint16_t model = 0;
  // What the search expects, from the deciding seat: the return times 32767, the probability of a
  // draw times 255.
  int16_t value = 0;
  uint8_t draw = 0;
  // Probability with which the policy that acted takes the action (Decision::behaviour).
  ProbabilityCode behaviour = 0;
  // Of the policy: what the legal actions without an entry have together.
  ProbabilityCode rest = kZeroProbability;
  // Its entries: GameRecord::policy[first_policy] and on, ascending by action.
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
  // Zero-sum; seat 0's. A game that was cut has 0.
  float result = 0;
  std::array<int32_t, envs::kNumSeats> margin = {0, 0};
  std::string reason = {};
  bool truncated = false;
  // Who gave up before the rules ended it, or was adjudged the loser: there is no margin.
  std::optional<envs::Seat> resigned = {};
  // Evaluations that the game asked for, those that a cache spared among them.
  uint32_t evaluations = 0;
  // Evaluator::Id of all who had a part, but not of a sparring model.
  std::vector<std::string> models = {};
  std::vector<RecordRow> rows = {};
  std::vector<PolicyEntry> policy = {};

  bool operator==(const GameRecord&) const = default;
  // Whether a search judged the row: `value` and `draw` are what it found. Else nobody has.
  bool IsJudged(const RecordRow& row) const { return models[row.model] != kYardstickName; }
  // The result for the seat that decides at a row. REQUIRES: a row of this record.
  float ResultFor(const RecordRow& row) const;
  std::span<const PolicyEntry> PolicyOf(const RecordRow& row) const {
    return std::span(policy).subspan(row.first_policy, row.num_policy);
  }
};

// Appends the row of a decision that is about to be the next event. With `rounding` its
// probabilities are rounded at random: who is held near them many times over would else be held
// near their errors.
void AddRow(const Decision& decision, uint16_t model, GameRecord* record,
            RandomStream* rounding = nullptr);

// The policy of a row at its legal actions, which sums to 1. REQUIRES: `legal` ascending, holding
// all actions of the policy; out of the same size.
void FillPolicy(const GameRecord& record, const RecordRow& row, std::span<const envs::Action> legal,
                std::span<float> out);

}  // namespace kvintet::selfplay
