// Tests of NashAveraging: known equilibria, clones, cycles, random tables.
#include "arena/nash_averaging.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::arena {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

// Antisymmetric odds from the cells above the diagonal, row by row.
LogOdds Odds(size_t n, const std::vector<double>& above) {
  LogOdds odds = {.num_players = n};
  odds.odds.assign(n * n, 0.0);
  size_t next = 0;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i + 1; j < n; ++j) {
      odds.odds[i * n + j] = above.at(next);
      odds.odds[j * n + i] = -above.at(next++);
    }
  }
  return odds;
}

TEST(NashAveragingTest, RockPaperScissorsIsAllCycle) {
  const NashAveraging result = AverageByNash(Odds(3, {-1, 1, -1}));
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(result.mix[i], 1.0 / 3, 1e-9);
    EXPECT_NEAR(result.ratings[i], 0, 1e-9);
  }
  EXPECT_NEAR(result.cyclic_share, 1, 1e-12);
  EXPECT_NEAR(result.effective_players, 3, 1e-6);
}

// With payoffs a, b, c in the three cells, each weight is proportional to the cell of the other
// two.
TEST(NashAveragingTest, BiasedRockPaperScissorsHasItsWeights) {
  const NashAveraging result = AverageByNash(Odds(3, {-2, 1, -3}));
  EXPECT_THAT(result.mix, ElementsAre(DoubleNear(0.5, 1e-7), DoubleNear(1.0 / 6, 1e-7),
                                      DoubleNear(1.0 / 3, 1e-7)));
}

TEST(NashAveragingTest, TransitiveStrengthHasNoCycleAndTheBestAlone) {
  const NashAveraging result = AverageByNash(Odds(4, {1, 2, 3, 1, 2, 1}));
  EXPECT_NEAR(result.cyclic_share, 0, 1e-12);
  EXPECT_THAT(result.mix, ElementsAre(DoubleNear(1, 1e-7), DoubleNear(0, 1e-7), DoubleNear(0, 1e-7),
                                      DoubleNear(0, 1e-7)));
  EXPECT_NEAR(result.ratings[3], -3, 1e-6);
  EXPECT_NEAR(result.means[0], 1.5, 1e-12);
}

// Two copies of one of the three share its weight; no rating changes.
TEST(NashAveragingTest, ClonesShareEvenly) {
  const NashAveraging result = AverageByNash(Odds(4, {-1, 1, 1, -1, -1, 0}));
  EXPECT_THAT(result.mix, ElementsAre(DoubleNear(1.0 / 3, 1e-6), DoubleNear(1.0 / 3, 1e-6),
                                      DoubleNear(1.0 / 6, 1e-6), DoubleNear(1.0 / 6, 1e-6)));
}

TEST(NashAveragingTest, EqualsAreEven) {
  const NashAveraging result = AverageByNash(Odds(3, {0, 0, 0}));
  EXPECT_NEAR(result.mix[2], 1.0 / 3, 1e-12);
  EXPECT_EQ(result.cyclic_share, 0);
  EXPECT_EQ(AverageByNash(Odds(1, {})).mix, std::vector<double>{1.0});
}

TEST(NashAveragingTest, NobodyGainsAgainstTheMixOfRandomTables) {
  RandomStream random(5, 0, 0, Purpose::kTest);
  for (int table = 0; table < 60; ++table) {
    const size_t n = 2 + random.Below(14);
    std::vector<double> above(n * (n - 1) / 2);
    for (double& one : above) {
      // Includes tables with many equal cells, which have many equilibria.
      one = table % 3 == 0 ? static_cast<double>(random.Below(3)) - 1 : 3 * random.Normal();
    }
    const NashAveraging result = AverageByNash(Odds(n, above));
    EXPECT_LT(*std::ranges::max_element(result.ratings), 1e-5) << table;
    double sum = 0;
    for (size_t i = 0; i < n; ++i) {
      sum += result.mix[i];
      // Players in the mix score as well as the mix.
      EXPECT_LT(result.mix[i] * std::abs(result.ratings[i]), 1e-5) << table;
    }
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

// Even scores between equal players, up to noise.
TEST(NashAveragingTest, NoiseAloneLooksLikeACycle) {
  RandomStream random(6, 0, 0, Purpose::kTest);
  CrossTable table = {.agents = std::vector<std::string>(10, "equal"), .matches = {}};
  for (int match = 0; match < 45; ++match) {
    MatchResult result;
    for (int pair = 0; pair < 60; ++pair) {
      ++result.scores.pairs[random.Below(5)];
    }
    table.matches.push_back(result);
  }
  const NashAveraging result = AverageByNash(LogOddsOf(table));
  EXPECT_GT(result.cyclic_share, 0.5);
  EXPECT_NEAR(result.cyclic_share_of_noise, result.cyclic_share, 0.3);
}

TEST(NashAveragingTest, OddsOfATableAreFiniteAndAntisymmetric) {
  CrossTable table = {.agents = {"a", "b"}, .matches = {}};
  table.matches.emplace_back();
  table.matches[0].scores.pairs = {0, 0, 0, 0, 9};
  const LogOdds odds = LogOddsOf(table);
  EXPECT_NEAR(odds.odds[1], std::log(0.95 / 0.05), 1e-12);
  EXPECT_NEAR(odds.odds[2], -odds.odds[1], 1e-12);
  EXPECT_GT(odds.variances[1], 0);
  EXPECT_NEAR(odds.variances[1], odds.variances[2], 1e-12);
}

}  // namespace
}  // namespace kvintet::arena
