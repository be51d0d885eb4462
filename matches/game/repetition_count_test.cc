// Tests of RepetitionCount, with Konkvest.
#include "matches/game/repetition_count.h"

#include <string>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "matches/settings/match_rules.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

constexpr char kGame[] = "konkvest{cycle=go_on}";
constexpr char kPlaced[] =
    "; 0 R@b1; 1 R@l7; 0 R@b7; 1 R@l1; 0 G@a3; 1 G@m4; 0 G@a4; 1 G@m3; 0 H@a1; 1 H@m6; 0 H@a6; "
    "1 H@m1; 0 N@b3; 1 N@l5; 0 N@b5; 1 N@l3";
constexpr char kCycle[] = "; 0 b3-b2; 1 l5-l6; 0 b2-b3; 1 l6-l5";

// Counts the position after each event of the record, and returns the occurrences of the last.
int CountAll(const envs::Game& game, const std::string& record, RepetitionCount* count) {
  const auto events = envs::ParseRecord(game, kGame + record);
  EXPECT_THAT(events.status(), testing::IsOk());
  envs::Playthrough play(game);
  int occurrences = 0;
  for (const envs::RecordEvent& event : *events) {
    EXPECT_THAT(play.ApplyMove(event.actor, event.text), testing::IsOk());
    occurrences = count->OccurrencesAt(play);
    count->Count(play);
  }
  return occurrences;
}

TEST(RepetitionCountTest, OpeningTurnsDoNotCount) {
  const auto game = envs::MakeGame(kGame);
  ASSERT_THAT(game.status(), testing::IsOk());
  RepetitionCount count(RulesOf(**game));
  const std::string record = kPlaced;
  EXPECT_EQ(CountAll(**game, record.substr(0, record.rfind(';')), &count), 0);
  EXPECT_FALSE(count.HasCycled());
}

TEST(RepetitionCountTest, Q8_EachReturnToAPositionIsAnotherOccurrence) {
  const auto game = envs::MakeGame(kGame);
  ASSERT_THAT(game.status(), testing::IsOk());
  std::string record = kPlaced;
  for (int occurrences = 1; occurrences <= 3; ++occurrences) {
    RepetitionCount count(RulesOf(**game));
    EXPECT_EQ(CountAll(**game, record, &count), occurrences);
    EXPECT_EQ(count.HasCycled(), occurrences > 1);
    record += kCycle;
  }
}

TEST(RepetitionCountTest, ANewPositionEndsTheCycle) {
  const auto game = envs::MakeGame(kGame);
  ASSERT_THAT(game.status(), testing::IsOk());
  RepetitionCount count(RulesOf(**game));
  const std::string record = std::string(kPlaced) + kCycle;
  EXPECT_EQ(CountAll(**game, record + "; 0 b5-b6", &count), 1);
  EXPECT_FALSE(count.HasCycled());
}

TEST(RepetitionCountTest, WithoutResetsInTheRulesNothingCounts) {
  const auto game = envs::MakeGame(kGame);
  ASSERT_THAT(game.status(), testing::IsOk());
  RepetitionCount count;
  EXPECT_EQ(CountAll(**game, std::string(kPlaced) + kCycle, &count), 0);
  EXPECT_FALSE(count.HasCycled());
}

}  // namespace
}  // namespace kvintet::matches
