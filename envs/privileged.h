// ObservePrivileged: the observations of both seats at once, for a critic that is used only in
// training and never plays. Only training/ may include this file (tools/check_layers.py).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/check.h"
#include "envs/game.h"

namespace kvintet::envs {

// The observation of `seat`, followed by that of the other seat, each from its own point of view:
// planes [2, planes, height, width] and globals [2, globals]. Both are transformed by the same
// symmetry. REQUIRES: one position; `seat` is not the spectator; `symmetry` is one of the game's.
inline void ObservePrivileged(const Game& game, ConstPositions one, Seat seat,
                              std::span<uint8_t> planes, std::span<float> globals,
                              int symmetry = 0) {
  const GameSpec& spec = game.Spec();
  KVINTET_CHECK(seat != Seat::kSpectator);
  KVINTET_CHECK_EQ(one.Count(), 1);
  KVINTET_CHECK_EQ(planes.size(), kNumSeats * static_cast<size_t>(spec.PlaneBytes()));
  KVINTET_CHECK_EQ(globals.size(), kNumSeats * static_cast<size_t>(spec.globals));
  const Seat other = Other(seat);
  ViewBuffer views(kNumSeats, spec.view_bytes);
  game.MakeViews(one, std::span(&seat, 1), views[0]);
  game.MakeViews(one, std::span(&other, 1), views[1]);
  if (symmetry != 0) {
    ViewBuffer images(kNumSeats, spec.view_bytes);
    game.TransformView(symmetry, views[0], images[0]);
    game.TransformView(symmetry, views[1], images[1]);
    game.Observe(images.Span(), planes, globals);
    return;
  }
  game.Observe(views.Span(), planes, globals);
}

}  // namespace kvintet::envs
