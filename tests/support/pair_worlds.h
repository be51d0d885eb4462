// PairWorld: simulated agents of known strength, given by the distribution of their pair scores,
// and studies of the error rates of the judging tools.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/statistics/anytime_interval.h"
#include "arena/statistics/equivalence.h"
#include "arena/statistics/score.h"
#include "arena/statistics/sequential_test.h"
#include "base/rng.h"

namespace kvintet::testing {

// The probabilities of the pair scores 0, 1/4, 1/2, 3/4, 1.
struct PairWorld {
  std::string name;
  std::array<double, 5> probabilities;

  double Mean() const {
    double mean = 0;
    for (size_t k = 0; k < 5; ++k) {
      mean += probabilities[k] * static_cast<double>(k) / 4;
    }
    return mean;
  }
  double Variance() const {
    double square = 0;
    for (size_t k = 0; k < 5; ++k) {
      square += probabilities[k] * static_cast<double>(k * k) / 16;
    }
    return square - Mean() * Mean();
  }
  // Draws an outcome, 0 to 4.
  size_t Draw(RandomStream* random) const {
    double rest = random->Uniform();
    size_t k = 0;
    while (k < 4 && rest >= probabilities[k]) {
      rest -= probabilities[k++];
    }
    return k;
  }
  arena::PairScores Play(int pairs, RandomStream* random) const {
    arena::PairScores scores;
    for (int pair = 0; pair < pairs; ++pair) {
      ++scores.pairs[Draw(random)];
    }
    return scores;
  }
};

// The same kind of games with A stronger or weaker, so that the mean is `mean` (exponential tilt).
inline PairWorld Tilted(const PairWorld& world, double mean) {
  double low = -60;
  double high = 60;
  PairWorld tilted = world;
  for (int i = 0; i < 100; ++i) {
    const double tilt = (low + high) / 2;
    double sum = 0;
    for (size_t k = 0; k < 5; ++k) {
      tilted.probabilities[k] =
          world.probabilities[k] * std::exp(tilt * (static_cast<double>(k) - 2) / 4);
      sum += tilted.probabilities[k];
    }
    for (double& probability : tilted.probabilities) {
      probability /= sum;
    }
    (tilted.Mean() < mean ? low : high) = tilt;
  }
  return tilted;
}

// Kinds of games between equal agents: no draws and independent games; openings that decide both
// games (nearly all pairs split); many draws; openings that decide a pair completely.
inline std::vector<PairWorld> EqualWorlds() {
  return {{"coins", {0.25, 0, 0.5, 0, 0.25}},
          {"split", {0.03, 0.02, 0.9, 0.02, 0.03}},
          {"draws", {0.04, 0.2, 0.52, 0.2, 0.04}},
          {"swings", {0.45, 0, 0.1, 0, 0.45}}};
}

// Share of studies whose fixed-sample interval contains the true value.
inline double Coverage(const PairWorld& world, int pairs, int studies, RandomStream* random) {
  int covered = 0;
  for (int study = 0; study < studies; ++study) {
    const arena::Interval interval = world.Play(pairs, random).Estimate();
    covered += interval.low <= world.Mean() && world.Mean() <= interval.high ? 1 : 0;
  }
  return static_cast<double>(covered) / studies;
}

// Share of studies in which the anytime-valid interval contains the true value throughout, checked
// after each pair.
inline double AnytimeCoverage(const PairWorld& world, int pairs, int studies,
                              RandomStream* random) {
  const arena::MeanBets bets(world.Mean());
  int missed = 0;
  for (int study = 0; study < studies; ++study) {
    arena::PairScores scores;
    for (int pair = 0; pair < pairs; ++pair) {
      ++scores.pairs[world.Draw(random)];
      if (bets.LogCapital(scores) >= std::log(20.0)) {
        ++missed;
        break;
      }
    }
  }
  return 1 - static_cast<double>(missed) / studies;
}

// Results of sequential tests.
struct SequentialStudy {
  double share_elo1 = 0;
  double mean_pairs = 0;
};

inline SequentialStudy Sequentially(const arena::SequentialTest& test, const PairWorld& world,
                                    int studies, RandomStream* random) {
  SequentialStudy study;
  for (int i = 0; i < studies; ++i) {
    arena::PairScores scores;
    arena::SequentialDecision decision = arena::SequentialDecision::kUndecided;
    while (decision == arena::SequentialDecision::kUndecided) {
      ++scores.pairs[world.Draw(random)];
      decision = test.Decide(scores);
    }
    study.share_elo1 += decision == arena::SequentialDecision::kElo1 ? 1.0 / studies : 0;
    study.mean_pairs += static_cast<double>(scores.NumPairs()) / studies;
  }
  return study;
}

// Share of studies that claim equivalence.
inline double ClaimRate(const PairWorld& world, int64_t pairs, const arena::EquivalenceClaim& claim,
                        int studies, RandomStream* random) {
  int claimed = 0;
  for (int study = 0; study < studies; ++study) {
    const arena::PairScores scores = world.Play(static_cast<int>(pairs), random);
    claimed += arena::TestEquivalence(scores, claim).equivalent ? 1 : 0;
  }
  return static_cast<double>(claimed) / studies;
}

}  // namespace kvintet::testing
