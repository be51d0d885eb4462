// Tests of ForcedWin, compared with a slow search that tries every answer.
#include "envs/games/renju/threats.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/renju/forbidden.h"

namespace kvintet::envs::renju {
namespace {

Board Stones(const std::vector<std::string>& names) {
  Board board = {};
  for (const std::string& name : names) {
    board.Add(ParsePoint(name));
  }
  return board;
}

Threatened BlackToMove(const std::vector<std::string>& black,
                       const std::vector<std::string>& white) {
  return {.stones = {Stones(black), Stones(white)}, .to_move = kBlack, .restricted = true};
}

Threatened WhiteToMove(const std::vector<std::string>& black,
                       const std::vector<std::string>& white) {
  return {.stones = {Stones(black), Stones(white)}, .to_move = kWhite, .restricted = true};
}

// The longest row through a point that holds a stone.
int LongestRow(const Board& board, int point) {
  int longest = 0;
  bool exact_five = false;
  for (const auto& [columns, rows] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
    int count = 1;
    for (const int way : {1, -1}) {
      int column = ColumnOf(point) + way * columns;
      int row = RowOf(point) + way * rows;
      while (OnBoard(column, row) && board.Has(PointAt(column, row))) {
        ++count;
        column += way * columns;
        row += way * rows;
      }
    }
    longest = std::max(longest, count);
    exact_five = exact_five || count == 5;
  }
  return exact_five ? 5 : longest;
}

// Searches point by point, using only the rules.
class SlowSearch {
 public:
  explicit SlowSearch(bool restricted) : restricted_(restricted) {}

  bool MakesFive(std::array<Board, 2> stones, Colour colour, int point) const {
    stones[colour].Add(point);
    const int row = LongestRow(stones[colour], point);
    return restricted_ && colour == kBlack ? row == 5 : row >= 5;
  }

  std::vector<int> Playable(const std::array<Board, 2>& stones, Colour colour) const {
    const Board forbidden =
        restricted_ && colour == kBlack ? ForbiddenSet(stones[kBlack], stones[kWhite]) : Board{};
    std::vector<int> points;
    for (int point = 0; point < kPoints; ++point) {
      if (!stones[kBlack].Has(point) && !stones[kWhite].Has(point) && !forbidden.Has(point)) {
        points.push_back(point);
      }
    }
    return points;
  }

  bool CanMakeFive(const std::array<Board, 2>& stones, Colour colour) const {
    return std::ranges::any_of(Playable(stones, colour),
                               [&](int point) { return MakesFive(stones, colour, point); });
  }

  // Whether `colour`, to move, wins with at most this many stones against every answer; each stone
  // but the last must threaten to make a five at once.
  bool Wins(const std::array<Board, 2>& stones, Colour colour, int stones_left) const {
    if (CanMakeFive(stones, colour)) {
      return true;
    }
    return stones_left > 1 && std::ranges::any_of(Playable(stones, colour), [&](int point) {
             std::array<Board, 2> next = stones;
             next[colour].Add(point);
             return CanMakeFive(next, colour) &&
                    LosesToThreat(next, Other(colour), stones_left - 1);
           });
  }

  // Whether every answer of `colour` loses.
  bool LosesToThreat(const std::array<Board, 2>& stones, Colour colour, int stones_left) const {
    if (CanMakeFive(stones, colour)) {
      return false;
    }
    return std::ranges::all_of(Playable(stones, colour), [&](int point) {
      std::array<Board, 2> next = stones;
      next[colour].Add(point);
      return CanMakeFive(next, Other(colour)) || Wins(next, Other(colour), stones_left);
    });
  }

  static Colour Other(Colour colour) { return colour == kBlack ? kWhite : kBlack; }

 private:
  const bool restricted_;
};

TEST(ForcedWinTest, AFiveNow) {
  EXPECT_EQ(ForcedWin(BlackToMove({"c3", "d3", "e3", "f3"}, {"b3", "a1", "a3", "a5"})), true);
}

// R3: six in a row is not a win for Black, but it is for White.
TEST(ForcedWinTest, R3_AnOverlineIsAWinForWhiteOnly) {
  const std::vector<std::string> row = {"c3", "d3", "e3", "g3", "h3"};
  const std::vector<std::string> others = {"b3", "i3", "a9", "c9", "e9"};
  EXPECT_EQ(ForcedWin(BlackToMove(row, others)), std::nullopt);
  EXPECT_EQ(ForcedWin(WhiteToMove(others, row)), true);
}

TEST(ForcedWinTest, AnOpenThreeOfTheSideToMove) {
  EXPECT_EQ(ForcedWin(BlackToMove({"f8", "g8", "h8"}, {"a1", "a3", "a5"})), true);
}

TEST(ForcedWinTest, AnOpenThreeOfTheOtherCanStillBeStopped) {
  EXPECT_EQ(ForcedWin(WhiteToMove({"f8", "g8", "h8"}, {"a1", "a3"})), std::nullopt);
}

TEST(ForcedWinTest, TwoFivesCannotBeStopped) {
  EXPECT_EQ(ForcedWin(WhiteToMove({"e8", "f8", "g8", "h8"}, {"a1", "a3", "a5"})), false);
}

TEST(ForcedWinTest, WhoMakesFiveFirstWins) {
  EXPECT_EQ(ForcedWin(WhiteToMove({"e8", "f8", "g8", "h8"}, {"a1", "a2", "a3", "a4"})), true);
}

// White's four leaves h7 as the only answer, where Black would make two threes.
TEST(ForcedWinTest, R3_BlackLosesWhereTheOnlyAnswerIsForbidden) {
  Threatened four = BlackToMove({"c7", "h8", "h9", "i6", "j5"}, {"d7", "e7", "f7", "g7", "a1"});
  ASSERT_TRUE(ForbiddenSet(four.stones[kBlack], four.stones[kWhite]).Has(ParsePoint("h7")));
  EXPECT_EQ(ForcedWin(four), false);
  four.restricted = false;
  EXPECT_EQ(ForcedWin(four), std::nullopt);
}

// h8 is a four that also makes an open three, then h11 a straight four: five plies deep.
TEST(ForcedWinTest, AFourThatBuildsAThree) {
  const Threatened position =
      WhiteToMove({"d8", "k4", "l4", "c1", "m12", "n2"}, {"e8", "f8", "g8", "h9", "h10"});
  EXPECT_FALSE(SlowSearch(true).Wins(position.stones, kWhite, 2));
  EXPECT_TRUE(SlowSearch(true).Wins(position.stones, kWhite, 3));
  EXPECT_EQ(ForcedWin(position), true);
}

TEST(FirstOfFoursTest, AFiveOrTheFourThatBeginsTheWin) {
  EXPECT_EQ(FirstOfFours(BlackToMove({"c3", "d3", "e3", "f3"}, {"b3", "a1", "a3", "a5"})),
            ParsePoint("g3"));
  EXPECT_EQ(FirstOfFours(WhiteToMove({"d8", "k4", "l4", "c1", "m12", "n2"},
                                     {"e8", "f8", "g8", "h9", "h10"})),
            ParsePoint("h8"));
  EXPECT_EQ(FirstOfFours(WhiteToMove({"f8", "g8", "h8"}, {"a1", "a3"})), kNoPoint);
}

// R3: h8 makes two fours at once, which wins for White and is forbidden to Black.
TEST(FirstOfFoursTest, R3_ADoubleFourIsNoWinForBlack) {
  const std::vector<std::string> fours = {"e8", "f8", "g8", "h5", "h6", "h7"};
  const std::vector<std::string> others = {"d8", "h4", "a1", "c1", "m1", "o1"};
  EXPECT_EQ(FirstOfFours(WhiteToMove(others, fours)), ParsePoint("h8"));
  const Threatened black = BlackToMove(fours, others);
  ASSERT_TRUE(ForbiddenSet(black.stones[kBlack], black.stones[kWhite]).Has(ParsePoint("h8")));
  EXPECT_NE(FirstOfFours(black), ParsePoint("h8"));
}

// Stones close together, without a row of five.
Threatened RandomPosition(bool restricted, RandomStream* random) {
  while (true) {
    Threatened position = {.stones = {}, .to_move = kBlack, .restricted = restricted};
    const int stones = 12 + static_cast<int>(random->Below(16));
    for (int i = 0; i < stones; ++i) {
      const int point =
          PointAt(4 + static_cast<int>(random->Below(7)), 4 + static_cast<int>(random->Below(7)));
      if (!position.stones[kBlack].Has(point) && !position.stones[kWhite].Has(point)) {
        position.stones[static_cast<size_t>(i % 2)].Add(point);
      }
    }
    position.to_move = random->Below(2) == 0 ? kBlack : kWhite;
    bool over = false;
    for (const Board& board : position.stones) {
      board.ForEach([&](int point) { over = over || LongestRow(board, point) >= 5; });
    }
    if (!over) {
      return position;
    }
  }
}

class RandomForcedWinTest : public ::testing::TestWithParam<bool> {};

// Every claimed win is real, and every win with up to three stones is found.
TEST_P(RandomForcedWinTest, AgreesWithTryingEveryAnswer) {
  const SlowSearch slow(GetParam());
  RandomStream random(11, 0, 0, Purpose::kTest);
  int wins = 0;
  int losses = 0;
  for (int i = 0; i < 40; ++i) {
    const Threatened position = RandomPosition(GetParam(), &random);
    const std::optional<bool> known = ForcedWin(position);
    const Colour other = SlowSearch::Other(position.to_move);
    if (slow.Wins(position.stones, position.to_move, 2)) {
      EXPECT_EQ(known, true) << i;
    }
    const int first = FirstOfFours(position);
    EXPECT_EQ(first != kNoPoint, known == true) << i;
    if (known == true) {
      ++wins;
      Threatened next = position;
      next.stones[position.to_move].Add(first);
      EXPECT_TRUE(slow.MakesFive(position.stones, position.to_move, first) ||
                  slow.LosesToThreat(next.stones, other, 5))
          << i;
      EXPECT_TRUE(slow.Wins(position.stones, position.to_move, 6)) << i;
    } else if (known == false) {
      ++losses;
      EXPECT_TRUE(slow.CanMakeFive(position.stones, other)) << i;
      EXPECT_TRUE(slow.LosesToThreat(position.stones, position.to_move, 5)) << i;
    }
  }
  EXPECT_GT(wins, 4);
  EXPECT_GT(losses, 0);
}

INSTANTIATE_TEST_SUITE_P(BothRules, RandomForcedWinTest, ::testing::Bool(),
                         [](const auto& rules) { return rules.param ? "Restricted" : "Free"; });

}  // namespace
}  // namespace kvintet::envs::renju
