// Tests of ClaimableWin and of games in which wins must be claimed (R4).
#include "envs/games/renju/claims.h"

#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

#include "envs/games/renju/board.h"
#include "envs/registry.h"
#include "envs/scene.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::renju {
namespace {

// A game in which wins must be claimed, and its moves.
struct ClaimedGame {
  ClaimedGame() : game(*MakeGame("renju{forbidden=claimed,opening=free}")), play(*game) {}
  void Do(const std::string& moves) {
    std::istringstream words(moves);
    for (std::string move; words >> move;) {
      EXPECT_OK(play.ApplyMove(play.Actors().First(), move)) << move;
    }
  }
  std::string Black() const { return std::string(ClaimableWin(play, Seat::k0)); }
  std::string White() const { return std::string(ClaimableWin(play, Seat::k1)); }

  std::unique_ptr<Game> game;
  Playthrough play;
};

// Black's five on the eighth rank, h8 to l8.
constexpr char kBlackFive[] = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
// h9 makes two threes.
constexpr char kDoubleThree[] = "h8 a1 g9 c1 i9 e1 h10 a3 h9";

TEST(RenjuClaimsTest, R4_AFiveEndsNothingAndIsItsOwnersToClaimUntilTheEnd) {
  ClaimedGame game;
  game.Do(kBlackFive);
  EXPECT_FALSE(game.play.Ended());
  EXPECT_EQ(game.Black(), "five");
  EXPECT_EQ(game.White(), "");
  game.Do("c1 c3 e1");
  EXPECT_EQ(game.Black(), "five");
}

TEST(RenjuClaimsTest, R4_AfterAnUnnoticedFiveAForbiddenMoveIsWhitesToClaim) {
  ClaimedGame game;
  game.Do(kBlackFive);
  game.Do("c1 m8");
  // The row on the eighth rank now has six stones.
  EXPECT_EQ(game.White(), "forbidden");
  EXPECT_EQ(game.Black(), "five");
}

TEST(RenjuClaimsTest, R4_ADoubleThreeIsTooLateToClaimOnceWhiteHasMoved) {
  ClaimedGame game;
  game.Do(kDoubleThree);
  EXPECT_FALSE(game.play.Ended());
  EXPECT_EQ(game.White(), "forbidden");
  EXPECT_EQ(game.Black(), "");
  game.Do("o15");
  EXPECT_EQ(game.White(), "");
}

TEST(RenjuClaimsTest, R4_APassIsAMoveHere) {
  ClaimedGame game;
  game.Do(kDoubleThree);
  game.Do("pass");
  EXPECT_EQ(game.White(), "");
}

TEST(RenjuClaimsTest, R4_ADoubleFourIsTooLateToClaimOnceWhiteHasMoved) {
  ClaimedGame game;
  game.Do("h8 a1 i8 c1 j8 e1 k9 g1 k10 a3 k11 c3 k8");
  EXPECT_EQ(game.White(), "forbidden");
  game.Do("o15");
  EXPECT_EQ(game.White(), "");
}

TEST(RenjuClaimsTest, R4_AnOverlineOfBlackMayBeClaimedLater) {
  ClaimedGame game;
  game.Do("h8 a1 i8 c1 j8 e1 l8 g1 m8 a3 k8");
  EXPECT_EQ(game.White(), "forbidden");
  game.Do("o15 a15 o1");
  EXPECT_EQ(game.White(), "forbidden");
  EXPECT_EQ(game.Black(), "");
}

TEST(RenjuClaimsTest, R4_WhitesFiveAndOverlineAreClaimed) {
  ClaimedGame five;
  five.Do("h8 a1 c8 a2 e9 a3 k7 a4 l11 a5");
  EXPECT_EQ(five.White(), "five");
  EXPECT_EQ(five.Black(), "");
  ClaimedGame more;
  more.Do("h8 a1 c8 a2 e9 a3 k7 a5 l11 a6 o1 a4 o3");
  EXPECT_EQ(more.White(), "overline");
}

TEST(RenjuClaimsTest, R4_SwappedColoursAreClaimedByTheirSeats) {
  const auto game = *MakeGame("renju{forbidden=claimed}");
  Playthrough play(*game);
  std::istringstream words("h8 g9 i7 swap h10 i10+n12 n12 a1 i8 a2 j8 a3 k8 a4 l8");
  for (std::string move; words >> move;) {
    ASSERT_OK(play.ApplyMove(play.Actors().First(), move)) << move;
  }
  EXPECT_EQ(ClaimableWin(play, Seat::k1), "five");
  EXPECT_EQ(ClaimableWin(play, Seat::k0), "");
}

TEST(RenjuClaimsTest, R4_WhatTheLastPointMakesNeedsNoClaim) {
  const auto game = MakeGame("renju{forbidden=claimed,opening=free}");
  for (const bool five : {false, true}) {
    // Pairs of columns, shifted from row to row, and one unclaimed row of White's.
    std::string rows;
    for (int point = 0; point < kPoints - 1; ++point) {
      const bool black = (ColumnOf(point) / 2 + RowOf(point)) % 2 == 0;
      const bool high = ColumnOf(point) == kSize - 1 && RowOf(point) >= kSize - 5;
      rows += ColumnOf(point) == 0 && point > 0 ? "/" : "";
      rows += high ? five ? 'O' : 'X' : black ? 'X' : 'O';
    }
    // The numbers of stones of each colour that play would give.
    auto play = Playthrough::FromPosition(**game, rows + ". white");
    ASSERT_OK(play) << rows;
    ASSERT_OK(play->ApplyMove(Actor::kSeat1, "o15"));
    ASSERT_TRUE(play->Ended());
    EXPECT_EQ(play->Result().reason, five ? "five" : "full");
  }
}

TEST(RenjuClaimsTest, R4_TheSceneWarnsNobody) {
  ClaimedGame game;
  game.Do("h8 a1 g9 c1 i9 e1 h10 a3");
  for (const Shape& shape : game.game->MakeScene(game.play.View(Seat::k1).Span()).shapes) {
    EXPECT_NE(shape.fill, Paint::kWarning);
  }
}

}  // namespace
}  // namespace kvintet::envs::renju
