// Tests of Punct::KnownReturn: it knows exactly the turns that join two sides (P5).
#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/punct/board.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/watched_games.h"

namespace kvintet::envs::punct {
namespace {

std::vector<Action> LegalActions(const Game& game, const Playthrough& play) {
  return LegalList(game, play.View(SeatOf(play.Actors().First())).Span());
}

// Whether an action, or one that may follow it in the turn, joins two sides for the side to move.
bool Joins(const Game& game, const Playthrough& play, Action action) {
  const Actor actor = play.Actors().First();
  Playthrough next = play;
  EXPECT_TRUE(next.Apply(actor, action).ok());
  if (next.Ended()) {
    const Outcome outcome = next.Result();
    return outcome.reason == "connection" && outcome.returns[static_cast<size_t>(actor)] == 1;
  }
  return next.Actors().First() == actor &&
         std::ranges::any_of(LegalActions(game, next),
                             [&](Action where) { return Joins(game, next, where); });
}

// Counts the positions in which choosing a new piece, or one on the board, leads to a join.
void Compare(const Game& game, uint32_t games, std::array<int, 2>* joined) {
  testing::WatchGames(game, games, [&](const Playthrough& play, Seat, ConstViews view) {
    std::array<bool, 2> joins = {false, false};
    for (const Action action : LegalActions(game, play)) {
      joins[action < kKinds ? 0 : 1] |= Joins(game, play, action);
    }
    EXPECT_EQ(game.known_returns()->KnownReturn(view).has_value(), joins[0] || joins[1])
        << game.PositionText(play.Position());
    if (game.MoveProgress(view) == 0) {
      (*joined)[0] += joins[0] ? 1 : 0;
      (*joined)[1] += joins[1] ? 1 : 0;
    }
  });
}

TEST(JoiningTest, P5_AllTurnsThatJoinAreKnownOnTheTinyBoard) {
  std::array<int, 2> joined = {0, 0};
  Compare(**MakeGame("tiny_punct"), 30, &joined);
  EXPECT_GT(joined[0], 10);
  EXPECT_GT(joined[1], 2);
}

// All turns of all positions. Run by the slow tests.
TEST(JoiningTest, DISABLED_P5_AllTurnsThatJoinAreKnown) {
  std::array<int, 2> joined = {0, 0};
  Compare(**MakeGame("punct"), 4, &joined);
  EXPECT_GT(joined[0], 2);
  EXPECT_GT(joined[1], 2);
}

}  // namespace
}  // namespace kvintet::envs::punct
