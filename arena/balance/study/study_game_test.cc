// Tests of StudyGame: the recorded facts of a game agree with its record.
#include "arena/balance/study/study_game.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "arena/agents/random_agent.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/duel.h"
#include "tests/support/matches/first_agent.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using testing::FirstAgent;
using testing::NotingAgent;

std::vector<StudyGame> PlayRandom(const envs::Game& game, const std::vector<StudyDeal>& deals) {
  RandomAgent random(game);
  auto games = PlayDeals(game, &random, deals);
  EXPECT_THAT(games, testing::IsOk());
  return *games;
}

std::vector<StudyDeal> Deals(int64_t count) {
  std::vector<StudyDeal> deals;
  for (int64_t index = 0; index < count; ++index) {
    deals.push_back({.seed = 5, .index = index});
  }
  return deals;
}

// The chance draws of a record.
std::vector<std::string> Draws(const envs::Game& game, const std::string& record) {
  std::vector<std::string> draws;
  const std::vector<envs::RecordEvent> events = envs::ParseRecord(game, record).value();
  for (const envs::RecordEvent& event : events) {
    if (event.actor == envs::Actor::kChance) {
      draws.push_back(event.text);
    }
  }
  return draws;
}

TEST(StudyGameTest, FactsAreThoseOfTheRecord) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  for (const StudyGame& one : PlayRandom(*game, Deals(50))) {
    ASSERT_OK_AND_ASSIGN(const envs::Playthrough play,
                         envs::Playthrough::FromRecord(*game, one.record));
    ASSERT_TRUE(play.Ended());
    EXPECT_EQ(one.first_return, play.Result().returns[0]);
    EXPECT_EQ(one.reason, play.Result().reason);
    EXPECT_EQ(one.moves, std::ssize(play.Events()));
    EXPECT_EQ(one.decisions, one.moves);
    // Decisions have nine, eight, ... legal actions; only the last of nine has no choice.
    EXPECT_EQ(one.forced, one.moves == 9 ? 1 : 0);
    EXPECT_DOUBLE_EQ(one.choices, (9.0 + (10 - one.moves)) / 2);
    EXPECT_FALSE(one.truncated);
  }
}

// The first player wins 737 of 1,260 random games, the second 363, and 160 are drawn.
TEST(StudyGameTest, RandomTicTacToeIsWonAsOftenAsCounted) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  const int64_t count = 20000;
  double wins = 0;
  double draws = 0;
  for (const StudyGame& one : PlayRandom(*game, Deals(count))) {
    wins += one.first_return == 1 ? 1.0 / count : 0;
    draws += one.first_return == 0 ? 1.0 / count : 0;
  }
  // Four standard deviations.
  EXPECT_NEAR(wins, 737.0 / 1260, 4 * std::sqrt(0.585 * 0.415 / count));
  EXPECT_NEAR(draws, 160.0 / 1260, 4 * std::sqrt(0.127 * 0.873 / count));
}

TEST(StudyGameTest, ADealIsTheSameGameWhateverIsPlayedBeside) {
  const auto game = testing::MakeDuel();
  const std::vector<StudyGame> together = PlayRandom(*game, Deals(20));
  for (int64_t index = 0; index < 20; ++index) {
    EXPECT_EQ(PlayRandom(*game, {{.seed = 5, .index = index}})[0],
              together[static_cast<size_t>(index)]);
  }
  std::set<std::string> records;
  for (const StudyGame& one : together) {
    records.insert(one.record);
  }
  EXPECT_GT(records.size(), 10u);
}

TEST(StudyGameTest, AReplicaHasTheSameDrawsAndOtherChoices) {
  const auto game = testing::MakeDuel();
  int different = 0;
  for (int64_t index = 0; index < 20; ++index) {
    const std::vector<StudyGame> games =
        PlayRandom(*game, {{.seed = 5, .index = index}, {.seed = 5, .index = index, .replica = 1}});
    EXPECT_EQ(Draws(*game, games[0].record), Draws(*game, games[1].record));
    different += games[0].record != games[1].record ? 1 : 0;
  }
  EXPECT_GT(different, 15);
}

TEST(StudyGameTest, TheOpeningIsDrawnWithoutThePlayer) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  FirstAgent first(*game);
  std::vector<StudyDeal> deals = Deals(100);
  std::set<std::string> begun;
  for (StudyDeal& deal : deals) {
    deal.opening_plies = 1;
  }
  ASSERT_OK_AND_ASSIGN(const std::vector<StudyGame> games, PlayDeals(*game, &first, deals));
  for (const StudyGame& one : games) {
    begun.insert(one.record);
  }
  // One game for each first move.
  EXPECT_EQ(begun.size(), 9u);
}

TEST(StudyGameTest, AnEpisodeIsThePlyOfTheDecision) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  NotingAgent agent(*game);
  ASSERT_OK(PlayDeals(*game, &agent, Deals(1)).status());
  EXPECT_EQ(agent.Episodes(), (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6}));
}

class FailingAgent final : public Agent {
 public:
  std::string Spec() const override { return "failing"; }
  absl::Status Choose(std::span<const Turn>, std::span<Choice> choices) override {
    choices[0].failure = "it crashed";
    return absl::OkStatus();
  }
};

TEST(StudyGameTest, APlayerThatFailsEndsTheStudyRatherThanTheGame) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  FailingAgent agent;
  EXPECT_THAT(PlayDeals(*game, &agent, Deals(1)),
              testing::StatusIs(absl::StatusCode::kInternal, "it crashed"));
}

TEST(StudyGameTest, ACourseIsJudgedAtPlacesWhereNothingIsPending) {
  const auto game = testing::MakeDuel();
  const StudyGame one = PlayRandom(*game, Deals(1))[0];
  int asked = 0;
  const ValueOf count = [&](envs::ConstPositions position) -> absl::StatusOr<double> {
    EXPECT_FALSE(envs::ActorsOf(*game, position).Empty());
    return 0.01 * ++asked;
  };
  ASSERT_OK_AND_ASSIGN(const std::vector<double> values, JudgeCourse(*game, one.record, count));
  // One value for each of three rounds after the draw, and one after the bids of the first two; the
  // third bids end the game.
  EXPECT_EQ(values, (std::vector<double>{0.01, 0.02, 0.03, 0.04, 0.05}));
}

TEST(StudyGameTest, LongCoursesHaveSoManyPlacesAndTheLast) {
  const auto game = *envs::MakeGame("connect_four");
  for (const StudyGame& one : PlayRandom(*game, Deals(20))) {
    int64_t last = 0;
    const ValueOf stones = [&](envs::ConstPositions position) -> absl::StatusOr<double> {
      const std::string text = game->PositionText(position);
      last = std::ranges::count_if(text, [](char c) { return c == 'X' || c == 'O'; });
      return 0;
    };
    ASSERT_OK_AND_ASSIGN(const std::vector<double> values, JudgeCourse(*game, one.record, stones));
    EXPECT_EQ(std::ssize(values), std::min(kJudgedPlaces, one.moves - 1));
    if (last > 0) {
      EXPECT_EQ(last, one.moves - 1);
    }
  }
}

TEST(StudyGameTest, CoursesOfGamesWhereBothActAtOnceHaveAsManyPlaces) {
  const auto game = *envs::MakeGame("kontranto");
  for (const StudyGame& one : PlayRandom(*game, Deals(10))) {
    ASSERT_GT(one.moves / 2, kJudgedPlaces);
    const ValueOf zero = [](envs::ConstPositions) -> absl::StatusOr<double> { return 0; };
    ASSERT_OK_AND_ASSIGN(const std::vector<double> values, JudgeCourse(*game, one.record, zero));
    EXPECT_EQ(std::ssize(values), kJudgedPlaces);
  }
}

TEST(StudyGameTest, ComesBackFromItsLine) {
  const StudyGame game = {.first_return = 0.25,
                          .reason = "x \"y\"",
                          .truncated = true,
                          .moves = 7,
                          .decisions = 9,
                          .forced = 2,
                          .choices = 1.0 / 3,
                          .margin = {4, -4},
                          .values = {0.1, -1},
                          .record = "r"};
  ASSERT_OK_AND_ASSIGN(const StudyGame back, StudyGameFromJson(ToJson(game)));
  EXPECT_EQ(back, game);
  Json broken = ToJson(game);
  broken["margin"] = Json::array({1});
  EXPECT_THAT(StudyGameFromJson(broken),
              testing::StatusIs(absl::StatusCode::kInvalidArgument, "margin"));
  broken.erase("margin");
  EXPECT_THAT(StudyGameFromJson(broken),
              testing::StatusIs(absl::StatusCode::kInvalidArgument, "margin"));
}

}  // namespace
}  // namespace kvintet::arena
