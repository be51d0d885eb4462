// Tests that ownership at the end matches the planes, under every symmetry.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/conformance/walk.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

// A game and its planes of own and opposing pieces.
struct Case {
  const char* game;
  const char* own;
  const char* other;
};

class OwnershipTest : public ::testing::TestWithParam<Case> {};

TEST_P(OwnershipTest, LiesWhereThePlanesShowIt) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame(GetParam().game));
  const GameSpec& spec = game->Spec();
  const auto cells = static_cast<size_t>(spec.height) * static_cast<size_t>(spec.width);
  const auto plane_of = [&](const std::string& name) {
    return static_cast<size_t>(std::ranges::find(spec.plane_names, name) -
                               spec.plane_names.begin());
  };
  const size_t own = plane_of(GetParam().own);
  const size_t other = plane_of(GetParam().other);
  ASSERT_LT(std::max(own, other), spec.plane_names.size());
  std::vector<uint8_t> planes(static_cast<size_t>(spec.PlaneBytes()));
  std::vector<float> globals(static_cast<size_t>(spec.globals));
  std::vector<int8_t> owners(cells);
  int ends = 0;
  EXPECT_OK(Walk(*game, {.steps = 600}, 1, [&](const Playthrough& play) {
    for (size_t i = 0; i < kSeats.size() && play.Ended(); ++i) {
      const int symmetry = ends % spec.num_symmetries;
      PositionBuffer end(1, spec.position_bytes);
      ViewBuffer view(1, spec.view_bytes);
      game->TransformPosition(symmetry, play.Position(), end.Span());
      game->TransformView(symmetry, play.View(kSeats[i]).Span(), view.Span());
      ++ends;
      game->Observe(view.Span(), planes, globals);
      game->cell_owners()->Ownership(end.Span(), view.Span(), owners);
      for (size_t cell = 0; cell < cells; ++cell) {
        const int shown =
            (planes[own * cells + cell] > 0 ? 1 : 0) - (planes[other * cells + cell] > 0 ? 1 : 0);
        EXPECT_EQ(owners[cell], shown) << "cell " << cell << ", symmetry " << symmetry;
      }
    }
    return absl::OkStatus();
  }));
  EXPECT_GT(ends, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Games, OwnershipTest,
    ::testing::Values(Case{"tic_tac_toe", "own marks", "other's marks"},
                      Case{"connect_four", "own discs", "other's discs"},
                      Case{"renju", "own stones", "other's stones"},
                      Case{"renju{opening=free}", "own stones", "other's stones"},
                      Case{"hex", "own stones", "other's stones"},
                      Case{"punct", "own topmost dots", "other's topmost dots"},
                      Case{"tiny_punct", "own topmost dots", "other's topmost dots"},
                      Case{"kontranto", "own conquered", "other's conquered"},
                      Case{"konkvest", "own territory, development zone 2",
                           "other's territory, no man's land 2"}));

TEST(NoOwnershipTest, GamesWithoutItSaySo) {
  for (const char* name : {"kuhn", "goofspiel", "tantrix", "pursuit"}) {
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame(name));
    EXPECT_FALSE(game->cell_owners()) << name;
  }
}

}  // namespace
}  // namespace kvintet::conformance
