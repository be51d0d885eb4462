// Tests of what rules compute from a view for networks: planes and features of slots.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/game.h"
#include "tests/conformance/walk.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {

// Checks that `compute`, a function of views that returns a vector with as many values for each,
// gives the same for the views of both seats together as for each by itself.
template <typename Compute>
void ExpectEachViewByItself(const envs::Game& game, const Compute& compute) {
  envs::ViewBuffer views(2, game.Spec().view_bytes);
  EXPECT_OK(Walk(game, {.steps = 200}, 1, [&](const envs::Playthrough& play) {
    decltype(compute(std::as_const(views).Span())) apart;
    for (size_t i = 0; i < kSeats.size(); ++i) {
      const envs::ViewBuffer view = play.View(kSeats[i]);
      envs::CopyRows<envs::ViewTag>(view.Span(), views[static_cast<int>(i)]);
      std::ranges::copy(compute(view.Span()), std::back_inserter(apart));
    }
    EXPECT_EQ(compute(std::as_const(views).Span()), apart);
    return absl::OkStatus();
  }));
}

// Checks that `compute` gives the same for a view as for its images under symmetries. Returns for
// how many views `seen` was true of that.
template <typename Compute, typename Seen>
int ExpectSameForImages(const envs::Game& game, const Compute& compute, const Seen& seen) {
  int step = 0;
  int count = 0;
  envs::ViewBuffer image(1, game.Spec().view_bytes);
  EXPECT_OK(Walk(game, {.steps = 400}, 2, [&](const envs::Playthrough& play) {
    const int symmetry = ++step % game.Spec().num_symmetries;
    for (const envs::Seat seat : kSeats) {
      const envs::ViewBuffer view = play.View(seat);
      game.TransformView(symmetry, view.Span(), image.Span());
      const auto computed = compute(view.Span());
      EXPECT_EQ(computed, compute(std::as_const(image).Span()))
          << "symmetry " << symmetry << ": " << game.PositionText(play.Position());
      count += seen(computed) ? 1 : 0;
    }
    return absl::OkStatus();
  }));
  return count;
}

}  // namespace kvintet::conformance
