// ActorsOf, StepOne, ViewOf, LegalList, DrawOutcome: the verbs of Game on a single row.
//
// For code that drives one game: short, and they allocate. Batches call Game itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/rng.h"
#include "envs/action_mask.h"
#include "envs/game.h"

namespace kvintet::envs {

inline ActorSet ActorsOf(const Game& game, ConstPositions one) {
  ActorSet actors;
  game.Actors(one, std::span(&actors, 1));
  return actors;
}

// REQUIRES: as Game::Step.
inline void StepOne(const Game& game, Positions one, Trail* trail, Actor actor, Action action) {
  game.Step(one, std::span(trail, 1), std::span(&actor, 1), std::span(&action, 1));
}

inline PositionBuffer InitialPosition(const Game& game) {
  PositionBuffer position(1, game.Spec().position_bytes);
  game.Initialize(position.Span());
  return position;
}

inline ViewBuffer ViewOf(const Game& game, ConstPositions one, Seat seat) {
  ViewBuffer view(1, game.Spec().view_bytes);
  game.MakeViews(one, std::span(&seat, 1), view.Span());
  return view;
}

// The legal actions of the view's seat, ascending; none where it need not act.
inline std::vector<Action> LegalList(const Game& game, ConstViews one) {
  std::vector<uint64_t> words(static_cast<size_t>(game.Spec().MaskWords()));
  game.LegalActions(one, words);
  std::vector<Action> actions;
  ConstActionMask(words).List(&actions);
  return actions;
}

// One of the outcomes by their probabilities, which may sum to a little more or less than 1; takes
// two draws of the stream, also where there is only one outcome. REQUIRES: at least one.
inline Action DrawOutcome(std::span<const ChanceOutcome> outcomes, RandomStream* random) {
  KVINTET_CHECK(!outcomes.empty());
  double rest = random->Uniform();
  for (const ChanceOutcome& outcome : outcomes) {
    rest -= outcome.probability;
    if (rest < 0) {
      return outcome.outcome;
    }
  }
  return outcomes.back().outcome;
}

}  // namespace kvintet::envs
