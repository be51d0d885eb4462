// Tests of derived planes: they depend on one view only and are equivariant under symmetry.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/conformance/views.h"
#include "tests/conformance/walk.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using envs::DerivedPlanes;
using envs::Game;
using envs::GameSpec;
using envs::Playthrough;
using envs::ViewBuffer;

class DerivedPlanesTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    ASSERT_OK_AND_ASSIGN(game_, envs::MakeGame(GetParam()));
    derived_ = game_->derived_planes();
    ASSERT_NE(derived_, nullptr);
    const GameSpec& spec = game_->Spec();
    cells_ = static_cast<size_t>(spec.height) * static_cast<size_t>(spec.width);
  }

  // Overwrites what the buffer held before.
  std::vector<uint8_t> PlanesOf(envs::ConstViews views) const {
    const int planes = views.Count() * derived_->NumDerivedPlanes();
    std::vector<uint8_t> bytes(static_cast<size_t>(planes) * cells_, uint8_t{99});
    derived_->Derive(views, bytes);
    return bytes;
  }

  std::unique_ptr<Game> game_;
  const DerivedPlanes* derived_ = nullptr;
  size_t cells_ = 0;
};

TEST_P(DerivedPlanesTest, EachViewIsByItself) {
  ExpectEachViewByItself(*game_, [&](envs::ConstViews views) { return PlanesOf(views); });
}

// Each plane has the same values equally often in every symmetric image and for either seat.
// Tantrix's planes of rotations, which come after eight others, are permuted when the board is
// rotated, and so are PÜNCT's planes of actions, which come after four.
TEST_P(DerivedPlanesTest, ImagesHaveTheSameValues) {
  const auto sorted = [&](envs::ConstViews view) {
    const std::vector<uint8_t> bytes = PlanesOf(view);
    std::vector<std::vector<uint8_t>> planes;
    for (auto plane = bytes.begin(); plane != bytes.end();) {
      const auto end = plane + static_cast<std::ptrdiff_t>(cells_);
      std::ranges::sort(planes.emplace_back(plane, end));
      plane = end;
    }
    const std::string_view name = GetParam();
    const ptrdiff_t fixed = name.find("tantrix") != name.npos ? 8
                            : name.find("punct") != name.npos ? 4
                                                              : std::ssize(planes);
    std::ranges::sort(planes.begin() + fixed, planes.end(), std::ranges::lexicographical_compare);
    return planes;
  };
  const int seen = ExpectSameForImages(*game_, sorted, [](const auto& planes) {
    return std::ranges::any_of(planes, [](const std::vector<uint8_t>& plane) {
      return std::ranges::any_of(plane, [](uint8_t value) { return value > 0; });
    });
  });
  EXPECT_GT(seen, 100);
}

INSTANTIATE_TEST_SUITE_P(Games, DerivedPlanesTest,
                         ::testing::Values("connect_four", "renju", "renju{opening=free}",
                                           "renju{forbidden=none}", "konkvest", "punct",
                                           "punct{game=basic}", "tiny_punct", "tantrix",
                                           "tantrix{racks=open}", "tiny_tantrix", "hex{size=7}"));

// Models that have learnt from fewer planes see the first of them.
TEST_P(DerivedPlanesTest, EarlierPlanesAreTheFirst) {
  EXPECT_OK(Walk(*game_, {.steps = 100}, 3, [&](const Playthrough& play) {
    const ViewBuffer view = play.View(envs::Seat::k0);
    const std::vector<uint8_t> all = PlanesOf(view.Span());
    for (const int number : derived_->EarlierDerivedPlanes()) {
      EXPECT_LT(number, derived_->NumDerivedPlanes());
      std::vector<uint8_t> earlier(static_cast<size_t>(number) * cells_, uint8_t{99});
      derived_->Derive(view.Span(), earlier);
      EXPECT_TRUE(std::ranges::equal(earlier, std::span(all).first(earlier.size())));
    }
    return absl::OkStatus();
  }));
}

TEST(NoDerivedPlanesTest, GamesWithoutThemHaveNone) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame("tic_tac_toe"));
  EXPECT_EQ(game->derived_planes(), nullptr);
}

}  // namespace
}  // namespace kvintet::conformance
