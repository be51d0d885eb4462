// Times gradient steps on made-up rows.
#include "training/network/learning/bench_training.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/check.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {
namespace {

constexpr uint64_t kLessonSeed = 1;

// Rows per second, measured over at least `seconds` and one step.
absl::StatusOr<double> Rate(Learner* learner, const TrainingBatch& batch, double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  double elapsed = 0;
  int64_t rows = 0;
  while (elapsed < seconds || rows == 0) {
    KVINTET_RETURN_IF_ERROR(learner->Step(batch).status());
    rows += batch.Rows();
    elapsed = SecondsSince(start);
  }
  return static_cast<double>(rows) / elapsed;
}

}  // namespace

absl::StatusOr<std::vector<TrainingTiming>> BenchTraining(const NetworkShape& shape,
                                                          const NetworkSize& size,
                                                          const TrainingBench& bench) {
  KVINTET_CHECK_GT(bench.rounds, 0);
  const MadeUpLesson lesson(shape, bench.batch, kLessonSeed);
  std::vector<std::unique_ptr<Learner>> learners;
  for (const LearnerOptions& options : bench.learners) {
    const Weights weights = InitialWeights(shape, size, kLessonSeed, options.loss.Heads());
    KVINTET_ASSIGN_OR_RETURN(learners.emplace_back(),
                             Learner::Create(shape, size, weights, options));
    // The first step selects and compiles kernels.
    KVINTET_RETURN_IF_ERROR(learners.back()->Step(lesson.Batch()).status());
  }
  std::vector<std::vector<double>> rates(learners.size());
  const double slice = bench.seconds / bench.rounds / static_cast<double>(learners.size());
  for (int round = 0; round < bench.rounds; ++round) {
    for (size_t i = 0; i < learners.size(); ++i) {
      KVINTET_ASSIGN_OR_RETURN(rates[i].emplace_back(),
                               Rate(learners[i].get(), lesson.Batch(), slice));
    }
  }
  std::vector<TrainingTiming> timings;
  for (size_t i = 0; i < learners.size(); ++i) {
    std::ranges::sort(rates[i]);
    timings.push_back({bench.learners[i].precision, rates[i][rates[i].size() / 2], rates[i].front(),
                       rates[i].back()});
  }
  return timings;
}

}  // namespace kvintet::network
