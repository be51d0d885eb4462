// SequentialTest: see the header.
#include "arena/statistics/sequential_test.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace kvintet::arena {
namespace {

constexpr int kMaxRootSteps = 60;
constexpr double kRootTolerance = 1e-12;
// Beyond this, scores are 0 or 1 up to rounding.
constexpr double kMaxElo = 4000;

// Factors by which a bet on more (Up) or less (Down) than the mean grows after a pair that scores k
// / 4.
double Up(size_t k, double mean) { return static_cast<double>(k) / 4 / mean; }
double Down(size_t k, double mean) { return (1 - static_cast<double>(k) / 4) / (1 - mean); }

// The log-likelihood of the pairs under the best-fitting distribution on [0, 1], minus that under
// the best one with mean `mean`, in nats. Its dual is a bet: the maximum over b in [0, 1] of sum n
// log(b x / mean + (1 - b) (1 - x) / (1 - mean)), concave in b (Owen, "Empirical likelihood"; Honda
// and Takemura, 2010), found by Newton's method within a bracket. REQUIRES: mean in (0, 1).
double LogLikelihoodLoss(const PairScores& scores, double mean) {
  double low = 0;
  double high = 1;
  double b = mean;
  for (int i = 0; i < kMaxRootSteps; ++i) {
    double slope = 0;
    double bend = 0;
    for (size_t k = 0; k < scores.pairs.size(); ++k) {
      const double down = Down(k, mean);
      const double rise = (Up(k, mean) - down) / (down + b * (Up(k, mean) - down));
      slope += static_cast<double>(scores.pairs[k]) * rise;
      bend += static_cast<double>(scores.pairs[k]) * rise * rise;
    }
    (slope > 0 ? low : high) = b;
    const double newton = bend > 0 ? b + slope / bend : b;
    const double next = low < newton && newton < high ? newton : (low + high) / 2;
    if (std::abs(next - b) < kRootTolerance) {
      break;
    }
    b = next;
  }
  double loss = 0;
  for (size_t k = 0; k < scores.pairs.size(); ++k) {
    if (scores.pairs[k] > 0) {
      loss += static_cast<double>(scores.pairs[k]) *
              std::log(b * Up(k, mean) + (1 - b) * Down(k, mean));
    }
  }
  return loss;
}

}  // namespace

SequentialTest::SequentialTest(const SequentialSettings& settings)
    : settings_(settings), score0_(ScoreOfElo(settings.elo0)), score1_(ScoreOfElo(settings.elo1)) {}

absl::StatusOr<SequentialTest> SequentialTest::Make(const SequentialSettings& settings) {
  const bool ordered =
      -kMaxElo <= settings.elo0 && settings.elo0 < settings.elo1 && settings.elo1 <= kMaxElo;
  if (!ordered) {
    return absl::InvalidArgumentError(absl::StrCat("sequential test: wanted ", -kMaxElo,
                                                   " <= elo0 < elo1 <= ", kMaxElo, ", found ",
                                                   settings.elo0, " and ", settings.elo1));
  }
  for (const double error : {settings.alpha, settings.beta}) {
    if (!(error > 0 && error < 0.5)) {
      return absl::InvalidArgumentError(
          absl::StrCat("sequential test: wanted alpha and beta between 0 and 0.5, found ", error));
    }
  }
  return SequentialTest(settings);
}

absl::StatusOr<SequentialTest> SequentialTest::Parse(std::string_view text) {
  std::vector<double> numbers;
  for (const std::string& part : std::vector<std::string>(absl::StrSplit(std::string(text), ','))) {
    double number = 0;
    if (!absl::SimpleAtod(part, &number)) {
      return absl::InvalidArgumentError(
          absl::StrCat("sequential test: wanted a number, found '", part, "'"));
    }
    numbers.push_back(number);
  }
  if (numbers.size() != 2 && numbers.size() != 4) {
    return absl::InvalidArgumentError(absl::StrCat(
        "sequential test: wanted elo0,elo1 or elo0,elo1,alpha,beta, found ", std::string(text)));
  }
  SequentialSettings settings = {.elo0 = numbers[0], .elo1 = numbers[1]};
  if (numbers.size() == 4) {
    settings.alpha = numbers[2];
    settings.beta = numbers[3];
  }
  return Make(settings);
}

double SequentialTest::LowerBound() const {
  return std::log(settings_.beta / (1 - settings_.alpha));
}

double SequentialTest::UpperBound() const {
  return std::log((1 - settings_.beta) / settings_.alpha);
}

double SequentialTest::LogLikelihoodRatio(const PairScores& scores) const {
  return LogLikelihoodLoss(scores, score0_) - LogLikelihoodLoss(scores, score1_);
}

SequentialDecision SequentialTest::Decide(const PairScores& scores) const {
  const double ratio = LogLikelihoodRatio(scores);
  return ratio >= UpperBound()   ? SequentialDecision::kElo1
         : ratio <= LowerBound() ? SequentialDecision::kElo0
                                 : SequentialDecision::kUndecided;
}

double SequentialTest::ProbabilityOfElo1(double score) const {
  // exp(-tilt * ratio) is a martingale.
  const double tilt = (2 * score - score0_ - score1_) / (score1_ - score0_);
  if (std::abs(tilt) < 1e-9) {
    return -LowerBound() / (UpperBound() - LowerBound());
  }
  return std::expm1(-tilt * LowerBound()) /
         (std::exp(-tilt * LowerBound()) - std::exp(-tilt * UpperBound()));
}

double SequentialTest::ExpectedPairs(double score, double pair_variance) const {
  const double step = score1_ - score0_;
  const double drift = step * (2 * score - score0_ - score1_) / (2 * pair_variance);
  const double spread = step * step / pair_variance;
  if (std::abs(drift) < 1e-9 * spread) {
    return -LowerBound() * UpperBound() / spread;
  }
  const double probability = ProbabilityOfElo1(score);
  return (probability * UpperBound() + (1 - probability) * LowerBound()) / drift;
}

}  // namespace kvintet::arena
