// Tests of PlaySettings: what a configuration explores counts at every variety.
#include "selfplay/games/play_settings.h"

#include <gtest/gtest.h>

#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {
namespace {

template <typename Own>
class PlaySettingsTest : public ::testing::Test {
 protected:
  // The settings at a variety, for a player who errs by itself.
  static Own At(double variety) {
    SearchSettings settings;
    Own& own = Select<Own>(&settings);
    own.explore_policy = 0.3;
    own.explore_legal = 0.1;
    return OwnSettings<Own>(PlaySettings(settings, variety));
  }
};

using Searches = ::testing::Types<EquilibriumSettings, BeliefSettings>;
TYPED_TEST_SUITE(PlaySettingsTest, Searches);

TYPED_TEST(PlaySettingsTest, VarietyOneLeavesTheMistakesOfSelfPlay) {
  EXPECT_EQ(TestFixture::At(1).explore_policy, 0.3);
  EXPECT_EQ(TestFixture::At(1).explore_legal, 0.1);
}

TYPED_TEST(PlaySettingsTest, MistakesGrowFromNoneToAll) {
  EXPECT_EQ(TestFixture::At(0).explore_policy, 0);
  EXPECT_EQ(TestFixture::At(0).explore_legal, 0);
  EXPECT_EQ(TestFixture::At(0.5).explore_policy, 0.15);
  EXPECT_EQ(TestFixture::At(0.5).explore_legal, 0.05);
  EXPECT_EQ(TestFixture::At(kMaxVariety).explore_policy, 1);
  EXPECT_EQ(TestFixture::At(kMaxVariety).explore_legal, 1);
  double before = 0;
  for (double variety = 0; variety <= kMaxVariety; variety += 0.25) {
    EXPECT_GE(TestFixture::At(variety).explore_policy, before);
    before = TestFixture::At(variety).explore_policy;
  }
}

}  // namespace
}  // namespace kvintet::selfplay
