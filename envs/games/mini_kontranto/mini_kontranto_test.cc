// Tests of MiniKontranto, by clause of docs/small_games.md.
#include "envs/games/mini_kontranto/mini_kontranto.h"

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::mini_kontranto {
namespace {

// Owns the game and a playthrough, which starts from a position or from the initial one.
struct Laid {
  explicit Laid(const std::string& options, const std::string& position = "")
      : game(*MakeGame("mini_kontranto{" + options + "}")),
        play(position.empty() ? Playthrough(*game) : *Playthrough::FromPosition(*game, position)) {}

  Laid& Moves(const std::string& white, const std::string& black) {
    EXPECT_OK(play.ApplyMove(Actor::kSeat0, white));
    EXPECT_OK(play.ApplyMove(Actor::kSeat1, black));
    return *this;
  }
  std::string Text() const { return game->PositionText(play.Position()); }

  std::unique_ptr<Game> game;
  Playthrough play;
};

TEST(MiniKontrantoTest, MK1_TheStartSaysBoardAndPieces) {
  EXPECT_EQ(Laid("start=2x3_c0t1_c4").Text(),
            "conquered - / -; W c A1 t B1; B c B2; left 3; choices - / -");
  EXPECT_EQ(Laid("start=3x3_c8t0_c4t2,steps=1").Text(),
            "conquered - / -; W c C3 t A1; B c B2 t C1; left 1; choices - / -");
  EXPECT_FALSE(MakeGame("mini_kontranto{start=2x3_c0_c0}").ok());
}

TEST(MiniKontrantoTest, MK2_AllPiecesMoveAtOnceToDifferentFreeCells) {
  Laid laid("start=2x3_c0t1_c4");
  for (const char* wrong : {"A1-B1 B1-B1", "A1-C1 B1-B1", "A1-A1", "B1-B1 A1-A1"}) {
    EXPECT_FALSE(laid.play.ApplyMove(Actor::kSeat0, wrong).ok()) << wrong;
  }
  EXPECT_OK(laid.play.ApplyMove(Actor::kSeat0, "A1-B1 B1-A1"));
  EXPECT_EQ(laid.game->ViewText(laid.play.View(Seat::k1).Span()),
            "conquered - / -; W c A1 t B1; B c B2; left 3; choices ? / -");
  EXPECT_OK(laid.play.ApplyMove(Actor::kSeat1, "B2-B2"));
  EXPECT_EQ(laid.Text(), "conquered - / -; W c B1 t A1; B c B2; left 2; choices - / -");
}

TEST(MiniKontrantoTest, MK3_WhereTwoMeetTheCellIsConqueredAndMustBeLeft) {
  Laid laid("start=2x3_c0t1_c4");
  laid.Moves("A1-B2 B1-B1", "B2-B2");
  EXPECT_EQ(laid.Text(), "conquered B2 / -; W c B2 t B1; B c B2; left 2; choices - / -");
  EXPECT_FALSE(laid.play.ApplyMove(Actor::kSeat1, "B2-B2").ok());
  laid.Moves("B1-B1 B2-A2", "B2-B1");
  EXPECT_EQ(laid.Text(), "conquered B2 / B1; W c A2 t B1; B c B1; left 1; choices - / -");
}

TEST(MiniKontrantoTest, MK3_WhoCannotLeaveIsTakenOffAndWithoutPiecesTheGameEnds) {
  Laid laid("start=2x2_c0_c3,steps=5",
            "conquered A1 A2 B1 / -; W c B1; B c B1; left 2; choices - / -");
  laid.Moves("B1-B2", "B1-B2");
  EXPECT_EQ(laid.play.Result().reason, "no_move");
  EXPECT_EQ(laid.play.Result().margin[0], 4);
  EXPECT_EQ(laid.play.Result().returns[0], 1);
}

TEST(MiniKontrantoTest, MK4_TheGameEndsAfterItsSteps) {
  Laid laid("start=2x2_c0_c3,steps=1");
  laid.Moves("A1-B1", "B2-B1");
  EXPECT_EQ(laid.play.Result().reason, "steps");
  EXPECT_EQ(laid.play.Result().returns[0], 0.25f);
}

TEST(MiniKontrantoTest, ParsePositionRefusesWhatCannotBe) {
  const Laid laid("start=2x3_c0t1_c4");
  PositionBuffer p(1, laid.game->Spec().position_bytes);
  EXPECT_OK(laid.game->ParsePosition(
      "conquered - / -; W c A1 t B1; B c B2; left 3; choices A1-B1 B1-A1 / -", p.Span()));
  for (const char* text : {"", "conquered - / -; W c A1 t B1; B c B2; left 4; choices - / -",
                           "conquered A1 / A1; W c C1; B c B2; left 3; choices - / -",
                           "conquered - / -; W c A1 t A1; B c B2; left 3; choices - / -",
                           "conquered - / -; W c A1; B c A1; left 3; choices - / -",
                           "conquered A1 / -; W c A1; B c B2; left 3; choices - / -",
                           "conquered - / -; W -; B c B2; left 3; choices - / -",
                           "conquered - / -; W c A1; B c B2; left 0; choices - / -",
                           "conquered - / -; W c A1; B c B2; left 3; choices A1-C1 / -",
                           "conquered - / -; W c A1; B c B2; left 3; choices A1-A1 / B2-B2"}) {
    EXPECT_FALSE(laid.game->ParsePosition(text, p.Span()).ok()) << text;
  }
}

}  // namespace
}  // namespace kvintet::envs::mini_kontranto
