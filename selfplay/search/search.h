// Search: chooses one action, as a state machine that stops wherever it needs an evaluation.
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

// Where a decision is taken.
struct SearchRoot {
  // One row, borrowed during Begin; and what lies behind it, for games that look at repetition.
  envs::ConstPositions position = {};
  const envs::Trail* trail = nullptr;
  // The seat that decides.
  envs::Seat seat = envs::Seat::k0;
  // Names the random numbers: no two decisions of a run share seed, game and ply. `ply` counts the
  // actions of both seats so far.
  uint64_t seed = 0;
  uint32_t game = 0;
  uint32_t ply = 0;
  // In place of the configured number; 0: as configured.
  int simulations = 0;
  // Whether the root explores as configured: noise, forced playouts. Else it is searched for play
  // alone.
  bool explore = true;
  // What the seat has seen of the game, as envs/text/record_text.h writes it, for searches that
  // judge by it what is hidden; may be empty.
  std::function<std::string()> record = {};

  RandomStream Stream(Purpose purpose) const { return {seed, game, ply, purpose}; }
};

// What an evaluator said of the view asked about; logits as the legal actions are.
struct Evaluation {
  std::span<const float> logits = {};
  Wdl wdl = {};
};

// One legal action of the root after a search; values in [-1, 1] from the deciding seat.
struct ActionStatistics {
  envs::Action action = 0;
  int visits = 0;
  // Of the evaluator, without noise.
  float prior = 0;
  // What a learner should aim at.
  float policy = 0;
  // Mean of the visits; 0 without visits.
  double value = 0;
};

// What a search found.
struct Decision {
  envs::Action action = envs::kNoAction;
  // Every legal action, ascending.
  std::vector<ActionStatistics> actions = {};
  // Means of return and of the probability of a draw, from the deciding seat.
  double value = 0;
  double draw = 0;
  // With what probability the policy that acted takes `action`; for a policy whose probabilities
  // are not known, what it aims at.
  double behaviour = 1;
  // There was one legal action only: nothing was searched.
  bool forced = false;
  // The actions expected from here on, the chosen one first.
  std::vector<envs::Action> line = {};
};

// Begin, then while Advance says that it waits: evaluate View and Legal, Resume; then Result. May
// be begun again at any time, and keeps its memory for that. One thread at a time. Results depend
// on root, configuration and answers only.
class Search {
 public:
  virtual ~Search() = default;
  virtual void Begin(const SearchRoot& root) = 0;
  // Begins with what a seat knows in place of the position, for players who have no more: the same
  // decision. REQUIRES: one view, of root.seat.
  virtual void BeginFromView(envs::ConstViews one, const SearchRoot& root) = 0;
  // Runs until an evaluation is needed (true) or the decision has fallen (false).
  virtual bool Advance() = 0;
  // What to evaluate: one view and its legal actions, ascending. Valid until Resume. REQUIRES:
  // Advance returned true.
  virtual envs::ConstViews View() const = 0;
  virtual std::span<const envs::Action> Legal() const = 0;
  virtual void Resume(const Evaluation& evaluation) = 0;
  // Valid until Begin. REQUIRES: Advance returned false.
  virtual const Decision& Result() const = 0;

  // An event of the game that was searched last: the next Begin is for a position behind all events
  // told, if any are. A search that keeps what it knows of that needs to be told all of them.
  virtual void Follow(envs::Actor, envs::Action) {}
  // The next Begin is for another game.
  virtual void Forget() {}
};

// Runs a search to its end with batches of one: for single decisions, not for many.
absl::StatusOr<Decision> Decide(Search* search, Evaluator* evaluator, const SearchRoot& root);

}  // namespace kvintet::selfplay
