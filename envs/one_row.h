// ActorsOf, StepOne, ViewOf, LegalList, DrawOutcome: functions of Game for a single row.
//
// For code that drives one game: convenient, but they allocate. Batched code calls Game directly.
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
inline void StepOne(const Game& game, Positions one, RepetitionHistory* history, Actor actor,
                    Action action) {
  game.Step(one, std::span(history, 1), std::span(&actor, 1), std::span(&action, 1));
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

// The legal actions of the view's seat, ascending; empty if it need not act.
inline std::vector<Action> LegalList(const Game& game, ConstViews one) {
  std::vector<uint64_t> words(static_cast<size_t>(game.Spec().MaskWords()));
  game.LegalActions(one, words);
  std::vector<Action> actions;
  ConstActionMask(words).List(&actions);
  return actions;
}

// Samples one of the outcomes by probability; the sum may be slightly more or less than 1. Always
// takes two draws of the stream, even if there is only one outcome. REQUIRES: at least one outcome.
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
