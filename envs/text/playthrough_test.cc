// Tests of Playthrough, SeatPlay and LegalMoves; tests/conformance runs them over every game.
#include "envs/text/playthrough.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/moves.h"
#include "envs/text/seat_play.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs {
namespace {

using testing::StatusIs;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

const Game& TicTacToe() {
  static const std::unique_ptr<Game> kGame = *MakeGame("tic_tac_toe");
  return *kGame;
}

Playthrough After(const std::string& events) {
  auto play = Playthrough::FromRecord(TicTacToe(), "tic_tac_toe" + events);
  EXPECT_OK(play);
  return *std::move(play);
}

// Records of whole and of partial games, with every option written.
std::vector<std::string> Records() {
  return {"tic_tac_toe; 0 a1; 1 a2; 0 b1; 1 b2; 0 c1",
          "kuhn; chance deal Q; chance deal J; 0 bet; 1 pass",
          "renju{forbidden=masked,opening=rif1996}; 0 h8; 0 i9; 0 j7; 1 keep; 1 h9; 0 g7+k9; 1 g7; "
          "1 k8; 0 pass; 1 a15"};
}

// Parses a text that names its game and returns the record of the result.
absl::StatusOr<std::string> ReadBack(const std::string& text) {
  absl::StatusOr<std::unique_ptr<Game>> game = MakeGame(text.substr(0, text.find(';')));
  if (!game.ok()) {
    return game.status();
  }
  const absl::StatusOr<Playthrough> play = Playthrough::FromRecord(**game, text);
  return play.ok() ? absl::StatusOr<std::string>(play->Record()) : play.status();
}

std::string WithBitFlipped(std::string text, size_t bit) {
  text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << bit % 8));
  return text;
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

TEST(PlaythroughTest, ADrawIsZeroForBothAndNotMinusZero) {
  const std::unique_ptr<Game> game = *MakeGame("goofspiel{cards=2}");
  ASSERT_OK_AND_ASSIGN(
      const Playthrough play,
      Playthrough::FromRecord(
          *game, "goofspiel{cards=2}; chance prize 2; 0 2; 1 2; chance prize 1; 0 1; 1 1"));
  EXPECT_EQ(play.Result().returns, (std::array<float, 2>{0, 0}));
  EXPECT_FALSE(std::signbit(play.Result().returns[0]));
  EXPECT_FALSE(std::signbit(play.Result().returns[1]));
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

// By default half of the board's cells.
TEST(PlaythroughTest, OptionsThatDependOnOthersMayBeLeftOut) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, MakeGame("kontranto{board=4x3}"));
  ASSERT_OK_AND_ASSIGN(const Playthrough play,
                       Playthrough::FromRecord(*game, "kontranto{board=4x3}; 0 circle"));
  EXPECT_EQ(play.Record(), game->Spec().text + "; 0 circle");
  EXPECT_FALSE(Playthrough::FromRecord(*game, "kontranto{board=4x4}; 0 circle").ok());
  EXPECT_FALSE(Playthrough::FromRecord(*game, "kontranto{board=4x3,target=5}; 0 circle").ok());
}

TEST(PlaythroughTest, AFlippedBitOfARecordIsRefusedOrReadAsItIsWritten) {
  int read = 0;
  for (const std::string& text : Records()) {
    ASSERT_OK_AND_ASSIGN(const std::string whole, ReadBack(text));
    EXPECT_EQ(whole, text);
    for (size_t bit = 0; bit < text.size() * 8; ++bit) {
      const std::string flipped = WithBitFlipped(text, bit);
      const auto back = ReadBack(flipped);
      read += static_cast<int>(back.ok());
      EXPECT_TRUE(!back.ok() || *back == flipped) << flipped << " read as " << *back;
    }
  }
  // Damaged texts that are other legal games, such as 0 h9 for 0 i9.
  EXPECT_GT(read, 0);
}

TEST(PlaythroughTest, ACutRecordIsRefusedOrAnEarlierMoment) {
  for (const std::string& text : Records()) {
    for (size_t size = text.find(';'); size < text.size(); ++size) {
      const auto back = ReadBack(text.substr(0, size));
      EXPECT_TRUE(!back.ok() || *back == text.substr(0, size)) << *back;
    }
  }
}

TEST(PlaythroughTest, StartsFromAPosition) {
  ASSERT_OK_AND_ASSIGN(Playthrough play, Playthrough::FromPosition(TicTacToe(), "XO./.../..."));
  ASSERT_OK(play.ApplyMove(Actor::kSeat0, "b2"));
  EXPECT_EQ(TicTacToe().PositionText(play.Position()), "XO./.X./...");
  EXPECT_THAT(Playthrough::FromPosition(TicTacToe(), "XX"), StatusIs(kInvalid));
}

// A position's text may have the first action of a move. What follows is then named by itself.
TEST(PlaythroughTest, StartsInTheMiddleOfAMove) {
  for (const char* name : {"konkvest", "punct", "renju", "tantrix"}) {
    const std::unique_ptr<Game> game = *MakeGame(name);
    RandomStream random(1, 0, 0, Purpose::kTest);
    Playthrough play(*game);
    const auto first = [&](const Playthrough& of) {
      return LegalList(*game, of.View(SeatOf(of.Actors().First())).Span()).front();
    };
    while (play.Actors().Has(Actor::kChance) || play.BetweenMoves()) {
      if (play.Actors().Has(Actor::kChance)) {
        play.ApplyChance(&random);
      } else {
        ASSERT_OK(play.Apply(play.Actors().First(), first(play)));
      }
    }
    const Seat seat = SeatOf(play.Actors().First());
    EXPECT_EQ(game->MoveProgress(play.View(seat).Span()), 1) << name;
    EXPECT_EQ(game->MoveProgress(play.View(Other(seat)).Span()), 0) << name;
    EXPECT_EQ(game->MoveProgress(play.View(Seat::kSpectator).Span()), 0) << name;
    ASSERT_OK_AND_ASSIGN(Playthrough rest,
                         Playthrough::FromPosition(*game, game->PositionText(play.Position())));
    EXPECT_TRUE(rest.InMove(seat) && !rest.InMove(Other(seat))) << name;
    EXPECT_FALSE(rest.BetweenMoves()) << name;
    const std::string action = game->ActionName(rest.View(seat).Span(), first(rest));
    ASSERT_OK(rest.Apply(ActorOf(seat), first(rest)));
    EXPECT_EQ(rest.Events().back().text, action) << name;
    EXPECT_TRUE(rest.BetweenMoves()) << name;
  }
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

TEST(SeatPlayTest, AFlippedBitIsRefusedOrReadAsItIsWritten) {
  const std::unique_ptr<Game> kuhn = *MakeGame("kuhn");
  const std::string text = "kuhn; chance deal Q; chance deal ?; 0 bet; 1 pass";
  EXPECT_OK(SeatPlay::FromRecord(*kuhn, Seat::k0, text));
  for (size_t bit = 0; bit < text.size() * 8; ++bit) {
    const std::string flipped = WithBitFlipped(text, bit);
    const auto play = SeatPlay::FromRecord(*kuhn, Seat::k0, flipped);
    EXPECT_TRUE(!play.ok() || play->Record() == flipped) << flipped;
  }
}

// A seat's record of a game has `?` for everything hidden.
TEST(PlaythroughTest, SeatRecordsHideWhatASeatDoesNotKnow) {
  const std::unique_ptr<Game> kuhn = *MakeGame("kuhn");
  ASSERT_OK_AND_ASSIGN(const Playthrough play,
                       Playthrough::FromRecord(*kuhn, "kuhn; chance deal Q; chance deal J; 0 bet"));
  EXPECT_EQ(play.SeatRecord(Seat::k0), "kuhn; chance deal Q; chance deal ?; 0 bet");
  EXPECT_EQ(play.SeatRecord(Seat::k1), "kuhn; chance deal ?; chance deal J; 0 bet");
  EXPECT_EQ(play.SeatRecord(Seat::kSpectator), "kuhn; chance deal ?; chance deal ?; 0 bet");
}

constexpr char kBidding[] = "goofspiel{cards=3,objective=points,order=descending}";

TEST(PlaythroughTest, SealedChoicesShowWhenTheStageIsComplete) {
  const std::unique_ptr<Game> game = *MakeGame(kBidding);
  const std::string start = kBidding;
  Playthrough play(*game);
  ASSERT_OK(play.ApplyMove(Actor::kSeat1, "2"));
  EXPECT_TRUE(play.StageOpen());
  EXPECT_EQ(play.SeatRecord(Seat::k0), start);
  EXPECT_EQ(play.SeatRecord(Seat::k1), start + "; 1 2");
  EXPECT_EQ(play.SeatRecord(Seat::kSpectator), start);
  EXPECT_THAT(play.ApplyMove(Actor::kSeat1, "3"), StatusIs(kInvalid, "seat 1 need not act now"));
  ASSERT_OK(play.ApplyMove(Actor::kSeat0, "3"));
  EXPECT_FALSE(play.StageOpen());
  for (const Seat seat : {Seat::k0, Seat::k1, Seat::kSpectator}) {
    EXPECT_EQ(play.SeatRecord(seat), start + "; 0 3; 1 2");
  }
}

TEST(PlaythroughTest, OutcomesOfChanceHaveNames) {
  const std::unique_ptr<Game> kuhn = *MakeGame("kuhn");
  Playthrough play(*kuhn);
  EXPECT_THAT(play.ApplyMove(Actor::kChance, "deal A"), StatusIs(kInvalid, "3 outcomes"));
  RandomStream random(1, 0, 0, Purpose::kChance);
  play.ApplyChance(&random);
  EXPECT_TRUE(play.Events()[0].text.starts_with("deal ")) << play.Record();
}

TEST(SeatPlayTest, UnknownIsWrittenAndOnlyUnknown) {
  const std::unique_ptr<Game> kuhn = *MakeGame("kuhn");
  const auto from = [&kuhn](const std::string& events) {
    return SeatPlay::FromRecord(*kuhn, Seat::k0, "kuhn" + events);
  };
  ASSERT_OK_AND_ASSIGN(const SeatPlay play, from("; chance deal Q; chance deal ?; 0 bet"));
  EXPECT_EQ(play.Record(), "kuhn; chance deal Q; chance deal ?; 0 bet");
  EXPECT_TRUE(play.Actors().Has(Actor::kSeat1));
  EXPECT_THAT(from("; chance ?"), StatusIs(kInvalid, "seat 0 knows it"));
  EXPECT_THAT(from("; chance deal Q; chance draw ?"), StatusIs(kInvalid, "wanted 'deal ?'"));
  EXPECT_THAT(from("; chance deal Q; chance deal J"), StatusIs(kInvalid, "wanted '?'"));
  EXPECT_THAT(from("; chance deal Q; chance deal Q"), StatusIs(kInvalid, "event 2"));
}

TEST(SeatPlayTest, SealedChoicesOfOthersAreRefusedOrDropped) {
  const std::unique_ptr<Game> game = *MakeGame(kBidding);
  const std::string start = kBidding;
  const auto from = [&](const std::string& events) {
    return SeatPlay::FromRecord(*game, Seat::k1, start + events);
  };
  EXPECT_THAT(from("; 0 3"), StatusIs(kInvalid, "seat 1 may not know it yet"));
  ASSERT_OK_AND_ASSIGN(SeatPlay pending, from("; 0 ?; 1 2"));
  EXPECT_EQ(pending.Record(), start + "; 1 2");
  // The choice that was dropped may be told when it is revealed.
  ASSERT_OK(pending.ApplyMove(Actor::kSeat0, "3"));
  EXPECT_EQ(pending.Record(), start + "; 0 3; 1 2");
  SeatPlay told(*game, Seat::k1);
  ASSERT_OK(told.ApplyMove(Actor::kSeat1, "2"));
  ASSERT_OK(told.ApplyMove(Actor::kSeat0, "?"));
  ASSERT_OK(told.ApplyMove(Actor::kSeat0, "3"));
  EXPECT_EQ(told.Record(), start + "; 0 3; 1 2");
  ASSERT_OK_AND_ASSIGN(SeatPlay before, from("; 0 ?"));
  EXPECT_EQ(before.Record(), start);
  ASSERT_OK(before.ApplyMove(Actor::kSeat0, "3"));
  ASSERT_OK(before.ApplyMove(Actor::kSeat1, "2"));
  EXPECT_EQ(before.Record(), start + "; 0 3; 1 2");
  ASSERT_OK_AND_ASSIGN(const SeatPlay shown, from("; 0 3; 1 2"));
  EXPECT_EQ(shown.Record(), start + "; 0 3; 1 2");
  EXPECT_TRUE(shown.Actors().Simultaneous());
  EXPECT_THAT(from("; 1 2; 1 3"), StatusIs(kInvalid, "1 has chosen already"));
}

// The choice that completes a stage is refused after the seat's own has been followed.
TEST(SeatPlayTest, ARefusedMoveChangesNothing) {
  const std::unique_ptr<Game> game = *MakeGame(kBidding);
  ASSERT_OK_AND_ASSIGN(SeatPlay play,
                       SeatPlay::FromRecord(*game, Seat::k1, std::string(kBidding) + "; 0 3; 1 2"));
  ASSERT_OK(play.ApplyMove(Actor::kSeat0, "2"));
  const SeatPlay before = play;
  for (const char* move : {"2", "9", "?"}) {
    EXPECT_THAT(play.ApplyMove(Actor::kSeat1, move), StatusIs(kInvalid)) << move;
    EXPECT_THAT(play.ApplyMove(Actor::kSeat0, move), StatusIs(kInvalid)) << move;
    EXPECT_TRUE(std::ranges::equal(play.View().Bytes(), before.View().Bytes()));
    EXPECT_EQ(play.Record(), before.Record());
  }
  ASSERT_OK(play.ApplyMove(Actor::kSeat1, "3"));
  EXPECT_EQ(play.Record(), std::string(kBidding) + "; 0 3; 1 2; 0 2; 1 3");
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
