// Tests of BagEndgame: views determine the position once the bag is empty; exact play against plain
// minimax.
#include "selfplay/tantrix/bag_endgame.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "envs/games/tantrix/tantrix.h"
#include "envs/one_row.h"
#include "envs/rules/rules_game.h"
#include "envs/text/playthrough.h"
#include "tests/support/brute_force.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using envs::Action;
using envs::Actor;
using envs::Seat;
using envs::tantrix::Situation;
using envs::tantrix::TileSet;

const Situation& TruthOf(envs::ConstPositions one) {
  return reinterpret_cast<const envs::tantrix::Tantrix::Position*>(one.Row(0))->now;
}

const Situation& KnownTo(envs::ConstViews one) {
  return reinterpret_cast<const envs::tantrix::Tantrix::View*>(one.Row(0))->now;
}

// Number of tiles that have not been laid.
int TilesLeft(const Situation& s) {
  const int chosen = s.stage == envs::tantrix::Stage::kLay ? 1 : 0;
  return s.bag_size + s.rack_sizes[0] + s.rack_sizes[1] + chosen;
}

// Plays a game at random, or by the baseline if `greedy`, and visits each position where a seat
// must act.
void VisitGame(const envs::Game& game, uint32_t number, bool greedy,
               const std::function<void(const envs::Playthrough&, Seat)>& visit) {
  RandomStream random(7, number, greedy ? 1 : 0, Purpose::kTest);
  envs::Playthrough play(game);
  while (!play.Ended()) {
    if (play.Actors().Has(Actor::kChance)) {
      play.ApplyChance(&random);
      continue;
    }
    const Seat seat = envs::SeatOf(play.Actors().First());
    visit(play, seat);
    const envs::ViewBuffer view = play.View(seat);
    std::vector<Action> actions = envs::LegalList(game, view.Span());
    if (greedy) {
      game.baseline()->GreedyActions(view.Span(), &actions);
    }
    const auto chosen = random.Below(static_cast<uint32_t>(actions.size()));
    ASSERT_OK(play.Apply(play.Actors().First(), actions[chosen]));
  }
}

TEST(BagEndgameTest, OnlyTantrixHasOne) {
  EXPECT_EQ(MakeEndgame(*testing::Game("kuhn")), nullptr);
  EXPECT_NE(MakeEndgame(*testing::Game("tantrix{racks=open}")), nullptr);
}

// T2, T5: the set of tiles is known, so with an empty bag the tiles that are not on the table, in
// the own rack or being laid belong to the other seat.
TEST(BagEndgameTest, WithTheBagEmptyEachSeatKnowsTheOthersRack) {
  for (const std::string name : {"tantrix", "tiny_tantrix"}) {
    const auto game = testing::Game(name);
    const TileSet all = name == "tantrix" ? ~TileSet{0} >> 8 : (TileSet{1} << 14) - 1;
    const auto endgame = MakeEndgame(*game);
    int open = 0;
    for (uint32_t number = 0; number < 40; ++number) {
      VisitGame(*game, number, false, [&](const envs::Playthrough& play, Seat) {
        const Situation& truth = TruthOf(play.Position());
        for (const Seat seat : {Seat::k0, Seat::k1}) {
          const auto own = static_cast<size_t>(envs::Index(seat));
          const envs::ViewBuffer view = play.View(seat);
          ASSERT_EQ(endgame->IsOpen(std::as_const(view).Span()), truth.bag_size == 0);
          if (truth.bag_size > 0) {
            ASSERT_EQ(KnownTo(std::as_const(view).Span()).racks[1 - own], 0u);
            continue;
          }
          const bool laying = truth.stage == envs::tantrix::Stage::kLay;
          const TileSet laid = laying ? envs::tantrix::SetOf(truth.tile - 1) : 0;
          const TileSet rest = all & ~(truth.table.tiles | truth.racks[own] | laid);
          ASSERT_EQ(rest, truth.racks[1 - own]);
          ASSERT_EQ(KnownTo(std::as_const(view).Span()).racks, truth.racks);
          envs::PositionBuffer drawn(1, game->Spec().position_bytes);
          RandomStream random(number, 0, 0, Purpose::kResample);
          game->Resample(std::as_const(view).Span(), &random, drawn.Span());
          ASSERT_EQ(TruthOf(std::as_const(drawn).Span()).racks, truth.racks);
          ++open;
        }
      });
    }
    EXPECT_GT(open, 100) << name;
  }
}

// The same rules with so few tiles that the last six can be enumerated: the fourteen tiles without
// green, racks of three.
class SmallBox : public envs::tantrix::Tantrix {
 public:
  static constexpr std::string_view kName = "small_box";
  static constexpr envs::tantrix::Box kBox = {
      .num_tiles = 14, .rack_size = 3, .colours = "BRY", .radius = 5};
  explicit SmallBox(const envs::RuleOptions& options) : Tantrix(options, kBox) {}
  static envs::OptionSchema Options() { return OptionsOf(kBox); }
};

// The number of positions compared for each number of tiles left, and their values.
struct Comparison {
  std::map<int, int> by_tiles = {};
  std::map<double, int> by_value = {};
};

// What to compare: at most `each` positions for each number of tiles from `fewest` to `most`, and
// only those that brute force solves within `limit` positions.
struct Extent {
  int fewest = 0;
  int most = 0;
  int each = 0;
  size_t limit = 0;
};

// Compares positions of random games and of games by the baseline.
Comparison CompareWithBruteForce(const envs::Game& game, Endgame* endgame, const Extent& extent) {
  Comparison made;
  const auto compare = [&](const envs::Playthrough& play, Seat seat) {
    const Situation& truth = TruthOf(play.Position());
    const int tiles = TilesLeft(truth);
    if (truth.bag_size > 0 || tiles < extent.fewest || tiles > extent.most ||
        made.by_tiles[tiles] >= extent.each) {
      return;
    }
    envs::PositionBuffer position(1, game.Spec().position_bytes);
    envs::CopyRows<envs::PositionTag>(play.Position(), position.Span());
    testing::BruteForce brute(game, extent.limit);
    const std::map<Action, double> values = brute.ValuesOfActions(position);
    if (brute.GaveUp()) {
      return;
    }
    const double sign = seat == Seat::k0 ? 1 : -1;
    double best = -1;
    for (const auto& [action, value] : values) {
      best = std::max(best, sign * value);
    }
    const envs::ViewBuffer view = play.View(seat);
    const auto exact = endgame->Solve(view.Span(), 10000000);
    ASSERT_TRUE(exact.has_value());
    ASSERT_EQ(exact->value, best) << play.Record();
    ASSERT_EQ(sign * values.at(exact->action), best) << play.Record();
    ++made.by_tiles[tiles];
    ++made.by_value[best];
  };
  for (uint32_t number = 0; number < 24; ++number) {
    VisitGame(game, number, number % 2 == 1, compare);
  }
  return made;
}

class BagEndgameOptionsTest : public ::testing::TestWithParam<const char*> {};

TEST_P(BagEndgameOptionsTest, IsBestPlay) {
  const auto game = testing::Game(GetParam());
  const Comparison made = CompareWithBruteForce(*game, MakeEndgame(*game).get(), {1, 3, 8, 600});
  EXPECT_EQ(made.by_tiles.at(2), 8);
  EXPECT_EQ(made.by_tiles.at(3), 8);
  EXPECT_LT(made.by_value.begin()->first, 0);
  EXPECT_GT(made.by_value.rbegin()->first, 0);
}

INSTANTIATE_TEST_SUITE_P(Options, BagEndgameOptionsTest,
                         ::testing::Values("tantrix", "tantrix{reward=tournament}",
                                           "tantrix{racks=open,colours=green-blue,lottery=no}",
                                           "tiny_tantrix", "tiny_tantrix{reward=tournament}"));

Comparison CompareInSmallBox(const std::string& reward, const Extent& extent) {
  const auto game = envs::RulesGame<SmallBox>::Make({{"reward", reward}});
  EXPECT_OK(game.status());
  const auto& rules = dynamic_cast<const envs::RulesGame<SmallBox>&>(**game).rules();
  return CompareWithBruteForce(**game, tantrix::MakeBagEndgame(rules).get(), extent);
}

TEST(BagEndgameTest, IsBestPlayWithSixTiles) {
  const Comparison made = CompareInSmallBox("tournament", {6, 6, 1, 20000});
  EXPECT_EQ(made.by_tiles.at(6), 1);
}

// Includes positions that take brute force longer; for the slow tests.
TEST(BagEndgameTest, DISABLED_IsBestPlayWithFourToSixTiles) {
  for (const std::string reward : {"win", "tournament"}) {
    const Comparison made = CompareInSmallBox(reward, {4, 6, 1, 100000});
    EXPECT_EQ(made.by_tiles.at(4), 1);
    EXPECT_EQ(made.by_tiles.at(5), 1);
    EXPECT_EQ(made.by_tiles.at(6), 1);
  }
}

TEST(BagEndgameTest, SaysWhenItsNodesDoNotSettleAPosition) {
  const auto game = testing::Game("tiny_tantrix");
  const auto endgame = MakeEndgame(*game);
  int asked = 0;
  VisitGame(*game, 1, false, [&](const envs::Playthrough& play, Seat seat) {
    if (TruthOf(play.Position()).bag_size > 0) {
      return;
    }
    const envs::ViewBuffer view = play.View(seat);
    const auto all = endgame->Solve(view.Span(), 300000);
    if (!all || all->nodes < 2) {
      return;
    }
    ++asked;
    EXPECT_FALSE(endgame->Solve(view.Span(), all->nodes - 1).has_value());
    const auto again = endgame->Solve(view.Span(), all->nodes);
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->action, all->action);
    EXPECT_EQ(again->value, all->value);
    EXPECT_EQ(again->nodes, all->nodes);
  });
  EXPECT_GT(asked, 3);
}

}  // namespace
}  // namespace kvintet::selfplay
