// Test of EnvPool: no step allocates.
#include <gtest/gtest.h>

#include "base/allocation_counter.h"
#include "envs/pool/env_pool.h"
#include "envs/registry.h"
#include "tests/support/duel.h"
#include "tests/support/env_batch.h"

namespace kvintet::envs {
namespace {

using ::kvintet::testing::EnvBatch;

// Allocations during a number of steps of random play, resets, clones, and copies of rows.
int64_t Allocations(const Game& game, int threads) {
  const auto pool = EnvPool::Make(game, {.num_envs = 200, .num_threads = threads}).value();
  EnvBatch batch(pool->Sizes());
  const std::vector<int> rows = {3, 4};
  StoredRows stored;
  pool->Reset(batch.Buffers());
  pool->Gather(rows, &stored);
  pool->SampleActions(batch.actions);
  EXPECT_TRUE(pool->Step(batch.actions, batch.Buffers()).ok());
  const int64_t before = AllocationCount();
  for (int step = 0; step < 50; ++step) {
    pool->SampleActions(batch.actions);
    EXPECT_TRUE(pool->Step(batch.actions, batch.Buffers()).ok());
    pool->CloneRow(0, rows, batch.Buffers());
    pool->Gather(rows, &stored);
    pool->Scatter(stored, rows, batch.Buffers());
    pool->Reset(rows, batch.Buffers());
  }
  return AllocationCount() - before;
}

TEST(EnvPoolAllocationTest, CounterCounts) {
  if (!CountsAllocations()) {
    GTEST_SKIP() << "the sanitizer has an operator new of its own";
  }
  const int64_t before = AllocationCount();
  const auto number = std::make_unique<int>(7);
  EXPECT_EQ(AllocationCount() - before, *number == 7 ? 1 : 0);
}

TEST(EnvPoolAllocationTest, StepsOfTestGameAllocateNothing) {
  const auto game = kvintet::testing::MakeDuel();
  EXPECT_EQ(Allocations(*game, 1), 0);
  EXPECT_EQ(Allocations(*game, 2), 0);
}

TEST(EnvPoolAllocationTest, StepsOfEveryGameAllocateNothing) {
  for (const std::string& name : GameNames()) {
    EXPECT_EQ(Allocations(*MakeGame(name).value(), 1), 0) << name;
  }
}

}  // namespace
}  // namespace kvintet::envs
