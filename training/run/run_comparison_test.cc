// Tests of RunComparison: reading runs, grouping them, means and intervals.
#include "training/run/run_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "base/reports/json.h"
#include "proto/textproto.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/run/progress.h"

namespace kvintet::training {
namespace {

using ::testing::DoubleNear;
using testing::IsOk;
using ::testing::SizeIs;
using testing::StatusIs;

Progress Round(int64_t games, int64_t steps, double loss) {
  Progress round;
  round.games = games;
  round.evaluations = 100 * games;
  round.seconds = static_cast<double>(games) / 2;
  round.steps = steps;
  round.policy_loss = loss;
  round.value_loss = loss / 2;
  return round;
}

// A run whose policy loss goes from `first` at 10 games to `last` at 30.
MeasuredRun RunOf(uint64_t seed, int simulations, double first, double last) {
  MeasuredRun run;
  run.path = "run";
  run.config.set_game("tic_tac_toe");
  run.config.set_seed(seed);
  run.config.mutable_search()->set_simulations(simulations);
  run.points[0] = {{{10, 1000, 5}, {first, first, first}}, {{30, 3000, 15}, {last, last, last}}};
  return run;
}

class MeasureRunTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Config config;
    config.set_game("tic_tac_toe");
    Write("config.textproto", ToTextProto(config));
    std::string lines;
    for (const Progress& round : {Round(8, 0, 0), Round(16, 5, 2), Round(24, 9, 1)}) {
      lines += ToJsonLine(ToJson(round)) + "\n";
    }
    Write("metrics.jsonl", lines);
  }
  void Write(const std::string& name, const std::string& text) {
    ASSERT_THAT(WriteFileAtomically(folder_.Path(name), text), IsOk());
  }
  const testing::TempDir folder_;
};

TEST_F(MeasureRunTest, TakesLossesOnceThereWereSteps) {
  ASSERT_OK_AND_ASSIGN(const MeasuredRun run, MeasureRun(folder_.Path()));
  ASSERT_THAT(run.points[0], SizeIs(2));
  EXPECT_EQ(run.points[0][0].at, (std::array<double, kAxes>{16, 1600, 8}));
  EXPECT_EQ(run.points[0][0].estimate.value, 2);
  EXPECT_EQ(run.points[1][1].estimate.value, 0.5);
  EXPECT_THAT(run.points[2], SizeIs(0));
}

TEST_F(MeasureRunTest, TakesTheStrengthOfModelsFromTheLadder) {
  Write("ratings.jsonl",
        "{\"kind\":\"ladder\"}\n"
        "{\"kind\":\"player\",\"elo\":300,\"low\":250,\"high\":350,\"steps\":9,\"seconds\":12}\n"
        "{\"kind\":\"player\",\"elo\":0,\"low\":-50,\"high\":50}\n"
        "{\"kind\":\"player\",\"elo\":-20,\"low\":-70,\"high\":30,\"steps\":0,\"seconds\":0}\n");
  ASSERT_OK_AND_ASSIGN(const MeasuredRun run, MeasureRun(folder_.Path()));
  ASSERT_THAT(run.points[2], SizeIs(2));
  EXPECT_EQ(run.points[2][0].at, (std::array<double, kAxes>{0, 0, 0}));
  EXPECT_EQ(run.points[2][1].at, (std::array<double, kAxes>{24, 2400, 12}));
  EXPECT_EQ(run.points[2][1].estimate.high, 350);
}

TEST_F(MeasureRunTest, NamesTheBrokenLineOfALadder) {
  Write("ratings.jsonl", "{\"kind\":\"ladder\"}\n{\"steps\":9}\n");
  EXPECT_THAT(MeasureRun(folder_.Path()),
              StatusIs(absl::StatusCode::kDataLoss, "ratings.jsonl:2: elo"));
}

TEST_F(MeasureRunTest, RefusesWhatIsNoRun) {
  EXPECT_THAT(MeasureRun(folder_.Path("nowhere")),
              StatusIs(absl::StatusCode::kNotFound, "nowhere"));
}

TEST(GroupRunsTest, SeedsAloneMakeNoSettingOfTheirOwn) {
  const auto settings = GroupRuns({RunOf(1, 4, 3, 1), RunOf(1, 16, 3, 1), RunOf(2, 4, 3, 1)});
  ASSERT_THAT(settings, SizeIs(2));
  EXPECT_THAT(settings[0].runs, SizeIs(2));
  EXPECT_EQ(settings[0].label, "search.simulations 4");
  EXPECT_EQ(settings[1].label, "search.simulations 16");
  EXPECT_EQ(GroupRuns({RunOf(1, 4, 3, 1), RunOf(2, 4, 3, 1)})[0].label, "tic_tac_toe");
}

TEST(GroupRunsTest, StagesAreComparedFieldByField) {
  MeasuredRun one = RunOf(1, 4, 3, 1);
  ASSERT_THAT(
      MergeTextProto("stage { name: \"a\" games: 8 } stage { name: \"b\" }", "", one.config),
      IsOk());
  MeasuredRun same = one;
  same.config.set_seed(2);
  MeasuredRun other = one;
  other.config.mutable_stage(0)->set_games(16);
  const std::vector<Setting> settings = GroupRuns({one, same, other});
  ASSERT_THAT(settings, SizeIs(2));
  EXPECT_EQ(settings[0].label, "stage[0].games 8");
  EXPECT_EQ(settings[1].label, "stage[0].games 16");
}

TEST(GroupRunsTest, AnAlgorithmIsNamedWithWhatDiffersFromItsDefaults) {
  MeasuredRun gumbel = RunOf(1, 4, 3, 1);
  ASSERT_THAT(MergeTextProto("gumbel { c_scale: 0.5 }", "", *gumbel.config.mutable_search()),
              IsOk());
  MeasuredRun puct = RunOf(1, 4, 3, 1);
  ASSERT_THAT(
      MergeTextProto("puct { c_puct: 2 fpu_reduction: 0.2 }", "", *puct.config.mutable_search()),
      IsOk());
  const std::vector<Setting> algorithms = GroupRuns({gumbel, puct});
  EXPECT_EQ(algorithms[0].label, "search.algorithm gumbel");
  EXPECT_EQ(algorithms[1].label, "search.algorithm puct, search.puct.c_puct 2");
}

TEST(EstimateAtTest, IsTheMeanWithStudentsInterval) {
  const Setting setting = {.label = "",
                           .runs = {RunOf(1, 4, 3, 1), RunOf(2, 4, 5, 2), RunOf(3, 4, 4, 3)}};
  // Halfway, the runs have 2, 3.5 and 3.5: mean 3, standard error 0.5.
  const Estimate estimate = EstimateAt(setting, Measure::kPolicyLoss, Axis::kGames, 20);
  EXPECT_THAT(estimate.value, DoubleNear(3, 1e-12));
  EXPECT_THAT(estimate.low, DoubleNear(3 - 4.303 * 0.5, 1e-9));
  EXPECT_THAT(estimate.high, DoubleNear(3 + 4.303 * 0.5, 1e-9));
  const Estimate by_time = EstimateAt(setting, Measure::kPolicyLoss, Axis::kSeconds, 10);
  EXPECT_THAT(by_time.value, DoubleNear(3, 1e-12));
}

TEST(CurveOfTest, GoesWhereAllItsRunsAre) {
  Setting setting = {.label = "", .runs = {RunOf(1, 4, 3, 1), RunOf(2, 4, 5, 2)}};
  setting.runs[1].points[0][0].at[0] = 15;
  setting.runs[1].points[0][1].at[0] = 25;
  const auto curve = CurveOf(setting, Measure::kPolicyLoss, Axis::kGames, 11);
  ASSERT_THAT(curve, SizeIs(11));
  EXPECT_EQ(curve.front().at, 15);
  EXPECT_EQ(curve.back().at, 25);
  EXPECT_THAT(CurveOf(setting, Measure::kStrength, Axis::kGames, 11), SizeIs(0));
  setting.runs[1].points[0][0].at[0] = 35;
  setting.runs[1].points[0][1].at[0] = 45;
  EXPECT_THAT(CurveOf(setting, Measure::kPolicyLoss, Axis::kGames, 11), SizeIs(0));
}

}  // namespace
}  // namespace kvintet::training
