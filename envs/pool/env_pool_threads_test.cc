// Tests of EnvPool: the number of threads does not change the results.
#include <gtest/gtest.h>

#include "envs/pool/env_pool.h"
#include "envs/registry.h"
#include "tests/support/duel.h"
#include "tests/support/env_batch.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs {
namespace {

using ::kvintet::testing::EnvBatch;
using ::kvintet::testing::IsOk;
using ::kvintet::testing::MakeDuel;
using ::kvintet::testing::StatusIs;

// All outputs after some steps of random play with this number of threads.
EnvBatch After(const Game& game, int threads) {
  const auto pool =
      EnvPool::Make(game, {.num_envs = 300, .num_threads = threads, .seed = 11}).value();
  EnvBatch batch(pool->Sizes());
  pool->Reset(batch.Buffers());
  for (int step = 0; step < 25; ++step) {
    pool->SampleActions(batch.actions);
    EXPECT_THAT(pool->Step(batch.actions, batch.Buffers()), IsOk());
  }
  return batch;
}

TEST(EnvPoolThreadsTest, AnyNumberOfThreadsGivesTheSameBytes) {
  for (const auto& game : {MakeDuel(), MakeGame("tic_tac_toe").value()}) {
    const EnvBatch one = After(*game, 1);
    for (const int threads : {2, 3, 16}) {
      EXPECT_EQ(After(*game, threads), one) << threads << " threads, " << game->Spec().name;
    }
  }
}

TEST(EnvPoolThreadsTest, ThreadsWithoutRowsAreNotStarted) {
  const auto game = MakeGame("tic_tac_toe").value();
  EXPECT_EQ(After(*game, 1'000'000'000), After(*game, 1));
}

TEST(EnvPoolThreadsTest, RefusalNamesTheFirstRowWhateverTheThread) {
  const auto game = MakeGame("tic_tac_toe").value();
  const auto pool =
      EnvPool::Make(*game, {.num_envs = 300, .num_threads = 3, .layout = SeatLayout::kToAct})
          .value();
  pool->Reset({});
  std::vector<Action> actions(300, 0);
  actions[130] = actions[299] = 9;
  EXPECT_THAT(pool->Step(actions, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, "env 130, seat 0"));
}

}  // namespace
}  // namespace kvintet::envs
