// Tests of Tantrix::PlayOutCarefully against the same choices made step by step.
#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/learning_hints.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/rules/row_cast.h"
#include "envs/text/playthrough.h"
#include "tests/support/status_matchers.h"
#include "tests/support/watched_games.h"

namespace kvintet::envs::tantrix {
namespace {

const Situation& SituationOf(const Playthrough& play) {
  return RowAs<Tantrix::Position>(play.Position()).now;
}

// By default seat 0 plays red, seat 1 yellow (T2).
Colour ColourOf(Seat seat) { return seat == Seat::k0 ? kRed : kYellow; }

// How much longer the seat's line through the tile that the action lays is than the other's.
int LeadAfter(Playthrough play, Seat seat, Action action) {
  const int tile = SituationOf(play).tile - 1;
  EXPECT_OK(play.Apply(ActorOf(seat), action));
  const Table& table = SituationOf(play).table;
  const Field field(table, false);
  const Cell cell = table.CellOf(tile);
  return field.LineThrough(cell, ColourOf(seat)).score -
         field.LineThrough(cell, ColourOf(Other(seat))).score;
}

// The first of the best of `tries` legal actions drawn at random, of fewer if there are fewer.
Action Choose(const Playthrough& play, Seat seat, int tries, RandomStream* random) {
  const std::vector<Action> legal = LegalList(play.game(), play.View(seat).Span());
  const auto draw = [&] { return legal[random->Below(static_cast<uint32_t>(legal.size()))]; };
  if (SituationOf(play).stage != Stage::kLay) {
    return draw();
  }
  Action best = draw();
  int most = LeadAfter(play, seat, best);
  for (int i = 1; i < std::min<int>(tries, static_cast<int>(legal.size())); ++i) {
    const Action next = draw();
    const int lead = LeadAfter(play, seat, next);
    if (lead > most) {
      most = lead;
      best = next;
    }
  }
  return best;
}

Outcome ByStep(Playthrough play, int tries, RandomStream* random) {
  while (!play.Ended()) {
    const Actor actor = play.Actors().First();
    if (actor == Actor::kChance) {
      play.ApplyChance(random);
    } else {
      EXPECT_OK(play.Apply(actor, Choose(play, SeatOf(actor), tries, random)));
    }
  }
  return play.Result();
}

class PlayoutTest : public ::testing::Test {
 protected:
  const std::unique_ptr<Game> game_ = *MakeGame("tiny_tantrix");
};

TEST_F(PlayoutTest, CarefulGamesAreGamesByStep) {
  uint32_t number = 0;
  testing::WatchGames(*game_, 12, [&](const Playthrough& play, Seat, ConstViews) {
    for (const int tries : {1, 2, 5}) {
      RandomStream by_step(2, ++number, 0, Purpose::kTest);
      RandomStream at_once = by_step;
      const Outcome wanted = ByStep(play, tries, &by_step);
      const Outcome found =
          game_->careful_playouts()->PlayOutCarefully(play.Position(), tries, &at_once);
      ASSERT_EQ(found.margin, wanted.margin) << game_->PositionText(play.Position());
      ASSERT_EQ(found.returns, wanted.returns);
      ASSERT_EQ(at_once.Next64(), by_step.Next64());
    }
  });
  EXPECT_GT(number, 300);
}

// T6. Each hinders the other as well, so lines do not become much longer.
TEST_F(PlayoutTest, CareMakesLongerLines) {
  const auto full = *MakeGame("tantrix");
  const Playthrough start(*full);
  RandomStream random(3, 0, 0, Purpose::kTest);
  const auto lines = [&](int tries) {
    int sum = 0;
    for (int i = 0; i < 200; ++i) {
      const Outcome end =
          full->careful_playouts()->PlayOutCarefully(start.Position(), tries, &random);
      sum += end.margin[0] + end.margin[1];
    }
    return sum;
  };
  const int careless = lines(1);
  const int careful = lines(8);
  EXPECT_GT(careful, careless + 200);
}

}  // namespace
}  // namespace kvintet::envs::tantrix
