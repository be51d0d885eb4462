// Tests of EvaluationCache, and of self-play over it.
#include "selfplay/evaluators/evaluation_cache.h"

#include <atomic>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "selfplay/games/evaluation_batch.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/play_records.h"
#include "tests/support/run_threads.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::FakeEvaluator;
using ::kvintet::testing::PlayRecords;
using ::kvintet::testing::SmallTask;

Key128 KeyOf(uint64_t number) { return Combine({}, number); }

// The `size` logits of answer `number`.
std::vector<float> LogitsOf(uint64_t number, size_t size) {
  std::vector<float> logits(size);
  for (size_t i = 0; i < size; ++i) {
    logits[i] = static_cast<float>(number) + static_cast<float>(i) / 1024;
  }
  return logits;
}

void Insert(EvaluationCache* cache, uint64_t number, size_t size) {
  cache->Insert(KeyOf(number), LogitsOf(number, size), {static_cast<float>(number), 0, 0});
}

// Whether the answer is cached; if so, it must be the right one.
bool Finds(const EvaluationCache& cache, uint64_t number, size_t size) {
  std::vector<float> logits(size);
  Wdl wdl;
  if (!cache.Find(KeyOf(number), logits, &wdl)) {
    return false;
  }
  EXPECT_EQ(logits, LogitsOf(number, size));
  EXPECT_EQ(wdl.win, static_cast<float>(number));
  return true;
}

TEST(EvaluationCacheTest, KeepsTheNewestAnswers) {
  EvaluationCache cache(100, 50);
  for (uint64_t i = 0; i < 1000; ++i) {
    Insert(&cache, i, i % 51);
  }
  EXPECT_EQ(cache.Count(), 100);
  for (uint64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(Finds(cache, i, i % 51), i >= 900) << i;
  }
}

TEST(EvaluationCacheTest, FewerAnswersOfManyActionsAreKept) {
  EvaluationCache cache(64, 5000);
  for (uint64_t i = 0; i < 1000; ++i) {
    Insert(&cache, i, 3000 + i);
    EXPECT_TRUE(Finds(cache, i, 3000 + i)) << i;
  }
  EXPECT_GE(cache.Count(), 4);
  EXPECT_LE(cache.Bytes(), 64 * 1024 + 5008 * 4 + 4096);
}

TEST(EvaluationCacheTest, StaysWithinItsMemory) {
  EvaluationCache cache(4000, 225);
  for (uint64_t i = 0; i < 20000; ++i) {
    Insert(&cache, i, 100 + i % 126);
  }
  EXPECT_LE(cache.Count(), 4000);
  EXPECT_GT(cache.Count(), 3900);
  EXPECT_LE(cache.Bytes(), 4000 * 1024);
}

TEST(EvaluationCacheTest, AnEmptyOneTakesLittleMemory) {
  EXPECT_LE(EvaluationCache(10'000'000'000, 4000).Bytes(), 1 << 20);
}

TEST(EvaluationCacheTest, ThreadsFindWhatOthersHaveKept) {
  EvaluationCache cache(5000, 20);
  std::atomic<int> found = 0;
  testing::RunThreads(4, [&](size_t) {
    for (uint64_t i = 0; i < 20000; ++i) {
      const uint64_t number = KeyOf(i).low % 7000;
      found += Finds(cache, number, 20) ? 1 : 0;
      Insert(&cache, number, 20);
    }
  });
  EXPECT_GT(found, 40000);
  EXPECT_LE(cache.Count(), 5000);
}

class CachedBatchTest : public ::testing::Test {
 protected:
  // The logit of an action is its number; the value counts the calls.
  FakeEvaluator MakeEvaluator() {
    return {*game_, [this](auto, std::span<const envs::Action> legal, std::span<float> logits) {
              for (size_t i = 0; i < legal.size(); ++i) {
                logits[i] = static_cast<float>(legal[i]);
              }
              return Wdl{static_cast<float>(++asked_), 0, 0};
            }};
  }
  bool Add(EvaluationBatch* batch, const std::string& text, int symmetry, bool fresh = false) {
    const envs::ViewBuffer view = testing::ViewOf(*game_, text);
    return batch->Add(view.Span(), LegalList(*game_, view.Span()), symmetry, fresh);
  }

  const std::shared_ptr<const envs::Game> game_ = testing::Game("connect_four");
  EvaluationCache cache_{100, 9};
  int asked_ = 0;
};

// Positions of connect four, and the mirror image of the first.
constexpr char kFirst[] = "XO...../......./......./......./......./.......";
constexpr char kMirrored[] = ".....OX/......./......./......./......./.......";
constexpr char kOther[] = "XOX.O../......./......./......./......./.......";

TEST_F(CachedBatchTest, AViewMetAgainIsNotEvaluated) {
  FakeEvaluator evaluator = MakeEvaluator();
  EvaluationBatch batch(*game_, 4, &cache_);
  EXPECT_TRUE(Add(&batch, kFirst, 0));
  EXPECT_TRUE(Add(&batch, kOther, 0));
  ASSERT_OK(batch.Evaluate(&evaluator));
  batch.Clear();
  EXPECT_FALSE(Add(&batch, kFirst, 0));
  EXPECT_EQ(batch.Known().wdl.win, 1);
  EXPECT_THAT(batch.Known().logits, ::testing::ElementsAre(0, 1, 2, 3, 4, 5, 6));
  EXPECT_EQ(batch.Count(), 0);
  EXPECT_TRUE(Add(&batch, kFirst, 0, /*fresh=*/true));
  EXPECT_EQ(batch.Count(), 1);
}

TEST_F(CachedBatchTest, EqualImagesOfDifferentViewsAreOne) {
  FakeEvaluator evaluator = MakeEvaluator();
  EvaluationBatch batch(*game_, 4, &cache_);
  EXPECT_TRUE(Add(&batch, kFirst, 0));
  EXPECT_TRUE(Add(&batch, kMirrored, 1));
  EXPECT_TRUE(Add(&batch, kMirrored, 0));
  EXPECT_EQ(batch.Count(), 2);
  ASSERT_OK(batch.Evaluate(&evaluator));
  EXPECT_EQ(batch.Answer(1).wdl.win, batch.Answer(0).wdl.win);
  EXPECT_NE(batch.Answer(2).wdl.win, batch.Answer(0).wdl.win);
  // The view's actions, each with the logit of its image.
  EXPECT_THAT(batch.Answer(1).logits, ::testing::ElementsAre(6, 5, 4, 3, 2, 1, 0));
  batch.Clear();
  EXPECT_FALSE(Add(&batch, kMirrored, 1));
  EXPECT_THAT(batch.Known().logits, ::testing::ElementsAre(6, 5, 4, 3, 2, 1, 0));
}

// The hash evaluator under a name that changes after some batches.
class RenamedEvaluator final : public Evaluator {
 public:
  explicit RenamedEvaluator(const envs::Game& game) : game_(game) {}
  const envs::Game& game() const override { return game_; }
  std::string Id() const override { return std::to_string(calls_ / kCallsPerModel); }
  absl::Status Evaluate(const EvaluationRequest& request, const EvaluationResult& result) override {
    return UniformEvaluator(game_, static_cast<uint64_t>(++calls_ / kCallsPerModel))
        .Evaluate(request, result);
  }

  static constexpr int kCallsPerModel = 20;

 private:
  const envs::Game& game_;
  int calls_ = 0;
};

TEST_F(CachedBatchTest, ANewModelDoesNotGetTheAnswersOfTheOld) {
  RenamedEvaluator evaluator(*game_);
  EvaluationBatch batch(*game_, 2, &cache_);
  for (int i = 0; i < 3 * RenamedEvaluator::kCallsPerModel; ++i) {
    batch.Clear();
    ASSERT_TRUE(Add(&batch, kFirst, 0, /*fresh=*/true));
    ASSERT_OK(batch.Evaluate(&evaluator));
    UniformEvaluator now(*game_, std::stoull(batch.Model()));
    const float wanted = batch.Answer(0).wdl.win;
    batch.Clear();
    ASSERT_FALSE(Add(&batch, kFirst, 0));
    EXPECT_EQ(batch.Known().wdl.win, wanted) << i;
  }
}

struct CacheCase {
  const char* name;
  const char* game;
  Algorithm algorithm;
};

class CachedSelfPlayTest : public ::testing::TestWithParam<CacheCase> {};

// Includes caches that are too small for one batch.
TEST_P(CachedSelfPlayTest, ACacheDoesNotChangeTheGames) {
  const auto game = testing::Game(GetParam().game);
  SelfPlayTask task = SmallTask(*game, 12);
  SelectAlgorithm(GetParam().algorithm, &task.search);
  task.self_play.max_plies = 20;
  task.self_play.opening_random_plies = 1;
  const std::vector<GameRecord> reference = PlayRecords(task);
  for (const int positions : {2, 300, 100000}) {
    for (const int threads : {1, 3}) {
      task.self_play.cache_positions = positions;
      task.self_play.threads = threads;
      EXPECT_EQ(PlayRecords(task), reference) << positions << " on " << threads;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Games, CachedSelfPlayTest,
    ::testing::Values(CacheCase{"tic_tac_toe", "tic_tac_toe", Algorithm::kGumbel},
                      CacheCase{"renju", "renju", Algorithm::kPuct},
                      CacheCase{"tiny_punct", "tiny_punct", Algorithm::kGumbel},
                      CacheCase{"konkvest", "konkvest", Algorithm::kGumbel},
                      CacheCase{"leduc", "leduc", Algorithm::kPolicy}),
    [](const auto& test) { return test.param.name; });

TEST(CachedSelfPlayStatsTest, HitsAndEvaluationsAreWhatTheGamesAskedFor) {
  const auto game = testing::Game("connect_four");
  for (const bool symmetry : {true, false}) {
    SelfPlayTask task = SmallTask(*game, 40);
    task.self_play.symmetry = symmetry;
    int64_t asked = 0;
    task.sink = [&](const GameRecord& record) {
      asked += record.evaluations;
      return absl::OkStatus();
    };
    ASSERT_OK_AND_ASSIGN(const SelfPlayStats off, RunSelfPlay(task));
    EXPECT_EQ(off.cache_hits, 0);
    EXPECT_EQ(off.evaluations, asked);
    task.self_play.cache_positions = 100000;
    asked = 0;
    ASSERT_OK_AND_ASSIGN(const SelfPlayStats on, RunSelfPlay(task));
    EXPECT_EQ(on.evaluations + on.cache_hits, asked);
    EXPECT_EQ(asked, off.evaluations);
    EXPECT_GT(on.CacheHitShare(), 0.2);
    RecordProperty(symmetry ? "hit_share_with_symmetry" : "hit_share",
                   std::to_string(on.CacheHitShare()));
  }
}

// Even if everything is cached, a stop request must take effect and a new model must be noticed.
TEST(CachedSelfPlayStatsTest, GamesThatAreKnownWholeStillMeetNewModels) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 3000);
  Select<GumbelSettings>(&task.search).scale = 0;
  task.search.simulations = 2;
  task.self_play.symmetry = false;
  task.self_play.slots_per_thread = 1;
  task.self_play.cache_positions = 100000;
  task.make_evaluator = [&](int) { return std::make_unique<RenamedEvaluator>(*game); };
  std::set<std::string> models;
  task.sink = [&](const GameRecord& record) {
    models.insert(record.models.begin(), record.models.end());
    return absl::OkStatus();
  };
  ASSERT_OK_AND_ASSIGN(const SelfPlayStats stats, RunSelfPlay(task));
  EXPECT_GT(stats.CacheHitShare(), 0.9);
  EXPECT_GE(models.size(), 3);
}

}  // namespace
}  // namespace kvintet::selfplay
