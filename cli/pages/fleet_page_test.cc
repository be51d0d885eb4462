// Tests of FleetPage: the table, and the sentence about what limits a fleet.
#include "cli/pages/fleet_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::cli {
namespace {

using ::testing::HasSubstr;
using training::ActorNote;
using training::ActorState;

const training::RunHead kHead = {.epoch = 2, .generation = 900, .model = "0123456789abcdef"};

TEST(FleetPageTest, ShowsEachActor) {
  const std::string text = FleetText(kHead, {ActorNote{.name = "a-1",
                                                       .state = ActorState::kPlaying,
                                                       .generation = 800,
                                                       .games = 12,
                                                       .rows = 340,
                                                       .evaluations_per_second = 1500,
                                                       .spool_bytes = 3 << 20},
                                             ActorNote{.name = "b-2",
                                                       .state = ActorState::kPlaying,
                                                       .generation = 900,
                                                       .evaluations_per_second = 500}});
  EXPECT_THAT(text, HasSubstr("epoch 2, model 0123456789ab of game 900, 2 actors"));
  EXPECT_THAT(text, HasSubstr("a-1                              12        340      1500    3.0M"
                              "       100  playing\n"));
  EXPECT_THAT(text, HasSubstr("2000 evaluations/s. What limits it: the actors: more"));
}

TEST(FleetPageTest, SaysWhatLimitsTheFleet) {
  EXPECT_THAT(FleetText(kHead, {}), HasSubstr("no actor has shown itself lately"));
  const ActorNote full = {.name = "a", .state = ActorState::kSpoolFull};
  const ActorNote idle = {.name = "b", .state = ActorState::kWaitingForLearner};
  EXPECT_THAT(FleetText(kHead, {full, idle}), HasSubstr("does not keep up: 1 of 2 spools"));
  EXPECT_THAT(FleetText(kHead, {idle}), HasSubstr("all actors wait for the learner"));
  const ActorNote paused = {.name = "d", .state = ActorState::kPaused};
  const ActorNote playing = {.name = "e", .state = ActorState::kPlaying};
  EXPECT_THAT(FleetText(kHead, {paused, playing}),
              HasSubstr("does not keep up: 1 of 2 actors pause"));
  const ActorNote rater = {.name = "c", .state = ActorState::kRating};
  EXPECT_THAT(FleetText(kHead, {rater}), HasSubstr("no actor has shown itself lately"));
}

}  // namespace
}  // namespace kvintet::cli
