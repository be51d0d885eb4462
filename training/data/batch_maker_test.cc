// Tests of BatchMaker: rows match their planes under every symmetry, and targets match the record.
#include "training/data/batch_maker.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"

namespace kvintet::training {
namespace {

constexpr int kCells = 9;

// A batch that owns its memory.
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

// In tic-tac-toe an action is a cell, and is legal where neither of the first two planes has a
// stone. So a view transformed by another symmetry than its actions would fail.
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

// The batch for measuring held-out games has rows of those games only.
TEST_F(BatchMakerTest, RowsHeldOutAreMeasuredAndNeverLearnt) {
  ReplayWindow window(0, 0.4);
  int64_t held_out = 0;
  for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game_, 8))) {
    held_out += IsHeldOut(record.number, 0.4) ? std::ssize(record.rows) : 0;
    window.Add(std::move(record));
  }
  const int64_t rows = window.TotalRows();
  ASSERT_GT(held_out, 0);
  ASSERT_LT(held_out, rows);
  for (const double weight : {0.0, 1.0}) {
    LearnerConfig config;
    config.set_surprise_weight(weight);
    BatchMaker maker(*game_, config, 1);
    maker.MakeToMeasure(window, rows, 0, 1000, true);
    EXPECT_EQ(maker.Batch().Rows(), held_out);
    maker.MakeToMeasure(window, rows, 0, 1000, false);
    EXPECT_EQ(maker.Batch().Rows(), rows - held_out);
  }
  BatchMaker maker(*game_, LearnerConfig(), 1);
  maker.Make(window, rows, 0, 1000);
  EXPECT_EQ(maker.Batch().Rows(), rows - held_out);
  EXPECT_GT(maker.MeanAge(), 0);
  EXPECT_LT(maker.MeanAge(), static_cast<double>(rows));
}

// The seats take turns and all rows are recorded, so the record determines how many rows winners
// and losers have.
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

// For each row: whether it moves the policy, and its advantage.
TEST_F(BatchMakerTest, FilterLeavesOutTheSmallestAdvantages) {
  LearnerConfig config;
  config.set_objective(LearnerConfig::POLICY_GRADIENT);
  config.mutable_policy_gradient()->set_advantage_filter(0.75);
  BatchMaker maker(*game_, config, 1);
  maker.Make(window_, window_.TotalRows(), 0, 1000);
  const network::TrainingBatch batch = maker.Batch();
  double largest_left_out = 0;
  double smallest_kept = 1e9;
  int64_t kept = 0;
  for (size_t row = 0; row < batch.advantages.size(); ++row) {
    const double size = std::abs(static_cast<double>(batch.advantages[row]));
    const int32_t begin = batch.target_offsets[row];
    const int32_t end = batch.target_offsets[row + 1];
    if (begin == end) {
      largest_left_out = std::max(largest_left_out, size);
      continue;
    }
    ++kept;
    smallest_kept = std::min(smallest_kept, size);
    EXPECT_TRUE(std::ranges::equal(
        batch.target_actions.subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin)),
        batch.legal.subspan(static_cast<size_t>(batch.legal_offsets[row]),
                            static_cast<size_t>(end - begin))));
  }
  EXPECT_LE(largest_left_out, smallest_kept);
  EXPECT_EQ(kept, batch.Rows() - batch.Rows() * 3 / 4);
  EXPECT_EQ(static_cast<int64_t>(batch.wdl.size()), 3 * batch.Rows());
}

// In tic-tac-toe the next decision has one action fewer. Its cells are under the row's symmetry.
TEST_F(BatchMakerTest, RepliesAreLegalAfterTheRow) {
  LearnerConfig config;
  config.set_reply_policy_weight(1);
  BatchMaker maker(*game_, config, 1);
  maker.Make(window_, window_.TotalRows(), 0, 1000);
  const network::TrainingBatch batch = maker.Batch();
  int64_t replies = 0;
  for (size_t row = 0; row + 1 < batch.reply_offsets.size(); ++row) {
    const auto part = [row](auto values, auto offsets) {
      const auto begin = static_cast<size_t>(offsets[row]);
      return values.subspan(begin, static_cast<size_t>(offsets[row + 1]) - begin);
    };
    const auto legal = part(batch.legal, batch.legal_offsets);
    const auto reply = part(batch.reply_legal, batch.reply_offsets);
    if (!reply.empty()) {
      ++replies;
      EXPECT_EQ(reply.size(), legal.size() - 1);
      const std::set<int32_t> before(legal.begin(), legal.end());
      for (const int32_t action : reply) {
        EXPECT_TRUE(before.contains(action));
      }
      const auto policy = part(batch.reply_probabilities, batch.reply_offsets);
      EXPECT_NEAR(std::accumulate(policy.begin(), policy.end(), 0.0), 1, 1e-4);
    }
  }
  // All rows of 8 games but the last of each.
  EXPECT_EQ(replies, batch.Rows() - 8);
}

// What a seat has marked remains its own under every symmetry.
TEST_F(BatchMakerTest, OwnersLieWhereThePlanesShowThem) {
  LearnerConfig config;
  config.set_ownership_weight(1);
  BatchMaker maker(*game_, config, 1);
  maker.Make(window_, window_.TotalRows(), 0, 1000);
  const network::TrainingBatch batch = maker.Batch();
  const auto plane_bytes = static_cast<size_t>(game_->Spec().PlaneBytes());
  for (size_t row = 0; row < static_cast<size_t>(batch.Rows()); ++row) {
    for (size_t cell = 0; cell < kCells; ++cell) {
      const size_t plane = row * plane_bytes + cell;
      const int8_t owner = batch.owners[row * kCells + cell];
      EXPECT_TRUE(batch.planes[plane] == 0 || owner == 1);
      EXPECT_TRUE(batch.planes[plane + kCells] == 0 || owner == -1);
    }
  }
  EXPECT_TRUE(batch.margins.empty());
}

// The planes of each row begin with those that a network without derived planes sees. The derived
// planes that follow come from the same transformed view.
TEST(BatchMakerSightTest, RowsAreForTheNetworksThatLearn) {
  const auto game = testing::Game("tiny_punct");
  ReplayWindow window;
  for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game, 4))) {
    window.Add(std::move(record));
  }
  NetworkConfig network;
  network.set_derived_planes(true);
  ASSERT_OK_AND_ASSIGN(const network::NetworkSight sight,
                       network::NetworkSight::FromConfig(*game, network));
  BatchMaker own(*game, LearnerConfig(), 1);
  own.Make(window, window.TotalRows(), 0, 64);
  BatchMaker all(*game, sight, LearnerConfig(), 1);
  all.Make(window, window.TotalRows(), 0, 64);
  const auto own_bytes = static_cast<size_t>(game->Spec().PlaneBytes());
  const auto all_bytes = static_cast<size_t>(sight.Shape().PlaneBytes());
  const network::TrainingBatch own_batch = own.Batch();
  const network::TrainingBatch all_batch = all.Batch();
  ASSERT_EQ(all_batch.planes.size(), static_cast<size_t>(all_batch.Rows()) * all_bytes);
  int derived = 0;
  for (size_t row = 0; row < static_cast<size_t>(all_batch.Rows()); ++row) {
    const auto planes = all_batch.planes.subspan(row * all_bytes, all_bytes);
    EXPECT_TRUE(std::ranges::equal(planes.first(own_bytes),
                                   own_batch.planes.subspan(row * own_bytes, own_bytes)));
    derived += std::ranges::any_of(planes.subspan(own_bytes), [](uint8_t v) { return v > 0; });
  }
  EXPECT_EQ(derived, all_batch.Rows());
}

TEST(BatchMakerEndTest, MarginsAreSeenFromTheRowsSeat) {
  const auto game = testing::Game("goofspiel");
  ReplayWindow window;
  std::multiset<int32_t> expected;
  for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game, 8))) {
    for (const selfplay::RecordRow& row : record.rows) {
      const bool first = record.events[static_cast<size_t>(row.event)].actor == envs::Actor::kSeat0;
      const int lead = record.margin[0] - record.margin[1];
      expected.insert(network::MarginBucket(first ? lead : -lead));
    }
    window.Add(std::move(record));
  }
  LearnerConfig config;
  config.set_margin_weight(1);
  BatchMaker maker(*game, config, 1);
  maker.Make(window, window.TotalRows(), 0, 1000);
  const auto margins = maker.Batch().margins;
  EXPECT_EQ(std::multiset<int32_t>(margins.begin(), margins.end()), expected);
}

// A policy gradient configuration whose advantages are the results.
LearnerConfig Gradient() {
  LearnerConfig config;
  config.set_objective(LearnerConfig::POLICY_GRADIENT);
  config.mutable_policy_gradient()->set_advantage_lambda(1);
  return config;
}

// The mean absolute worth of a batch's rows at a step.
double MeanWorth(const envs::Game& game, const ReplayWindow& window, const LearnerConfig& config,
                 int64_t step) {
  BatchMaker maker(game, config, 1);
  maker.Make(window, window.TotalRows(), step, 1000);
  double sum = 0;
  for (size_t row = 0; row < static_cast<size_t>(maker.Batch().Rows()); ++row) {
    sum +=
        std::abs(static_cast<double>(maker.Batch().wdl[3 * row] - maker.Batch().wdl[3 * row + 2]));
  }
  return sum / static_cast<double>(maker.Batch().Rows());
}

// With a scale far above any lead, margins have almost no effect.
TEST(BatchMakerEndTest, TheShareOfMarginsFallsToNothing) {
  const auto game = testing::Game("goofspiel");
  ReplayWindow window;
  for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game, 8))) {
    window.Add(std::move(record));
  }
  const double result = MeanWorth(*game, window, Gradient(), 0);
  LearnerConfig config = Gradient();
  config.mutable_margin_return()->set_share(0.8);
  config.mutable_margin_return()->set_scale(1e6);
  config.mutable_margin_return()->set_steps(100);
  EXPECT_NEAR(MeanWorth(*game, window, config, 0), 0.2 * result, 1e-4);
  EXPECT_NEAR(MeanWorth(*game, window, config, 50), 0.6 * result, 1e-4);
  EXPECT_NEAR(MeanWorth(*game, window, config, 100), result, 1e-6);
  EXPECT_NEAR(MeanWorth(*game, window, config, 1000), result, 1e-6);
}

// Everything that a batch holds, as bytes.
std::string BytesOf(const BatchMaker& maker) {
  std::string bytes;
  const auto add = [&bytes](auto array) {
    const auto raw = std::as_bytes(array);
    bytes.append(std::to_string(raw.size()) + " ");
    bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
  };
  for (const network::TrainingBatch& batch : {maker.Batch(), maker.CriticBatch()}) {
    for (const auto floats : {batch.globals, batch.target_probabilities, batch.wdl, batch.weights,
                              batch.behaviour, batch.advantages, batch.reply_probabilities}) {
      add(floats);
    }
    for (const auto indices :
         {batch.legal, batch.legal_offsets, batch.target_actions, batch.target_offsets, batch.taken,
          batch.reply_legal, batch.reply_offsets, batch.margins}) {
      add(indices);
    }
    add(batch.planes);
    add(batch.owners);
  }
  add(std::span(&maker.Fit(), 1));
  return bytes;
}

// The window has fewer rows than the last maker has threads, and chance acts after some actions.
TEST(BatchMakerThreadsTest, BytesDoNotDependOnThem) {
  const auto game = testing::Game("tiny_tantrix");
  ReplayWindow window;
  selfplay::GameJudgments judgments;
  for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game, 4))) {
    selfplay::GameJudgment& judgment = judgments[record.number];
    judgment.rows.resize(record.rows.size(), {.win = 0.25f, .loss = 0.75f});
    judgment.after.resize(record.rows.size(), 0.5f);
    judgment.after.back().reset();
    window.Add(std::move(record));
  }
  LearnerConfig config = Gradient();
  config.set_surprise_weight(0.5);
  config.set_reply_policy_weight(1);
  config.set_margin_weight(1);
  config.mutable_policy_gradient()->mutable_privileged_critic()->set_blocks(1);
  for (const int size : {7, 64}) {
    BatchMaker one(*game, config, 1);
    one.Make(window, window.TotalRows(), 5, size, &judgments);
    const std::string expected = BytesOf(one);
    for (const int threads : {2, 3, 16}) {
      BatchMaker many(*game, config, 1, threads);
      many.Make(window, window.TotalRows(), 4, size, &judgments);
      EXPECT_NE(BytesOf(many), expected);
      many.Make(window, window.TotalRows(), 5, size, &judgments);
      EXPECT_EQ(BytesOf(many), expected) << threads << " threads";
    }
  }
}

// The input of the network that plays is its seat's observation only, whatever the critic sees.
TEST(BatchMakerCriticTest, TheSeatIsShownWhatItIsShownWithoutACritic) {
  const auto game = testing::Game("kuhn");
  ReplayWindow window;
  selfplay::GameJudgments judgments;
  for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game, 50))) {
    judgments[record.number].rows.resize(record.rows.size(), {.win = 0.25f, .loss = 0.75f});
    window.Add(std::move(record));
  }
  LearnerConfig config = Gradient();
  BatchMaker without(*game, config, 1);
  config.mutable_policy_gradient()->mutable_privileged_critic()->set_blocks(1);
  BatchMaker with(*game, config, 1);
  without.Make(window, window.TotalRows(), 0, 1000);
  with.Make(window, window.TotalRows(), 0, 1000, &judgments);
  EXPECT_EQ(Copy(with.Batch()), Copy(without.Batch()));
  const network::TrainingBatch own = with.Batch();
  const network::TrainingBatch critic = with.CriticBatch();
  const auto globals = static_cast<size_t>(game->Spec().globals);
  const auto planes = static_cast<size_t>(game->Spec().PlaneBytes());
  for (size_t row = 0; row < static_cast<size_t>(own.Rows()); ++row) {
    EXPECT_TRUE(std::ranges::equal(own.globals.subspan(row * globals, globals),
                                   critic.globals.subspan(2 * row * globals, globals)));
    EXPECT_TRUE(std::ranges::equal(own.planes.subspan(row * planes, planes),
                                   critic.planes.subspan(2 * row * planes, planes)));
    // The expected value was -0.5.
    EXPECT_NEAR(own.advantages[row], own.wdl[3 * row] - own.wdl[3 * row + 2] + 0.5f, 1e-6);
  }
}

// The critic's judgments belong to the round that has ended, so measuring does not use them.
TEST(BatchMakerCriticTest, RowsAreMeasuredAsWithoutACritic) {
  const auto game = testing::Game("kuhn");
  ReplayWindow window(0, 0.4);
  for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game, 50))) {
    window.Add(std::move(record));
  }
  LearnerConfig config = Gradient();
  BatchMaker without(*game, config, 1);
  config.mutable_policy_gradient()->mutable_privileged_critic()->set_blocks(1);
  BatchMaker with(*game, config, 1);
  without.MakeToMeasure(window, window.TotalRows(), 0, 1000, true);
  with.MakeToMeasure(window, window.TotalRows(), 0, 1000, true);
  EXPECT_GT(with.Batch().Rows(), 0);
  EXPECT_EQ(Copy(with.Batch()), Copy(without.Batch()));
}

TEST(BatchMakerEndTest, NothingIsKnownOfTheEndOfAGameThatWasCut) {
  const auto game = testing::Game("tic_tac_toe");
  selfplay::SelfPlayTask task = testing::SmallTask(*game, 2);
  task.self_play.max_plies = 4;
  ReplayWindow window;
  for (selfplay::GameRecord& record : testing::PlayRecords(task)) {
    window.Add(std::move(record));
  }
  LearnerConfig config;
  config.set_margin_weight(1);
  config.set_ownership_weight(1);
  BatchMaker maker(*game, config, 1);
  maker.Make(window, window.TotalRows(), 0, 1000);
  for (const int32_t margin : maker.Batch().margins) {
    EXPECT_EQ(margin, -1);
  }
  for (const int8_t owner : maker.Batch().owners) {
    EXPECT_EQ(owner, network::kUnknownOwner);
  }
}

// A single game is surprising, and its result identifies it.
TEST(BatchMakerSurpriseTest, SharesOutItsPartBySurprise) {
  const auto game = testing::Game("tic_tac_toe");
  ReplayWindow window;
  double share = 0;
  for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game, 8))) {
    const bool surprising = record.number == 3;
    for (selfplay::RecordRow& row : record.rows) {
      row.surprise = surprising ? 7 : 0;
    }
    record.result = surprising ? 0.5f : 1.0f;
    share += surprising ? static_cast<double>(record.rows.size()) : 0;
    window.Add(std::move(record));
  }
  share /= static_cast<double>(window.TotalRows());
  LearnerConfig config;
  config.set_surprise_weight(0.3);
  BatchMaker maker(*game, config, 1);
  double rows = 0;
  double surprising = 0;
  for (int step = 0; step < 200; ++step) {
    maker.Make(window, window.TotalRows(), step, 16);
    const network::TrainingBatch batch = maker.Batch();
    for (size_t row = 0; row < static_cast<size_t>(batch.Rows()); ++row) {
      ++rows;
      surprising += batch.wdl[3 * row + 1] > 0 ? 1 : 0;
    }
  }
  EXPECT_NEAR(surprising / rows, 0.3 + 0.7 * share, 0.02);
}

TEST(BatchMakerSurpriseTest, WithoutAnySurpriseAllAreDrawnEvenly) {
  const auto game = testing::Game("tic_tac_toe");
  ReplayWindow window;
  for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game, 8))) {
    for (selfplay::RecordRow& row : record.rows) {
      row.surprise = 0;
    }
    window.Add(std::move(record));
  }
  LearnerConfig config;
  BatchMaker even(*game, config, 1);
  config.set_surprise_weight(1);
  BatchMaker surprised(*game, config, 1);
  even.Make(window, window.TotalRows(), 5, 16);
  surprised.Make(window, window.TotalRows(), 5, 16);
  EXPECT_EQ(Copy(even.Batch()), Copy(surprised.Batch()));
}

TEST_F(BatchMakerTest, IsAFunctionOfSeedAndStep) {
  EXPECT_EQ(Make(3, 16), Make(3, 16));
  EXPECT_NE(Make(3, 16), Make(4, 16));
  EXPECT_NE(Make(3, 16), Make(3, 16, 2));
}

}  // namespace
}  // namespace kvintet::training
