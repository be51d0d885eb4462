// Evaluator: the seam to whatever judges positions: a network, rollouts, a table, a test's fake.
//
// Search and agents stand below networks and never learn what a network is: they ask through this
// seam.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"

#include "envs/game.h"

namespace kvintet::selfplay {

// One extra output that an evaluator can give besides policy and value, e.g. a margin.
struct HeadSpec {
  std::string name;
  // Numbers per view.
  int size = 0;
};

// Win, draw and loss probabilities from the view's own seat.
struct Wdl {
  float win = 0;
  float draw = 0;
  float loss = 0;
  // The expected return in [-1, 1] of the view's own seat.
  float Value() const { return win - loss; }
  bool operator==(const Wdl&) const = default;
};

// Views to judge, with their legal actions, flattened: those of view i are
// actions[offsets[i]] .. actions[offsets[i + 1] - 1], ascending. Borrowed for the call.
struct EvaluationRequest {
  envs::ConstViews views;
  std::span<const envs::Action> actions;
  // [n + 1], offsets[0] = 0.
  std::span<const int32_t> offsets;

  int Count() const { return views.Count(); }
  std::span<const envs::Action> Legal(int i) const {
    const auto first = static_cast<size_t>(offsets[static_cast<size_t>(i)]);
    const auto last = static_cast<size_t>(offsets[static_cast<size_t>(i) + 1]);
    return actions.subspan(first, last - first);
  }
};

// Where answers go; the caller's memory.
struct EvaluationResult {
  // Logits of the policy at the legal actions, flattened as they are.
  std::span<float> policy_logits;
  // [n]
  std::span<Wdl> wdl;
  // One span [n, size] per head wanted, in the order of EvaluationRequest's caller; may be empty.
  std::vector<std::span<float>> heads = {};
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // The game whose views it judges.
  virtual const envs::Game& game() const = 0;

  // What its answers are named by in records: a model's SHA-256, or e.g. "uniform".
  virtual std::string Id() const = 0;

  // Extra outputs it can give.
  virtual std::vector<HeadSpec> Heads() const { return {}; }

  // The number of views it likes to judge at once.
  virtual int PreferredBatch() const { return 32; }

  // Judges all views. The answer for a view does not depend on the others in the batch. Called by
  // one thread at a time per object; threads share nothing but what an implementation guards
  // itself.
  virtual absl::Status Evaluate(const EvaluationRequest& request,
                                const EvaluationResult& result) = 0;
};

}  // namespace kvintet::selfplay
