// Tests of BatchMaker: rows under symmetries fit their planes, targets are the record's.
#include "training/batch_maker.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"

namespace kvintet::training {
namespace {

constexpr int kCells = 9;

// A batch in the test's own memory.
struct Copy {
  explicit Copy(const network::TrainingBatch& batch)
      : planes(batch.planes.begin(), batch.planes.end()),
        legal(batch.legal.begin(), batch.legal.end()),
        offsets(batch.legal_offsets.begin(), batch.legal_offsets.end()),
        probabilities(batch.target_probabilities.begin(), batch.target_probabilities.end()),
        wdl(batch.wdl.begin(), batch.wdl.end()) {}

  std::vector<uint8_t> planes;
  std::vector<int32_t> legal;
  std::vector<int32_t> offsets;
  std::vector<float> probabilities;
  std::vector<float> wdl;
  bool operator==(const Copy&) const = default;
};

class BatchMakerTest : public ::testing::Test {
 protected:
  BatchMakerTest() : game_(testing::Game("tic_tac_toe")) {
    for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game_, 8))) {
      window_.Add(std::move(record));
    }
  }

  Copy Make(int64_t step, int size, uint64_t seed = 1) {
    BatchMaker maker(*game_, LearnerConfig(), seed);
    maker.Make(window_, window_.TotalRows(), step, size);
    EXPECT_EQ(maker.Batch().Rows(), std::min<int64_t>(size, window_.TotalRows()));
    return Copy(maker.Batch());
  }

  const std::unique_ptr<envs::Game> game_;
  ReplayWindow window_;
};

// In tic-tac-toe an action is a cell, and legal where neither of the first two planes has a stone:
// an image of the view with the actions of another would not pass.
TEST_F(BatchMakerTest, ActionsFitThePlanesUnderEverySymmetry) {
  const Copy batch = Make(0, 1000);
  const size_t plane_bytes = static_cast<size_t>(game_->Spec().PlaneBytes());
  for (size_t row = 0; row + 1 < batch.offsets.size(); ++row) {
    std::set<int32_t> free;
    for (int32_t cell = 0; cell < kCells; ++cell) {
      const size_t at = row * plane_bytes + static_cast<size_t>(cell);
      if (batch.planes[at] == 0 && batch.planes[at + kCells] == 0) {
        free.insert(cell);
      }
    }
    const auto begin = batch.legal.begin() + batch.offsets[row];
    const auto end = batch.legal.begin() + batch.offsets[row + 1];
    EXPECT_EQ(free, std::set<int32_t>(begin, end)) << "row " << row;
  }
}

TEST_F(BatchMakerTest, PoliciesSumToOneAndResultsAreDistributions) {
  const Copy batch = Make(0, 1000);
  for (size_t row = 0; row + 1 < batch.offsets.size(); ++row) {
    float policy = 0;
    for (int32_t i = batch.offsets[row]; i < batch.offsets[row + 1]; ++i) {
      policy += batch.probabilities[static_cast<size_t>(i)];
    }
    EXPECT_NEAR(policy, 1, 1e-4);
    EXPECT_EQ(batch.wdl[3 * row] + batch.wdl[3 * row + 1] + batch.wdl[3 * row + 2], 1);
  }
}

// The seats take turns and no row is left out, so winners and losers have rows by the record.
TEST_F(BatchMakerTest, ResultsAreSeenFromTheRowsSeat) {
  const Copy batch = Make(0, 1000);
  float wins = 0;
  float losses = 0;
  for (int64_t i = 0; i < window_.TotalRows(); ++i) {
    const WindowRow row = window_.At(i, window_.TotalRows());
    const float result = row.record->ResultFor(row.record->rows[static_cast<size_t>(row.row)]);
    wins += result > 0 ? 1.0f : 0.0f;
    losses += result < 0 ? 1.0f : 0.0f;
  }
  float batch_wins = 0;
  float batch_losses = 0;
  for (size_t row = 0; 3 * row < batch.wdl.size(); ++row) {
    batch_wins += batch.wdl[3 * row];
    batch_losses += batch.wdl[3 * row + 2];
  }
  EXPECT_GT(wins, losses);
  EXPECT_EQ(batch_wins, wins);
  EXPECT_EQ(batch_losses, losses);
}

TEST_F(BatchMakerTest, NormalizedAdvantagesKeepTheirProportions) {
  LearnerConfig config;
  config.set_objective(LearnerConfig::POLICY_GRADIENT);
  BatchMaker raw(*game_, config, 1);
  config.mutable_policy_gradient()->set_normalize_advantages(true);
  BatchMaker normalized(*game_, config, 1);
  raw.Make(window_, window_.TotalRows(), 0, 1000);
  normalized.Make(window_, window_.TotalRows(), 0, 1000);
  const network::TrainingBatch a = raw.Batch();
  const network::TrainingBatch b = normalized.Batch();
  double squares = 0;
  for (size_t i = 0; i < b.advantages.size(); ++i) {
    squares += std::pow(static_cast<double>(b.advantages[i]), 2);
    EXPECT_NEAR(a.advantages[i] * b.advantages[0], b.advantages[i] * a.advantages[0], 1e-5);
  }
  EXPECT_NEAR(squares / static_cast<double>(b.Rows()), 1, 1e-5);
}

TEST_F(BatchMakerTest, IsAFunctionOfSeedAndStep) {
  EXPECT_EQ(Make(3, 16), Make(3, 16));
  EXPECT_NE(Make(3, 16), Make(4, 16));
  EXPECT_NE(Make(3, 16), Make(3, 16, 2));
}

}  // namespace
}  // namespace kvintet::training
