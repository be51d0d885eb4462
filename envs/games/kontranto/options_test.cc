// K15: rule options and their errors, texts of positions, and bounds that hold under all options.
#include <array>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/kontranto/table.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::kontranto {
namespace {

TEST(KontrantoOptionsTest, K15_TheTextSaysEveryOption) {
  ASSERT_OK_AND_ASSIGN(const auto game, MakeGame("kontranto"));
  EXPECT_EQ(game->Spec().text,
            "kontranto{black=cctt,board=7x5,colour_choice=true,moves=king,target=18,"
            "two_step_pieces=both,white=cctt,zones=standard}");
  EXPECT_EQ(game->Spec().num_actions, 147);
  EXPECT_LE(game->Spec().position_bytes, 512);
  EXPECT_LE(game->Spec().view_bytes, 512);
}

TEST(KontrantoOptionsTest, K15_TheTargetIsHalfTheCellsRoundedUpUnlessGiven) {
  for (const auto& [board, target] :
       {std::pair("3x3", "5"), std::pair("9x7", "32"), std::pair("4x4", "8")}) {
    ASSERT_OK_AND_ASSIGN(const auto game, MakeGame(std::string("kontranto{board=") + board + "}"));
    EXPECT_NE(game->Spec().text.find(std::string("target=") + target + ","), std::string::npos);
  }
  ASSERT_OK_AND_ASSIGN(const auto game, MakeGame("kontranto{board=3x3,target=9}"));
  EXPECT_NE(game->Spec().text.find("target=9,"), std::string::npos);
}

TEST(KontrantoOptionsTest, K15_WhatCannotBePlayedIsRefused) {
  for (const char* options :
       {"board=10x7", "board=2x2", "board=9x8", "board=3x1", "board=7", "white=", "white=ccccccc",
        "white=tc", "white=cx", "target=0", "target=36", "board=3x3,target=10", "moves=queen",
        "zones=some", "colour_choice=maybe", "two_step_pieces=none", "size=3"}) {
    const auto game = MakeGame(std::string("kontranto{") + options + "}");
    EXPECT_EQ(game.status().code(), absl::StatusCode::kInvalidArgument) << options;
  }
}

TEST(KontrantoOptionsTest, K15_ZonesOfOtherBoards) {
  const auto light = [](const OptionTexts& options) {
    const Table table(options);
    const Grid& grid = table.rules.Board();
    return grid.Names(grid.All() & ~table.rules.Zone(table.p, kBlack));
  };
  EXPECT_EQ(light(OptionTexts{{"board", "3x3"}}), "A2");
  EXPECT_EQ(light(OptionTexts{{"board", "4x4"}}), "A2 A3");
  EXPECT_EQ(light(OptionTexts{{"board", "6x3"}}), "A2 B2");
  EXPECT_EQ(light(OptionTexts{{"board", "9x2"}}), "-");
  EXPECT_EQ(light(OptionTexts{{"zones", "none"}}), "-");
}

TEST(KontrantoOptionsTest, K15_RooksMoveStraightAndAreasHangTogetherStraight) {
  Table table({{"board", "4x4"}, {"colour_choice", "false"}, {"moves", "rook"}, {"target", "16"}});
  table.LayOut("conquered A2 B1 / -; W c A1 B2; B c B3; white 0; step");
  EXPECT_EQ(table.Areas(), "A3 A4 B2 B3 B4 C1 C2 C3 C4 D1 D2 D3 D4");
  EXPECT_EQ(table.Names(0), (std::vector<std::string>{"B2-B2", "B2-B3", "B2-C2"}));
}

TEST(KontrantoOptionsTest, K15_BothMayReachALowTargetInOneStep) {
  Table level({{"colour_choice", "false"}, {"target", "1"}});
  level.LayOut("conquered - / -; W c B3 D3; B c C3 t E3; white 0; step");
  level.Moves("B3-C3 D3-E3", "C3-C3 E3-E3");
  EXPECT_EQ(level.Score(), "1 : 1");
  EXPECT_EQ(level.p.stage, Stage::kTwoPiece);
  Table more({{"colour_choice", "false"}, {"target", "1"}});
  more.LayOut("conquered - / -; W c B3 D3 F4; B c C3 G5 t E3; white 0; step");
  more.Moves("B3-C3 D3-E3 F4-G5", "C3-C3 E3-E3 G5-G5");
  EXPECT_EQ(more.Reason(), "eighteen");
  EXPECT_EQ(more.p.winner, 0);
}

using Names = std::vector<std::string>;

// The shapes offered to each seat in the final two-step on six cells. Seat 0 is White; `white` and
// `black` are the pieces on the board.
std::array<Names, 2> Offered(const std::string& two_step_pieces, const std::string& sets,
                             const std::string& white, const std::string& black) {
  Table table({{"board", "3x2"},
               {"colour_choice", "false"},
               {"two_step_pieces", two_step_pieces},
               {"white", sets},
               {"black", sets}});
  table.LayOut("conquered A1 A2 / B1 B2; W " + white + "; B " + black + "; white 0; two-step");
  return {table.Names(0), table.Names(1)};
}

const Names kBothShapes = {"circle", "triangle"};

TEST(KontrantoOptionsTest, K11_TheTwoStepOffersNoShapeThatTheSetHasNot) {
  const Names circle = {"circle"};
  const Names triangle = {"triangle"};
  for (const std::string option : {"both", "remaining"}) {
    EXPECT_EQ(Offered(option, "cc", "c A1", "c B2"), (std::array{circle, circle}));
    EXPECT_EQ(Offered(option, "tt", "t A1", "t B2"), (std::array{triangle, triangle}));
  }
}

TEST(KontrantoOptionsTest, K11_UnderBothARemovedPieceIsOnOffer) {
  EXPECT_EQ(Offered("both", "ct", "c A1", "t B2"), (std::array{kBothShapes, kBothShapes}));
}

TEST(KontrantoOptionsTest, K11_UnderRemainingARemovedPieceIsGone) {
  EXPECT_EQ(Offered("remaining", "ct", "c A1", "t B2"),
            (std::array{Names{"circle"}, Names{"triangle"}}));
  EXPECT_EQ(Offered("remaining", "ct", "c A1 t A2", "c B1 t B2"),
            (std::array{kBothShapes, kBothShapes}));
}

// Frozen pieces, and pieces on the cells of the last clashes, have not been removed.
TEST(KontrantoOptionsTest, K11_UnderRemainingWhatStandsOnTheBoardIsThere) {
  Table table({{"board", "5x2"},
               {"colour_choice", "false"},
               {"target", "3"},
               {"two_step_pieces", "remaining"},
               {"white", "cct"},
               {"black", "cct"}});
  // White's triangle on A1 is frozen. The circles clash on D1, and Black's triangle wins C2.
  table.LayOut("conquered A2 B2 / B1 E2; W c C1 D2 t A1; B c D1 t C2; white 0; step");
  table.Moves("C1-C2 D2-D1", "C2-C2 D1-D1");
  ASSERT_EQ(table.p.stage, Stage::kTwoPiece) << table.Text();
  EXPECT_EQ(table.Names(0), kBothShapes);
  EXPECT_EQ(table.Names(1), kBothShapes);
}

TEST(KontrantoOptionsTest, K11_ATwoStepOfPiecesThatASideHasNotIsRefused) {
  const auto read = [](const OptionTexts& option, const std::string& pieces,
                       const std::string& shapes) {
    OptionTexts options = option;
    options["board"] = "3x2";
    return MakeRules(options)
        ->ParsePosition("conquered A1 A2 / B1 B2; " + pieces + "; white 0; two-step" + shapes)
        .ok();
  };
  const std::string left = "W c A1; B t B2";
  EXPECT_TRUE(read({}, left, " triangle circle"));
  EXPECT_FALSE(read(OptionTexts{{"white", "cc"}}, left, " triangle circle"));
  EXPECT_TRUE(read(OptionTexts{{"white", "cc"}}, left, " circle circle"));
  const OptionTexts remaining = {{"two_step_pieces", "remaining"}};
  EXPECT_FALSE(read(remaining, left, " circle circle"));
  EXPECT_TRUE(read(remaining, left, " circle triangle"));
  EXPECT_TRUE(read(remaining, left, ""));
  EXPECT_FALSE(read(remaining, "W -; B t B2", ""));
}

// In play a side may have lost a shape, but never all its pieces.
TEST(KontrantoOptionsTest, K11_UnderRemainingEachSideHasAPieceInPlay) {
  Table table(OptionTexts{{"board", "3x3"}, {"target", "9"}, {"two_step_pieces", "remaining"}});
  std::map<size_t, int> offers;
  for (uint32_t game = 0; game < 1500; ++game) {
    RandomStream random(7, game, 0, Purpose::kTest);
    for (table.p = table.rules.Initial(); !table.Over(); table.StepRandomly(&random)) {
      if (table.p.stage != Stage::kTwoPiece || table.p.to_act != table.p.actors) {
        continue;
      }
      for (const size_t seat : {0u, 1u}) {
        ++offers[table.Names(seat).size()];
      }
    }
  }
  EXPECT_EQ(offers[0], 0);
  EXPECT_GT(offers[1], 0);
  EXPECT_GT(offers[2], 0);
}

TEST(KontrantoOptionsTest, K15_UnlikeSidesHaveFewerSymmetries) {
  const auto symmetries = [](const OptionTexts& options) {
    return MakeRules(options)->NumSymmetries();
  };
  EXPECT_EQ(symmetries({}), 16);
  EXPECT_EQ(symmetries({{"white", "ct"}, {"board", "9x7"}}), 8);
  EXPECT_EQ(symmetries(OptionTexts{{"white", "cct"}}), 4);
}

TEST(KontrantoOptionsTest, ImpossiblePositionsAreRefused) {
  const Table table(OptionTexts{});
  for (const char* text : {"",
                           "step",
                           "conquered - / -; W c C3; B c D3; white 0; step; choices C3 / ?",
                           "conquered - / -; W -; B -; white 0; colours",
                           "conquered A1 / -; W -; B -; white 0; first",
                           "conquered - / -; W c A1; B -; white 0; step",
                           "conquered A1 / A1; W c C3; B c C4; white 0; step",
                           "conquered - / -; W c C3; B c C3; white 0; step",
                           "conquered - / C3; W c C3; B c C3; white 0; step",
                           "conquered C3 / -; W c A1; B t C3; white 0; step",
                           "conquered - / -; W c A1 A2 A3; B c C3; white 0; step",
                           "conquered - / -; W c A1 t A1; B c C3; white 0; step",
                           "conquered - / -; W c A1 A9; B c C3; white 0; step",
                           "conquered - / -; W c A1; B c C3; white 2; step",
                           "conquered - / -; W c A1; B c C3; white 0; step C3xA1",
                           "conquered - / -; W c A1; B c C3; white 0; choose A1",
                           "conquered A2 / -; W c A1 A2; B c C3; white 0; choose A1",
                           "conquered - / -; W c A1; B c C3; white 0; two-step",
                           "conquered A1 / -; W -; B -; white 0; two-step",
                           "conquered - / -; W -; B -; white 0; over eighteen 0"}) {
    EXPECT_FALSE(table.rules.ParsePosition(text).ok()) << text;
  }
}

// At most 665 steps, one of them the first step: an area of n cells loses one within n + 1.
TEST(KontrantoOptionsTest, BoundsHoldInRandomGames) {
  for (const OptionTexts& options :
       {OptionTexts{}, OptionTexts{{"board", "3x3"}}, OptionTexts{{"board", "9x7"}},
        OptionTexts{{"moves", "rook"}}, OptionTexts{{"board", "4x4"}, {"white", "ct"}}}) {
    Table table(options);
    const int cells = table.rules.Board().NumCells();
    for (uint32_t game = 0; game < 40; ++game) {
      RandomStream random(5, game, 0, Purpose::kTest);
      table.p = table.rules.Initial();
      int steps = 0;
      int actions = 0;
      for (; !table.Over(); ++actions) {
        const Stage stage = table.p.stage;
        table.StepRandomly(&random);
        steps += (stage == Stage::kStep || stage == Stage::kFirst) && table.p.made[0] == 0 &&
                         table.p.made[1] == 0 && table.p.to_act == table.p.actors
                     ? 1
                     : 0;
      }
      EXPECT_LE(CountCells(table.p.conquered[kWhite] | table.p.conquered[kBlack]), cells);
      EXPECT_LE(steps, cells * (cells + 3) / 2);
      EXPECT_LE(actions, table.rules.Spec().max_game_length);
      EXPECT_NE(table.p.winner, kNobody);
    }
  }
}

// K9: a piece that must leave a conquered cell is never beside an area that is due.
TEST(KontrantoOptionsTest, K9_LeavingAndAnExtraordinaryStepNeverMeet) {
  Table table(OptionTexts{{"board", "5x4"}});
  int due = 0;
  for (uint32_t game = 0; game < 300; ++game) {
    RandomStream random(6, game, 0, Purpose::kTest);
    for (table.p = table.rules.Initial(); !table.Over(); table.StepRandomly(&random)) {
      const Cells conquered = table.p.conquered[kWhite] | table.p.conquered[kBlack];
      Cells pieces = 0;
      for (const size_t colour : {kWhite, kBlack}) {
        pieces |= table.p.pieces[colour][kCircle] | table.p.pieces[colour][kTriangle];
      }
      EXPECT_EQ(table.rules.Board().Spread(table.p.due) & conquered & pieces, 0u);
      due += table.p.due != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(due, 100);
}

}  // namespace
}  // namespace kvintet::envs::kontranto
