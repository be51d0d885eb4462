// Tests of features of policy slots: they depend on one view only and are the same in every
// symmetric image.
#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/conformance/views.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using envs::Game;
using envs::SlotFeatures;

class SlotFeaturesTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    ASSERT_OK_AND_ASSIGN(game_, envs::MakeGame(GetParam()));
    slots_ = game_->slot_features();
    ASSERT_NE(slots_, nullptr);
  }

  // Overwrites what the buffer held before.
  std::vector<float> FeaturesOf(envs::ConstViews views) const {
    const int each = slots_->NumFeaturedSlots() * slots_->NumSlotFeatures();
    std::vector<float> features(static_cast<size_t>(views.Count() * each), 99.0F);
    slots_->DescribeSlots(views, features);
    return features;
  }

  std::unique_ptr<Game> game_;
  const SlotFeatures* slots_ = nullptr;
};

TEST_P(SlotFeaturesTest, AreOfSlotsThatExist) {
  EXPECT_GT(slots_->NumSlotFeatures(), 0);
  EXPECT_GT(slots_->NumFeaturedSlots(), 0);
  EXPECT_LE(slots_->NumFeaturedSlots(), game_->Spec().policy_slots);
}

TEST_P(SlotFeaturesTest, EachViewIsByItself) {
  ExpectEachViewByItself(*game_, [&](envs::ConstViews views) { return FeaturesOf(views); });
}

TEST_P(SlotFeaturesTest, ImagesHaveTheSameFeatures) {
  const int seen = ExpectSameForImages(
      *game_, [&](envs::ConstViews view) { return FeaturesOf(view); },
      [](const std::vector<float>& features) {
        return std::ranges::any_of(features, [](float value) { return value != 0; });
      });
  EXPECT_GT(seen, 50);
}

INSTANTIATE_TEST_SUITE_P(Games, SlotFeaturesTest,
                         ::testing::Values("tantrix", "tantrix{colours=blue-green}",
                                           "tantrix{racks=open}", "tiny_tantrix"));

TEST(NoSlotFeaturesTest, GamesWithoutThemHaveNone) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame("tic_tac_toe"));
  EXPECT_EQ(game->slot_features(), nullptr);
}

}  // namespace
}  // namespace kvintet::conformance
