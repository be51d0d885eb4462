// Tests of FirstOfThrees: plays its wins against every defence.
#include "envs/games/renju/threes.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/renju/forbidden.h"
#include "envs/games/renju/rows.h"

namespace kvintet::envs::renju {
namespace {

constexpr int64_t kMany = 20000;

Board Stones(const std::vector<std::string>& names) {
  Board board = {};
  for (const std::string& name : names) {
    board.Add(ParsePoint(name));
  }
  return board;
}

Threatened Position(const std::vector<std::string>& black, const std::vector<std::string>& white,
                    Colour to_move) {
  return {.stones = {Stones(black), Stones(white)}, .to_move = to_move, .restricted = true};
}

Threatened After(Threatened position, int point) {
  position.stones[position.to_move].Add(point);
  position.to_move = position.to_move == kBlack ? kWhite : kBlack;
  return position;
}

bool HasFive(const Threatened& position, Colour colour) {
  return position.restricted && colour == kBlack ? HasExactFive(position.stones[colour])
                                                 : HasFiveOrMore(position.stones[colour]);
}

std::vector<int> Playable(const Threatened& position) {
  const bool bound = position.restricted && position.to_move == kBlack;
  const Board forbidden =
      bound ? ForbiddenSet(position.stones[kBlack], position.stones[kWhite]) : Board{};
  std::vector<int> points;
  for (int point = 0; point < kPoints; ++point) {
    if (!position.stones[kBlack].Has(point) && !position.stones[kWhite].Has(point) &&
        !forbidden.Has(point)) {
      points.push_back(point);
    }
  }
  return points;
}

// Plays a win that was found against every answer to the end, which is a win by fours; separate
// tests check those by brute force. Counts the positions in which fours were not enough.
bool HoldsAgainstEveryAnswer(const Threatened& position, int depth, int* by_threes) {
  if (FirstOfFours(position) != kNoPoint) {
    return true;
  }
  const int first = FirstOfThrees(position, 4 * kMany);
  if (first == kNoPoint || depth == 0) {
    return false;
  }
  ++*by_threes;
  const std::vector<int> own = Playable(position);
  if (std::ranges::find(own, first) == own.end()) {
    return false;
  }
  const Threatened next = After(position, first);
  Threatened passed = next;
  passed.to_move = position.to_move;
  if (!HoldsAgainstEveryAnswer(passed, depth - 1, by_threes)) {
    return false;
  }
  return std::ranges::all_of(Playable(next), [&](int answer) {
    const Threatened answered = After(next, answer);
    return !HasFive(answered, next.to_move) &&
           HoldsAgainstEveryAnswer(answered, depth - 1, by_threes);
  });
}

// h8 makes two open threes.
const std::vector<std::string> kTwoTwos = {"f8", "g8", "h9", "h10"};
const std::vector<std::string> kFarAway = {"a1", "c1", "n1", "o3", "o13"};

TEST(FirstOfThreesTest, TwoThreesAtOnceWinForWhite) {
  const Threatened position = Position(kFarAway, kTwoTwos, kWhite);
  EXPECT_EQ(FirstOfFours(position), kNoPoint);
  EXPECT_NE(FirstOfThrees(position, kMany), kNoPoint);
  int by_threes = 0;
  EXPECT_TRUE(HoldsAgainstEveryAnswer(position, 8, &by_threes));
  EXPECT_GT(by_threes, 0);
}

TEST(FirstOfThreesTest, R3_TwoThreesAtOnceAreForbiddenToBlack) {
  const Threatened position = Position(kTwoTwos, {"a1", "c1", "n1", "o3"}, kBlack);
  ASSERT_TRUE(ForbiddenSet(position.stones[kBlack], position.stones[kWhite]).Has(ParsePoint("h8")));
  EXPECT_NE(FirstOfThrees(position, kMany), ParsePoint("h8"));
}

// Against each three Black makes a straight four.
TEST(FirstOfThreesTest, AThreeOfTheOtherSideIsFasterThanTwoOwn) {
  const Threatened position = Position({"c2", "d2", "e2", "n1", "o13"}, kTwoTwos, kWhite);
  EXPECT_EQ(FirstOfThrees(position, kMany), kNoPoint);
}

// White's h8 would make two threes. Black answers with a four on the column, at h11 or h7, which
// stops one three, and stops the other with the next four.
TEST(FirstOfThreesTest, FoursInReplyAreSeen) {
  const Threatened open = Position(kFarAway, kTwoTwos, kWhite);
  ASSERT_NE(FirstOfThrees(open, kMany), kNoPoint);
  const Threatened countered = Position({"e5", "e6", "e7", "i11", "j11", "k11", "i7", "j7", "k7"},
                                        {"f8", "g8", "h9", "h10", "e4", "l11", "l7"}, kWhite);
  int by_threes = 0;
  const int first = FirstOfThrees(countered, kMany);
  EXPECT_TRUE(first == kNoPoint || HoldsAgainstEveryAnswer(countered, 12, &by_threes));
}

TEST(FirstOfThreesTest, NothingIsClaimedOfAFiveThatCannotBeStopped) {
  const Threatened position = Position({"c2", "d2", "e2", "f2", "o13"}, kTwoTwos, kWhite);
  EXPECT_EQ(FirstOfThrees(position, kMany), kNoPoint);
}

TEST(FirstOfThreesTest, TheNumberOfPositionsBoundsTheSearch) {
  const Threatened position = Position(kFarAway, kTwoTwos, kWhite);
  EXPECT_EQ(FirstOfThrees(position, 1), kNoPoint);
  EXPECT_EQ(FirstOfThrees(position, kMany), FirstOfThrees(position, kMany));
}

Threatened RandomPosition(bool restricted, RandomStream* random) {
  while (true) {
    Threatened position = {.stones = {}, .to_move = kBlack, .restricted = restricted};
    const int stones = 10 + static_cast<int>(random->Below(8));
    for (int i = 0; i < stones; ++i) {
      const int column = 4 + static_cast<int>(random->Below(7));
      const int row = 4 + static_cast<int>(random->Below(7));
      const int point = PointAt(column, row);
      if (!position.stones[kBlack].Has(point) && !position.stones[kWhite].Has(point)) {
        position.stones[static_cast<size_t>(i % 2)].Add(point);
      }
    }
    position.to_move = random->Below(2) == 0 ? kBlack : kWhite;
    if (!HasFiveOrMore(position.stones[kBlack]) && !HasFiveOrMore(position.stones[kWhite])) {
      return position;
    }
  }
}

class RandomThreesTest : public ::testing::TestWithParam<bool> {};

TEST_P(RandomThreesTest, WhatIsFoundHoldsAgainstEveryAnswer) {
  RandomStream random(12, 0, 0, Purpose::kTest);
  int found = 0;
  for (int i = 0; i < 300 && found < 8; ++i) {
    const Threatened position = RandomPosition(GetParam(), &random);
    if (FirstOfFours(position) == kNoPoint && FirstOfThrees(position, 2000) != kNoPoint) {
      ++found;
      int by_threes = 0;
      EXPECT_TRUE(HoldsAgainstEveryAnswer(position, 16, &by_threes)) << i;
    }
  }
  EXPECT_EQ(found, 8);
}

// How many wins by threes 300 random positions have, as the search found them when its wins had
// been checked. A search that misses some, or that ends too late or too early, finds another
// number.
TEST_P(RandomThreesTest, FindsAsManyWinsAsWhenTheyWereCounted) {
  RandomStream random(13, 0, 0, Purpose::kTest);
  int within_hundreds = 0;
  int within_thousands = 0;
  for (int i = 0; i < 300; ++i) {
    const Threatened position = RandomPosition(GetParam(), &random);
    if (FirstOfFours(position) == kNoPoint) {
      within_hundreds += FirstOfThrees(position, 600) != kNoPoint;
      within_thousands += FirstOfThrees(position, 4000) != kNoPoint;
    }
  }
  EXPECT_EQ(within_hundreds, GetParam() ? 5 : 3);
  EXPECT_EQ(within_thousands, GetParam() ? 20 : 24);
}

INSTANTIATE_TEST_SUITE_P(BothRules, RandomThreesTest, ::testing::Bool(),
                         [](const auto& rules) { return rules.param ? "Restricted" : "Free"; });

}  // namespace
}  // namespace kvintet::envs::renju
