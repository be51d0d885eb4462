// Search: chooses one action, as a state machine that pauses whenever it needs an evaluation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/rng.h"
#include "envs/game.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// What the deciding seat knows, and the settings of its decision. A search never sees a position.
struct SearchRoot {
  // One row, the view of the seat that must act, borrowed during Begin; and the history, for games
  // with repetition rules, borrowed likewise.
  envs::ConstViews view = {};
  const envs::RepetitionHistory* history = nullptr;
  // Key of the random numbers; no two decisions of a run share seed, game and ply. `ply` counts the
  // actions of both seats so far.
  uint64_t seed = 0;
  uint32_t game = 0;
  uint32_t ply = 0;
  // Overrides the configured number; 0 keeps it.
  int simulations = 0;
  // Whether the root explores as configured (noise, forced playouts). Otherwise the search only
  // looks for the best play.
  bool explore = true;
  // Returns the seat's record of the game in the format of envs/text/record_text.h, for searches
  // that infer hidden information from it; may be empty.
  std::function<std::string()> record = {};

  RandomStream Stream(Purpose purpose) const { return {seed, game, ply, purpose}; }
  // A copy that borrows nothing, to be kept after Begin.
  SearchRoot WithoutBorrowed() const {
    SearchRoot kept = *this;
    kept.view = {};
    kept.history = nullptr;
    return kept;
  }
};

// An evaluator's answer for one view; logits in the order of the legal actions.
struct Evaluation {
  std::span<const float> logits = {};
  Wdl wdl = {};
};

// One legal action of the root after a search; values in [-1, 1] for the deciding seat.
struct ActionStatistics {
  envs::Action action = 0;
  int visits = 0;
  // The evaluator's prior, without noise.
  float prior = 0;
  // The learning target.
  float policy = 0;
  // Mean value of the visits; 0 without visits.
  double value = 0;
};

// The result of a search.
struct Decision {
  envs::Action action = envs::kNoAction;
  // Every legal action, ascending.
  std::vector<ActionStatistics> actions = {};
  // Mean return and mean draw probability, for the deciding seat.
  double value = 0;
  double draw = 0;
  // Probability of `action` under the policy that acted; if that is not known, under the target
  // policy.
  double behaviour = 1;
  // Whether there was only one legal action, so that nothing was searched.
  bool forced = false;
  // The actions expected from here on, the chosen one first.
  std::vector<envs::Action> line = {};
};

// Usage: Begin; while Advance returns true, evaluate View and Legal and call Resume; then Result.
// Begin may be called again at any time and reuses memory. One thread at a time. Results depend
// only on root, configuration and evaluations.
class Search {
 public:
  virtual ~Search() = default;
  virtual void Begin(const SearchRoot& root) = 0;
  // Runs until an evaluation is needed (true) or the decision is made (false).
  virtual bool Advance() = 0;
  // The view to evaluate and its legal actions, ascending. Valid until Resume. REQUIRES: Advance
  // returned true.
  virtual envs::ConstViews View() const = 0;
  virtual std::span<const envs::Action> Legal() const = 0;
  virtual void Resume(const Evaluation& evaluation) = 0;
  // Valid until Begin. REQUIRES: Advance returned false.
  virtual const Decision& Result() const = 0;

  // Reports an event of the game that was searched last. If any are reported, the next Begin must
  // be for the position after all of them. A search that reuses its tree needs every event.
  virtual void Follow(envs::Actor, envs::Action) {}
  // The next Begin is for a different game.
  virtual void Forget() {}
};

// Runs a search to its end with batches of one; for single decisions only.
absl::StatusOr<Decision> Decide(Search* search, Evaluator* evaluator, const SearchRoot& root);

}  // namespace kvintet::selfplay
