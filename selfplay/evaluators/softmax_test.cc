// Tests of Softmax and FastExp.
#include "selfplay/evaluators/softmax.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet::selfplay {
namespace {

TEST(FastExpTest, IsTheExponential) {
  double worst = 0;
  for (double x = -700; x <= 0; x += 0.00713) {
    worst = std::max(worst, std::abs(FastExp(x) / std::exp(x) - 1));
  }
  EXPECT_LT(worst, 1e-15);
  EXPECT_EQ(FastExp(0), 1);
  EXPECT_LT(FastExp(-1e9), 1e-307);
  EXPECT_LT(FastExp(-std::numeric_limits<double>::infinity()), 1e-307);
}

TEST(SoftmaxTest, SumsToOneWhateverTheLogits) {
  std::vector<double> powers(3);
  std::vector<float> probabilities(3);
  const std::vector<float> logits = {1e6f, 1e6f, -1e6f};
  Softmax(logits, powers, probabilities);
  EXPECT_EQ(probabilities, (std::vector<float>{0.5f, 0.5f, 0}));
}

}  // namespace
}  // namespace kvintet::selfplay
