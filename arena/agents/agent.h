// Agent: chooses the actions of a seat, at random, by search, by a network or through another
// program.
//
// One call asks an agent about many games, so that a network can evaluate them in batches. An agent
// sees only what its seat may know.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

#include "base/rng.h"
#include "envs/game.h"
#include "envs/text/playthrough.h"

namespace kvintet::arena {

// One decision that an agent has to take. Borrowed for the call.
struct Turn {
  // One row: the view of the seat that must act.
  envs::ConstViews view;
  // Repetition history; null if the game hides more than simultaneous choices in progress.
  const envs::RepetitionHistory* history = nullptr;
  // Returns the seat's record so far, built on demand.
  std::function<std::string()> record = {};
  // The whole game, hidden information included; null unless the agent's SeesAll is true.
  const envs::Playthrough* all = nullptr;
  // Index of the game in its match; equal for all turns of one game.
  int game_index = 0;
  // Key of this decision's random numbers: the same key gives the same choice.
  RandomKey key = {};
};

// The value of Turn::history for this game.
inline const envs::RepetitionHistory* SharedHistory(const envs::Playthrough& play) {
  const envs::GameSpec& spec = play.game().Spec();
  return !spec.secrets || spec.simultaneous ? &play.history() : nullptr;
}

// The episode of a turn's key for the decision after `plies` actions: that number, which searches
// take for the ply. The two seats of a simultaneous stage draw from separate streams, so in a game
// with such stages every action counts twice.
inline uint32_t EpisodeOf(const envs::Game& game, int plies, envs::Seat seat) {
  return static_cast<uint32_t>(game.Spec().simultaneous ? 2 * plies + envs::Index(seat) : plies);
}

// An agent's estimate of a decision that it has taken.
struct MoveEstimate {
  // Expected return of the deciding seat, in [-1, 1].
  double value = 0;
  // Probability of the chosen action in the policy that the search arrived at.
  double share = 0;
};

// The answer: a legal action, or the reason why the agent loses the game (a crash, a timeout, ...).
struct Choice {
  envs::Action action = envs::kNoAction;
  std::string failure = {};
  // Set if the agent provides it and had more than one legal action. It may reveal what only the
  // agent's seat knows.
  std::optional<MoveEstimate> estimate = {};
};

class Agent {
 public:
  virtual ~Agent() = default;

  // The text form, e.g. "mcts:800".
  virtual std::string Spec() const = 0;

  // Whether Turn::all is set for it. True only for agents that measure play.
  virtual bool SeesAll() const { return false; }

  // Chooses one action for every turn; `choices` [turns]. A choice does not depend on the other
  // turns. After an error the agent cannot go on at all. One thread at a time.
  virtual absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) = 0;

  // Writes into `policies` [turns] the probability of each legal action of each turn's view, in the
  // ascending order of envs::LegalList; each sums to 1. The turn's key seeds the search, and no
  // action is drawn. For measuring play: callers ask a copy of the agent, not the one in play.
  // Unimplemented for agents that have no such probabilities or do not reveal them; a call without
  // turns tests for that.
  virtual absl::Status TellPolicies(std::span<const Turn>, std::span<std::vector<double>>) {
    return absl::UnimplementedError(
        absl::StrCat("agent '", Spec(), "' does not reveal the probabilities of its actions"));
  }
};

}  // namespace kvintet::arena
