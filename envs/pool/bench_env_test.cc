// Tests of BenchEnv.
#include "envs/pool/bench_env.h"

#include <gtest/gtest.h>

#include "base/allocation_counter.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs {
namespace {

using ::kvintet::testing::StatusIs;

TEST(BenchEnvTest, MeasuresAndAllocatesNothing) {
  const auto game = MakeGame("tic_tac_toe").value();
  const EnvBenchResult result = BenchEnv(*game, {.envs = 10,
                                                 .repetitions = 3,
                                                 .seconds_each = 0.001,
                                                 .count_allocations = AllocationCount})
                                    .value();
  EXPECT_EQ(result.game, "tic_tac_toe");
  EXPECT_GT(result.steps_per_second, 0);
  EXPECT_GT(result.steps, 3 * 10);
  EXPECT_GE(result.seconds, 0.003);
  EXPECT_EQ(result.observation_bytes, 18);
  EXPECT_EQ(result.mask_bytes, 8);
  EXPECT_EQ(result.allocations_per_step, 0);
}

TEST(BenchEnvTest, RefusesOptionsThatMakeNoSense) {
  const auto game = MakeGame("tic_tac_toe").value();
  EXPECT_THAT(BenchEnv(*game, {.envs = 0}), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(BenchEnv(*game, {.repetitions = 0}), StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace kvintet::envs
