// Tests of RoundFigures.
#include "training/loop/round_figures.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet::training {
namespace {

selfplay::GameRecord GameOf(size_t plies) {
  selfplay::GameRecord record;
  record.events.resize(plies);
  return record;
}

TEST(RoundFiguresTest, MeansAreOverTheRound) {
  RoundFigures round;
  EXPECT_TRUE(round.IsEmpty());
  round.AddGame(GameOf(5));
  round.AddGame(GameOf(8));
  round.AddStep({.learner = {.policy = 1, .value = 0.25, .heads = {3, 1}}, .critic = {.value = 2}},
                {.errors = 1, .squares = 3});
  round.AddStep({.learner = {.policy = 2, .value = 0.75, .heads = {5, 2}}, .critic = {.value = 4}},
                {.errors = 2, .squares = 9});
  EXPECT_EQ(round.Games(), 2);
  EXPECT_FALSE(round.IsEmpty());
  Progress progress;
  round.WriteMeans({{"margin", "ownership"}}, &progress);
  EXPECT_EQ(progress.mean_plies, 6.5);
  EXPECT_EQ(progress.policy_loss, 1.5);
  EXPECT_EQ(progress.value_loss, 0.5);
  const std::vector<std::pair<std::string, double>> heads = {{"margin", 4}, {"ownership", 1.5}};
  EXPECT_EQ(progress.head_losses, heads);
  EXPECT_EQ(progress.critic_loss, 3);
  EXPECT_EQ(progress.explained_variance, 0.75);
}

TEST(RoundFiguresTest, WithoutStepsTheLossesStay) {
  RoundFigures round;
  round.AddGame(GameOf(4));
  Progress progress = {.policy_loss = 1.5, .mean_plies = 9};
  round.WriteMeans({}, &progress);
  EXPECT_EQ(progress.policy_loss, 1.5);
  EXPECT_EQ(progress.mean_plies, 4);
}

TEST(RoundFiguresTest, WithoutGamesTheirLengthStays) {
  RoundFigures round;
  round.AddStep({.learner = {.policy = 2}}, {});
  Progress progress = {.policy_loss = 1.5, .mean_plies = 9};
  round.WriteMeans({}, &progress);
  EXPECT_EQ(progress.policy_loss, 2);
  EXPECT_EQ(progress.mean_plies, 9);
}

TEST(RoundFiguresTest, SpeedsCountWhatThePlayersDid) {
  Progress progress;
  RoundFigures().WritePlay({.rows = 20, .evaluations = 300, .cache_hits = 100}, 4, &progress);
  EXPECT_EQ(progress.evaluations_per_second, 100);
  EXPECT_EQ(progress.rows_per_second, 5);
}

TEST(RoundFiguresTest, WithoutNewsTheFiguresOfPlayStay) {
  const Progress before = {
      .evaluations_per_second = 7, .rows_per_second = 3, .batch_fill = 0.5, .tree_share = 0.25};
  Progress progress = before;
  RoundFigures().WritePlay({}, 4, &progress);
  EXPECT_EQ(ToJson(progress), ToJson(before));
}

}  // namespace
}  // namespace kvintet::training
