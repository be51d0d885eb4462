// Tests of Punct::KeepDefences: it keeps exactly the turns that do not lose at once (P5).
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/watched_games.h"

namespace kvintet::envs::punct {
namespace {

// Whether an action, or one that may follow it in the turn, leaves the other side nothing to join.
bool Defends(const Game& game, const Playthrough& play, Action action) {
  const Actor actor = play.Actors().First();
  Playthrough next = play;
  EXPECT_TRUE(next.Apply(actor, action).ok());
  if (next.Ended()) {
    const Outcome outcome = next.Result();
    return outcome.reason != "connection" || outcome.returns[static_cast<size_t>(actor)] == 1;
  }
  const ViewBuffer view = next.View(SeatOf(next.Actors().First()));
  if (next.Actors().First() != actor) {
    return !game.known_returns()->KnownReturn(view.Span()).has_value();
  }
  return std::ranges::any_of(LegalList(game, view.Span()),
                             [&](Action where) { return Defends(game, next, where); });
}

struct Found {
  // Positions in which some actions lose at once, and in which all do.
  int dangerous = 0;
  int lost = 0;
  // Positions in which most actions do not lose, but some do.
  int opened = 0;
};

void Compare(const Game& game, uint32_t games, Found* found) {
  testing::WatchGames(game, games, [&](const Playthrough& play, Seat, ConstViews view) {
    if (game.known_returns()->KnownReturn(view).has_value()) {
      return;
    }
    const std::vector<Action> actions = LegalList(game, view);
    std::vector<Action> defences;
    std::ranges::copy_if(actions, std::back_inserter(defences),
                         [&](Action action) { return Defends(game, play, action); });
    std::vector<uint64_t> words(static_cast<size_t>(game.Spec().MaskWords()));
    game.LegalActions(view, words);
    const bool any = game.defences()->KeepDefences(view, ActionMask(words));
    std::vector<Action> kept;
    ActionMask(words).List(&kept);
    EXPECT_EQ(any, !defences.empty()) << game.PositionText(play.Position());
    EXPECT_EQ(kept, any ? defences : actions) << game.PositionText(play.Position());
    found->dangerous += defences.size() < actions.size() ? 1 : 0;
    found->lost += any ? 0 : 1;
    found->opened += 2 * defences.size() > actions.size() && defences.size() < actions.size();
  });
}

TEST(DefencesTest, P5_TurnsThatLoseAtOnceAreNotKeptOnTheTinyBoard) {
  Found found;
  for (const char* name : {"tiny_punct", "tiny_punct{supply=both}", "tiny_punct{game=basic}",
                           "tiny_punct{max_plies=12}"}) {
    Compare(**MakeGame(name), 60, &found);
  }
  EXPECT_GT(found.dangerous, 100);
  EXPECT_GT(found.lost, 10);
  EXPECT_GT(found.opened, 50);
}

// All turns of all positions. Run by the slow tests.
TEST(DefencesTest, DISABLED_P5_TurnsThatLoseAtOnceAreNotKept) {
  Found found;
  Compare(**MakeGame("punct"), 4, &found);
  EXPECT_GT(found.dangerous, 4);
}

}  // namespace
}  // namespace kvintet::envs::punct
