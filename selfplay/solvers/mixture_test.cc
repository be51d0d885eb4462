// Tests of mixtures of strategies.
#include "selfplay/solvers/mixture.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay::solvers {
namespace {

Strategy RandomStrategy(const GameTree& tree, uint32_t number) {
  RandomStream random(1, number, 0, Purpose::kTest);
  Strategy weights = UniformStrategy(tree);
  for (std::vector<double>& set : weights) {
    for (double& weight : set) {
      weight = random.Exponential();
    }
  }
  return Normalised(weights);
}

// Seat 0's part of one strategy combined with seat 1's part of another.
Strategy Joined(const GameTree& tree, const Strategy& seat0, const Strategy& seat1) {
  Strategy joined = seat0;
  for (size_t s = 0; s < tree.sets.size(); ++s) {
    joined[s] = tree.sets[s].seat == 0 ? seat0[s] : seat1[s];
  }
  return joined;
}

// Each seat draws its strategy independently.
TEST(MixtureTest, BringsTheMeanOfWhatItsPartsBring) {
  const auto game = *envs::MakeGame("leduc");
  ASSERT_OK_AND_ASSIGN(const GameTree tree, WriteOut(*game, Payoff::kMargin, 100000));
  const std::array<Strategy, 3> parts = {RandomStrategy(tree, 0), RandomStrategy(tree, 1),
                                         RandomStrategy(tree, 2)};
  double mean = 0;
  for (const Strategy& seat0 : parts) {
    for (const Strategy& seat1 : parts) {
      mean += ExpectedPayoff(tree, Joined(tree, seat0, seat1)) / 9;
    }
  }
  EXPECT_NEAR(ExpectedPayoff(tree, Mixture(tree, parts)), mean, 1e-12);
}

TEST(MixtureTest, OfOneIsThatOne) {
  const auto game = *envs::MakeGame("kuhn");
  ASSERT_OK_AND_ASSIGN(const GameTree tree, WriteOut(*game, Payoff::kMargin, 1000));
  const Strategy only = RandomStrategy(tree, 3);
  const Strategy mixture = Mixture(tree, {&only, 1});
  for (size_t s = 0; s < only.size(); ++s) {
    for (size_t k = 0; k < only[s].size(); ++k) {
      EXPECT_NEAR(mixture[s][k], only[s][k], 1e-12);
    }
  }
}

}  // namespace
}  // namespace kvintet::selfplay::solvers
