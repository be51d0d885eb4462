// WatchGames: plays whole games with a mix of random moves and moves of the baseline.
#pragma once

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"

namespace kvintet::testing {

// Plays this many games and calls visit(play, seat, view) before each action, with the view of the
// seat that acts; chance acts by its probabilities. Half of the actions are drawn from all legal
// ones, half are the baseline's. A fatal failure in `visit` ends it.
template <typename Visit>
void WatchGames(const envs::Game& game, uint32_t games, const Visit& visit) {
  for (uint32_t number = 0; number < games; ++number) {
    RandomStream random(1, number, 0, Purpose::kTest);
    envs::Playthrough play(game);
    while (!play.Ended()) {
      const envs::Actor actor = play.Actors().First();
      if (actor == envs::Actor::kChance) {
        play.ApplyChance(&random);
        continue;
      }
      const envs::ViewBuffer view = play.View(SeatOf(actor));
      visit(play, SeatOf(actor), view.Span());
      if (::testing::Test::HasFatalFailure()) {
        return;
      }
      std::vector<envs::Action> actions = LegalList(game, view.Span());
      if (random.Below(2) == 0) {
        game.baseline()->GreedyActions(view.Span(), &actions);
      }
      const auto choice = random.Below(static_cast<uint32_t>(actions.size()));
      ASSERT_TRUE(play.Apply(actor, actions[choice]).ok());
    }
  }
}

}  // namespace kvintet::testing
