// What networks observe: the game's planes, and those that its rules derive.
#include "training/network/network_sight.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"
#include "tests/support/watched_games.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/network_evaluator.h"

namespace kvintet::network {
namespace {

using ::kvintet::testing::StatusIs;

const NetworkSize kSize{.blocks = 1, .channels = 16};

NetworkConfig Derived() {
  NetworkConfig config;
  config.set_derived_planes(true);
  return config;
}

NamedModel ModelFor(const envs::Game& game, const NetworkSight& sight) {
  const NetworkShape shape = sight.Shape();
  return {"a-name", {{game.Spec().text, shape, kSize, {}}, MadeUpWeights(shape, kSize, 1)}};
}

TEST(NetworkSightTest, DerivedPlanesFollowTheGamesOwn) {
  const auto game = testing::Game("tiny_punct");
  const NetworkSight own(*game);
  ASSERT_OK_AND_ASSIGN(const NetworkSight all, NetworkSight::FromConfig(*game, Derived()));
  const envs::DerivedPlanes& derived = *game->derived_planes();
  EXPECT_EQ(all.Shape().planes, own.Shape().planes + derived.NumDerivedPlanes());

  envs::ViewBuffer views(2, game->Spec().view_bytes);
  game->InitialView(envs::Seat::k0, views[0]);
  game->InitialView(envs::Seat::k1, views[1]);
  const envs::ConstViews both = std::as_const(views).Span();
  const auto globals_of = [&](int rows) {
    return std::vector<float>(static_cast<size_t>(rows * game->Spec().globals));
  };
  std::vector<float> globals = globals_of(2);
  std::vector<uint8_t> planes(static_cast<size_t>(2 * all.Shape().PlaneBytes()));
  all.Observe(both, planes, globals);

  std::vector<float> wanted_globals;
  std::vector<uint8_t> wanted;
  for (int row = 0; row < 2; ++row) {
    std::vector<float> own_globals = globals_of(1);
    std::vector<uint8_t> own_planes(static_cast<size_t>(own.Shape().PlaneBytes()));
    own.Observe(both[row], own_planes, own_globals);
    std::vector<uint8_t> more(
        static_cast<size_t>(all.Shape().PlaneBytes() - own.Shape().PlaneBytes()));
    derived.Derive(both[row], more);
    wanted.insert(wanted.end(), own_planes.begin(), own_planes.end());
    wanted.insert(wanted.end(), more.begin(), more.end());
    wanted_globals.insert(wanted_globals.end(), own_globals.begin(), own_globals.end());
  }
  EXPECT_EQ(planes, wanted);
  EXPECT_EQ(globals, wanted_globals);
}

TEST(NetworkSightTest, RefusesDerivedPlanesOfAGameWithoutThem) {
  EXPECT_THAT(NetworkSight::FromConfig(*testing::Game("kuhn"), Derived()).status(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "network.derived_planes must be false for kuhn"));
}

TEST(NetworkSightTest, FeaturesOfSlotsFollowTheGamesGlobals) {
  const auto game = testing::Game("tiny_tantrix");
  const NetworkSight own(*game);
  NetworkConfig config;
  config.set_slot_features(true);
  ASSERT_OK_AND_ASSIGN(const NetworkSight all, NetworkSight::FromConfig(*game, config));
  const NetworkShape shape = all.Shape();
  const envs::SlotFeatures& slots = *game->slot_features();
  EXPECT_EQ(shape.planes, own.Shape().planes);
  EXPECT_EQ(shape.featured_slots, slots.NumFeaturedSlots());
  EXPECT_EQ(shape.slot_features, slots.NumSlotFeatures());
  EXPECT_EQ(shape.globals, own.Shape().globals + shape.FeatureCount());

  int described = 0;
  testing::WatchGames(*game, 1, [&](const envs::Playthrough&, envs::Seat, envs::ConstViews view) {
    std::vector<uint8_t> planes(static_cast<size_t>(shape.PlaneBytes()));
    std::vector<float> globals(static_cast<size_t>(shape.globals));
    all.Observe(view, planes, globals);
    std::vector<uint8_t> own_planes(planes.size());
    std::vector<float> wanted(static_cast<size_t>(own.Shape().globals));
    own.Observe(view, own_planes, wanted);
    std::vector<float> features(static_cast<size_t>(shape.FeatureCount()));
    slots.DescribeSlots(view, features);
    described += features[0] != 0 ? 1 : 0;
    wanted.insert(wanted.end(), features.begin(), features.end());
    EXPECT_EQ(planes, own_planes);
    EXPECT_EQ(globals, wanted);
  });
  EXPECT_GT(described, 0);
}

TEST(NetworkSightTest, RefusesFeaturesOfAGameWithoutThem) {
  NetworkConfig config;
  config.set_slot_features(true);
  EXPECT_THAT(NetworkSight::FromConfig(*testing::Game("kuhn"), config).status(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "network.slot_features must be false for kuhn, whose rules describe no "
                       "slots, is true"));
}

TEST(NetworkSightTest, AModelsShapeTellsWhatItSees) {
  const auto game = testing::Game("tiny_tantrix");
  ASSERT_OK_AND_ASSIGN(const NetworkSight all, NetworkSight::FromConfig(*game, Derived()));
  NetworkConfig config = Derived();
  config.set_slot_features(true);
  ASSERT_OK_AND_ASSIGN(const NetworkSight featured, NetworkSight::FromConfig(*game, config));
  for (const NetworkSight& sight : {NetworkSight(*game), all, featured}) {
    const std::optional<NetworkSight> found = NetworkSight::OfShape(*game, sight.Shape());
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->Shape(), sight.Shape());
    EXPECT_EQ(FitOf(ModelFor(*game, sight).model.head, *game), envs::VariantFit::kSame);
  }
  // PÜNCT's first networks with derived planes saw four of them.
  const auto punct = testing::Game("tiny_punct");
  NetworkShape earlier = NetworkSight(*punct).Shape();
  earlier.planes += punct->derived_planes()->EarlierDerivedPlanes()[0];
  const std::optional<NetworkSight> found = NetworkSight::OfShape(*punct, earlier);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->Shape(), earlier);

  NetworkShape other = all.Shape();
  ++other.planes;
  EXPECT_FALSE(NetworkSight::OfShape(*game, other).has_value());
}

// The same evaluator class plays with models of either kind.
TEST(NetworkSightTest, EvaluatorsShowWhatTheirModelsSee) {
  const auto game = testing::Game("tiny_punct");
  ASSERT_OK_AND_ASSIGN(const NetworkSight all, NetworkSight::FromConfig(*game, Derived()));
  ASSERT_OK_AND_ASSIGN(const PlayingNetwork old,
                       MakePlayingNetwork(*game, ModelFor(*game, NetworkSight(*game)), {}));
  ASSERT_OK_AND_ASSIGN(const PlayingNetwork now,
                       MakePlayingNetwork(*game, ModelFor(*game, all), {}));
  const std::vector<std::string> positions = {
      game->PositionText(envs::InitialPosition(*game).Span())};
  NetworkEvaluator evaluator(*game, old);
  const testing::Evaluations by_old(&evaluator, positions);
  evaluator.Use(now);
  const testing::Evaluations by_now(&evaluator, positions);
  NetworkEvaluator fresh(*game, now);
  const testing::Evaluations by_fresh(&fresh, positions);
  EXPECT_EQ(by_now.logits, by_fresh.logits);
  EXPECT_NE(by_now.logits, by_old.logits);
}

}  // namespace
}  // namespace kvintet::network
