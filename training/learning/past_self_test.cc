// Tests of runs against their own earlier models: opponents, repetition, and resuming.
#include "training/learning/past_self.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/run_folder.h"
#include "tests/support/status_matchers.h"
#include "training/loop/loop.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::StatusIs;

constexpr int kRound = 32;

// Policy gradients in rounds of 32 games. In each game an earlier self plays one seat.
constexpr const char* kSettings = R"pb(
  seed: 5
  search { policy { temperature_plies: 1000 } }
  self_play {
    slots_per_thread: 32
    batch_size: 32
    games_per_round: 32
    threads: 1
    sparring_share: 1
    sparring_past: true
  }
  network { blocks: 1 channels: 16 value_hidden: 16 device: "CPU" precision: FP32 }
  learner {
    objective: POLICY_GRADIENT
    batch_size: 16
    learning_rate: 0.05
    weight_decay: 0
    warmup_steps: 2
    ema_decay: 0.5
    reuse: 4
    window { min_rows: 32 max_rows: 128 }
  }
)pb";

class PastSelfTest : public ::testing::Test, protected testing::RunFolder {
 protected:
  absl::StatusOr<Progress> Run(const std::string& name, int64_t games,
                               const std::string& more = "") {
    Config config;
    EXPECT_THAT(MergeTextProto(kSettings, "settings", config), IsOk());
    EXPECT_THAT(MergeTextProto(more, "more", config), IsOk());
    return Train({.game = game_.get(), .config = config, .directory = Path(name), .games = games});
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("kuhn");
};

TEST_F(PastSelfTest, AnyPublishedModelIsDrawn) {
  ASSERT_THAT(Run("run", 4 * kRound), IsOk());
  std::set<std::string> drawn;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    ASSERT_OK_AND_ASSIGN(const network::NamedModel model, DrawPastSelf(Path("run"), seed));
    ASSERT_OK_AND_ASSIGN(const network::NamedModel again, DrawPastSelf(Path("run"), seed));
    EXPECT_EQ(model.name, again.name);
    drawn.insert(model.name);
  }
  // One model before the first game and one after each round.
  EXPECT_EQ(drawn.size(), 5u);
}

TEST_F(PastSelfTest, WhereThereIsNoRunNobodyIsDrawn) {
  EXPECT_THAT(DrawPastSelf(Path("none"), 1), StatusIs(absl::StatusCode::kNotFound, "none"));
}

// Decisions of the earlier self are not rows.
TEST_F(PastSelfTest, RowsAreTheLearnersAlone) {
  ASSERT_THAT(Run("run", 3 * kRound), IsOk());
  for (const selfplay::GameRecord& record : Records("run")) {
    std::set<envs::Actor> deciders;
    for (const selfplay::RecordRow& row : record.rows) {
      deciders.insert(record.events[static_cast<size_t>(row.event)].actor);
    }
    EXPECT_LE(deciders.size(), 1u);
    EXPECT_LE(record.models.size(), 1u);
  }
}

TEST_F(PastSelfTest, GoesOnToTheSameBytesWhateverTheThreads) {
  ASSERT_THAT(Run("whole", 6 * kRound), IsOk());
  for (int rounds = 1; rounds <= 6; ++rounds) {
    ASSERT_THAT(Run("parts", rounds * kRound), IsOk());
  }
  ASSERT_THAT(Run("threads", 6 * kRound, "self_play { threads: 2 slots_per_thread: 5 }"), IsOk());
  for (const char* const other : {"parts", "threads"}) {
    EXPECT_EQ(State("whole").commit->model, State(other).commit->model);
    EXPECT_EQ(Records("whole"), Records(other));
  }
}

TEST_F(PastSelfTest, PlaysAndLearnsAtOnce) {
  for (int rounds = 1; rounds <= 3; ++rounds) {
    ASSERT_OK_AND_ASSIGN(const Progress done,
                         Run("run", rounds * 2 * kRound, "self_play { schedule: CONTINUOUS }"));
    EXPECT_EQ(done.games, rounds * 2 * kRound);
    EXPECT_GT(done.evaluations_per_second, 0);
    EXPECT_GT(done.rows_per_second, 0);
  }
  EXPECT_EQ(std::ssize(Records("run")), 6 * kRound);
}

}  // namespace
}  // namespace kvintet::training
