// Tests of the reference Konkvest: the placement, cycles, max_plies, options (Q3, Q8).
#include "tests/reference/konkvest/konkvest.h"

#include <gtest/gtest.h>

#include "tests/reference/konkvest/konkvest_setup.h"
#include "tests/reference/reference_registry.h"

namespace kvintet::reference::konkvest {
namespace {

const std::string kShuffle = " b1-b2 l7-l6 b2-b1 l6-l7";

TEST(KonkvestTest, Q3_ThePlayersPlaceInTurn) {
  Konkvest game{Options{}};
  EXPECT_EQ(game.Actors(), std::vector<int>{0});
  EXPECT_EQ(MovesFrom(game, ""), "R@a1 R@a2 R@a3 R@a4 R@a5 R@a6 R@b1 R@b2 R@b3 R@b5 R@b6 R@b7");
  Play(game, "R@b1");
  EXPECT_EQ(game.Actors(), std::vector<int>{1});
  EXPECT_EQ(MovesFrom(game, ""), "R@l1 R@l2 R@l3 R@l5 R@l6 R@l7 R@m1 R@m2 R@m3 R@m4 R@m5 R@m6");
  Play(game, "R@l7");
  EXPECT_EQ(MovesFrom(game, ""), "R@a1 R@a2 R@a3 R@a4 R@a5 R@a6 R@b2 R@b3 R@b5 R@b6 R@b7");
}

TEST(KonkvestTest, Q3_Turn17IsTheFirstMoveAndTheFirstPlayers) {
  Konkvest game{Options{}};
  Play(game, kPlacement);
  EXPECT_EQ(game.Plies(), 16);
  EXPECT_EQ(game.Actors(), std::vector<int>{0});
  EXPECT_EQ(PositionText(game.Now()),
            "w H a1; w G a3; w G a4; w H a6; w R b1; w N b3; w Q b4; w N b5; w R b7; "
            "w P c1; w P c2; w P c3; w P c4; w P c5; w P c6; w P c7; w P c8; "
            "b P k1; b P k2; b P k3; b P k4; b P k5; b P k6; b P k7; b P k8; "
            "b R l1; b N l3; b Q l4; b N l5; b R l7; b H m1; b G m3; b G m4; b H m6; "
            "w reserve SSS; b reserve SSS; side w");
  EXPECT_EQ(MovesFrom(game, "S@"), "S@a2 S@a5 S@b2 S@b6");
}

TEST(KonkvestTest, Q8_TheThirdOccurrenceEndsWithoutAWinner) {
  Konkvest game{Options{}};
  Play(game, kPlacement + kShuffle + kShuffle);
  EXPECT_EQ(EndText(game), "reset 0 0");
  EXPECT_EQ(game.Margin(), (std::array<int, 2>{19, 19}));
}

TEST(KonkvestTest, Q8_TheSecondOccurrenceEndsNothing) {
  Konkvest game{Options{}};
  Play(game, kPlacement + kShuffle + " b1-b2 l7-l6 b2-b1");
  EXPECT_EQ(EndText(game), "going on");
}

// The pieces are the same, but earlier positions cannot recur after a support has come in.
TEST(KonkvestTest, Q8_ReservesArePartOfThePosition) {
  Konkvest game{Options{}};
  Play(game, kPlacement + kShuffle + " S@a2 l7-l6 b1-b2 l6-l7 b2-b1");
  EXPECT_EQ(EndText(game), "going on");
  Play(game, "l7-l6 b1-b2 l6-l7 b2-b1");
  EXPECT_EQ(EndText(game), "reset 0 0");
}

TEST(KonkvestTest, Q8_ThePlayerToMoveIsPartOfThePosition) {
  Konkvest game = GameAt("w Q b4; w *R a1; b Q l4; b *R m1; w P c8; b P k1; side w");
  Play(game, "a1-a2 m1-m2 a2-a1 m2-m3 a1-a2 m3-m1 a2-a3 m1-m2 a3-a1");
  EXPECT_EQ(EndText(game), "going on");
}

// The same board three times: without an attack, after two in a row, and after that row has ended.
TEST(KonkvestTest, Q8_RowsOfAttacksAreNotPartOfThePosition) {
  Konkvest game = GameAt("w Q b4; w *R h1; w P c1; w N a1; b Q h11; b P k1; b N m1; side w");
  Play(game, "h1-h2 m1-m2 h2-h1 m2-m1");
  EXPECT_EQ(game.Now().attacks[0], (AttackRow{2, CellAt("h1")}));
  Play(game, "a1-a2 m1-m2 a2-a1 m2-m1");
  EXPECT_EQ(EndText(game), "reset 0 0");
}

TEST(KonkvestTest, Q8_UnderRestartTheFirstMoveIsExchanged) {
  Konkvest game{Options{.restart = true}};
  Play(game, kPlacement + kShuffle + kShuffle);
  EXPECT_EQ(EndText(game), "going on");
  EXPECT_EQ(game.Plies(), 24);
  EXPECT_EQ(game.Actors(), std::vector<int>{1});
  EXPECT_EQ(MovesFrom(game, ""), "R@l1 R@l2 R@l3 R@l5 R@l6 R@l7 R@m1 R@m2 R@m3 R@m4 R@m5 R@m6");
  Play(game, "R@l7 R@b1 R@l1 R@b7 G@m4 G@a3 G@m3 G@a4 H@m6 H@a1 H@m1 H@a6 N@l5 N@b3 N@l3 N@b5");
  EXPECT_EQ(game.Actors(), std::vector<int>{1});
  const std::string mirrored = " l7-l6 b1-b2 l6-l7 b2-b1";
  Play(game, mirrored);
  EXPECT_EQ(EndText(game), "going on");
  Play(game, mirrored);
  EXPECT_EQ(game.Actors(), std::vector<int>{0});
  EXPECT_EQ(MovesFrom(game, "R@b1"), "R@b1");
}

TEST(KonkvestTest, Q8_ARestartForgetsRowsOfAttacks) {
  Konkvest game =
      GameAt("w Q b4; w *R h1; w P c1; w N a1; b Q h11; b P k1; b N m1; side w", {.restart = true});
  Play(game, "a1-a2 m1-m2 a2-a1 m2-m1 h1-h2 m1-m2 h2-h1");
  EXPECT_EQ(game.Now().attacks[0], (AttackRow{2, CellAt("h1")}));
  Play(game, "m2-m1");
  EXPECT_EQ(PositionText(game.Now()), PositionText(StartPosition(1)));
}

// The second restart leads to the initial placement again.
TEST(KonkvestTest, Q8_ARestartForgetsOccurrences) {
  Konkvest game{Options{.restart = true}};
  const std::string second =
      " R@l7 R@b1 R@l1 R@b7 G@m4 G@a3 G@m3 G@a4 H@m6 H@a1 H@m1 H@a6 N@l5 N@b3 N@l3 N@b5";
  const std::string mirrored = " l7-l6 b1-b2 l6-l7 b2-b1";
  Play(game, kPlacement + kShuffle + kShuffle + second + mirrored + mirrored + " " + kPlacement);
  EXPECT_FALSE(game.Places());
  Play(game, kShuffle);
  EXPECT_FALSE(game.Places());
  EXPECT_EQ(EndText(game), "going on");
  Play(game, kShuffle);
  EXPECT_TRUE(game.Places());
}

TEST(KonkvestTest, Q8_MaxPliesEndTheGame) {
  Konkvest game{Options{.max_plies = 18}};
  Play(game, kPlacement + " b1-b2");
  EXPECT_EQ(EndText(game), "going on");
  Play(game, "l7-l6");
  EXPECT_EQ(EndText(game), "max_plies 0 0");
}

TEST(KonkvestTest, Q8_TheOpeningTurnsCountAsPlies) {
  Konkvest game{Options{.max_plies = 3}};
  Play(game, "R@b1 R@l7 R@b7");
  EXPECT_EQ(EndText(game), "max_plies 0 0");
}

TEST(KonkvestTest, Q8_AWinOnTheLastPlyIsAWin) {
  Konkvest game = GameAt("w Q b4; w N d5; b Q e5; side w", {.max_plies = 17});
  Play(game, "d5xe5");
  EXPECT_EQ(EndText(game), "queen 1 -1");
}

TEST(KonkvestTest, Q8_AResetOnTheLastPlyIsAReset) {
  Konkvest game{Options{.max_plies = 24}};
  Play(game, kPlacement + kShuffle + kShuffle);
  EXPECT_EQ(EndText(game), "reset 0 0");
  Konkvest restarted{Options{.restart = true, .max_plies = 24}};
  Play(restarted, kPlacement + kShuffle + kShuffle);
  EXPECT_EQ(EndText(restarted), "max_plies 0 0");
}

TEST(KonkvestTest, Q8_UnderRestartPliesGoOnCounting) {
  Konkvest game{Options{.restart = true, .max_plies = 26}};
  Play(game, kPlacement + kShuffle + kShuffle + " R@l7 R@b1");
  EXPECT_EQ(EndText(game), "max_plies 0 0");
}

TEST(KonkvestTest, KnowledgeIsThePresentPosition) {
  Konkvest one{Options{}};
  Konkvest other{Options{}};
  Play(one, "R@b1 R@l7 R@b7");
  Play(other, "R@b7 R@l7 R@b1");
  EXPECT_EQ(one.Knowledge(0), other.Knowledge(1));
  Play(one, "R@l1");
  Play(other, "R@l2");
  EXPECT_NE(one.Knowledge(0), other.Knowledge(0));
}

TEST(KonkvestTest, ACloneGoesOnByItself) {
  Konkvest game{Options{}};
  Play(game, "R@b1");
  const std::unique_ptr<ReferenceGame> clone = game.Clone();
  Play(*clone, "R@l7");
  EXPECT_EQ(game.History(), (std::vector<Event>{{0, "R@b1"}}));
  EXPECT_EQ(clone->History(), (std::vector<Event>{{0, "R@b1"}, {1, "R@l7"}}));
}

TEST(KonkvestTest, Q8_GoingOnNoOccurrenceEndsTheGame) {
  for (const bool go_on : {false, true}) {
    Konkvest game{Options{.go_on = go_on}};
    Play(game, kPlacement);
    for (int i = 0; i < 6 && !game.Actors().empty(); ++i) {
      Play(game, kShuffle);
    }
    EXPECT_EQ(game.Actors().empty(), !go_on);
  }
}

TEST(KonkvestTest, TheRegistryKnowsTheOptions) {
  EXPECT_NE(MakeReference("konkvest"), nullptr);
  EXPECT_NE(MakeReference("konkvest{capture_in_row=ends_row,cycle=restart,general_reach=area,"
                          "guard_reach=straight,max_plies=100,queen_retreat=lines,"
                          "territory=cone}"),
            nullptr);
  for (const std::string wrong :
       {"capture_in_row=loses", "cycle=on", "general_reach=straight", "guard_reach=area",
        "max_plies=0", "queen_retreat=area", "territory=line"}) {
    EXPECT_EQ(MakeReference("konkvest{" + wrong + "}"), nullptr) << wrong;
  }
}

}  // namespace
}  // namespace kvintet::reference::konkvest
