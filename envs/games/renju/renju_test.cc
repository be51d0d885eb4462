// Tests of Renju, by clause of the README.md in this folder.
#include "envs/games/renju/renju.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/moves.h"
#include "envs/text/playthrough.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::renju {
namespace {

std::unique_ptr<Game> MakeRenju(const std::string& options) {
  return *MakeGame(absl::StrCat("renju{", options, "}"));
}

// Plays moves in turn, each by the actor to act; an illegal move stops the test.
Playthrough Played(const Game& game, const std::string& moves) {
  Playthrough play(game);
  std::istringstream words(moves);
  for (std::string move; words >> move;) {
    const absl::Status status = play.ApplyMove(play.Actors().First(), move);
    EXPECT_OK(status) << move;
  }
  return play;
}

// A game that starts from this position: `stones` such as `X h8 i8 O h9`, and the other words of a
// position's text.
Playthrough FromSetUp(const Game& game, const std::string& stones, const std::string& rest) {
  std::string rows(size_t{kPoints}, '.');
  char colour = 'X';
  std::istringstream words(stones);
  for (std::string word; words >> word;) {
    if (word == "X" || word == "O") {
      colour = word[0];
    } else {
      rows[static_cast<size_t>(ParsePoint(word))] = colour;
    }
  }
  for (size_t row = kSize - 1; row > 0; --row) {
    rows.insert(row * kSize, 1, '/');
  }
  auto play = Playthrough::FromPosition(game, absl::StrCat(rows, " ", rest));
  EXPECT_OK(play) << stones;
  return *std::move(play);
}

std::string ReasonOf(const Playthrough& play) { return std::string(play.Result().reason); }

size_t NumMoves(const Playthrough& play) {
  return LegalMoves(play.game(), play.View(SeatOf(play.Actors().First())).Span()).size();
}

bool IsLegal(const Playthrough& play, const std::string& move) {
  return play.game().ParseMove(play.View(SeatOf(play.Actors().First())).Span(), move).ok();
}

// An opening of five stones.
constexpr char kRif[] = "h8 h9 i9 keep a1 b2+c13 b2 ";

TEST(RenjuTest, R1_FirstStoneIsInTheCentre) {
  const auto game = MakeRenju("opening=free");
  const Playthrough play(*game);
  EXPECT_EQ(NumMoves(play), 1u);
  EXPECT_TRUE(IsLegal(play, "h8"));
}

TEST(RenjuTest, R3_FiveWins) {
  const auto game = MakeRenju("opening=free");
  const Playthrough play = Played(*game, "h8 a1 i8 a2 j8 a3 k8 a4 l8");
  ASSERT_TRUE(play.Ended());
  EXPECT_EQ(ReasonOf(play), "five");
  EXPECT_EQ(play.Result().returns[0], 1);
  EXPECT_EQ(play.Result().returns[1], -1);
}

TEST(RenjuTest, R3_WhiteWinsWithAnOverlineToo) {
  const auto game = MakeRenju("opening=free");
  const Playthrough play = Played(*game, "h8 a1 c8 a2 e9 a3 k7 a5 l11 a6 o1 a4");
  EXPECT_EQ(ReasonOf(play), "overline");
  EXPECT_EQ(play.Result().returns[1], 1);
}

TEST(RenjuTest, R3_ForbiddenMoveLosesAtOnce) {
  const auto game = MakeRenju("opening=free");
  Playthrough play = FromSetUp(*game, "X h8 g9 i9 h10 O a1 c1 e1 a3", "black");
  EXPECT_TRUE(IsLegal(play, "h9"));
  ASSERT_OK(play.ApplyMove(Actor::kSeat0, "h9"));
  EXPECT_EQ(ReasonOf(play), "forbidden");
  EXPECT_EQ(play.Result().returns[1], 1);
}

TEST(RenjuTest, R3_BlackOverlineIsForbidden) {
  const auto game = MakeRenju("opening=free");
  Playthrough play = FromSetUp(*game, "X d8 e8 f8 h8 i8 O a1 c1 e1 a3 f1", "black");
  ASSERT_OK(play.ApplyMove(Actor::kSeat0, "g8"));
  EXPECT_EQ(ReasonOf(play), "forbidden");
}

TEST(RenjuTest, R3_MaskedForbiddenMoveIsNotLegal) {
  const auto game = MakeRenju("opening=free,forbidden=masked");
  const Playthrough play = FromSetUp(*game, "X h8 g9 i9 h10 O a1 c1 e1 a3", "black");
  EXPECT_FALSE(IsLegal(play, "h9"));
  EXPECT_EQ(NumMoves(play), size_t{kPoints - 8 - 1 + 1});
}

TEST(RenjuTest, R3_ForbiddenPointIsFreeToWhite) {
  const auto game = MakeRenju("opening=free,forbidden=masked");
  EXPECT_TRUE(IsLegal(FromSetUp(*game, "X h8 g9 i9 h10 O a1 c1 e1", "white"), "h9"));
}

// What a seat observes.
struct Sight {
  Sight(const Playthrough& play, Seat seat)
      : planes(static_cast<size_t>(play.game().Spec().PlaneBytes()), 7),
        globals(static_cast<size_t>(play.game().Spec().globals), 7.0f) {
    play.game().Observe(play.View(seat).Span(), planes, globals);
  }
  std::vector<uint8_t> planes;
  std::vector<float> globals;
};

TEST(RenjuTest, R3_BothSeatsSeeForbiddenPoints) {
  const auto game = MakeRenju("opening=free");
  const Playthrough play = FromSetUp(*game, "X h8 g9 i9 h10 O a1 c1 e1", "white");
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    const Sight sight(play, seat);
    const auto forbidden = std::span(sight.planes).subspan(3 * kPoints, kPoints);
    EXPECT_EQ(std::accumulate(forbidden.begin(), forbidden.end(), 0), 1);
    EXPECT_EQ(forbidden[static_cast<size_t>(ParsePoint("h9"))], 1);
    EXPECT_EQ(std::ranges::count(sight.planes, 7), 0);
  }
}

// "own colour black", "own turn", "may pass", "other passed".
TEST(RenjuTest, R7_SeatsSeeTheirColourTheTurnAndAPass) {
  const auto game = MakeRenju("opening=free");
  const std::string three = "h8 h9 i9";
  const std::vector<float> white_to_move = {0, 1, 1, 0};
  const std::vector<float> black_waits = {1, 0, 1, 0};
  EXPECT_EQ(Sight(Played(*game, three), Seat::k1).globals, white_to_move);
  EXPECT_EQ(Sight(Played(*game, three), Seat::k0).globals, black_waits);
  const std::vector<float> black_after_the_pass = {1, 1, 1, 1};
  EXPECT_EQ(Sight(Played(*game, three + " pass"), Seat::k0).globals, black_after_the_pass);
  const std::vector<float> nobody_may_pass = {0, 1, 0, 0};
  EXPECT_EQ(Sight(Played(*game, "h8"), Seat::k1).globals, nobody_may_pass);
}

TEST(RenjuTest, R3_FiveHasPrecedenceOverForbidden) {
  const auto game = MakeRenju("opening=free");
  // i8 makes a five across and a double three upwards and rising.
  Playthrough play =
      FromSetUp(*game, "X e8 f8 g8 h8 i9 i10 j9 k10 O a1 c1 e1 a3 a5 c5 e3 o1", "black");
  ASSERT_OK(play.ApplyMove(Actor::kSeat0, "i8"));
  EXPECT_EQ(ReasonOf(play), "five");
}

TEST(RenjuTest, R3_WithoutForbiddenPointsBlackWinsWithAnOverline) {
  const auto game = MakeRenju("opening=free,forbidden=none");
  Playthrough play = FromSetUp(*game, "X h8 i8 j8 l8 m8 O a1 c1 e1 a3 a5", "black");
  ASSERT_OK(play.ApplyMove(Actor::kSeat0, "k8"));
  EXPECT_EQ(ReasonOf(play), "overline");
  EXPECT_EQ(play.Result().returns[0], 1);
}

TEST(RenjuTest, R5_FirstThreeStonesAreSeat0sInTheCentre) {
  const auto game = MakeRenju("");
  Playthrough play(*game);
  EXPECT_EQ(NumMoves(play), 1u);
  play = Played(*game, "h8");
  EXPECT_EQ(play.Actors().First(), Actor::kSeat0);
  EXPECT_EQ(NumMoves(play), 8u);
  play = Played(*game, "h8 g7");
  EXPECT_EQ(play.Actors().First(), Actor::kSeat0);
  EXPECT_EQ(NumMoves(play), 23u);
}

TEST(RenjuTest, R5_Seat1ChoosesTheColours) {
  const auto game = MakeRenju("");
  const Playthrough play = Played(*game, "h8 h9 i9");
  EXPECT_EQ(play.Actors().First(), Actor::kSeat1);
  EXPECT_EQ(NumMoves(play), 2u);
  // White plays move 4.
  EXPECT_EQ(Played(*game, "h8 h9 i9 keep").Actors().First(), Actor::kSeat1);
  EXPECT_EQ(Played(*game, "h8 h9 i9 swap").Actors().First(), Actor::kSeat0);
  EXPECT_EQ(Played(*game, "h8 h9 i9 swap a1").Actors().First(), Actor::kSeat1);
}

TEST(RenjuTest, R5_BlackOffersTwoFifthMovesAndWhitePicks) {
  const auto game = MakeRenju("");
  Playthrough play = Played(*game, "h8 h9 i9 swap a1 b2+c13");
  EXPECT_EQ(play.Actors().First(), Actor::kSeat0);
  EXPECT_EQ(NumMoves(play), 2u);
  EXPECT_TRUE(IsLegal(play, "c13"));
  ASSERT_OK(play.ApplyMove(Actor::kSeat0, "c13"));
  // Move 6 is also White's.
  EXPECT_EQ(play.Actors().First(), Actor::kSeat0);
  EXPECT_FALSE(IsLegal(play, "c13"));
  EXPECT_TRUE(IsLegal(play, "b2"));
}

TEST(RenjuTest, R5_SymmetricOffersAreRefused) {
  const auto game = MakeRenju("");
  const Playthrough play = Played(*game, "h8 h9 h7 keep h10");
  EXPECT_FALSE(IsLegal(play, "g8+i8"));
  EXPECT_TRUE(IsLegal(play, "g8+i9"));
  EXPECT_THAT(game->ParseMove(play.View(Seat::k0).Span(), "g8+i8"),
              testing::StatusIs(absl::StatusCode::kInvalidArgument, "symmetry"));
}

TEST(RenjuTest, R5_OffersAreAllUnorderedPairsOfTrulyDifferentPoints) {
  const auto game = MakeRenju("");
  // Four stones without symmetry; then four in one column, where 105 pairs of mirror images are
  // refused.
  EXPECT_EQ(NumMoves(Played(*game, "h8 h9 i9 keep a1")), size_t{221 * 220 / 2});
  EXPECT_EQ(NumMoves(Played(*game, "h8 h9 h7 keep h10")), size_t{221 * 220 / 2 - 7 * 15});
}

TEST(RenjuTest, R6_ImagesOfOffersAreOffersOfTheImage) {
  const auto options = *RuleOptions::Resolve(Renju::Options(), {}, "renju");
  const Renju rules(options);
  Renju::Position position = rules.Initial();
  for (const Action action : {112, 127, 128, kKeep, 0}) {
    rules.Step(&position, nullptr, rules.Actors(position).First(), action);
  }
  Renju::Position image = rules.Transform(3, position);
  for (const Action action : {kFirstOffers + 5, kSecondOffers + ParsePoint("n2")}) {
    const Renju::View view = ViewOf(rules, position, Seat::k0);
    rules.Step(&image, nullptr, Actor::kSeat0, rules.TransformAction(3, view, action));
    rules.Step(&position, nullptr, Actor::kSeat0, action);
  }
  const Renju::Position expected = rules.Transform(3, position);
  EXPECT_EQ(rules.PositionText(image), rules.PositionText(expected));
}

TEST(RenjuTest, R7_NoPassInTheOpening) {
  const auto rif = MakeRenju("");
  for (const char* moves : {"", "h8", "h8 h9", "h8 h9 i9 keep", "h8 h9 i9 keep a1"}) {
    EXPECT_FALSE(IsLegal(Played(*rif, moves), "pass")) << moves;
  }
  EXPECT_TRUE(IsLegal(Played(*rif, kRif), "pass"));
  const auto free = MakeRenju("opening=free");
  EXPECT_FALSE(IsLegal(Played(*free, "h8 h9"), "pass"));
  EXPECT_TRUE(IsLegal(Played(*free, "h8 h9 i9"), "pass"));
}

TEST(RenjuTest, R7_APassGivesTheTurnToTheOther) {
  const auto game = MakeRenju("");
  const std::string rif = kRif;
  EXPECT_EQ(Played(*game, rif).Actors(), ActorSet::Only(Actor::kSeat1));
  EXPECT_EQ(Played(*game, rif + "pass").Actors(), ActorSet::Only(Actor::kSeat0));
  EXPECT_EQ(Played(*game, rif + "pass c5").Actors(), ActorSet::Only(Actor::kSeat1));
  const Playthrough five = Played(*game, rif + "pass c5 pass d5 pass e5 pass f5 pass g5");
  EXPECT_EQ(ReasonOf(five), "five");
  EXPECT_EQ(five.Result().returns[0], 1);
}

TEST(RenjuTest, R7_TwoPassesInSuccessionDraw) {
  const auto game = MakeRenju("");
  const std::string rif = kRif;
  EXPECT_FALSE(Played(*game, rif + "pass c5 pass c7").Ended());
  const Playthrough play = Played(*game, rif + "pass pass");
  EXPECT_EQ(ReasonOf(play), "passes");
  EXPECT_EQ(play.Result().returns[0], 0);
}

TEST(RenjuTest, R7_NoLossIsSureWhereAPassDraws) {
  for (const char* forbidden : {"loses", "masked", "none"}) {
    const auto game = MakeRenju(absl::StrCat("opening=free,forbidden=", forbidden));
    const auto known = [&](const Playthrough& play) {
      return game->known_returns()->KnownReturn(play.View(Seat::k1).Span());
    };
    // White cannot stop both ends of a straight four.
    Playthrough play = Played(*game, "h8 a1 i8 c1 j8 e1 k8");
    EXPECT_EQ(known(play), -1.0f);
    ASSERT_OK(play.ApplyMove(Actor::kSeat1, "o1"));
    ASSERT_OK(play.ApplyMove(Actor::kSeat0, "pass"));
    EXPECT_EQ(known(play), std::nullopt);
    ASSERT_OK(play.ApplyMove(Actor::kSeat1, "pass"));
    EXPECT_EQ(play.Result().returns[1], 0);
  }
}

TEST(RenjuTest, R7_FullBoardDraws) {
  const auto game = MakeRenju("opening=free");
  std::string stones[2];
  for (int point = 0; point < kPoints - 1; ++point) {
    // Pairs of columns, shifted from row to row, so that no colour gets a five.
    const bool black = (ColumnOf(point) / 2 + RowOf(point)) % 2 == 0;
    absl::StrAppend(&stones[black ? 0 : 1], " ", PointName(point));
  }
  Playthrough play = FromSetUp(*game, absl::StrCat("X", stones[0], " O", stones[1]), "white");
  ASSERT_OK(play.ApplyMove(Actor::kSeat1, "o15"));
  EXPECT_EQ(ReasonOf(play), "full");
  EXPECT_EQ(play.Result().returns[0], 0);
}

TEST(RenjuTest, PolicyHasAPlaceForEveryAction) {
  const auto game = MakeRenju("");
  EXPECT_EQ(game->Spec().num_actions, 4 * kPoints + 3);
  EXPECT_EQ(game->Spec().PolicySize(), 4 * kPoints + 3);
  EXPECT_EQ(MakeRenju("opening=free")->Spec().num_actions, kPoints + 1);
  const auto places = [&](const std::string& moves) {
    const Playthrough play = Played(*game, moves);
    const std::vector<Action> legal = LegalList(*game, play.View(Seat::k1).Span());
    std::vector<int32_t> indices(legal.size());
    game->PolicyIndices(play.View(Seat::k1).Span(), legal, indices);
    return indices;
  };
  EXPECT_EQ(places(kRif).back(), 4 * kPoints) << "a pass";
  const std::vector<int32_t> keep_and_swap = {4 * kPoints + 1, 4 * kPoints + 2};
  EXPECT_EQ(places("h8 h9 i9"), keep_and_swap);
}

TEST(RenjuTest, CacheKeyLeavesOutTheLastMove) {
  const auto game = MakeRenju("opening=free");
  const Playthrough one = Played(*game, "h8 a1 b5 c7 d9");
  const Playthrough other = Played(*game, "h8 c7 d9 a1 b5");
  EXPECT_EQ(game->CacheKey(one.View(Seat::k1).Span()), game->CacheKey(other.View(Seat::k1).Span()));
  EXPECT_NE(game->CacheKey(one.View(Seat::k0).Span()), game->CacheKey(other.View(Seat::k1).Span()));
}

TEST(RenjuTest, SceneNamesTheOpening) {
  const auto game = MakeRenju("");
  for (const char* moves : {"h8 h9 i9", "h8 h9 i9 keep", "h8 h9 i9 keep h10"}) {
    const Playthrough play = Played(*game, moves);
    EXPECT_NE(game->MakeScene(play.View(Seat::k0).Span()).caption.find("D4 Kagetsu"),
              std::string::npos)
        << moves;
  }
}

TEST(RenjuTest, SceneWarnsOfForbiddenPoints) {
  const auto game = MakeRenju("opening=free");
  const Playthrough play = FromSetUp(*game, "X h8 g9 i9 h10 O a1 c1 e1 a3", "black");
  int warnings = 0;
  for (const Shape& shape : game->MakeScene(play.View(Seat::k0).Span()).shapes) {
    warnings += shape.fill == Paint::kWarning ? 1 : 0;
  }
  EXPECT_EQ(warnings, 1);
}

// The move of the baseline.
std::string Greedy(const Playthrough& play) {
  std::vector<Action> best;
  const ViewBuffer view = play.View(SeatOf(play.Actors().First()));
  play.game().baseline()->GreedyActions(view.Span(), &best);
  std::string names;
  for (const Action action : best) {
    absl::StrAppend(&names, " ", play.game().ActionName(view.Span(), action));
  }
  return names;
}

TEST(RenjuTest, BaselineWinsThenStopsThenMakesFours) {
  const auto game = MakeRenju("opening=free");
  EXPECT_EQ(Greedy(FromSetUp(*game, "X h8 i8 j8 k8 O g8 a2 a3 a4 a5", "black 0 a5")), " l8");
  EXPECT_EQ(Greedy(FromSetUp(*game, "X h8 i8 j8 O a2 a3 a4 a5", "black 0 a5")), " a1 a6");
  EXPECT_EQ(Greedy(FromSetUp(*game, "X h8 i8 j8 O c2 a3 e4", "black 0 e4")), " g8 k8");
  EXPECT_EQ(Greedy(FromSetUp(*game, "X h8 b2 o15 O e4 e5 e6", "black 0 e4")), " e3 e7");
}

TEST(RenjuTest, BaselineTakesNoForbiddenPoint) {
  const auto game = MakeRenju("opening=free");
  // h9 stops White's five but is a double three.
  const std::string best = Greedy(FromSetUp(*game, "X h8 g9 i9 h10 O g5 h5 i5 o1", "black 0 o1"));
  EXPECT_EQ(best.find("h9"), std::string::npos);
}

Board BoardOf(const std::string& points) {
  Board board = {};
  std::istringstream words(points);
  for (std::string word; words >> word;) {
    board.Add(ParsePoint(word));
  }
  return board;
}

TEST(RenjuTest, AForcedWinByThreesTakesPositionsToFind) {
  const auto game = MakeRenju("opening=free");
  const auto wins = [&](const Playthrough& play, int64_t positions) {
    return game->forced_wins()->ForcedWin(play.View(Seat::k1).Span(), positions).has_value();
  };
  EXPECT_FALSE(wins(Played(*game, "h8 h9 i9"), 4000));
  // f4 makes two open threes.
  const Playthrough twos = FromSetUp(*game, "X h8 a1 n1 o3 o13 O d4 e4 f5 f6", "white");
  EXPECT_FALSE(wins(twos, 0));
  EXPECT_TRUE(wins(twos, 4000));
}

TEST(RenjuTest, SetUpAsksNothingOfTheOpening) {
  for (const char* options : {"opening=free", "opening=rif1996"}) {
    const auto text = ParseGameText(absl::StrCat("renju{", options, "}"));
    const Renju rules(*RuleOptions::Resolve(Renju::Options(), text->options, ""));
    ASSERT_OK_AND_ASSIGN(const Renju::Position p,
                         rules.SetUp(BoardOf("a1 o15 b1"), BoardOf("a15 o1"), kWhite));
    const Renju::View view = {p, Seat::k1, {}};
    std::array<uint64_t, 15> words = {};
    rules.LegalActions(view, ActionMask(words));
    EXPECT_TRUE(ActionMask(words).Has(kCentre));
    EXPECT_FALSE(ActionMask(words).Has(ParsePoint("a1")));
  }
}

TEST(RenjuTest, SetUpKnowsForbiddenPoints) {
  const Renju rules(*RuleOptions::Resolve(Renju::Options(), {}, ""));
  ASSERT_OK_AND_ASSIGN(const Renju::Position p,
                       rules.SetUp(BoardOf("c3 d3 e4 e5"), BoardOf("o1 o3 o5 o7"), kBlack));
  EXPECT_TRUE(p.forbidden.Has(ParsePoint("e3")));
}

TEST(RenjuTest, SetUpRefusesWhatHasEnded) {
  const Renju rules(*RuleOptions::Resolve(Renju::Options(), {}, ""));
  EXPECT_FALSE(rules.SetUp(BoardOf("a1 b1 c1 d1 e1"), {}, kWhite).ok());
  EXPECT_FALSE(rules.SetUp(BoardOf("a1"), BoardOf("a1"), kBlack).ok());
}

}  // namespace
}  // namespace kvintet::envs::renju
