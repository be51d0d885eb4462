// Tests of StepsOf: which steps a report shows, and the contents of each.
#include "matches/report/report_steps.h"

#include <string>

#include "tests/support/matches/driven_match.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::IsOk;

MatchReport ReportOfNow(DrivenMatch* world) {
  auto report = world->table->Report(world->match, Audience::kSpectators, 0);
  KVINTET_CHECK(report.ok());
  return *std::move(report);
}

TEST(ReportStepsTest, AMoveIsAStepWithItsClocks) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("tic_tac_toe");
  settings.clock = {.kind = ClockKind::kStages, .stages = {{0, 60'000, 0}}};
  world.Create(settings);
  world.Pass(3);
  ASSERT_THAT(world.Move(0, "a1"), IsOk());
  world.Pass(2);
  ASSERT_THAT(world.Move(1, "b2"), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  const std::vector<ReportStep> steps = StepsOf(ReportOfNow(&world), 100);
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].lines, std::vector<std::string>{"start"});
  EXPECT_EQ(steps[1].lines, std::vector<std::string>{"1. player 0: a1"});
  EXPECT_EQ(steps[1].spent, (std::array<int64_t, 2>{3'000'000, 0}));
  EXPECT_EQ(steps[2].spent, (std::array<int64_t, 2>{3'000'000, 2'000'000}));
  EXPECT_NE(steps[1].scene.shapes.size(), 0u);
}

TEST(ReportStepsTest, ChoicesOfAStageAreOneStep) {
  DrivenMatch world;
  world.Create("kontranto");
  ASSERT_THAT(world.Move(1, "circle"), IsOk());
  ASSERT_THAT(world.Move(0, "triangle"), IsOk());
  // A choice that was never revealed is shown to nobody.
  ASSERT_THAT(world.Move(0, world.Legal(0, 1)[0]), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  const std::vector<ReportStep> steps = StepsOf(ReportOfNow(&world), 100);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[1].lines,
            (std::vector<std::string>{"1. player 1: circle", "1. player 0: triangle"}));
}

TEST(ReportStepsTest, WhatChanceDoesBelongsToTheStepBefore) {
  DrivenMatch world;
  world.Create("tantrix");
  ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  const int mover = world.ToAct();
  ASSERT_THAT(world.Move(mover, world.Legal(mover, 1)[0]), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  const std::vector<ReportStep> steps = StepsOf(ReportOfNow(&world), 100);
  ASSERT_EQ(steps.size(), 2u);
  ASSERT_EQ(steps[0].lines.size(), 2u);
  EXPECT_EQ(steps[0].lines[1].substr(0, 12), "chance: lot ");
  ASSERT_EQ(steps[1].lines.size(), 2u);
  EXPECT_EQ(steps[1].lines[1].substr(0, 13), "chance: draw ");
}

TEST(ReportStepsTest, AResetIsAStepAndManyStepsAreMerged) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("konkvest");
  settings.forced_reset = 2;
  world.Create(settings);
  // The set-up, then a general that moves back and forth.
  for (const char* move :
       {"R@b1", "R@l7", "R@b7", "R@l1", "G@a3", "G@m4", "G@a4",  "G@m3",  "H@a1",  "H@m6",
        "H@a6", "H@m1", "N@b3", "N@l5", "N@b5", "N@l3", "b3-b2", "l5-l6", "b2-b3", "l6-l5"}) {
    ASSERT_THAT(world.Move(world.ToAct(), move), IsOk()) << move;
  }
  ASSERT_TRUE(world.WasTold(Audience::kSpectators, EventKind::kResetAccepted));
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  const MatchReport report = ReportOfNow(&world);
  const std::vector<ReportStep> steps = StepsOf(report, 100);
  ASSERT_EQ(steps.size(), 1u + 20u + 1u);
  EXPECT_EQ(steps.back().lines, std::vector<std::string>{"reset"});
  const std::vector<ReportStep> merged = StepsOf(report, 5);
  ASSERT_EQ(merged.size(), 5u);
  EXPECT_EQ(merged[0].lines.size(), 5u);
  EXPECT_EQ(merged[0].scene.caption, steps[4].scene.caption);
  EXPECT_EQ(merged[4].lines.size(), 2u);
}

}  // namespace
}  // namespace kvintet::matches
