// Tests of PÜNCT, by clause of the README.md in this folder: how games end.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/punct/played.h"
#include "envs/one_row.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::punct {
namespace {

// White's chain from A8 to Q11, without D8 and E8. Below it Black's chain from A7 to Q10, which
// White's triangle on B8, B7, A7 interrupts.
constexpr char kWhiteChain[] = "w E A8/5 w E F8/5 w E I8/4 w E L11/5 w C P11/2";
constexpr char kBlackChain[] = " b E A7/5 b E D7/5 b E G7/5 b E J8/4 b C N10/2";
constexpr char kBlackEnd[] = " b T P10/5";
constexpr char kCut[] = " w T B8/0";

TEST(PunctEndsTest, P5_ChainOfTopmostDotsAtAnyLevelsWins) {
  const Table table("punct");
  Playthrough play = table.SetUp(std::string(kWhiteChain) + kBlackChain + " w T B8/0", "white");
  Play(&play, "B8-D8/4");
  EXPECT_EQ(ReasonOf(play), "connection");
  EXPECT_EQ(ReturnOf(play), 1);
  // The chain includes a dot of the second level.
  play = table.SetUp(std::string(kWhiteChain) + kBlackChain + kCut, "white");
  Play(&play, "T D8/4");
  EXPECT_EQ(ReasonOf(play), "connection");
}

TEST(PunctEndsTest, P5_NewPieceMayConnect) {
  const Table table("punct");
  Playthrough play = table.SetUp(std::string(kWhiteChain) + kBlackChain, "black");
  Play(&play, "T P10/5");
  EXPECT_EQ(ReasonOf(play), "connection");
  EXPECT_EQ(ReturnOf(play), -1);
}

TEST(PunctEndsTest, P5_CoveredDotsConnectNothing) {
  const Table table("punct");
  Playthrough play = table.SetUp(std::string(kWhiteChain) + kBlackChain + kCut, "black");
  Play(&play, "T P10/5");
  EXPECT_FALSE(play.Ended());
}

TEST(PunctEndsTest, P5_UncoveringTheOthersConnectionLoses) {
  const Table table("punct");
  Playthrough play =
      table.SetUp(std::string(kWhiteChain) + kBlackChain + kBlackEnd + kCut, "white");
  Play(&play, "B8-B4/0");
  EXPECT_EQ(ReasonOf(play), "connection");
  EXPECT_EQ(ReturnOf(play), -1);
}

TEST(PunctEndsTest, P5_WhoCompletesBothConnectionsWins) {
  const Table table("punct");
  Playthrough play =
      table.SetUp(std::string(kWhiteChain) + kBlackChain + kBlackEnd + kCut, "white");
  Play(&play, "B8-D8/4");
  EXPECT_EQ(ReasonOf(play), "connection");
  EXPECT_EQ(ReturnOf(play), 1);
  EXPECT_EQ(play.Result().margin, (std::array<int32_t, 2>{5, 5}));
}

TEST(PunctEndsTest, P5_OppositeSidesCountAndNoOthers) {
  const Table table("punct");
  // From A8 to B10, and along side A.
  Playthrough play = table.SetUp("w E A7/0 b E Q12/3 w T A8/4", "white");
  Play(&play, "E B10/5");
  EXPECT_FALSE(play.Ended());
}

// The last move of White's chain and its images under all symmetries of board and colours.
TEST(PunctEndsTest, P5_EachPairOfSidesCanBeJoined) {
  const Table table("punct");
  const Game& game = *table.game;
  const Playthrough play = table.SetUp(std::string(kWhiteChain) + kBlackChain, "white");
  const std::vector<Action> turn = *game.ParseMove(play.View(Seat::k0).Span(), "T D8/4");
  for (int symmetry = 0; symmetry < game.Spec().num_symmetries; ++symmetry) {
    const Actor mover = game.ExchangesSeats(symmetry) ? Actor::kSeat1 : Actor::kSeat0;
    PositionBuffer image(1, game.Spec().position_bytes);
    game.TransformPosition(symmetry, play.Position(), image.Span());
    RepetitionHistory history(game.Spec().history_capacity);
    const ViewBuffer view = play.View(Seat::k0);
    StepOne(game, image.Span(), &history, mover,
            game.TransformAction(symmetry, view.Span(), turn[0]));
    Playthrough chosen = play;
    ASSERT_OK(chosen.Apply(Actor::kSeat0, turn[0]));
    StepOne(game, image.Span(), &history, mover,
            game.TransformAction(symmetry, chosen.View(Seat::k0).Span(), turn[1]));
    ASSERT_TRUE(ActorsOf(game, std::as_const(image).Span()).Empty()) << symmetry;
    const Outcome outcome = game.Result(std::as_const(image).Span());
    EXPECT_EQ(outcome.reason, "connection");
    EXPECT_EQ(outcome.returns[static_cast<size_t>(Index(mover))], 1) << symmetry;
  }
}

TEST(PunctEndsTest, P5_LastPieceOfEitherEndsTheGame) {
  const Table table("tiny_punct", {1, 1, 1, 1, 0, 0});
  const std::string pieces = "w T E5/0 w C B3/0 w E H6/3 b T C6/3 b C G4/2";
  Playthrough play = table.SetUp(pieces, "white");
  EXPECT_EQ(play.game().standings()->Standing(play.Position()), (std::array<int32_t, 2>{3, 0}));
  Play(&play, "L G7/3");
  EXPECT_EQ(ReasonOf(play), "supply");
  EXPECT_EQ(ReturnOf(play), 1);
  EXPECT_EQ(play.Result().margin, (std::array<int32_t, 2>{3, 0}));
}

TEST(PunctEndsTest, P5_LevelCentreAndBasicGameDraw) {
  for (const char* options : {"tiny_punct", "tiny_punct{game=basic}"}) {
    const Table table(options, {1, 1, 1, 1, 0, 0});
    const bool basic = std::string(options) != "tiny_punct";
    Playthrough play = table.SetUp(basic ? "w T E5/0 w C B3/0 w E H6/3 b T C6/3 b C G4/2"
                                         : "w T A3/4 w C D2/2 w E H6/3 b T C6/3 b C G4/2",
                                   "white");
    Play(&play, "L G7/3");
    EXPECT_EQ(ReasonOf(play), "supply");
    EXPECT_EQ(ReturnOf(play), 0);
  }
}

TEST(PunctEndsTest, P5_SupplyBothGoesOnUntilAllPiecesAreOnTheBoard) {
  const Table table("tiny_punct{supply=both}", {1, 1, 1, 1, 0, 0});
  Playthrough play = table.SetUp("w T E5/0 w C B3/0 w E H6/3 b T C6/3 b C G4/2 b E D2/5", "white");
  Play(&play, "L G7/3");
  ASSERT_FALSE(play.Ended());
  Play(&play, "C6-C6/4");
  ASSERT_FALSE(play.Ended());
  // White has nothing left to place and must move.
  for (const std::string& turn : LegalTurns(play)) {
    EXPECT_NE(turn[1], ' ') << turn;
  }
  Play(&play, "H6-H6/2,L B5/3");
  EXPECT_EQ(ReasonOf(play), "supply");
}

TEST(PunctEndsTest, P5_ThirdOccurrenceDraws) {
  const Table table("punct");
  Playthrough play(*table.game);
  Play(&play, "E F3/2,E H14/2,F3-F4/2,H14-H13/2,F4-F3/2,H13-H14/2,F3-F4/2,H14-H13/2,F4-F3/2");
  EXPECT_FALSE(play.Ended());
  Play(&play, "H13-H14/2");
  EXPECT_EQ(ReasonOf(play), "repetition");
  EXPECT_EQ(ReturnOf(play), 0);
  EXPECT_FALSE(play.Result().truncated);
}

TEST(PunctEndsTest, P5_SetUpIsItsOwnFirstOccurrence) {
  const Table table("punct");
  Playthrough play = table.SetUp("w E F3/2 b E H14/2", "white");
  Play(&play, "F3-F4/2,H14-H13/2,F4-F3/2,H13-H14/2,F3-F4/2,H14-H13/2,F4-F3/2,H13-H14/2");
  EXPECT_EQ(ReasonOf(play), "repetition");
}

TEST(PunctEndsTest, P5_EqualPiecesAreInterchangeable) {
  const Table table("punct");
  Playthrough play = table.SetUp("w T F3/0 w T F6/0 b E P14/2", "white");
  // White's triangles swap places, twice.
  for (const char* round : {"", "again"}) {
    EXPECT_FALSE(play.Ended()) << round;
    Play(&play, "F3-F10/0,P14-P13/2,F6-F3/0,P13-P12/2,F10-F6/0,P12-P14/2");
  }
  EXPECT_EQ(ReasonOf(play), "repetition");
}

TEST(PunctEndsTest, P5_NewPieceForgetsWhatWasBefore) {
  const Table table("punct");
  Playthrough play = table.SetUp("w E F3/2 b E H14/2", "white");
  Play(&play, "F3-F4/2,H14-H13/2,F4-F3/2,H13-H14/2,E K6/0,H14-H13/2");
  Play(&play, "F3-F4/2,H13-H14/2,F4-F3/2,H14-H13/2,F3-F4/2,H13-H14/2");
  EXPECT_FALSE(play.Ended());
}

TEST(PunctEndsTest, P5_MaxPliesIsADrawReportedApart) {
  const Table table("punct{max_plies=3}");
  Playthrough play(*table.game);
  Play(&play, "E F3/2,E H14/2");
  EXPECT_FALSE(play.Ended());
  Play(&play, "F3-F4/2");
  EXPECT_EQ(ReasonOf(play), "max_plies");
  EXPECT_TRUE(play.Result().truncated);
  EXPECT_EQ(ReturnOf(play), 0);
}

TEST(PunctEndsTest, P5_ConnectionComesBeforeMaxPlies) {
  const Table table("punct{max_plies=1}");
  Playthrough play = table.SetUp(std::string(kWhiteChain) + kBlackChain, "black");
  Play(&play, "T P10/5");
  EXPECT_EQ(ReasonOf(play), "connection");
}

TEST(PunctEndsTest, P5_PlayerWithoutATurnEndsTheGame) {
  const Table table("tiny_punct{supply=both}", {1, 1, 1, 1, 0, 0});
  Playthrough play =
      table.SetUp("w E D3/2 w C G5/2 w L E6/2 w T E7/3 b T E5/0 b C E2/2 b E E5/3", "black");
  Play(&play, "E2-E4/1");
  EXPECT_EQ(ReasonOf(play), "no_turn");
  EXPECT_EQ(ReturnOf(play), -1);
  EXPECT_EQ(play.Result().margin, (std::array<int32_t, 2>{0, 5}));
}

}  // namespace
}  // namespace kvintet::envs::punct
