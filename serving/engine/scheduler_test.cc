// Tests of Scheduler: batches over several calls, order, and refusals.
#include "serving/engine/scheduler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <latch>
#include <thread>

#include "envs/one_row.h"
#include "serving/engine/evaluate_task.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::StatusIs;

// A call without a client.
class TestCall final : public Call {
 public:
  explicit TestCall(std::chrono::milliseconds left) : Call(Clock::now(), Clock::now() + left) {}
  void Finish(const absl::Status& /*status*/) override {}
  using Call::Cancel;
};

// Schedulers whose evaluator blocks until released.
class SchedulerTest : public ::testing::Test {
 protected:
  SchedulerTest() {
    game_->game = testing::Game("tic_tac_toe");
    game_->model.factory = [this](const envs::Game& game) {
      return std::make_unique<testing::FakeEvaluator>(game, [this](envs::ConstViews, auto, auto) {
        ++judged_;
        go_.wait();
        return selfplay::Wdl{1, 0, 0};
      });
    };
  }

  std::unique_ptr<EvaluateTask> Question() {
    const envs::Game& game = *game_->game;
    return std::make_unique<EvaluateTask>(
        PointOfView{game_, envs::Seat::k0,
                    envs::ViewOf(game, envs::InitialPosition(game).Span(), envs::Seat::k0),
                    envs::RepetitionHistory()});
  }
  // Submits one evaluation. Its status is written to `*status` when it is done.
  absl::Status Submit(Scheduler* scheduler, const Call* call, Task* task, std::atomic<int>* order,
                      int* place) {
    std::vector<Job> jobs;
    jobs.push_back({.game = game_, .call = call, .task = task, .done = [=](const absl::Status&) {
                      *place = ++*order;
                    }});
    return scheduler->Submit(std::move(jobs));
  }

  ServiceMetrics metrics_;
  std::shared_ptr<ServedGame> game_ = std::make_shared<ServedGame>();
  std::latch go_{1};
  std::atomic<int> judged_ = 0;
};

TEST_F(SchedulerTest, AnswersThoseFirstWhoHaveTheLeastTime) {
  const TestCall early(std::chrono::seconds(50));
  const TestCall late(std::chrono::seconds(90));
  const auto blocker = Question();
  const auto first = Question();
  const auto second = Question();
  std::atomic<int> order = 0;
  int blocked = 0;
  int early_place = 0;
  int late_place = 0;
  {
    Scheduler scheduler(1, 1, 10, &metrics_);
    ASSERT_THAT(Submit(&scheduler, &early, blocker.get(), &order, &blocked), IsOk());
    while (judged_ == 0) {
      std::this_thread::yield();
    }
    ASSERT_THAT(Submit(&scheduler, &late, first.get(), &order, &late_place), IsOk());
    ASSERT_THAT(Submit(&scheduler, &early, second.get(), &order, &early_place), IsOk());
    go_.count_down();
    while (order < 3) {
      std::this_thread::yield();
    }
  }
  EXPECT_LT(early_place, late_place);
}

TEST_F(SchedulerTest, EndsACancelledJobWithoutAnEvaluation) {
  TestCall call(std::chrono::seconds(60));
  call.Cancel();
  const auto question = Question();
  std::atomic<int> order = 0;
  int place = 0;
  {
    Scheduler scheduler(1, 8, 10, &metrics_);
    ASSERT_THAT(Submit(&scheduler, &call, question.get(), &order, &place), IsOk());
    while (order < 1) {
      std::this_thread::yield();
    }
  }
  EXPECT_EQ(judged_, 0);
}

TEST_F(SchedulerTest, GivesEachThreadItsShareOfTheWork) {
  const TestCall call(std::chrono::seconds(60));
  std::vector<std::unique_ptr<EvaluateTask>> questions;
  std::vector<Job> jobs;
  std::atomic<int> done = 0;
  for (int i = 0; i < 4; ++i) {
    questions.push_back(Question());
    jobs.push_back({.game = game_,
                    .call = &call,
                    .task = questions.back().get(),
                    .done = [&](const absl::Status&) { ++done; }});
  }
  {
    Scheduler scheduler(2, 8, 10, &metrics_);
    ASSERT_THAT(scheduler.Submit(std::move(jobs)), IsOk());
    // Both are in an evaluation that blocks until released.
    const Clock::time_point limit = Clock::now() + std::chrono::seconds(30);
    while (judged_ < 2 && Clock::now() < limit) {
      std::this_thread::yield();
    }
    EXPECT_EQ(judged_, 2);
    go_.count_down();
    while (done < 4) {
      std::this_thread::yield();
    }
  }
  EXPECT_EQ(judged_, 4);
}

TEST_F(SchedulerTest, RefusesMoreCallsThanItMayHave) {
  const TestCall call(std::chrono::seconds(60));
  const auto first = Question();
  const auto second = Question();
  std::atomic<int> order = 0;
  int place = 0;
  Scheduler scheduler(1, 8, 1, &metrics_);
  ASSERT_THAT(Submit(&scheduler, &call, first.get(), &order, &place), IsOk());
  EXPECT_THAT(Submit(&scheduler, &call, second.get(), &order, &place),
              StatusIs(absl::StatusCode::kResourceExhausted));
  go_.count_down();
  while (order < 1) {
    std::this_thread::yield();
  }
}

TEST_F(SchedulerTest, EvaluatesTheQuestionsOfSeveralCallsAtOnce) {
  std::vector<int> batches;
  const auto game = std::make_shared<ServedGame>();
  game->game = testing::Game("tic_tac_toe");
  game->model.factory = [&](const envs::Game& played) {
    class Counting final : public selfplay::Evaluator {
     public:
      Counting(const envs::Game& own, std::vector<int>* sizes, std::latch* go)
          : game_(own), sizes_(sizes), go_(go) {}
      const envs::Game& game() const override { return game_; }
      std::string Id() const override { return "counting"; }
      absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                            const selfplay::EvaluationResult& result) override {
        sizes_->push_back(request.Count());
        std::ranges::fill(result.policy_logits, 0.0f);
        go_->wait();
        return absl::OkStatus();
      }

     private:
      const envs::Game& game_;
      std::vector<int>* sizes_;
      std::latch* go_;
    };
    return std::make_unique<Counting>(played, &batches, &go_);
  };
  game_ = game;
  const TestCall call(std::chrono::seconds(60));
  std::vector<std::unique_ptr<EvaluateTask>> questions;
  std::atomic<int> order = 0;
  int place = 0;
  {
    Scheduler scheduler(1, 4, 100, &metrics_);
    for (int i = 0; i < 13; ++i) {
      questions.push_back(Question());
      ASSERT_THAT(Submit(&scheduler, &call, questions.back().get(), &order, &place), IsOk());
    }
    go_.count_down();
    while (order < 13) {
      std::this_thread::yield();
    }
  }
  // The first batch may have started before the rest arrived; the others are full.
  EXPECT_LE(batches.size(), 5u);
  EXPECT_EQ(*std::ranges::max_element(batches), 4);
}

}  // namespace
}  // namespace kvintet::serving
