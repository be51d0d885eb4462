// Tests of StageAccount: a small matrix game as each seat is told it.
#include "selfplay/equilibrium/stage_account.h"

#include <string>

#include <gtest/gtest.h>

namespace kvintet::selfplay {
namespace {

std::string Text(size_t seat, const JointMove& move) {
  return std::string(1, static_cast<char>((seat == 0 ? 'a' : 'x') + move[0]));
}

// Payoffs to seat 0 of its moves a, b, c against x, y; c was tried and did not join.
class StageAccountTest : public ::testing::Test {
 protected:
  StageAccountTest() {
    for (envs::Action move = 0; move < 3; ++move) {
      table_.Add(0, {move}, move < 2);
    }
    table_.Add(1, {0}, true);
    table_.Add(1, {1}, true);
    table_.SetPayoff({0, 0}, 0.5);
    table_.SetPayoff({0, 1}, -0.25);
    table_.SetPayoff({1, 0}, -0.5);
    table_.SetPayoff({1, 1}, 0.75);
    table_.SetPayoff({2, 0}, 0.1);
    equilibrium_ = {.probabilities = {{{0.25, 0.75, 0}, {0.6, 0.4}}}, .value = 0.05};
  }

  PayoffTable table_;
  StageEquilibrium equilibrium_;
};

TEST_F(StageAccountTest, TellsTheLikeliestFirstWithValuesForTheSeatThatAsks) {
  const ExplainedStage stage = StageAccount(table_, equilibrium_, 0, 12, Text);
  EXPECT_EQ(stage.value, 0.05);
  ASSERT_EQ(stage.own.moves.size(), 2u) << "the challenger that did not join is left out";
  EXPECT_EQ(stage.own.moves[0].text, "b");
  EXPECT_EQ(stage.own.moves[1].text, "a");
  EXPECT_EQ(stage.own.considered, 2);
  EXPECT_EQ(stage.own.left_out, 0);
  EXPECT_EQ(stage.payoffs, (std::vector<double>{-0.5, 0.75, 0.5, -0.25}));
  EXPECT_DOUBLE_EQ(stage.own.moves[0].value, 0.6 * -0.5 + 0.4 * 0.75);
  EXPECT_DOUBLE_EQ(stage.own.moves[1].value, 0.6 * 0.5 + 0.4 * -0.25);
  EXPECT_DOUBLE_EQ(stage.other.moves[0].value, 0.25 * 0.5 + 0.75 * -0.5);
  EXPECT_FALSE(stage.own.moves[0].best);
  EXPECT_TRUE(stage.own.moves[1].best);
  EXPECT_TRUE(stage.other.moves[0].best) << "x costs seat 0 more than y";
  EXPECT_FALSE(stage.other.moves[1].best);
}

TEST_F(StageAccountTest, TheOtherSeatIsToldTheSameGameFromItsSide) {
  const ExplainedStage stage = StageAccount(table_, equilibrium_, 1, 12, Text);
  EXPECT_EQ(stage.value, -0.05);
  EXPECT_EQ(stage.own.moves[0].text, "x");
  EXPECT_EQ(stage.other.moves[0].text, "b");
  EXPECT_EQ(stage.payoffs, (std::vector<double>{0.5, -0.5, -0.75, 0.25}));
  EXPECT_TRUE(stage.own.moves[0].best);
  EXPECT_TRUE(stage.other.moves[1].best);
}

TEST_F(StageAccountTest, SaysHowLikelyTheMovesAreThatItLeavesOut) {
  const ExplainedStage stage = StageAccount(table_, equilibrium_, 0, 1, Text);
  ASSERT_EQ(stage.other.moves.size(), 1u);
  EXPECT_EQ(stage.other.moves[0].text, "x");
  EXPECT_EQ(stage.other.considered, 2);
  EXPECT_DOUBLE_EQ(stage.other.left_out, 0.4);
  EXPECT_DOUBLE_EQ(stage.other.moves[0].value, -0.25) << "against the whole strategy";
}

// b is the likeliest of seat 0, but a is worth more.
TEST_F(StageAccountTest, LeavesOutALikelierMoveRatherThanTheBestResponse) {
  const ExplainedStage stage = StageAccount(table_, equilibrium_, 0, 1, Text);
  ASSERT_EQ(stage.own.moves.size(), 1u);
  EXPECT_EQ(stage.own.moves[0].text, "a");
  EXPECT_TRUE(stage.own.moves[0].best);
  EXPECT_DOUBLE_EQ(stage.own.left_out, 0.75);
  EXPECT_EQ(stage.payoffs, (std::vector<double>{0.5}));
}

TEST_F(StageAccountTest, MarksAllOfEqualBestResponses) {
  equilibrium_.probabilities[1] = {0.5, 0.5};
  table_.SetPayoff({0, 1}, -0.25);
  table_.SetPayoff({1, 1}, 0.75);
  const ExplainedStage stage = StageAccount(table_, equilibrium_, 0, 12, Text);
  EXPECT_TRUE(stage.own.moves[0].best);
  EXPECT_TRUE(stage.own.moves[1].best);
}

}  // namespace
}  // namespace kvintet::selfplay
