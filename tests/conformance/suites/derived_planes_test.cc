// Tests of derived planes: they depend on one view only and are equivariant under symmetry.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/registry.h"
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
  ViewBuffer views(2, game_->Spec().view_bytes);
  EXPECT_OK(Walk(*game_, {.steps = 200}, 1, [&](const Playthrough& play) {
    std::vector<uint8_t> apart;
    for (size_t i = 0; i < kSeats.size(); ++i) {
      const ViewBuffer view = play.View(kSeats[i]);
      envs::CopyRows<envs::ViewTag>(view.Span(), views[static_cast<int>(i)]);
      std::ranges::copy(PlanesOf(view.Span()), std::back_inserter(apart));
    }
    EXPECT_EQ(PlanesOf(std::as_const(views).Span()), apart);
    return absl::OkStatus();
  }));
}

// Each plane has the same values equally often in every symmetric image and for either seat.
// Tantrix's planes of rotations, which come after eight others, are permuted when the board is
// rotated, and so are PÜNCT's planes of actions, which come after four.
TEST_P(DerivedPlanesTest, ImagesHaveTheSameValues) {
  const GameSpec& spec = game_->Spec();
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
  int step = 0;
  int seen = 0;
  ViewBuffer image(1, spec.view_bytes);
  EXPECT_OK(Walk(*game_, {.steps = 400}, 2, [&](const Playthrough& play) {
    const int symmetry = ++step % spec.num_symmetries;
    for (const envs::Seat seat : kSeats) {
      const ViewBuffer view = play.View(seat);
      game_->TransformView(symmetry, view.Span(), image.Span());
      EXPECT_EQ(sorted(view.Span()), sorted(std::as_const(image).Span()))
          << "symmetry " << symmetry << ": " << game_->PositionText(play.Position());
      const std::vector<uint8_t> planes = PlanesOf(view.Span());
      seen += std::ranges::any_of(planes, [](uint8_t value) { return value > 0; }) ? 1 : 0;
    }
    return absl::OkStatus();
  }));
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
