// Tests of Playthrough, SeatPlay and LegalMoves on tic-tac-toe; hidden games are held against them
// in tests/conformance.
#include "envs/playthrough.h"

#include <gtest/gtest.h>

#include "envs/moves.h"
#include "envs/registry.h"
#include "envs/seat_play.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs {
namespace {

using testing::StatusIs;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

const Game& TicTacToe() {
  static const std::unique_ptr<Game> game = *MakeGame("tic_tac_toe");
  return *game;
}

Playthrough After(const std::string& events) {
  auto play = Playthrough::FromRecord(TicTacToe(), "tic_tac_toe" + events);
  EXPECT_OK(play);
  return *std::move(play);
}

TEST(PlaythroughTest, RecordRoundTrips) {
  const std::string text = "tic_tac_toe; 0 b2; 1 a1; 0 c3";
  ASSERT_OK_AND_ASSIGN(const Playthrough play, Playthrough::FromRecord(TicTacToe(), text));
  EXPECT_EQ(play.Record(), text);
  EXPECT_EQ(play.SeatRecord(Seat::kSpectator), text);
  EXPECT_EQ(TicTacToe().PositionText(play.Position()), "O../.X./..X");
}

TEST(PlaythroughTest, EventsHoldActions) {
  const Playthrough play = After("; 0 b2; 1 a1");
  ASSERT_EQ(play.Events().size(), 2u);
  EXPECT_EQ(play.Events()[1].actor, Actor::kSeat1);
  EXPECT_EQ(play.Events()[1].actions, std::vector<Action>{0});
  EXPECT_TRUE(play.Events()[1].complete);
}

TEST(PlaythroughTest, RefusesIllegalActionsAndLeavesTheGame) {
  Playthrough play = After("; 0 b2");
  EXPECT_THAT(play.Apply(Actor::kSeat1, 4), StatusIs(kInvalid, "one of the 8 legal actions"));
  EXPECT_THAT(play.Apply(Actor::kSeat1, -1), StatusIs(kInvalid, "found action -1"));
  EXPECT_THAT(play.Apply(Actor::kSeat0, 0), StatusIs(kInvalid, "seat 0 need not act now"));
  EXPECT_THAT(play.Apply(Actor::kChance, 0), StatusIs(kInvalid, "chance need not act now"));
  EXPECT_THAT(play.ApplyMove(Actor::kSeat1, "b2"), StatusIs(kInvalid, "'b2'"));
  EXPECT_EQ(play.Record(), "tic_tac_toe; 0 b2");
}

TEST(PlaythroughTest, CopiesGoOnByThemselves) {
  Playthrough play = After("; 0 b2");
  const Playthrough copy = play;
  ASSERT_OK(play.ApplyMove(Actor::kSeat1, "a1"));
  EXPECT_EQ(copy.Record(), "tic_tac_toe; 0 b2");
  EXPECT_TRUE(copy.Actors().Has(Actor::kSeat1));
}

TEST(PlaythroughTest, EndHasAResultAndNoMoreMoves) {
  Playthrough play = After("; 0 a1; 1 a2; 0 b1; 1 b2; 0 c1");
  ASSERT_TRUE(play.Ended());
  EXPECT_EQ(play.Result().reason, "line");
  EXPECT_THAT(play.ApplyMove(Actor::kSeat1, "c3"), StatusIs(kInvalid, "the game has ended"));
}

TEST(PlaythroughTest, RecordErrorsNameTheEvent) {
  const auto from = [](const std::string& text) {
    return Playthrough::FromRecord(TicTacToe(), text);
  };
  EXPECT_THAT(from("tic_tac_toe; 0 b2; 1 b2"), StatusIs(kInvalid, "event 2 (1 b2)"));
  EXPECT_THAT(from("tic_tac_toe; b2"), StatusIs(kInvalid, "event 1: an event is"));
  EXPECT_THAT(from("renju; 0 h8"), StatusIs(kInvalid, "wanted a record of tic_tac_toe"));
  EXPECT_THAT(from("tic_tac_toe{size=3}"), StatusIs(kInvalid, "no option 'size'"));
}

TEST(PlaythroughTest, StartsFromAPosition) {
  ASSERT_OK_AND_ASSIGN(Playthrough play, Playthrough::FromPosition(TicTacToe(), "XO./.../..."));
  ASSERT_OK(play.ApplyMove(Actor::kSeat0, "b2"));
  EXPECT_EQ(TicTacToe().PositionText(play.Position()), "XO./.X./...");
  EXPECT_THAT(Playthrough::FromPosition(TicTacToe(), "XX"), StatusIs(kInvalid));
}

TEST(SeatPlayTest, FollowsARecordToTheSameView) {
  const std::string text = "tic_tac_toe; 0 b2; 1 a1; 0 c3";
  ASSERT_OK_AND_ASSIGN(const SeatPlay seat, SeatPlay::FromRecord(TicTacToe(), Seat::k1, text));
  const Playthrough play = After("; 0 b2; 1 a1; 0 c3");
  EXPECT_EQ(seat.Record(), text);
  EXPECT_TRUE(std::ranges::equal(seat.View().Bytes(), play.View(Seat::k1).Span().Bytes()));
}

TEST(SeatPlayTest, RefusesWhatIsImpossibleOrKnown) {
  const auto from = [](const std::string& text) {
    return SeatPlay::FromRecord(TicTacToe(), Seat::k1, text);
  };
  EXPECT_THAT(from("tic_tac_toe; 0 b2; 1 b2"), StatusIs(kInvalid, "event 2 (1 b2)"));
  EXPECT_THAT(from("tic_tac_toe; 0 ?"), StatusIs(kInvalid, "seat 1 knows it"));
  EXPECT_THAT(from("tic_tac_toe; 1 b2"), StatusIs(kInvalid, "1 need not act now"));
}

TEST(LegalMovesTest, AreSortedByText) {
  const Playthrough play = After("; 0 b2; 1 a1");
  std::vector<std::string> texts;
  for (const Move& move : LegalMoves(TicTacToe(), play.View(Seat::k0).Span())) {
    texts.push_back(move.text);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"a2", "a3", "b1", "b3", "c1", "c2", "c3"}));
  EXPECT_TRUE(LegalMoves(TicTacToe(), play.View(Seat::k1).Span()).empty());
}

TEST(LegalMovesTest, PrefixAndLimitChoose) {
  const ViewBuffer view = Playthrough(TicTacToe()).View(Seat::k0);
  EXPECT_EQ(LegalMoves(TicTacToe(), view.Span(), "b", 10).size(), 3u);
  EXPECT_EQ(LegalMoves(TicTacToe(), view.Span(), "", 2).size(), 2u);
  int seen = 0;
  VisitMoves(TicTacToe(), view.Span(), std::vector<Action>{5}, [&seen](const Move& move) {
    EXPECT_EQ(move.text, "c2");
    ++seen;
    return true;
  });
  EXPECT_EQ(seen, 1);
}

}  // namespace
}  // namespace kvintet::envs
