// Tests of resumed games: they end as if they had not been interrupted.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "selfplay/games/game_slot.h"
#include "selfplay/games/selfplay.h"
#include "selfplay/games/slot_search.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::IsOk;
using ::kvintet::testing::PlayRecords;
using ::kvintet::testing::SmallTask;
using ::kvintet::testing::StartOf;
using ::kvintet::testing::StatusIs;

// Clears evaluation counts and sorts, since interrupted runs may differ in these alone.
void Equalize(std::vector<GameRecord>* records) {
  for (GameRecord& record : *records) {
    record.evaluations = 0;
    std::ranges::sort(record.models);
  }
  std::ranges::sort(*records, {}, &GameRecord::number);
}

class ResumeTest : public ::testing::TestWithParam<std::string> {};

TEST_P(ResumeTest, EndsAsIfThereHadBeenNoBreak) {
  const auto game = testing::Game(GetParam());
  SelfPlayTask task = SmallTask(*game, 12);
  task.self_play.symmetry = false;
  task.self_play.opening_random_plies = 3;
  task.self_play.sparring_share = game->baseline() ? 0.5 : 0;
  task.self_play.demonstration_games = game->baseline() ? 4 : 0;
  task.self_play.baseline_noise = 0.5;
  if (AlgorithmOf(task.search) != Algorithm::kPolicy) {
    task.self_play.full_search_share = 0.5;
    task.self_play.quick_simulations = 3;
  }
  std::vector<GameRecord> whole = PlayRecords(task);
  task.games = 0;
  task.in_order = false;
  for (const GameRecord& record : whole) {
    task.resumed_games.push_back(
        StartOf(record, record.events.size() * record.number / whole.size()));
  }
  std::vector<GameRecord> again = PlayRecords(task);
  Equalize(&whole);
  Equalize(&again);
  EXPECT_EQ(again, whole);
}

INSTANTIATE_TEST_SUITE_P(Games, ResumeTest,
                         ::testing::Values("tic_tac_toe", "kuhn", "goofspiel", "tiny_punct",
                                           "tiny_tantrix", "tiny_tantrix{racks=open}"));

// Between its rows a seat takes quick decisions, whose values nobody recorded.
TEST(ResumeResignTest, ValuesThatAreUnknownDoNotCountAsBad) {
  const auto game = testing::Game("connect_four");
  SelfPlayTask task = SmallTask(*game, 60);
  task.self_play.full_search_share = 0.5;
  task.self_play.quick_simulations = 3;
  task.self_play.resign_value = -0.1;
  task.self_play.resign_decisions = 2;
  task.self_play.resign_playout_share = 0;
  auto search = MakeSlotSearch(*game, task.search, task.self_play);
  ASSERT_THAT(search, IsOk());
  GameSlot slot(*game, task.search, task.self_play, *std::move(search), /*opponent=*/nullptr);
  for (const GameRecord& whole : PlayRecords(task)) {
    for (size_t events = 0; events < whole.events.size(); ++events) {
      ASSERT_THAT(slot.Resume(StartOf(whole, events)), IsOk());
      EXPECT_TRUE(slot.Advance() || !slot.TakeRecord().resigned.has_value())
          << "game " << whole.number << ", event " << events;
    }
  }
}

TEST(GoingOnErrorTest, WhatCannotHaveBeenPlayedIsNamed) {
  const auto game = testing::Game("tiny_tantrix{racks=open}");
  const SelfPlayTask task = SmallTask(*game, 1);
  const GameRecord whole = PlayRecords(task)[0];
  auto search = MakeSlotSearch(*game, task.search, task.self_play);
  ASSERT_THAT(search, IsOk());
  GameSlot slot(*game, task.search, task.self_play, *std::move(search), /*opponent=*/nullptr);
  const auto go_on = [&](GameRecord record) {
    const absl::Status status = slot.Resume(std::move(record));
    EXPECT_EQ(slot.Busy(), status.ok());
    return status;
  };
  EXPECT_THAT(go_on(StartOf(whole, whole.events.size() / 2)), IsOk());

  GameRecord other = StartOf(whole, whole.events.size() / 2);
  ASSERT_EQ(other.events[0].actor, envs::Actor::kChance);
  other.events[0].action ^= 1;
  EXPECT_THAT(go_on(other), StatusIs(absl::StatusCode::kDataLoss,
                                     "event 0: does not follow from the game's random numbers"));

  const auto decided = static_cast<size_t>(whole.rows[0].event);
  const RecordedEvent right = whole.events[decided];
  for (const RecordedEvent& wrong :
       {RecordedEvent{right.actor, -1}, RecordedEvent{right.actor, game->Spec().num_actions},
        RecordedEvent{envs::Actor::kChance, right.action}}) {
    other = StartOf(whole, decided + 1);
    other.events.back() = wrong;
    EXPECT_THAT(go_on(other), StatusIs(absl::StatusCode::kDataLoss, "is not legal"));
  }

  other = StartOf(whole, whole.events.size() / 2);
  other.game = testing::Game("tiny_tantrix{racks=private}")->Spec().text;
  EXPECT_THAT(go_on(other), StatusIs(absl::StatusCode::kDataLoss, "wanted a game of tiny_tantrix"));

  other = whole;
  other.events.push_back(other.events.back());
  EXPECT_THAT(go_on(other), StatusIs(absl::StatusCode::kDataLoss, "the game is already over"));
}

}  // namespace
}  // namespace kvintet::selfplay
