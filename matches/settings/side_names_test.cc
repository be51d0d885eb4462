// Tests of SideName: the sides of each game, and sides decided by a choice or a swap.
#include "matches/settings/side_names.h"

#include <memory>
#include <sstream>

#include <gtest/gtest.h>

#include "base/check.h"
#include "envs/match_play.h"
#include "envs/registry.h"

namespace kvintet::matches {
namespace {

using envs::Seat;

// "White / Black" after these moves, each by the seat to act.
std::string Sides(const std::string& game, const std::string& moves = "") {
  const auto made = envs::MakeGame(game);
  KVINTET_CHECK(made.ok());
  envs::Playthrough play(**made);
  std::istringstream words(moves);
  for (std::string move; words >> move;) {
    KVINTET_CHECK(play.ApplyMove(play.Actors().First(), move).ok());
  }
  return SideName(play, Seat::k0) + " / " + SideName(play, Seat::k1);
}

TEST(SideNamesTest, AreThoseOfTheScenes) {
  EXPECT_EQ(Sides("punct"), "White / Black");
  EXPECT_EQ(Sides("konkvest"), "w (light) / b (dark)");
  EXPECT_EQ(Sides("tic_tac_toe"), " / ");
}

TEST(SideNamesTest, T2_ColoursAreAnOption) {
  EXPECT_EQ(Sides("tantrix"), "red / yellow");
  EXPECT_EQ(Sides("tantrix{colours=blue-red}"), "blue / red");
}

TEST(SideNamesTest, R5_BlackIsSeat1OnceItHasSwapped) {
  EXPECT_EQ(Sides("renju{opening=free}"), "Black / White");
  EXPECT_EQ(Sides("renju", "h8 g9 i7"), "Black / White");
  EXPECT_EQ(Sides("renju", "h8 g9 i7 swap"), "White / Black");
}

TEST(SideNamesTest, K2_WhiteIsSeat0IfTheShapesDiffer) {
  EXPECT_EQ(Sides("kontranto"), " / ");
  EXPECT_EQ(Sides("kontranto", "circle triangle"), "White / Black");
  EXPECT_EQ(Sides("kontranto", "circle circle"), "Black / White");
  EXPECT_EQ(Sides("kontranto{colour_choice=false}"), "White / Black");
}

TEST(ColourKeyTest, T7_GreenIsWhiteForTheColourBlind) {
  const auto game = envs::MakeGame("konkvest");
  KVINTET_CHECK(game.ok());
  const envs::MatchPlay& play = *(*game)->match_play();
  EXPECT_NE(play.ColourKey(envs::Palette::kUsual).find("of b green"), std::string::npos);
  EXPECT_NE(play.ColourKey(envs::Palette::kColourBlind).find("of b white"), std::string::npos);
}

}  // namespace
}  // namespace kvintet::matches
