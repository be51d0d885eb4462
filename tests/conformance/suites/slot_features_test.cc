// Tests of features of policy slots: they depend on one view only and are the same in every
// symmetric image.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/conformance/walk.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using envs::Game;
using envs::GameSpec;
using envs::Playthrough;
using envs::SlotFeatures;
using envs::ViewBuffer;

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
  ViewBuffer views(2, game_->Spec().view_bytes);
  EXPECT_OK(Walk(*game_, {.steps = 200}, 1, [&](const Playthrough& play) {
    std::vector<float> apart;
    for (size_t i = 0; i < kSeats.size(); ++i) {
      const ViewBuffer view = play.View(kSeats[i]);
      envs::CopyRows<envs::ViewTag>(view.Span(), views[static_cast<int>(i)]);
      std::ranges::copy(FeaturesOf(view.Span()), std::back_inserter(apart));
    }
    EXPECT_EQ(FeaturesOf(std::as_const(views).Span()), apart);
    return absl::OkStatus();
  }));
}

TEST_P(SlotFeaturesTest, ImagesHaveTheSameFeatures) {
  const GameSpec& spec = game_->Spec();
  int step = 0;
  int seen = 0;
  ViewBuffer image(1, spec.view_bytes);
  EXPECT_OK(Walk(*game_, {.steps = 400}, 2, [&](const Playthrough& play) {
    const int symmetry = ++step % spec.num_symmetries;
    for (const envs::Seat seat : kSeats) {
      const ViewBuffer view = play.View(seat);
      game_->TransformView(symmetry, view.Span(), image.Span());
      const std::vector<float> features = FeaturesOf(view.Span());
      EXPECT_EQ(features, FeaturesOf(std::as_const(image).Span()))
          << "symmetry " << symmetry << ": " << game_->PositionText(play.Position());
      seen += std::ranges::any_of(features, [](float value) { return value != 0; }) ? 1 : 0;
    }
    return absl::OkStatus();
  }));
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
