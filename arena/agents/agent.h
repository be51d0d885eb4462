// Agent: whatever chooses actions for a seat: at random, by search, by a network, by another
// program.
//
// An agent is asked for many games at once, so that those that think in batches can. It is given
// what its seat may know and nothing else.
#pragma once

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

// One decision wanted of an agent. Borrowed for the call.
struct Turn {
  // One row: the view of the seat that must act.
  envs::ConstViews view;
  // Repetition history; null unless the game hides nothing, or nothing but choices in progress.
  const envs::Trail* trail = nullptr;
  // The seat's record so far, made when asked for.
  std::function<std::string()> record = {};
  // All that has happened, whoever may know it; null but for agents that see all.
  const envs::Playthrough* all = nullptr;
  // Which game of the match this is; equal for all turns of one game.
  int game_index = 0;
  // Names the random numbers of this decision: same key, same choice.
  RandomKey key = {};
};

// What turns of this game are told of its repetition history (Turn::trail).
inline const envs::Trail* SharedTrail(const envs::Playthrough& play) {
  const envs::GameSpec& spec = play.game().Spec();
  return !spec.secrets || spec.simultaneous ? &play.trail() : nullptr;
}

// What an agent thinks of a decision it has taken.
struct Opinion {
  // The return that it expects for the deciding seat, in [-1, 1].
  double value = 0;
  // The part of its policy, as its search left it, that the action it chose has.
  double share = 0;
};

// The answer: a legal action, or why the agent loses the game (it crashed, was silent, ...).
struct Choice {
  envs::Action action = envs::kNoAction;
  std::string failure = {};
  // Where the agent tells, and there was something to think about. It says what the agent's seat
  // may know, not what others may.
  std::optional<Opinion> opinion = {};
};

class Agent {
 public:
  virtual ~Agent() = default;

  // How it is written, e.g. "mcts:800".
  virtual std::string Spec() const = 0;

  // Whether it is told what its seat may not know: agents that judge play, and no others.
  virtual bool SeesAll() const { return false; }

  // Chooses one action for every turn; `choices` [turns]. A choice does not depend on the other
  // turns. An error means that the agent cannot go on at all. One thread at a time.
  virtual absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) = 0;

  // With which probabilities it takes each legal action of each turn's view, ascending as
  // envs::LegalList has them; they add up to 1. `policies` [turns]. A search is made with the seed
  // of the turn's key, what is drawn from its result is not. For judges of play, who ask a copy of
  // an agent and not the one in play. Unimplemented where it has no such probabilities or does not
  // tell them; no turns at all ask whether it does.
  virtual absl::Status TellPolicies(std::span<const Turn>, std::span<std::vector<double>>) {
    return absl::UnimplementedError(
        absl::StrCat("agent '", Spec(), "' cannot be asked with which probabilities it plays"));
  }
};

}  // namespace kvintet::arena
