// Tests of the course of play of the reference Tantrix: clauses T2, T3, T5, T6, T8 and T9.
#include "tests/reference/tantrix/tantrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "base/rng.h"
#include "tests/reference/reference_registry.h"
#include "tests/reference/tantrix/tantrix_restrictions.h"

namespace kvintet::reference {
namespace {

using Moves = std::vector<std::string>;

// A game of a few tiles without the lottery, so that every draw can be written out.
TantrixOptions FewTiles(const std::vector<int>& tiles, int rack_size) {
  TantrixOptions options;
  options.lottery = false;
  options.tiles = tiles;
  options.rack_size = rack_size;
  return options;
}

// Nine tiles, racks of two: fills, free moves, unfilled forced spaces and an endgame.
Tantrix NineTiles(bool open_racks = false) {
  TantrixOptions options = FewTiles({3, 14, 27, 32, 33, 34, 38, 49, 54}, 2);
  options.open_racks = open_racks;
  return Tantrix(options);
}

// Five of seven tiles are placed; seat 0 holds tile 4, whose fitting spaces are all restricted by
// shape.
const char kToDeadlock[] =
    "draw_11 draw_53 11@0,0/5 draw_50 53@-1,1/4 draw_35 50@0,-1/5 draw_4 35@1,0/5 draw_54";

// Makes moves, each by the actor to act and each checked against the legal ones; chance events are
// written `draw_17`.
void PlayMoves(ReferenceGame& game, const std::string& moves) {
  std::istringstream stream(moves);
  for (std::string move; stream >> move;) {
    std::replace(move.begin(), move.end(), '_', ' ');
    ASSERT_EQ(game.Actors().size(), 1u) << "the game is over before " << move;
    const Moves legal = game.LegalMoves(game.Actors()[0]);
    ASSERT_TRUE(std::binary_search(legal.begin(), legal.end(), move)) << move;
    game.Apply(game.Actors()[0], move);
  }
}

// Plays randomly to the end; calls `look` with every position before its event.
template <typename Look>
void PlayOut(Tantrix& game, std::uint64_t seed, const Look& look) {
  RandomStream random(seed, 0, 0, Purpose::kTest);
  while (!game.Actors().empty()) {
    look(game);
    const int actor = game.Actors()[0];
    const Moves legal = game.LegalMoves(actor);
    game.Apply(actor, legal[random.Below(static_cast<std::uint32_t>(legal.size()))]);
  }
}

int Actor(const ReferenceGame& game) { return game.Actors().at(0); }

Moves Legal(const ReferenceGame& game) { return game.LegalMoves(Actor(game)); }

std::set<int> TilesOf(const Moves& moves) {
  std::set<int> tiles;
  for (const std::string& move : moves) tiles.insert(std::stoi(move));
  return tiles;
}

TEST(TantrixTest, T2_HigherLotStarts) {
  for (const bool seat0_higher : {true, false}) {
    Tantrix game{TantrixOptions{}};
    PlayMoves(game, seat0_higher ? "lot_40 lot_39" : "lot_39 lot_40");
    PlayMoves(game, "draw_1 draw_2 draw_3 draw_4 draw_5 draw_6");
    PlayMoves(game, "draw_7 draw_8 draw_9 draw_10 draw_11 draw_12");
    EXPECT_EQ(Actor(game), seat0_higher ? 0 : 1);
    EXPECT_EQ(game.Rack(0), (std::set<int>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(game.Rack(1), (std::set<int>{7, 8, 9, 10, 11, 12}));
    EXPECT_EQ(game.Bag().size(), 44u);
  }
}

TEST(TantrixTest, T2_LotsAreTwoTilesAndGoBack) {
  Tantrix game{TantrixOptions{}};
  EXPECT_EQ(Legal(game).size(), 56u);
  EXPECT_EQ(Legal(game)[1], "lot 10");
  game.Apply(kChanceActor, "lot 17");
  EXPECT_EQ(Legal(game).size(), 55u);
  const Moves second = Legal(game);
  EXPECT_FALSE(std::binary_search(second.begin(), second.end(), "lot 17"));
  game.Apply(kChanceActor, "lot 18");
  EXPECT_EQ(Legal(game).size(), 56u);
}

TEST(TantrixTest, T2_DrawsAreUniformOverTheBag) {
  Tantrix game{FewTiles({3, 14, 27, 32, 33}, 2)};
  PlayMoves(game, "draw_14");
  EXPECT_EQ(Legal(game), (Moves{"draw 27", "draw 3", "draw 32", "draw 33"}));
  EXPECT_EQ(game.ChanceProbabilities(), std::vector<double>(4, 0.25));
}

TEST(TantrixTest, T2_PrivateRacksAreKnownToTheirOwners) {
  Tantrix one = NineTiles();
  Tantrix other = NineTiles();
  PlayMoves(one, "draw_49 draw_27 draw_14 draw_38");
  PlayMoves(other, "draw_49 draw_27 draw_3 draw_54");
  EXPECT_EQ(one.Knowledge(0), other.Knowledge(0));
  EXPECT_NE(one.Knowledge(1), other.Knowledge(1));
  EXPECT_EQ(one.Knowledge(kSpectatorSeat), other.Knowledge(kSpectatorSeat));
}

TEST(TantrixTest, T2_OpenRacksAreKnownToAll) {
  Tantrix one = NineTiles(true);
  Tantrix other = NineTiles(true);
  PlayMoves(one, "draw_49 draw_27 draw_14 draw_38");
  PlayMoves(other, "draw_49 draw_27 draw_3 draw_54");
  for (int seat = 0; seat <= kSpectatorSeat; ++seat) {
    EXPECT_NE(one.Knowledge(seat), other.Knowledge(seat));
    EXPECT_EQ(one.Twin(seat, 5), one.History());
  }
}

TEST(TantrixTest, T2_OptionsReachTheGame) {
  EXPECT_NE(MakeReference("tantrix"), nullptr);
  const auto game =
      MakeReference("tantrix{colours=blue-green,lottery=no,racks=open,reward=tournament}");
  ASSERT_NE(game, nullptr);
  EXPECT_EQ(Legal(*game)[0], "draw 1");
  EXPECT_EQ(MakeReference("tantrix{colours=red-red}"), nullptr);
  EXPECT_EQ(MakeReference("tantrix{colours=red}"), nullptr);
  EXPECT_EQ(MakeReference("tantrix{colours=red-white}"), nullptr);
  EXPECT_EQ(MakeReference("tantrix{racks=shut}"), nullptr);
}

TEST(TantrixTest, T3_FirstTileLiesAtTheOriginInAnyRotation) {
  Tantrix game{TantrixOptions{}};
  PlayMoves(game, "lot_2 lot_1 draw_1 draw_2 draw_3 draw_4 draw_5 draw_6");
  PlayMoves(game, "draw_7 draw_8 draw_9 draw_10 draw_11 draw_12");
  const Moves first = Legal(game);
  EXPECT_EQ(first.size(), 36u);
  for (const std::string& move : first) EXPECT_NE(move.find("@0,0/"), std::string::npos) << move;
}

TEST(TantrixTest, T3_PlayerDrawsAfterEveryPlacementBeforeTheTurnPasses) {
  Tantrix game = NineTiles();
  PlayMoves(game, "draw_49 draw_27 draw_14 draw_38 49@0,0/0");
  EXPECT_EQ(Actor(game), kChanceActor);
  EXPECT_EQ(Legal(game), (Moves{"draw 3", "draw 32", "draw 33", "draw 34", "draw 54"}));
  PlayMoves(game, "draw_32");
  EXPECT_EQ(game.Rack(0), (std::set<int>{27, 32}));
  EXPECT_EQ(Actor(game), 1);
}

TEST(TantrixTest, T3_ForcedSpacesComeBeforeTheFreeMove) {
  Tantrix game = NineTiles();
  PlayMoves(game, "draw_49 draw_27 draw_14 draw_38 49@0,0/0 draw_32 38@1,0/2 draw_54");
  PlayMoves(game, "32@1,1/0 draw_33");
  // Seat 0 cannot fill 0,1 and has ended its turn; seat 1 can.
  EXPECT_EQ(Actor(game), 1);
  EXPECT_EQ(Legal(game), Moves{"14@0,1/2"});
  PlayMoves(game, "14@0,1/2 draw_34");
  // The fill was not the free move.
  EXPECT_EQ(Actor(game), 1);
  EXPECT_EQ(Legal(game).size(), 26u);
  EXPECT_EQ(TilesOf(Legal(game)), (std::set<int>{34, 54}));
}

TEST(TantrixTest, T3_ForcedSpacesComeAfterTheFreeMoveTheTileDrawnIncluded) {
  Tantrix game = NineTiles();
  PlayMoves(game, "draw_49 draw_27 draw_14 draw_38 49@0,0/0 draw_32 38@1,0/2 draw_54");
  PlayMoves(game, "32@1,1/0 draw_33 14@0,1/2");
  const auto with_3 = game.Clone();
  PlayMoves(game, "draw_34 54@-1,2/5 draw_3");
  EXPECT_EQ(Actor(game), 1);
  EXPECT_EQ(Legal(game), Moves{"34@0,2/5"});
  // The same free move, but 34 is drawn only after it.
  PlayMoves(*with_3, "draw_3 54@-1,2/5 draw_34");
  EXPECT_EQ(Actor(*with_3), 1);
  EXPECT_EQ(Legal(*with_3), Moves{"34@0,2/5"});
}

TEST(TantrixTest, T3_UnfillableForcedSpaceStays) {
  Tantrix game = NineTiles();
  PlayMoves(game, "draw_49 draw_27 draw_14 draw_38 49@0,0/0 draw_32 38@1,0/2 draw_54");
  PlayMoves(game, "32@1,1/0 draw_33 14@0,1/2 draw_34 54@-1,2/5 draw_3 34@0,2/5");
  EXPECT_EQ(Actor(game), 0);
  EXPECT_TRUE(tantrix::IsForced(game.LaidTiles().Filled(), {-1, 1}));
  for (const std::string& move : Legal(game)) EXPECT_EQ(move.find("@-1,1/"), std::string::npos);
}

TEST(TantrixTest, T3_FillsLeaveNoOtherChoice) {
  int fills = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Tantrix game{TantrixOptions{}};
    PlayOut(game, seed, [&](const Tantrix& now) {
      if (Actor(now) == kChanceActor || now.LaidTiles().Placements().empty()) return;
      int forced = 0;
      for (const std::string& move : Legal(now)) {
        const tantrix::Place place = tantrix::ParsePlacement(move).place;
        forced += tantrix::IsForced(now.LaidTiles().Filled(), place) ? 1 : 0;
      }
      EXPECT_TRUE(forced == 0 || forced == static_cast<int>(Legal(now).size()));
      EXPECT_TRUE(forced > 0 || !now.FreeMoveMade());
      fills += forced > 0 ? 1 : 0;
    });
  }
  EXPECT_GT(fills, 100);
}

TEST(TantrixTest, T3_WhetherAFillIsDueIsNotPublic) {
  Tantrix fills = NineTiles();
  Tantrix moves_freely = NineTiles();
  const std::string table = " 49@0,0/0 draw_32 38@1,0/2 draw_";
  PlayMoves(fills, "draw_49 draw_27 draw_14 draw_38" + table + "54 32@1,1/0 draw_33");
  PlayMoves(moves_freely, "draw_49 draw_27 draw_3 draw_38" + table + "54 32@1,1/0 draw_33");
  ASSERT_EQ(Legal(fills).size(), 1u);
  ASSERT_GT(Legal(moves_freely).size(), 1u);
  EXPECT_EQ(fills.Knowledge(0), moves_freely.Knowledge(0));
  EXPECT_EQ(fills.Knowledge(kSpectatorSeat), moves_freely.Knowledge(kSpectatorSeat));
}

// Checks that the twin `now.Twin(seat)` can be played and gives `seat` the same knowledge.
void CheckTwin(const Tantrix& start, const Tantrix& now, int seat) {
  Tantrix twin = start;
  for (const Event& event : now.Twin(seat, now.History().size())) {
    ASSERT_EQ(twin.Actors(), std::vector<int>{event.actor});
    const Moves legal = twin.LegalMoves(event.actor);
    ASSERT_TRUE(std::binary_search(legal.begin(), legal.end(), event.move)) << event.move;
    twin.Apply(event.actor, event.move);
  }
  EXPECT_EQ(twin.Knowledge(seat), now.Knowledge(seat));
  EXPECT_EQ(twin.Actors(), now.Actors());
}

TEST(TantrixTest, T3_TwinsAreLegalGamesThatLookTheSame) {
  for (const bool tiny : {true, false}) {
    Tantrix game{tiny ? TinyTantrix({}) : TantrixOptions{}};
    const Tantrix start = game;
    PlayOut(game, 3, [&](const Tantrix& now) {
      const int num_events = static_cast<int>(now.History().size());
      const bool is_checked = tiny || num_events % 5 == 0;
      if (is_checked) CheckTwin(start, now, num_events % 3);
    });
  }
}

TEST(TantrixTest, T3_TwinsDrawWhatIsHiddenAnew) {
  Tantrix game{TantrixOptions{}};
  int different = 0;
  PlayOut(game, 4,
          [&](const Tantrix& now) { different += now.Twin(1, 9) == now.History() ? 0 : 1; });
  EXPECT_GT(different, 100);
}

// Seat 0 has left 0,1 unfilled, which of the other tiles only 14 would fill.
TEST(TantrixTest, T3_TwinsKnowWhatAnUnfilledSpaceSays) {
  Tantrix game = NineTiles();
  PlayMoves(game, "draw_49 draw_27 draw_3 draw_38 49@0,0/0 draw_32 38@1,0/2 draw_54");
  PlayMoves(game, "32@1,1/0 draw_33");
  std::set<int> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Tantrix twin = NineTiles();
    for (const Event& event : game.Twin(1, seed)) twin.Apply(event.actor, event.move);
    seen.insert(twin.Rack(0).begin(), twin.Rack(0).end());
  }
  EXPECT_EQ(seen, (std::set<int>{27, 33, 34}));
}

TEST(TantrixTest, T5_RestrictionsLapseInMidTurn) {
  Tantrix game = NineTiles();
  PlayMoves(game, "draw_49 draw_27 draw_14 draw_38 49@0,0/0 draw_32 38@1,0/2 draw_54");
  PlayMoves(game, "32@1,1/0 draw_33 14@0,1/2 draw_34 54@-1,2/5 draw_3 34@0,2/5");
  ASSERT_TRUE(game.Bag().empty());
  const Moves moves = Legal(game);
  EXPECT_EQ(moves.size(), 25u);
  EXPECT_TRUE(std::binary_search(moves.begin(), moves.end(), "33@2,-1/2"));  // three edges
  EXPECT_TRUE(std::binary_search(moves.begin(), moves.end(), "27@-2,2/4"));  // a controlled side
}

TEST(TantrixTest, T5_PlayerWithoutTilesHasNoTurn) {
  Tantrix game = NineTiles();
  PlayMoves(game, "draw_49 draw_27 draw_14 draw_38 49@0,0/0 draw_32 38@1,0/2 draw_54");
  PlayMoves(game, "32@1,1/0 draw_33 14@0,1/2 draw_34 54@-1,2/5 draw_3 34@0,2/5");
  PlayMoves(game, "33@2,1/1 3@3,0/1");
  EXPECT_TRUE(game.Rack(1).empty());
  EXPECT_EQ(Actor(game), 0);
  PlayMoves(game, "27@4,0/5");
  EXPECT_TRUE(game.Actors().empty());
  EXPECT_EQ(game.Reason(), "tiles");
}

// In random games a player sometimes moves twice in a row, when the other has no tiles left.
TEST(TantrixTest, T5_OtherPlayerHasTurnAfterTurn) {
  int turns_in_a_row = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Tantrix game{TinyTantrix({})};
    PlayOut(game, seed, [&](const Tantrix& now) {
      const int actor = Actor(now);
      if (actor == kChanceActor || !now.Rack(1 - actor).empty()) return;
      EXPECT_TRUE(now.Bag().empty());
      turns_in_a_row += now.FreeMoveMade() ? 0 : 1;
    });
    EXPECT_EQ(game.LaidTiles().Placements().size(), 14u);
  }
  EXPECT_GT(turns_in_a_row, 5);
}

TEST(TantrixTest, T5_DeadlockIsADrawEvenIfTheOpponentCouldMove) {
  TantrixOptions options = FewTiles({4, 11, 35, 43, 50, 53, 54}, 1);
  for (const bool tournament_reward : {false, true}) {
    options.tournament_reward = tournament_reward;
    Tantrix game(options);
    PlayMoves(game, kToDeadlock);
    EXPECT_TRUE(game.Actors().empty());
    EXPECT_EQ(game.Reason(), "deadlock");
    EXPECT_EQ(game.Rack(0), std::set<int>{4});
    EXPECT_FALSE(tantrix::FreeMoves(game.LaidTiles(), {54}, true).empty());
    EXPECT_EQ(game.Returns(), (std::array<double, 2>{0, 0}));
    EXPECT_EQ(game.Margin(), (std::array<int, 2>{2, 3}));
  }
}

// Tile 43 could move where 4 cannot, so the end reveals that seat 0 does not have it.
TEST(TantrixTest, T5_TwinsKnowWhatADeadlockSays) {
  Tantrix game{FewTiles({4, 11, 35, 43, 50, 53, 54}, 1)};
  PlayMoves(game, kToDeadlock);
  ASSERT_FALSE(tantrix::FreeMoves(game.LaidTiles(), {43}, true).empty());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const Event& event : game.Twin(1, seed)) {
      EXPECT_NE(event.move, "draw 43");
    }
  }
}

TEST(TantrixTest, T6_ReturnsFollowTheOptionAndTheColours) {
  const std::string moves =
      "draw_49 draw_27 draw_14 draw_38 49@0,0/0 draw_32 38@1,0/2 draw_54 32@1,1/0 draw_33 "
      "14@0,1/2 draw_34 54@-1,2/5 draw_3 34@0,2/5 33@2,1/1 3@3,0/1 27@4,0/5";
  TantrixOptions options = FewTiles({3, 14, 27, 32, 33, 34, 38, 49, 54}, 2);
  Tantrix game(options);
  PlayMoves(game, moves);
  EXPECT_EQ(game.Margin(), (std::array<int, 2>{3, 6}));
  EXPECT_EQ(game.Returns(), (std::array<double, 2>{-1, 1}));
  options.colours = {'Y', 'R'};
  options.tournament_reward = true;
  Tantrix exchanged(options);
  PlayMoves(exchanged, moves);
  EXPECT_EQ(exchanged.Margin(), (std::array<int, 2>{6, 3}));
  EXPECT_NEAR(exchanged.Returns()[0], 0.43, 1e-12);
  EXPECT_NEAR(exchanged.Returns()[1], -0.43, 1e-12);
}

// Always as far along one axis as possible.
TEST(TantrixTest, T8_GamesStretchedAlongAnAxisAreNoTrouble) {
  Tantrix game{TantrixOptions{}};
  while (!game.Actors().empty()) {
    const Moves legal = Legal(game);
    std::string farthest = legal[0];
    if (Actor(game) != kChanceActor) {
      farthest = *std::max_element(
          legal.begin(), legal.end(), [](const std::string& a, const std::string& b) {
            return tantrix::ParsePlacement(a).place.q < tantrix::ParsePlacement(b).place.q;
          });
    }
    game.Apply(Actor(game), farthest);
  }
  int reach = 0;
  for (const auto& placement : game.LaidTiles().Placements()) {
    reach = std::max(reach, placement.place.q);
  }
  EXPECT_GT(reach, 20);
}

TEST(TantrixTest, T9_GameHasItsNumberOfEvents) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Tantrix game{TantrixOptions{}};
    PlayOut(game, seed, [](const Tantrix&) {});
    ASSERT_EQ(game.Reason(), "tiles");
    std::map<std::string, int> kinds;
    for (const Event& event : game.History()) {
      ++kinds[event.actor == kChanceActor ? event.move.substr(0, 3) : "placement"];
    }
    EXPECT_EQ(kinds, (std::map<std::string, int>{{"lot", 2}, {"dra", 56}, {"placement", 56}}));
  }
}

}  // namespace
}  // namespace kvintet::reference
