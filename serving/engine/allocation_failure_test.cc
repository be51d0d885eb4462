// Tests of failed allocations in the middle of a task: only the task's own call fails.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/rng.h"
#include "envs/text/playthrough.h"
#include "serving/engine/analysis.h"
#include "serving/engine/evaluate_task.h"
#include "serving/engine/move_choice.h"
#include "serving/engine/scheduler.h"
#include "tests/support/evaluations.h"
#include "tests/support/failing_memory.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::FailingMemory;
using testing::IsOk;

// Number of points at which an allocation fails, for each kind of task.
constexpr int64_t kMoments = 200;
constexpr int64_t kEnough = std::numeric_limits<int64_t>::max();

// A call without a client; waits until it is done.
class TestCall final : public Call {
 public:
  TestCall() : Call(Clock::now(), Clock::now() + std::chrono::minutes(10)) {}
  void Finish(const absl::Status& status) override {
    status_ = status;
    done_ = true;
  }
  absl::Status Wait() const {
    while (!done_) {
      std::this_thread::yield();
    }
    return status_;
  }

 private:
  absl::Status status_;
  std::atomic<bool> done_ = false;
};

// A task whose allocation number `left` fails.
class ScarceTask final : public Task {
 public:
  ScarceTask(Task* task, int64_t left) : task_(task), left_(left) {}
  bool Advance() override {
    const FailingMemory memory(&left_);
    return task_->Advance();
  }
  envs::ConstViews View() const override { return task_->View(); }
  std::span<const envs::Action> Legal() const override { return task_->Legal(); }
  void Resume(const selfplay::Evaluation& evaluation) override {
    const FailingMemory memory(&left_);
    task_->Resume(evaluation);
  }
  int64_t Left() const { return left_; }

 private:
  Task* const task_;
  int64_t left_;
};

using MakeTask = std::function<std::unique_ptr<Task>(PointOfView)>;

std::unique_ptr<Task> MakeEvaluateTask(PointOfView point) {
  return std::make_unique<EvaluateTask>(std::move(point));
}

std::unique_ptr<Task> MakeMoveChoice(PointOfView point) {
  auto choice = MoveChoice::Create(std::move(point), {.simulations = 200}, 0, 1);
  KVINTET_CHECK(choice.ok());
  return *std::move(choice);
}

std::unique_ptr<Task> MakeAnalysis(PointOfView point) {
  const selfplay::SearchSettings settings = SearchForAnalysis({}, 400);
  const AnalysisLimits limits = {.simulations = 400,
                                 .until = Clock::now() + std::chrono::minutes(10),
                                 .report_every = std::chrono::milliseconds(1)};
  auto analysis = Analysis::Create(std::move(point), settings, limits, 1, [](const Finding&) {});
  KVINTET_CHECK(analysis.ok());
  return *std::move(analysis);
}

class AllocationFailureTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!testing::MemoryCanFail()) {
      GTEST_SKIP() << "the sanitizer has an operator new of its own";
    }
  }
  void Play(const std::string& game) {
    served_ = std::make_shared<ServedGame>();
    served_->game = testing::Game(game);
    served_->model.game = game;
    served_->model.factory = [](const envs::Game& made) {
      return std::make_unique<testing::FakeEvaluator>(made, [](envs::ConstViews, auto, auto) {
        return selfplay::Wdl{0.5f, 0.0f, 0.5f};
      });
    };
  }

  // The point of view at the first position in which a seat decides.
  PointOfView Point() const {
    envs::Playthrough play(*served_->game);
    RandomStream random(7, 0, 0, Purpose::kTest);
    while (play.Actors().Has(envs::Actor::kChance)) {
      play.ApplyChance(&random);
    }
    const envs::Seat seat = envs::SeatOf(play.Actors().First());
    return {served_, seat, play.View(seat), play.history()};
  }

  void Submit(TestCall* call, Task* task) {
    std::vector<Job> jobs;
    jobs.push_back(
        {.game = served_, .call = call, .task = task, .done = [call](const auto& status) {
           call->Finish(status);
         }});
    ASSERT_THAT(scheduler_.Submit(std::move(jobs)), IsOk());
  }

  // The status of the call, and whether an allocation failed. Another call runs beside it and
  // succeeds.
  std::pair<absl::Status, int64_t> Try(const MakeTask& make, int64_t left) {
    const auto task = make(Point());
    ScarceTask scarce(task.get(), left);
    EvaluateTask other(Point());
    TestCall call;
    TestCall others;
    Submit(&call, &scarce);
    Submit(&others, &other);
    EXPECT_THAT(others.Wait(), IsOk()) << "where " << left << " are left";
    return {call.Wait(), scarce.Left()};
  }

  void RunOutAtAnyMoment(const std::string& game, const MakeTask& make) {
    Play(game);
    const auto [status, left] = Try(make, kEnough);
    ASSERT_THAT(status, IsOk());
    const int64_t needed = kEnough - left;
    ASSERT_GT(needed, 0);
    const int64_t moments = std::min(needed, kMoments);
    std::printf("%ld allocations, memory runs out at %ld of them\n", needed, moments);
    int64_t ran_out = 0;
    for (int64_t moment = 0; moment < moments; ++moment) {
      // The number of allocations of an analysis varies a little, since its reports depend on time.
      const auto [failed, none] = Try(make, 1 + moment * needed / moments);
      EXPECT_EQ(failed.code(), none <= 0 ? absl::StatusCode::kInternal : absl::StatusCode::kOk)
          << failed;
      ran_out += none <= 0 ? 1 : 0;
    }
    EXPECT_GT(2 * ran_out, moments);
    EXPECT_THAT(Try(make, kEnough).first, IsOk());
  }

  ServiceMetrics metrics_;
  Scheduler scheduler_{1, 8, 10, &metrics_};
  std::shared_ptr<ServedGame> served_;
};

TEST_F(AllocationFailureTest, AnEvaluation) { RunOutAtAnyMoment("tic_tac_toe", MakeEvaluateTask); }
TEST_F(AllocationFailureTest, ATree) { RunOutAtAnyMoment("tic_tac_toe", MakeMoveChoice); }
TEST_F(AllocationFailureTest, AnEquilibrium) { RunOutAtAnyMoment("goofspiel", MakeMoveChoice); }
TEST_F(AllocationFailureTest, AnEquilibriumOfManyMoves) {
  RunOutAtAnyMoment("kontranto", MakeMoveChoice);
}
TEST_F(AllocationFailureTest, Beliefs) { RunOutAtAnyMoment("leduc", MakeMoveChoice); }
TEST_F(AllocationFailureTest, AnAnalysis) { RunOutAtAnyMoment("tic_tac_toe", MakeAnalysis); }

}  // namespace
}  // namespace kvintet::serving
