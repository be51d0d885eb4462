// Tests of value losses: each against its formula, computed by hand from a network's values.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "training/network/learning/learner.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/learning/value_loss.h"
#include "training/network/tower/network.h"

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

const NetworkShape kShape{
    .planes = 3, .height = 5, .width = 5, .globals = 2, .policy_planes = 1, .policy_slots = 3};
const NetworkSize kSize{.blocks = 1, .channels = 8};
constexpr int kRows = 70;

std::unique_ptr<Learner> Make(const char* loss, const Weights& weights) {
  auto learner = Learner::Create(
      kShape, kSize, weights, {.learning_rate = 5e-3, .warmup_steps = 0, .loss = {.value = loss}});
  EXPECT_TRUE(learner.ok()) << learner.status();
  return *std::move(learner);
}

// Of one row: the loss and its floor from the network's probability and the target, summed over
// win, draw and loss.
struct Formula {
  std::function<double(double, double)> loss;
  std::function<double(double)> floor;
};

double Information(double p, double q) { return p > 0 ? -p * std::log(q) : 0; }

void ExpectFormula(const char* loss, const Formula& formula) {
  const MadeUpLesson lesson(kShape, kRows, 4);
  const TrainingBatch batch = lesson.Batch();
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  const auto network = Network::Create(kShape, kSize, weights, {});
  ASSERT_TRUE(network.ok()) << network.status();
  std::vector<float> logits(batch.legal.size());
  std::vector<float> wdl(3 * kRows);
  ASSERT_TRUE((*network)
                  ->Evaluate({batch.planes, batch.globals, batch.legal, batch.legal_offsets},
                             {.logits = logits, .wdl = wdl})
                  .ok());
  double sum = 0;
  double floor = 0;
  double cross = 0;
  double total = 0;
  for (size_t i = 0; i < wdl.size(); ++i) {
    const auto weight = static_cast<double>(batch.weights[i / 3]);
    sum += weight * formula.loss(static_cast<double>(wdl[i]), static_cast<double>(batch.wdl[i]));
    floor += weight * formula.floor(static_cast<double>(batch.wdl[i]));
    cross += weight * Information(static_cast<double>(batch.wdl[i]), static_cast<double>(wdl[i]));
    total += weight / 3;
  }
  const auto report = Make(loss, weights)->Measure(batch);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_NEAR(report->value, sum / total, 1e-4 * std::max(1.0, sum / total)) << loss;
  EXPECT_NEAR(report->value_floor, floor / total, 1e-5) << loss;
  EXPECT_NEAR(report->total, report->policy + report->value, 1e-4) << loss;
  EXPECT_NEAR(report->fit.value_cross_entropy, cross / total, 1e-4 * (cross / total)) << loss;
}

TEST(ValueLossesTest, AreTheirFormulas) {
  ExpectFormula("cross_entropy", {.loss = [](double p, double t) { return Information(t, p); },
                                  .floor = [](double t) { return Information(t, t); }});
  const auto smooth = [](double t) { return 0.7 * t + 0.1; };
  ExpectFormula("smoothed_cross_entropy{share=0.3}",
                {.loss = [&](double p, double t) { return Information(smooth(t), p); },
                 .floor = [&](double t) { return Information(smooth(t), smooth(t)); }});
  ExpectFormula("brier", {.loss = [](double p, double t) { return (p - t) * (p - t); },
                          .floor = [](double) { return 0.0; }});
}

TEST(ValueLossesTest, LearnByHeart) {
  const MadeUpLesson lesson(kShape, 16, 1);
  for (const char* loss : {"cross_entropy", "smoothed_cross_entropy", "brier"}) {
    const auto learner = Make(loss, InitialWeights(kShape, kSize, 1));
    LossReport first;
    LossReport last;
    for (int step = 0; step < 150; ++step) {
      const auto report = learner->Step(lesson.Batch());
      ASSERT_TRUE(report.ok()) << report.status();
      last = *report;
      first = step == 0 ? *report : first;
    }
    EXPECT_LT(last.value - last.value_floor, 0.2 * (first.value - first.value_floor)) << loss;
  }
}

TEST(ValueLossesTest, AnotherNameIsRefused) {
  const LearnerOptions options{.loss = {.value = "hinge"}};
  EXPECT_EQ(std::string(CheckOptions(options).message()),
            "learner.value_loss must be one of brier, cross_entropy, smoothed_cross_entropy, is "
            "'hinge'");
  EXPECT_THAT(std::string(MakeValueLoss("smoothed_cross_entropy{share=2}").status().message()),
              HasSubstr("option share must be a number from 0 to 1, is '2'"));
}

}  // namespace
}  // namespace kvintet::network
