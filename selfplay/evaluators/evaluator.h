// Evaluator: the interface to anything that evaluates views: a network, rollouts, a table, a test
// fake.
//
// Search and agents lie below the network code and know only this interface.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"

#include "envs/game.h"

namespace kvintet::selfplay {

// One extra output of an evaluator besides policy and value, e.g. a margin.
struct HeadSpec {
  std::string name;
  // Numbers per view.
  int size = 0;
};

// Win, draw and loss probabilities for the view's own seat.
struct Wdl {
  float win = 0;
  float draw = 0;
  float loss = 0;
  // Expected return of the view's own seat, in [-1, 1].
  float Value() const { return win - loss; }
  bool operator==(const Wdl&) const = default;
};

// Views to evaluate, with their legal actions flattened: those of view i are actions[offsets[i]] ..
// actions[offsets[i + 1] - 1], ascending. Borrowed for the call.
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

// Output buffers, owned by the caller.
struct EvaluationResult {
  // Policy logits of the legal actions, flattened in the same way.
  std::span<float> policy_logits;
  // [n]
  std::span<Wdl> wdl;
  // One span [n, size] per requested head, in the caller's order; may be empty.
  std::vector<std::span<float>> heads = {};
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // The game whose views it evaluates.
  virtual const envs::Game& game() const = 0;

  // The evaluator's name in records: a model's SHA-256, or e.g. "uniform".
  virtual std::string Id() const = 0;

  // Extra outputs that it can provide.
  virtual std::vector<HeadSpec> Heads() const { return {}; }

  // Preferred number of views per call.
  virtual int PreferredBatch() const { return 32; }

  // Evaluates all views. The answer for a view does not depend on the others in the batch. One
  // thread at a time per object; an implementation must synchronise any state that objects share.
  virtual absl::Status Evaluate(const EvaluationRequest& request,
                                const EvaluationResult& result) = 0;
};

}  // namespace kvintet::selfplay
