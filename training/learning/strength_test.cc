// Tests of StrengthMeter on models of tic-tac-toe.
#include "training/learning/strength.h"

#include <thread>

#include <gtest/gtest.h>

#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/loop/loop.h"
#include "training/run/run_directory.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::StatusIs;

class StrengthTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Config config;
    ASSERT_THAT(
        MergeTextProto(
            R"pb(
              search {
                simulations: 4
                gumbel { max_considered: 4 }
              }
              self_play { slots_per_thread: 8 games_per_round: 8 threads: 1 }
              network { blocks: 1 channels: 8 value_hidden: 8 precision: FP32 device: "CPU" }
              learner {
                batch_size: 16
                window { min_rows: 16 }
              }
            )pb",
            "tiny", config),
        IsOk());
    const std::string run = folder_.Path() + "/run";
    ASSERT_THAT(Train({.game = game_.get(), .config = config, .directory = run, .games = 8}),
                IsOk());
    model_ = run + "/latest.model";
  }
  static StrengthConfig Settings() {
    StrengthConfig config;
    config.set_share(0.5);
    config.set_simulations(0);
    config.add_reference("random");
    return config;
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  const testing::TempDir folder_;
  std::string model_;
};

// Waits until games have been played, however long that takes.
TEST_F(StrengthTest, PlaysReferencesAndThePast) {
  StrengthMeter meter(*game_, Settings(), 0.9, 1);
  const auto now = StrengthMeter::Clock::now();
  // The newest of the models that are old enough, and the newest of all.
  meter.Publish(model_, now - std::chrono::hours(1));
  meter.Publish(model_, now);
  std::map<std::string, EloFigures> figures;
  while (figures.size() < 2) {
    std::this_thread::yield();
    figures = meter.Figures(StrengthMeter::Clock::now());
  }
  for (const char* const opponent : {"past", "random"}) {
    const EloFigures& elo = figures.at(opponent);
    EXPECT_GE(elo.pairs, 1);
    // Of one lost pair, the score is also the lower end.
    EXPECT_LE(elo.low, elo.elo);
    EXPECT_LE(elo.elo, elo.high);
    EXPECT_LT(elo.low, elo.high);
  }
  // Old games do not count.
  EXPECT_TRUE(meter.Figures(now + std::chrono::hours(24)).empty());
}

TEST_F(StrengthTest, WithoutAnOlderModelThereIsNoPast) {
  StrengthMeter meter(*game_, Settings(), 0.9, 1);
  meter.Publish(model_, StrengthMeter::Clock::now());
  std::map<std::string, EloFigures> figures;
  while (figures.empty() || figures["random"].pairs < 3) {
    std::this_thread::yield();
    figures = meter.Figures(StrengthMeter::Clock::now());
  }
  EXPECT_FALSE(figures.contains("past"));
}

TEST_F(StrengthTest, ReferencesThatAreNoneAreRefused) {
  StrengthConfig config;
  config.add_reference("clever");
  EXPECT_THAT(CheckReferences(*game_, config),
              StatusIs(absl::StatusCode::kInvalidArgument, "strength.reference: "));
}

}  // namespace
}  // namespace kvintet::training
