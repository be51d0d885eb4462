// Tests of Pursuit, by clause of docs/small_games.md.
#include "envs/games/pursuit/pursuit.h"

#include <cstring>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::pursuit {
namespace {

// The result of a game with these moves.
Outcome Played(const std::string& text, const std::string& moves) {
  const auto game = *MakeGame(text);
  const auto play = Playthrough::FromRecord(*game, game->Spec().text + moves);
  EXPECT_OK(play);
  return play->Result();
}

TEST(PursuitTest, PU1_BothBeginOnTheirCellsOfTheBoard) {
  ASSERT_OK_AND_ASSIGN(const auto game, MakeGame("pursuit{catcher=B2,columns=2,evader=A1,rows=2}"));
  EXPECT_EQ(game->PositionText(Playthrough(*game).Position()),
            "catcher B2; evader A1; left 4; choices - / -");
  EXPECT_FALSE(MakeGame("pursuit{catcher=C3}").ok());
  EXPECT_FALSE(MakeGame("pursuit{evader=D1}").ok());
  EXPECT_FALSE(MakeGame("pursuit{rows=6}").ok());
}

TEST(PursuitTest, PU2_AKingStaysOrStepsToANeighbour) {
  ASSERT_OK_AND_ASSIGN(const auto game, MakeGame("pursuit"));
  Playthrough play(*game);
  EXPECT_OK(play.ApplyMove(Actor::kSeat0, "B2"));
  EXPECT_FALSE(play.ApplyMove(Actor::kSeat1, "A1").ok());
  EXPECT_EQ(game->ViewText(play.View(Seat::k1).Span()),
            "catcher A1; evader C3; left 4; choices ? / -");
  EXPECT_OK(play.ApplyMove(Actor::kSeat1, "C3"));
  EXPECT_EQ(game->PositionText(play.Position()), "catcher B2; evader C3; left 3; choices - / -");
}

TEST(PursuitTest, PU3_MeetingOnACellIsACatchPassingEachOtherIsNot) {
  const std::string row = "pursuit{catcher=A1,columns=2,evader=B1,rows=1,steps=2}";
  EXPECT_EQ(Played(row, "; 0 B1; 1 B1").reason, "caught");
  EXPECT_EQ(Played(row, "; 0 B1; 1 B1").returns[0], 1);
  EXPECT_EQ(Played(row, "; 0 B1; 1 A1; 0 A1; 1 B1").reason, "escaped");
  EXPECT_EQ(Played(row, "; 0 B1; 1 A1; 0 A1; 1 B1").returns[0], -1);
}

TEST(PursuitTest, ParsePositionRefusesWhatCannotBe) {
  ASSERT_OK_AND_ASSIGN(const auto game, MakeGame("pursuit"));
  PositionBuffer p(1, game->Spec().position_bytes);
  EXPECT_OK(game->ParsePosition("catcher A1; evader B2; left 2; choices - / C3", p.Span()));
  for (const char* text : {"", "catcher A1; evader B2; left 5; choices - / -",
                           "catcher A1; evader D2; left 2; choices - / -",
                           "catcher A1; evader B2; left 2; choices C3 / -",
                           "catcher A1; evader B2; left 2; choices A2 / C3"}) {
    EXPECT_FALSE(game->ParsePosition(text, p.Span()).ok()) << text;
  }
}

}  // namespace
}  // namespace kvintet::envs::pursuit
