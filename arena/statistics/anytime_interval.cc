// Anytime-valid intervals: see the header.
#include "arena/statistics/anytime_interval.h"

#include <algorithm>
#include <cmath>

namespace kvintet::arena {
namespace {

constexpr int kBisections = 40;

// The interval around `mean` of the values whose log capital stays below the limit. The capital is
// convex, and at most 1 at the sample's mean.
template <typename LogCapital>
Interval Unrefuted(double mean, double confidence, const LogCapital& log_capital) {
  const double limit = -std::log1p(-confidence);
  // `inside` is not refuted, or the sample's mean; `outside` is beyond the range or refuted.
  const auto bound = [&](double outside) {
    double inside = mean;
    if (mean == outside) {
      return outside;
    }
    for (int i = 0; i < kBisections; ++i) {
      const double middle = (inside + outside) / 2;
      (log_capital(middle) < limit ? inside : outside) = middle;
    }
    return outside;
  };
  return {.score = mean, .low = bound(0), .high = bound(1)};
}

}  // namespace

MeanBets::MeanBets(double mean) {
  double size = 1;
  for (size_t bet = 0; bet < 2 * kSizes; bet += 2) {
    for (size_t k = 0; k < 5; ++k) {
      const double x = static_cast<double>(k) / 4;
      log_factors_[bet][k] = std::log(1 - size + size * x / mean);
      log_factors_[bet + 1][k] = std::log(1 - size + size * (1 - x) / (1 - mean));
    }
    size /= 2;
  }
}

double MeanBets::LogCapital(const PairScores& scores) const {
  std::array<double, 2 * kSizes> logs = {};
  for (size_t bet = 0; bet < logs.size(); ++bet) {
    for (size_t k = 0; k < 5; ++k) {
      // A bet of size 1 can lose everything, which makes the log factor infinite; with count 0 it
      // must not matter.
      if (scores.pairs[k] > 0) {
        logs[bet] += static_cast<double>(scores.pairs[k]) * log_factors_[bet][k];
      }
    }
  }
  const double most = *std::ranges::max_element(logs);
  double sum = 0;
  for (const double log : logs) {
    sum += std::exp(log - most);
  }
  return most + std::log(sum / static_cast<double>(logs.size()));
}

Interval AnytimeScore(const PairScores& scores, double confidence) {
  if (scores.NumPairs() == 0) {
    return {};
  }
  return Unrefuted(scores.Mean(), confidence,
                   [&](double mean) { return MeanBets(mean).LogCapital(scores); });
}

double LogWinEvidence(int64_t wins, int64_t losses, double rate, double prior) {
  const auto won = static_cast<double>(wins);
  const auto lost = static_cast<double>(losses);
  const auto log_beta = [](double a, double b) {
    return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
  };
  return log_beta(prior + won, prior + lost) - log_beta(prior, prior) - won * std::log(rate) -
         lost * std::log1p(-rate);
}

Interval AnytimeWinRate(int64_t wins, int64_t losses, double confidence, double prior) {
  const int64_t games = wins + losses;
  if (games == 0) {
    return {};
  }
  const double rate = static_cast<double>(wins) / static_cast<double>(games);
  return Unrefuted(rate, confidence,
                   [&](double claim) { return LogWinEvidence(wins, losses, claim, prior); });
}

}  // namespace kvintet::arena
