// Symmetries: the maps of a game onto itself. Number 0 is the identity.
#pragma once

#include "envs/actor.h"
#include "envs/row_span.h"

namespace kvintet::envs {

// Symmetries are numbered from 0 to GameSpec::num_symmetries - 1.
class Symmetries {
 public:
  virtual ~Symmetries() = default;

  virtual int InverseSymmetry(int symmetry) const = 0;
  // Whether the symmetry swaps the seats, and with them the sign of the returns.
  virtual bool ExchangesSeats(int symmetry) const = 0;
  virtual void TransformPosition(int symmetry, ConstPositions one, Positions out) const = 0;
  virtual void TransformView(int symmetry, ConstViews one, Views out) const = 0;
  // The image of a legal action of the view.
  virtual Action TransformAction(int symmetry, ConstViews one, Action action) const = 0;
};

}  // namespace kvintet::envs
