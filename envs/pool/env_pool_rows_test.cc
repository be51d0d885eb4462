// Tests of EnvPool: seeds, start positions, and rows that are stepped, observed, cloned or stored.
#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

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

// A pool of duels and its buffers, already reset.
struct PoolRun {
  explicit PoolRun(const EnvPoolOptions& options)
      : game(MakeDuel()), pool(EnvPool::Make(*game, options).value()), batch(pool->Sizes()) {
    pool->Reset(batch.Buffers());
  }
  void Play(int steps) {
    for (int step = 0; step < steps; ++step) {
      pool->SampleActions(batch.actions);
      ASSERT_THAT(pool->Step(batch.actions, batch.Buffers()), IsOk());
    }
  }
  bool SameGame(int row, int other) const {
    return std::ranges::equal(pool->Position(row).Bytes(), pool->Position(other).Bytes());
  }

  std::unique_ptr<Game> game;
  std::unique_ptr<EnvPool> pool;
  EnvBatch batch;
};

TEST(EnvPoolRowsTest, SameSeedGivesTheSameBytes) {
  PoolRun run({.num_envs = 8, .seed = 3});
  PoolRun again({.num_envs = 8, .seed = 3});
  run.Play(20);
  again.Play(20);
  EXPECT_EQ(run.batch, again.batch);
}

TEST(EnvPoolRowsTest, EverySeedDiffersZeroAmongThem) {
  std::vector<std::vector<float>> seen;
  for (const uint64_t seed : {0u, 1u, 2u}) {
    PoolRun run({.num_envs = 32, .seed = seed});
    run.Play(1);
    EXPECT_EQ(std::ranges::count(seen, run.batch.globals), 0) << "seed " << seed;
    seen.push_back(run.batch.globals);
  }
}

TEST(EnvPoolRowsTest, TwoHalvesAreOneWhole) {
  PoolRun whole({.num_envs = 10, .seed = 3});
  PoolRun first({.num_envs = 5, .seed = 3});
  PoolRun second({.num_envs = 5, .seed = 3, .first_row = 5});
  whole.Play(20);
  first.Play(20);
  second.Play(20);
  for (int row = 0; row < 5; ++row) {
    EXPECT_TRUE(
        std::ranges::equal(whole.pool->Position(row).Bytes(), first.pool->Position(row).Bytes()));
    EXPECT_TRUE(std::ranges::equal(whole.pool->Position(5 + row).Bytes(),
                                   second.pool->Position(row).Bytes()));
  }
}

TEST(EnvPoolRowsTest, EpisodesOfARowDiffer) {
  PoolRun run({.num_envs = 32});
  const std::vector<float> first = run.batch.globals;
  run.pool->Reset(run.batch.Buffers());
  EXPECT_NE(run.batch.globals, first);
}

TEST(EnvPoolRowsTest, SetSeedsStartsTheRowsAfresh) {
  PoolRun run({.num_envs = 4, .seed = 3});
  PoolRun other({.num_envs = 4, .seed = 9});
  other.Play(7);
  other.pool->SetSeeds(std::vector<int>{0, 1, 2, 3}, std::vector<uint64_t>{3, 3, 3, 3});
  other.pool->Reset({});
  run.Play(20);
  other.Play(20);
  EXPECT_EQ(run.batch.globals, other.batch.globals);
}

TEST(EnvPoolRowsTest, ResetOfSomeRowsLeavesTheOthers) {
  PoolRun run({.num_envs = 4, .seed = 3});
  run.Play(1);
  run.pool->Reset(std::vector<int>{2}, run.batch.Buffers());
  EXPECT_EQ(run.batch.legal_counts, (std::vector<int32_t>{2, 2, 2, 2, 3, 3, 2, 2}));
}

TEST(EnvPoolRowsTest, RowsBeginWhereTheyAreTold) {
  PoolRun run({.num_envs = 3});
  ASSERT_THAT(run.pool->SetStarts(std::vector<int>{1}, "last round"), IsOk());
  run.pool->Reset(run.batch.Buffers());
  EXPECT_EQ(run.batch.legal_counts, (std::vector<int32_t>{3, 3, 1, 1, 3, 3}));
  run.Play(1);
  EXPECT_EQ(run.batch.terminal, (std::vector<uint8_t>{0, 1, 0}));
  EXPECT_EQ(run.batch.legal_counts, (std::vector<int32_t>{2, 2, 1, 1, 2, 2}));
}

TEST(EnvPoolRowsTest, StartsAreRefusedWithTheReason) {
  PoolRun run({.num_envs = 2});
  EXPECT_THAT(run.pool->SetStarts(std::vector<int>{0, 1}, "nowhere"),
              StatusIs(absl::StatusCode::kInvalidArgument, "a duel starts at"));
  PositionBuffer ended(1, run.game->Spec().position_bytes);
  const auto last = static_cast<std::byte>(kvintet::testing::Duel::kRounds);
  ended.Span().Row(0)[offsetof(kvintet::testing::Duel::Position, round)] = last;
  EXPECT_THAT(run.pool->SetStarts(std::vector<int>{0}, std::as_const(ended).Span()),
              StatusIs(absl::StatusCode::kInvalidArgument, "from a finished position: round 3"));
}

TEST(EnvPoolRowsTest, StoredRowsGoOnExactlyAsTheyWould) {
  PoolRun run({.num_envs = 4, .seed = 3});
  run.Play(4);
  StoredRows stored;
  const std::vector<int> rows = {0, 1, 2, 3};
  run.pool->Gather(rows, &stored);
  run.Play(9);
  const EnvBatch expected = run.batch;
  run.pool->Scatter(stored, rows, run.batch.Buffers());
  run.Play(9);
  EXPECT_EQ(run.batch, expected);
}

TEST(EnvPoolRowsTest, StoredRowsGoOnAsTheyWouldInOtherPlaces) {
  PoolRun run({.num_envs = 3, .seed = 3});
  PoolRun other({.num_envs = 5, .seed = 8});
  run.Play(4);
  StoredRows stored;
  run.pool->Gather(std::vector<int>{2}, &stored);
  other.pool->Scatter(stored, std::vector<int>{4}, other.batch.Buffers());
  run.Play(9);
  other.Play(9);
  EXPECT_TRUE(std::ranges::equal(run.pool->Position(2).Bytes(), other.pool->Position(4).Bytes()));
}

TEST(EnvPoolRowsTest, ClonesAreTheSameGameWithAnotherFuture) {
  PoolRun run({.num_envs = 17, .seed = 3});
  run.Play(1);
  std::vector<int> clones(16);
  std::iota(clones.begin(), clones.end(), 1);
  run.pool->CloneRow(0, clones, run.batch.Buffers());
  EXPECT_TRUE(run.SameGame(0, 16));
  EXPECT_EQ(run.pool->HistoryOf(16).Keys().size(), 1);
  EXPECT_EQ(run.pool->State(16).length, 1);
  EXPECT_EQ(run.batch.mask_bits[32], run.batch.mask_bits[0]);
  EXPECT_EQ(run.batch.planes[0], run.batch.planes[16 * 12]);
  run.Play(1);
  const auto same = std::ranges::count_if(clones, [&](int row) { return run.SameGame(0, row); });
  EXPECT_LT(same, 16);
}

TEST(EnvPoolRowsTest, StepsTheChosenRowsAlone) {
  const EnvPoolOptions options = {.num_envs = 130, .num_threads = 3, .seed = 4};
  PoolRun whole(options);
  PoolRun parts(options);
  whole.pool->SampleActions(whole.batch.actions);
  parts.pool->SampleActions(parts.batch.actions);
  ASSERT_THAT(whole.pool->Step(whole.batch.actions, whole.batch.Buffers()), IsOk());
  const std::vector<int> rows = {0, 1, 2, 63, 64, 65, 100, 129};
  const EnvBatch before = parts.batch;
  parts.pool->StepRows(rows, parts.batch.actions, parts.batch.Buffers());
  for (int row = 0; row < 130; ++row) {
    const bool stepped = std::ranges::count(rows, row) > 0;
    const std::span<const float> globals = stepped ? whole.batch.globals : before.globals;
    const size_t size = globals.size() / 130;
    const size_t first = static_cast<size_t>(row) * size;
    EXPECT_TRUE(std::ranges::equal(std::span(parts.batch.globals).subspan(first, size),
                                   globals.subspan(first, size)))
        << "row " << row;
  }
}

TEST(EnvPoolRowsTest, ObservesOneSeatOfEachRow) {
  PoolRun run({.num_envs = 70, .num_threads = 2, .seed = 5});
  run.Play(3);
  std::vector<Seat> seats;
  for (int row = 0; row < 70; ++row) {
    seats.push_back(row % 3 == 0 ? Seat::k1 : Seat::k0);
  }
  EnvBatch seen(run.pool->SeatSizes());
  run.pool->Observe(seats, {.planes = seen.planes,
                            .globals = seen.globals,
                            .mask_bytes = seen.mask_bytes,
                            .legal_counts = seen.legal_counts});
  // Row `row` of `one` is what the seat has in `both`.
  const auto expect_same = [&](const auto& one, const auto& both, size_t row) {
    const size_t size = one.size() / 70;
    const size_t slot = 2 * row + static_cast<size_t>(Index(seats[row]));
    EXPECT_TRUE(std::ranges::equal(std::span(one).subspan(row * size, size),
                                   std::span(both).subspan(slot * size, size)))
        << "row " << row;
  };
  for (size_t row = 0; row < 70; ++row) {
    expect_same(seen.planes, run.batch.planes, row);
    expect_same(seen.globals, run.batch.globals, row);
    expect_same(seen.mask_bytes, run.batch.mask_bytes, row);
    expect_same(seen.legal_counts, run.batch.legal_counts, row);
  }
}

}  // namespace
}  // namespace kvintet::envs
