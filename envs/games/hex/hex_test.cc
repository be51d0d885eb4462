// Tests of Hex, by clause of its README.
#include "envs/games/hex/hex.h"

#include <memory>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "envs/match_play.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs::hex {
namespace {

// A game in which moves are played by whoever is to act.
struct Table {
  explicit Table(const std::string& text, const std::string& moves = "")
      : game(*MakeGame(text)), play(*game) {
    Play(moves);
  }
  void Play(const std::string& moves) {
    std::istringstream words(moves);
    for (std::string move; words >> move;) {
      ASSERT_TRUE(play.ApplyMove(play.Actors().First(), move).ok()) << move;
    }
  }
  std::string Text() const { return game->PositionText(play.Position()); }
  ViewBuffer View() const { return play.View(SeatOf(play.Actors().First())); }
  int NumLegal() const {
    std::vector<uint64_t> words(static_cast<size_t>(game->Spec().MaskWords()));
    game->LegalActions(View().Span(), words);
    return ActionMask(words).Count();
  }
  std::vector<std::string> Greedy() const {
    std::vector<Action> best;
    game->baseline()->GreedyActions(View().Span(), &best);
    std::vector<std::string> names;
    for (const Action action : best) {
      names.push_back(game->ActionName(View().Span(), action));
    }
    return names;
  }

  std::unique_ptr<Game> game;
  Playthrough play;
};

TEST(HexTest, X1_ACellHasTheSixNeighboursOfTheReadme) {
  const Board board(5);
  const auto cell = [](const char* name) { return name[0] - 'a' + 5 * (name[1] - '1'); };
  std::vector<int> expected;
  for (const char* name : {"b3", "d3", "c2", "d2", "b4", "c4"}) {
    expected.push_back(cell(name));
  }
  EXPECT_EQ(
      std::set<int>(expected.begin(), expected.end()),
      std::set<int>(board.Neighbours(cell("c3")).begin(), board.Neighbours(cell("c3")).end()));
  EXPECT_EQ(board.Neighbours(cell("a1")).size(), 2);
  EXPECT_EQ(board.Neighbours(cell("e1")).size(), 3);
  EXPECT_EQ(board.Neighbours(cell("a5")).size(), 3);
}

TEST(HexTest, X1_BoardsHave2To19ColumnsAndRows) {
  EXPECT_EQ(Table("hex").NumLegal(), 121);
  EXPECT_EQ(Table("hex{size=2}").NumLegal(), 4);
  EXPECT_EQ(Table("hex{size=19}").NumLegal(), 361);
  EXPECT_FALSE(MakeGame("hex{size=1}").ok());
  EXPECT_FALSE(MakeGame("hex{size=20}").ok());
}

TEST(HexTest, X2_SeatsPutStonesOnFreeCellsInTurn) {
  const Table table("hex{size=3}", "b2 a1");
  EXPECT_EQ(table.Text(), "B../.R./... R");
  EXPECT_TRUE(table.play.Actors().Has(Seat::k0));
  EXPECT_EQ(table.NumLegal(), 7);
}

TEST(HexTest, X3_ASwapExchangesTheColoursAndLeavesTheStone) {
  const Table table("hex{size=3}", "b2 swap");
  EXPECT_EQ(table.Text(), ".../.R./... B swapped");
  EXPECT_TRUE(table.play.Actors().Has(Seat::k0));
  EXPECT_EQ(table.NumLegal(), 8);
  EXPECT_EQ(Table("hex{size=3}", "b2 swap a1").Text(), "B../.R./... R swapped");
}

TEST(HexTest, X3_OnlySeatOneMaySwapAndOnlyOnItsFirstMove) {
  EXPECT_EQ(Table("hex{size=3}").NumLegal(), 9);
  EXPECT_EQ(Table("hex{size=3}", "b2").NumLegal(), 9);
  EXPECT_EQ(Table("hex{size=3}", "b2 a1").NumLegal(), 7);
  EXPECT_EQ(Table("hex{size=3,swap=no}", "b2").NumLegal(), 8);
}

TEST(HexTest, X4_RedConnectsRowsAndBlueConnectsColumns) {
  const Table red("hex{size=3}", "b1 a1 b2 a2 b3");
  EXPECT_TRUE(red.play.Ended());
  EXPECT_EQ(red.play.Result().returns, (std::array<float, 2>{1, -1}));
  EXPECT_EQ(red.play.Result().reason, "connection");
  const Table blue("hex{size=3}", "a1 a2 b1 b2 a3 c2");
  EXPECT_TRUE(blue.play.Ended());
  EXPECT_EQ(blue.play.Result().returns, (std::array<float, 2>{-1, 1}));
}

TEST(HexTest, X4_AfterASwapTheSeatWinsWhoseColourConnects) {
  // Seat 1 has Red.
  const Table table("hex{size=3}", "b1 swap a1 b2 a2 b3");
  EXPECT_TRUE(table.play.Ended());
  EXPECT_EQ(table.play.Result().returns, (std::array<float, 2>{-1, 1}));
}

TEST(HexTest, X4_AStoneThatJoinsTwoChainsWins) {
  // The last stone touches a chain from below and one from above.
  Table table("hex{size=5}", "c1 a1 c2 a2 c4 a3 c5 a4");
  EXPECT_FALSE(table.play.Ended());
  table.Play("c3");
  EXPECT_TRUE(table.play.Ended());
}

TEST(HexTest, BothSidesSeeTheirOwnEdgesBelowAndAbove) {
  const Table table("hex{size=3}", "b1 c2");
  const GameSpec& spec = table.game->Spec();
  std::vector<uint8_t> planes(static_cast<size_t>(spec.PlaneBytes()));
  std::vector<float> globals(static_cast<size_t>(spec.globals));
  table.game->Observe(table.play.View(Seat::k0).Span(), planes, globals);
  EXPECT_EQ(planes, (std::vector<uint8_t>{0, 1, 0, 0, 0, 0, 0, 0, 0,  //
                                          0, 0, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(globals, (std::vector<float>{1, 0}));
  table.game->Observe(table.play.View(Seat::k1).Span(), planes, globals);
  EXPECT_EQ(planes, (std::vector<uint8_t>{0, 0, 0, 0, 0, 0, 0, 1, 0,  //
                                          0, 0, 0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(globals, (std::vector<float>{0, 0}));
}

TEST(HexTest, AWinInOneAndTwoThreatsAreKnown) {
  const auto known = [](const Table& table) {
    return table.game->known_returns()->KnownReturn(table.View().Span());
  };
  // Red wins at a3 and b3.
  const Table wins("hex{size=3,swap=no}", "b1 a1 b2 c1");
  EXPECT_EQ(known(wins), 1.0f);
  EXPECT_EQ(wins.game->ActionName(wins.View().Span(),
                                  *wins.game->forced_wins()->ForcedWin(wins.View().Span(), 0)),
            "a3");
  EXPECT_EQ(known(Table("hex{size=3,swap=no}", "b1 a1 b2")), -1.0f);
  EXPECT_EQ(known(Table("hex{size=3}", "a1")), std::nullopt);
  // Blue would lose, but may take the stone over.
  EXPECT_EQ(known(Table("hex{size=2,swap=no}", "b1")), -1.0f);
  EXPECT_EQ(known(Table("hex{size=2}", "b1")), std::nullopt);
}

TEST(HexTest, TheBaselineWinsStopsWinsAndTakesGoodStones) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(Table("hex{size=3,swap=no}", "b1 a1 b2 c1").Greedy(), (Names{"a3", "b3"}));
  EXPECT_EQ(Table("hex{size=3,swap=no}", "b1 a1 b2 a3").Greedy(), (Names{"b3"}));
  EXPECT_EQ(Table("hex{size=3,swap=no}", "b1 c2 b2 a3").Greedy(), (Names{"b3"}));
  EXPECT_EQ(Table("hex{size=5}", "c3").Greedy(), (Names{"swap"}));
  EXPECT_NE(Table("hex{size=5}", "a1").Greedy(), (Names{"swap"}));
  EXPECT_EQ(Table("hex{size=5}").Greedy(), (Names{"c3"}));
}

TEST(HexTest, DerivedPlanesShowWinsAndShortestConnections) {
  const Table table("hex{size=3,swap=no}", "b1 c1 b2");
  const DerivedPlanes& derived = *table.game->derived_planes();
  std::vector<uint8_t> planes(static_cast<size_t>(9 * derived.NumDerivedPlanes()));
  derived.Derive(table.play.View(Seat::k0).Span(), planes);
  const auto plane = [&](size_t number) {
    return std::vector<uint8_t>(planes.begin() + static_cast<ptrdiff_t>(9 * number),
                                planes.begin() + static_cast<ptrdiff_t>(9 * number + 9));
  };
  EXPECT_EQ(plane(0), (std::vector<uint8_t>{0, 0, 0, 0, 0, 0, 1, 1, 0}));
  EXPECT_EQ(plane(1), (std::vector<uint8_t>(9, 0)));
  // Red needs one stone, through its chain. Blue needs three: the last row, or two of it and c2.
  EXPECT_EQ(plane(2), (std::vector<uint8_t>{0, 1, 0, 0, 1, 0, 1, 1, 0}));
  EXPECT_EQ(plane(3), (std::vector<uint8_t>{0, 0, 1, 0, 0, 1, 1, 1, 1}));
}

TEST(HexTest, SidesAreNamedByTheSwap) {
  const Table table("hex");
  const MatchPlay& match = *table.game->match_play();
  EXPECT_EQ(match.SideNames()[0], "Red");
  const std::vector<std::string_view> swapped = {"f6", "swap"};
  EXPECT_EQ(match.FirstSide(std::span(swapped).first(1)), Seat::k0);
  EXPECT_EQ(match.FirstSide(swapped), Seat::k1);
}

TEST(HexTest, ParsePositionTakesWhatPlayCanReachAndNothingElse) {
  const auto game = *MakeGame("hex{size=3}");
  PositionBuffer position(1, game->Spec().position_bytes);
  for (const char* text :
       {".../.../... R", "R../.../... B", "R../.../... B swapped", ".RB/.R./B.. R", "BR./BR./.R. B",
        "BR./BR./.R. B swapped", "RR./BBB/R.. R"}) {
    EXPECT_TRUE(game->ParsePosition(text, position.Span()).ok()) << text;
    EXPECT_EQ(game->PositionText(position.Span()), text);
  }
  for (const char* text :
       {".../.../... B", ".../.../... R swapped", "RR./.../... B", "R../.../... R", ".R./BR./.R. B",
        "BR./BR./.R. R", "RRR/BBB/... R swap", "x"}) {
    EXPECT_FALSE(game->ParsePosition(text, position.Span()).ok()) << text;
  }
  // Red has connected its edges twice.
  const auto larger = *MakeGame("hex{size=4}");
  PositionBuffer other(1, larger->Spec().position_bytes);
  EXPECT_FALSE(larger->ParsePosition("RBRB/RBRB/RBRB/RBR. B", other.Span()).ok());
  EXPECT_TRUE(larger->ParsePosition("RBRB/RBRB/RB.B/R.R. B", other.Span()).ok());
  EXPECT_FALSE((*MakeGame("hex{size=3,swap=no}"))
                   ->ParsePosition("R../.../... B swapped", position.Span())
                   .ok());
}

}  // namespace
}  // namespace kvintet::envs::hex
