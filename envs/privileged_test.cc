// Test of ObservePrivileged.
#include "envs/privileged.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/duel.h"

namespace kvintet::envs {
namespace {

TEST(PrivilegedTest, OwnSightComesFirstThenTheOthers) {
  const auto game = kvintet::testing::MakeDuel();
  PositionBuffer position(1, game->Spec().position_bytes);
  *reinterpret_cast<kvintet::testing::Duel::Position*>(position.Span().Row(0)) = {
      {3, 0}, {7, 6}, {0, 1}, 2, 1};
  std::vector<uint8_t> planes(2 * 6);
  std::vector<float> globals(2 * 4);
  ObservePrivileged(*game, position[0], Seat::k1, planes, globals);
  EXPECT_EQ(planes, (std::vector<uint8_t>{0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1}));
  EXPECT_EQ(globals, (std::vector<float>{2, 1, 0, 0, 2, 0, 1, 3}));
}

}  // namespace
}  // namespace kvintet::envs
