// Tests of VersusPool: opponents inside and outside the pool, seats, illegal actions and rows.
#include "envs/pool/versus_pool.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/support/env_batch.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs {
namespace {

using ::kvintet::testing::EnvBatch;
using ::kvintet::testing::IsOk;
using ::kvintet::testing::StatusIs;

// What the caller has seen of one step in one row.
struct Seen {
  double reward;
  bool terminated, truncated;
  Seat seat;
  std::vector<uint8_t> planes, mask;
  bool operator==(const Seen&) const = default;
};

// A pool of games, with the seeds 100, 101, ...
class VersusRun {
 public:
  VersusRun(const std::string& game, const VersusOptions& options)
      : game_(MakeGame(game).value()),
        pool_(VersusPool::Make(*game_, options).value()),
        live_(new bool[Rows()]),
        batch_(pool_->Sizes()) {
    std::vector<uint64_t> seeds(Rows());
    std::iota(seeds.begin(), seeds.end(), 100);
    pool_->SetSeeds(AllRows(), seeds);
    EXPECT_THAT(pool_->Begin(AllRows()), IsOk());
    AnswerAll();
    Look();
  }
  VersusPool& Pool() { return *pool_; }
  EnvBatch& Batch() { return batch_; }
  size_t Rows() const { return static_cast<size_t>(pool_->Options().num_envs); }
  std::vector<int> AllRows() const {
    std::vector<int> rows(Rows());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
  }

  // Plays in the games that are not over and begins those that are. Legal actions are chosen by
  // their rank and a counter of the row.
  void Step(int turn) {
    std::vector<int64_t> actions(Rows(), -7);
    std::vector<int> begun;
    for (size_t row = 0; row < Rows(); ++row) {
      live_[row] = pool_->Over()[row] == 0;
      const ConstActionMask legal = pool_->LegalActions(static_cast<int>(row), pool_->Seats()[row]);
      if (live_[row]) {
        actions[row] = legal.Nth((5 * turn + static_cast<int>(row)) % legal.Count());
      } else {
        begun.push_back(static_cast<int>(row));
      }
    }
    EXPECT_THAT(StepWith(actions), IsOk());
    AnswerAll();
    EXPECT_THAT(pool_->Begin(begun), IsOk());
    AnswerAll();
    Look();
  }
  absl::Status StepWith(const std::vector<int64_t>& actions) {
    return pool_->Step(actions, std::span<const bool>(live_.get(), Rows()));
  }
  // Whether the last Step began a game in this row.
  bool IsBegun(size_t row) const { return !live_[row]; }
  void SetLive(bool live) { std::fill_n(live_.get(), Rows(), live); }

  Seen Row(size_t row) const {
    const auto part = [&](const std::vector<uint8_t>& all) {
      const auto size = static_cast<ptrdiff_t>(all.size() / Rows());
      const auto first = all.begin() + static_cast<ptrdiff_t>(row) * size;
      return std::vector<uint8_t>(first, first + size);
    };
    const VersusOutcome& outcome = pool_->Outcome();
    return {outcome.rewards[row], outcome.terminated[row] != 0, outcome.truncated[row] != 0,
            pool_->Seats()[row],  part(batch_.planes),          part(batch_.mask_bytes)};
  }

  void Look() {
    pool_->Observe(
        {.planes = batch_.planes, .globals = batch_.globals, .mask_bytes = batch_.mask_bytes});
  }

 private:
  // Answers as the opponent inside the pool does.
  void AnswerAll() {
    while (!pool_->AskedRows().empty()) {
      std::vector<Action> actions;
      for (size_t i = 0; i < pool_->AskedRows().size(); ++i) {
        const int row = pool_->AskedRows()[i];
        const Seat seat = Other(pool_->Seats()[static_cast<size_t>(row)]);
        const ConstActionMask legal = pool_->LegalActions(row, seat);
        const uint64_t high = pool_->Draws()[i] >> 32;
        actions.push_back(
            legal.Nth(static_cast<int>(high * static_cast<uint64_t>(legal.Count()) >> 32)));
      }
      EXPECT_THAT(pool_->Answer(actions), IsOk());
    }
  }

  const std::unique_ptr<Game> game_;
  const std::unique_ptr<VersusPool> pool_;
  const std::unique_ptr<bool[]> live_;
  EnvBatch batch_;
};

class VersusPoolGamesTest : public ::testing::TestWithParam<std::string> {};

// One game of each kind: in turn, several actions of a seat in a row, hidden, at the same time.
INSTANTIATE_TEST_SUITE_P(Games, VersusPoolGamesTest,
                         ::testing::Values("tic_tac_toe", "tiny_punct", "leduc", "goofspiel"));

TEST_P(VersusPoolGamesTest, PlaysTheSameAgainstOpponentsInsideAndOutside) {
  VersusRun inside(GetParam(), {.num_envs = 7, .seat = std::nullopt});
  VersusRun outside(GetParam(), {.num_envs = 7, .seat = std::nullopt, .random_opponent = false});
  for (int turn = 0; turn < 40; ++turn) {
    for (size_t row = 0; row < 7; ++row) {
      ASSERT_EQ(inside.Row(row), outside.Row(row)) << "turn " << turn << ", row " << row;
    }
    inside.Step(turn);
    outside.Step(turn);
  }
}

TEST_P(VersusPoolGamesTest, RowsDependOnNeitherThreadsNorNeighbours) {
  VersusRun few(GetParam(), {.num_envs = 3, .seat = std::nullopt});
  VersusRun many(GetParam(), {.num_envs = 200, .num_threads = 3, .seat = std::nullopt});
  for (int turn = 0; turn < 30; ++turn) {
    for (size_t row = 0; row < 3; ++row) {
      ASSERT_EQ(few.Row(row), many.Row(row)) << "turn " << turn << ", row " << row;
    }
    few.Step(turn);
    many.Step(turn);
  }
}

TEST_P(VersusPoolGamesTest, NewSeedsCountFromTheNextGameOn) {
  constexpr size_t kRows = 20;
  const VersusOptions options = {.num_envs = kRows, .seat = std::nullopt};
  VersusRun kept(GetParam(), options);
  VersusRun changed(GetParam(), options);
  VersusRun next(GetParam(), options);
  std::vector<uint64_t> seeds(kRows);
  std::iota(seeds.begin(), seeds.end(), 500);
  changed.Pool().SetSeeds(changed.AllRows(), seeds);
  next.Pool().SetSeeds(next.AllRows(), seeds);
  EXPECT_THAT(next.Pool().Begin(next.AllRows()), IsOk());
  next.Look();
  std::vector<bool> ended(kRows);
  for (int turn = 0; turn < 40; ++turn) {
    kept.Step(turn);
    changed.Step(turn);
    for (size_t row = 0; row < kRows; ++row) {
      if (!ended[row] && kept.IsBegun(row)) {
        EXPECT_EQ(changed.Row(row).seat, next.Row(row).seat) << row;
        EXPECT_EQ(changed.Row(row).planes, next.Row(row).planes) << row;
      } else if (!ended[row]) {
        EXPECT_EQ(changed.Row(row), kept.Row(row)) << "turn " << turn << ", row " << row;
      }
      ended[row] = ended[row] || kept.IsBegun(row);
    }
  }
  EXPECT_EQ(std::ranges::count(ended, true), static_cast<ptrdiff_t>(kRows));
}

TEST_P(VersusPoolGamesTest, TheCallerMustActInEveryGameThatIsNotOver) {
  VersusRun run(GetParam(), {.num_envs = 9, .seat = Seat::k1});
  for (int turn = 0; turn < 30; ++turn, run.Step(turn)) {
    for (size_t row = 0; row < 9; ++row) {
      const std::vector<uint8_t> mask = run.Row(row).mask;
      EXPECT_EQ(std::ranges::count(mask, 1) > 0, run.Pool().Over()[row] == 0);
    }
  }
}

TEST(VersusPoolTest, AnIllegalActionLosesAndShowsThePositionBefore) {
  VersusRun run("tic_tac_toe", {.num_envs = 3});
  run.SetLive(true);
  ASSERT_THAT(run.StepWith({4, int64_t{1} << 40, -1}), IsOk());
  run.Look();
  const VersusOutcome& outcome = run.Pool().Outcome();
  EXPECT_EQ(outcome.rewards, (std::vector<double>{0, -1, -1}));
  EXPECT_EQ(outcome.illegal, (std::vector<uint8_t>{0, 1, 1}));
  EXPECT_EQ(outcome.terminated, outcome.illegal);
  EXPECT_EQ(std::ranges::count(run.Row(0).mask, 1), 7);
  EXPECT_EQ(std::ranges::count(run.Row(1).mask, 1), 0);
  EXPECT_EQ(std::ranges::count(run.Row(1).planes, 1), std::ranges::count(run.Row(2).planes, 1));
}

TEST(VersusPoolTest, RefusesAnIllegalActionAndStepsNothing) {
  VersusRun run("tic_tac_toe", {.num_envs = 2, .refuse_illegal = true});
  const EnvBatch before = run.Batch();
  run.SetLive(true);
  EXPECT_THAT(run.StepWith({4, 9}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "action 9 is not one of the 9 legal actions of seat 0 in environment 1"));
  run.Look();
  EXPECT_EQ(run.Batch(), before);
}

TEST(VersusPoolTest, RefusesAnIllegalAnswerAndAsksAgain) {
  VersusRun run("tic_tac_toe", {.num_envs = 1, .random_opponent = false});
  run.SetLive(true);
  ASSERT_THAT(run.StepWith({4}), IsOk());
  const std::vector<Action> wrong = {4};
  EXPECT_THAT(run.Pool().Answer(wrong),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "opponent: chose 4, which is not legal in tic_tac_toe"));
  const std::vector<Action> right = {0};
  EXPECT_EQ(run.Pool().AskedRows().size(), 1u);
  EXPECT_THAT(run.Pool().Answer(right), IsOk());
  EXPECT_TRUE(run.Pool().AskedRows().empty());
}

TEST(VersusPoolTest, WritesSomeRowsAndLeavesTheOthers) {
  VersusRun run("tic_tac_toe", {.num_envs = 4});
  const Seen old = run.Row(2);
  run.Step(0);
  const Seen fresh = run.Row(1);
  std::ranges::fill(run.Batch().planes, uint8_t{9});
  const std::vector<int> rows = {0, 1, 3};
  run.Pool().Observe(rows, {.planes = run.Batch().planes});
  EXPECT_EQ(run.Row(1).planes, fresh.planes);
  EXPECT_EQ(run.Row(2).planes, std::vector<uint8_t>(old.planes.size(), 9));
}

}  // namespace
}  // namespace kvintet::envs
