// Tests of EnvPool: what a step writes to one row; rows and threads have their own tests.
#include "envs/pool/env_pool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

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

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

std::unique_ptr<Game> TicTacToe() { return MakeGame("tic_tac_toe").value(); }

// A pool with its game and buffers for all outputs, already reset.
struct PoolRun {
  PoolRun(std::unique_ptr<Game> played, const EnvPoolOptions& options)
      : game(std::move(played)), pool(EnvPool::Make(*game, options).value()), batch(pool->Sizes()) {
    pool->Reset(batch.Buffers());
  }
  absl::Status Step(const std::vector<Action>& actions) {
    return pool->Step(actions, batch.Buffers());
  }
  absl::Status StepAtRandom() {
    pool->SampleActions(batch.actions);
    return pool->Step(batch.actions, batch.Buffers());
  }

  std::unique_ptr<Game> game;
  std::unique_ptr<EnvPool> pool;
  EnvBatch batch;
};

// The expected contents of a pool, computed row by row with the functions of Game.
class PlainRow {
 public:
  PlainRow(const Game& game, uint64_t seed, uint32_t row)
      : game_(game),
        seed_(seed),
        row_(row),
        position_(1, game.Spec().position_bytes),
        history_(game.Spec().history_capacity) {
    Begin();
  }
  ActorSet Actors() const {
    ActorSet actors;
    game_.Actors(position_.Span(), std::span(&actors, 1));
    return actors;
  }
  // Returns the rewards of both seats. When a game ends, the next one starts.
  std::array<float, 2> Step(std::span<const Action> of_seats) {
    const ActorSet actors = Actors();
    for (const Seat seat : {Seat::k0, Seat::k1}) {
      if (actors.Has(seat)) {
        StepOne(ActorOf(seat), of_seats[static_cast<size_t>(Index(seat))]);
      }
    }
    LetChanceAct();
    if (!Actors().Empty()) {
      return {0, 0};
    }
    const std::array<float, 2> returns = game_.Result(position_.Span()).returns;
    ++episode_;
    Begin();
    return returns;
  }
  ViewBuffer View(Seat seat) const {
    ViewBuffer view(1, game_.Spec().view_bytes);
    game_.MakeViews(position_.Span(), std::span(&seat, 1), view.Span());
    return view;
  }

 private:
  void Begin() {
    game_.Initialize(position_.Span());
    history_.Cut();
    random_ = RandomStream(seed_, row_, episode_, Purpose::kChance);
    LetChanceAct();
  }
  void StepOne(Actor actor, Action action) {
    game_.Step(position_.Span(), std::span(&history_, 1), std::span(&actor, 1),
               std::span(&action, 1));
  }
  void LetChanceAct() {
    while (Actors().Has(Actor::kChance)) {
      std::vector<ChanceOutcome> outcomes;
      game_.ChanceOutcomes(position_.Span(), &outcomes);
      double below = random_.Uniform();
      size_t drawn = 0;
      while (below >= outcomes[drawn].probability) {
        below -= outcomes[drawn++].probability;
      }
      StepOne(Actor::kChance, outcomes[drawn].outcome);
    }
  }

  const Game& game_;
  const uint64_t seed_;
  const uint32_t row_;
  uint32_t episode_ = 0;
  PositionBuffer position_;
  RepetitionHistory history_;
  RandomStream random_;
};

// Expects that row `row` of the batch equals the plain row.
void ExpectShows(const Game& game, const PlainRow& plain, const EnvBatch& batch, size_t row) {
  const GameSpec& spec = game.Spec();
  std::vector<uint8_t> planes(static_cast<size_t>(spec.PlaneBytes()));
  std::vector<float> globals(static_cast<size_t>(spec.globals));
  std::vector<uint64_t> mask(static_cast<size_t>(spec.MaskWords()));
  ASSERT_EQ(batch.to_act[row], plain.Actors().Bits());
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    const ViewBuffer view = plain.View(seat);
    const size_t slot = row * 2 + static_cast<size_t>(Index(seat));
    game.Observe(view.Span(), planes, globals);
    game.LegalActions(view.Span(), mask);
    ASSERT_TRUE(std::ranges::equal(
        planes, std::span(batch.planes).subspan(slot * planes.size(), planes.size())));
    ASSERT_TRUE(std::ranges::equal(
        globals, std::span(batch.globals).subspan(slot * globals.size(), globals.size())));
    ASSERT_TRUE(std::ranges::equal(
        mask, std::span(batch.mask_bits).subspan(slot * mask.size(), mask.size())));
  }
}

void ExpectBatchIsSingles(std::unique_ptr<Game> game) {
  PoolRun run(std::move(game), {.num_envs = 5, .seed = 7, .first_row = 100});
  std::vector<PlainRow> plain;
  for (uint32_t row = 0; row < 5; ++row) {
    plain.emplace_back(*run.game, 7, 100 + row);
  }
  for (int step = 0; step < 60; ++step) {
    for (size_t row = 0; row < 5; ++row) {
      ExpectShows(*run.game, plain[row], run.batch, row);
    }
    ASSERT_THAT(run.StepAtRandom(), IsOk());
    for (size_t row = 0; row < 5; ++row) {
      const auto rewards = plain[row].Step(std::span(run.batch.actions).subspan(row * 2, 2));
      ASSERT_EQ(run.batch.rewards[row * 2], rewards[0]);
      ASSERT_EQ(run.batch.rewards[row * 2 + 1], rewards[1]);
    }
  }
}

TEST(EnvPoolTest, BatchShowsWhatSingleGamesShow) { ExpectBatchIsSingles(TicTacToe()); }

TEST(EnvPoolTest, BatchOfSimultaneousGameWithChanceShowsWhatSingleGamesShow) {
  ExpectBatchIsSingles(MakeDuel());
}

TEST(EnvPoolTest, RefusesOptionsThatMakeNoSense) {
  const auto duel = MakeDuel();
  EXPECT_THAT(EnvPool::Make(*duel, {.num_envs = 0}), StatusIs(kInvalid, "not 0"));
  EXPECT_THAT(EnvPool::Make(*duel, {.num_threads = 0}), StatusIs(kInvalid, "not 0"));
  EXPECT_THAT(EnvPool::Make(*duel, {.max_plies = -1}), StatusIs(kInvalid, "not -1"));
  EXPECT_THAT(EnvPool::Make(*duel, {.layout = SeatLayout::kToAct}),
              StatusIs(kInvalid, "both seats may have to act at once"));
}

TEST(EnvPoolTest, WaitingSeatHasNoLegalActionsAndNoFlag) {
  PoolRun run(TicTacToe(), {});
  EXPECT_EQ(run.batch.to_act[0], 1);
  EXPECT_EQ(run.batch.legal_counts, (std::vector<int32_t>{9, 0}));
  EXPECT_EQ(run.batch.mask_bits, (std::vector<uint64_t>{0x1ff, 0}));
}

TEST(EnvPoolTest, MaskIsTheSameInAllItsForms) {
  PoolRun run(TicTacToe(), {.num_envs = 3});
  ASSERT_THAT(run.Step({4, kNoAction, 0, kNoAction, 8, kNoAction}), IsOk());
  for (size_t slot = 0; slot < 6; ++slot) {
    std::vector<int32_t> list;
    for (int32_t action = 0; action < 9; ++action) {
      const bool legal = run.batch.mask_bits[slot] >> action & 1;
      EXPECT_EQ(run.batch.mask_bytes[slot * 9 + static_cast<size_t>(action)], legal ? 1 : 0);
      if (legal) {
        list.push_back(action);
      }
    }
    ASSERT_EQ(run.batch.legal_counts[slot], static_cast<int>(list.size()));
    EXPECT_TRUE(std::ranges::equal(
        list, std::span(run.batch.legal_actions).subspan(slot * 9, list.size())));
  }
}

TEST(EnvPoolTest, LayoutToActShowsTheSeatToActAlone) {
  PoolRun both(TicTacToe(), {.num_envs = 2});
  PoolRun one(TicTacToe(), {.num_envs = 2, .layout = SeatLayout::kToAct});
  EXPECT_EQ(one.pool->Sizes().planes, 2 * 18);
  ASSERT_THAT(both.Step({3, kNoAction, 4, kNoAction}), IsOk());
  ASSERT_THAT(one.Step({3, 4}), IsOk());
  for (size_t row = 0; row < 2; ++row) {
    EXPECT_TRUE(std::ranges::equal(std::span(one.batch.planes).subspan(row * 18, 18),
                                   std::span(both.batch.planes).subspan(row * 36 + 18, 18)));
    EXPECT_EQ(one.batch.mask_bits[row], both.batch.mask_bits[row * 2 + 1]);
  }
}

TEST(EnvPoolTest, EmptyBuffersAreNotWritten) {
  PoolRun run(TicTacToe(), {.layout = SeatLayout::kToAct});
  std::vector<uint8_t> terminal = {9};
  ASSERT_THAT(run.pool->Step(std::vector<Action>{0}, {.terminal = terminal}), IsOk());
  EXPECT_EQ(terminal[0], 0);
  EXPECT_EQ(run.batch.mask_bits[0], 0x1ff);
  run.pool->Show(run.batch.Buffers());
  EXPECT_EQ(run.batch.mask_bits[0], 0x1fe);
}

// Seat 0 wins along the first row.
const std::vector<Action> kFirstRow = {0, 3, 1, 4, 2};

// Plays these actions in a pool of one row of tic-tac-toe with layout kToAct.
void Play(PoolRun* run, const std::vector<Action>& actions) {
  for (const Action action : actions) {
    ASSERT_THAT(run->Step({action}), IsOk());
  }
}

TEST(EnvPoolTest, SameStepResetKeepsTheFinalSightOfBothSeats) {
  PoolRun run(TicTacToe(), {.layout = SeatLayout::kToAct});
  Play(&run, kFirstRow);
  EXPECT_EQ(run.batch.terminal[0], 1);
  EXPECT_EQ(run.batch.truncated[0], 0);
  EXPECT_EQ(run.batch.rewards, (std::vector<float>{1, -1}));
  EXPECT_EQ(run.batch.episode_length[0], 5);
  EXPECT_EQ(run.batch.episode_return, (std::vector<float>{1, -1}));
  EXPECT_EQ(run.batch.final_valid[0], 1);
  EXPECT_EQ(run.batch.final_planes,
            (std::vector<uint8_t>{1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0,
                                  0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(run.batch.planes, std::vector<uint8_t>(18));
  EXPECT_EQ(run.batch.to_act[0], 1);
  Play(&run, {4});
  EXPECT_EQ(run.batch.terminal[0], 0);
  EXPECT_EQ(run.batch.final_valid[0], 0);
  EXPECT_EQ(run.batch.rewards, (std::vector<float>{0, 0}));
}

TEST(EnvPoolTest, NextStepResetShowsTheEndAndThenBeginsAnew) {
  PoolRun run(TicTacToe(), {.layout = SeatLayout::kToAct, .autoreset = AutoReset::kNextStep});
  Play(&run, kFirstRow);
  EXPECT_EQ(run.batch.terminal[0], 1);
  EXPECT_EQ(run.batch.to_act[0], 0);
  EXPECT_EQ(run.batch.legal_counts[0], 0);
  EXPECT_EQ(run.batch.planes[0], 1);
  EXPECT_EQ(run.batch.final_valid[0], 0);
  Play(&run, {kNoAction});
  EXPECT_EQ(run.batch.terminal[0], 0);
  EXPECT_EQ(run.batch.rewards, (std::vector<float>{0, 0}));
  EXPECT_EQ(run.batch.planes, std::vector<uint8_t>(18));
  EXPECT_EQ(run.batch.legal_counts[0], 9);
}

TEST(EnvPoolTest, WithoutResetTheEndStaysUntilReset) {
  PoolRun run(TicTacToe(), {.layout = SeatLayout::kToAct, .autoreset = AutoReset::kDisabled});
  Play(&run, kFirstRow);
  EXPECT_EQ(run.batch.terminal[0], 1);
  const std::vector<uint8_t> end = run.batch.planes;
  Play(&run, {kNoAction, 7});
  EXPECT_EQ(run.batch.terminal[0], 0);
  EXPECT_EQ(run.batch.rewards, (std::vector<float>{0, 0}));
  EXPECT_EQ(run.batch.to_act[0], 0);
  EXPECT_EQ(run.batch.planes, end);
  run.pool->Reset(run.batch.Buffers());
  EXPECT_EQ(run.batch.legal_counts[0], 9);
}

TEST(EnvPoolTest, MaxPliesCutsGamesShort) {
  PoolRun run(TicTacToe(), {.layout = SeatLayout::kToAct, .max_plies = 4});
  Play(&run, {0, 1, 2});
  EXPECT_EQ(run.batch.truncated[0], 0);
  Play(&run, {3});
  EXPECT_EQ(run.batch.truncated[0], 1);
  EXPECT_EQ(run.batch.terminal[0], 0);
  EXPECT_EQ(run.batch.episode_length[0], 4);
  EXPECT_EQ(run.batch.final_valid[0], 1);
  EXPECT_EQ(run.batch.legal_counts[0], 9);
}

TEST(EnvPoolTest, EndOnTheLastAllowedPlyIsNoTruncation) {
  PoolRun run(TicTacToe(), {.layout = SeatLayout::kToAct, .max_plies = 5});
  Play(&run, kFirstRow);
  EXPECT_EQ(run.batch.terminal[0], 1);
  EXPECT_EQ(run.batch.truncated[0], 0);
}

// Some rules give seat 1 the negative of 0. Both seats play the same cards.
TEST(EnvPoolTest, ADrawIsWorthTheSameToBothSeats) {
  PoolRun run(MakeGame("goofspiel{cards=3}").value(), {.autoreset = AutoReset::kDisabled});
  while (run.batch.terminal[0] == 0) {
    const Action action = run.pool->LegalActions(0, Seat::k0).Nth(0);
    ASSERT_THAT(run.Step({action, action}), IsOk());
  }
  for (const std::vector<float>& returns : {run.batch.rewards, run.batch.episode_return}) {
    EXPECT_EQ(returns, (std::vector<float>{0, 0}));
    EXPECT_TRUE(std::ranges::none_of(returns, [](float x) { return std::signbit(x); }));
  }
}

TEST(EnvPoolTest, ChanceIsNoStep) {
  PoolRun run(MakeDuel(), {.num_envs = 4});
  for (int round = 0; round < 3; ++round) {
    ASSERT_THAT(run.StepAtRandom(), IsOk());
  }
  EXPECT_EQ(run.batch.terminal, (std::vector<uint8_t>{1, 1, 1, 1}));
  EXPECT_EQ(run.batch.episode_length, (std::vector<int32_t>{3, 3, 3, 3}));
}

TEST(EnvPoolTest, RefusalNamesRowSeatActionAndReasonAndStepsNothing) {
  PoolRun run(TicTacToe(), {.num_envs = 3});
  ASSERT_THAT(run.Step({0, kNoAction, 1, kNoAction, 2, kNoAction}), IsOk());
  const EnvBatch before = run.batch;
  EXPECT_THAT(run.Step({kNoAction, 5, kNoAction, 1, kNoAction, 99}),
              StatusIs(kInvalid,
                       "env 1, seat 1: action 1 is not one of its 8 legal actions, of "
                       "which the first is 0 'a1'"));
  EXPECT_THAT(run.Step({kNoAction, 5, kNoAction, 3, kNoAction, 99}),
              StatusIs(kInvalid, "env 2, seat 1: an action must be in [0, 9), not 99"));
  EXPECT_THAT(run.Step({kNoAction, 5, kNoAction, 3, kNoAction, -7}), StatusIs(kInvalid, "not -7"));
  EXPECT_THAT(run.Step({5, kNoAction, 0, 3, 0, 3}),
              StatusIs(kInvalid, "env 0, seat 1: must act, and no action was given"));
  EXPECT_EQ(run.batch, before);
  run.pool->Show(run.batch.Buffers());
  EXPECT_EQ(run.batch, before);
}

TEST(EnvPoolTest, ActionsOfWaitingSeatsAreNotRead) {
  PoolRun run(TicTacToe(), {});
  EXPECT_THAT(run.Step({4, 4}), IsOk());
  EXPECT_EQ(run.batch.legal_counts, (std::vector<int32_t>{0, 8}));
}

TEST(EnvPoolTest, ForfeitLosesForTheSeatAtFault) {
  PoolRun run(MakeDuel(), {.num_envs = 4, .illegal = IllegalAction::kForfeit});
  ASSERT_THAT(run.Step({0, 0, kNoAction, 1, 2, 3, -5, 3}), IsOk());
  EXPECT_EQ(run.batch.rewards, (std::vector<float>{0, 0, -1, 1, 1, -1, 0, 0}));
  EXPECT_EQ(run.batch.terminal, (std::vector<uint8_t>{0, 1, 1, 1}));
  EXPECT_EQ(run.batch.offenders, (std::vector<uint8_t>{0, 1, 2, 3}));
  EXPECT_EQ(run.batch.episode_length, (std::vector<int32_t>{0, 1, 1, 1}));
}

TEST(EnvPoolTest, IgnoreLeavesTheRowAsItIs) {
  PoolRun run(MakeDuel(), {.num_envs = 2, .illegal = IllegalAction::kIgnore});
  const std::vector<float> before = run.batch.globals;
  ASSERT_THAT(run.Step({0, 1, 2, kNoAction}), IsOk());
  EXPECT_EQ(run.batch.offenders, (std::vector<uint8_t>{0, 2}));
  EXPECT_EQ(run.batch.terminal, (std::vector<uint8_t>{0, 0}));
  EXPECT_EQ(run.batch.legal_counts, (std::vector<int32_t>{2, 2, 3, 3}));
  EXPECT_TRUE(std::ranges::equal(std::span(run.batch.globals).last(8), std::span(before).last(8)));
}

TEST(EnvPoolTest, ExposedChanceIsDecidedByTheCaller) {
  PoolRun run(MakeDuel(), {.chance = ChanceMode::kExpose});
  EXPECT_EQ(run.batch.to_act[0], 4);
  EXPECT_EQ(run.batch.legal_counts, (std::vector<int32_t>{0, 0}));
  EXPECT_THAT(run.Step({0, kNoAction}),
              StatusIs(kInvalid, "env 0, chance: 0 is not one of the outcomes"));
  ASSERT_THAT(run.Step({3, kNoAction}), IsOk());
  EXPECT_EQ(run.batch.to_act[0], 3);
  EXPECT_EQ(run.batch.globals[0], 3);
  ASSERT_THAT(run.Step({0, 2}), IsOk());
  EXPECT_EQ(run.batch.to_act[0], 4);
  EXPECT_EQ(run.pool->State(0).length, 1);
}

TEST(EnvPoolTest, ShowChangesNothing) {
  PoolRun run(MakeDuel(), {.num_envs = 3, .seed = 1});
  ASSERT_THAT(run.StepAtRandom(), IsOk());
  const EnvBatch before = run.batch;
  run.pool->Show(run.batch.Buffers());
  run.pool->Show({});
  EXPECT_EQ(run.batch, before);
}

TEST(EnvPoolTest, SampleActionsIsUniformOverLegalActions) {
  PoolRun run(TicTacToe(), {.num_envs = 9000, .seed = 5, .layout = SeatLayout::kToAct});
  std::vector<Action> actions(9000);
  ASSERT_THAT(run.Step(std::vector<Action>(9000, 4)), IsOk());
  run.pool->SampleActions(actions);
  std::array<int, 9> counts = {};
  for (const Action action : actions) {
    ASSERT_TRUE(action >= 0 && action < 9);
    ++counts[static_cast<size_t>(action)];
  }
  EXPECT_EQ(counts[4], 0);
  // Five standard deviations of a count whose mean is 1125.
  for (const size_t action : {0u, 1u, 2u, 3u, 5u, 6u, 7u, 8u}) {
    EXPECT_NEAR(counts[action], 1125, 157);
  }
}

TEST(EnvPoolTest, SampleActionsDrawsAfreshEachTime) {
  PoolRun run(TicTacToe(), {.num_envs = 64, .layout = SeatLayout::kToAct});
  std::vector<Action> first(64);
  std::vector<Action> second(64);
  run.pool->SampleActions(first);
  run.pool->SampleActions(second);
  EXPECT_NE(first, second);
}

}  // namespace
}  // namespace kvintet::envs
