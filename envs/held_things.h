// HeldThings: the things that a seat may hold out of the other seat's sight, such as the tiles of a
// private rack.
//
// An optional part of a Game. The author derives from it in the game's folder and returns it from
// MakeHeldThings (envs/rules/rules.h), which returns null for options under which nothing is held
// out of sight.
#pragma once

#include <string>
#include <vector>

#include "envs/actor.h"
#include "envs/row_span.h"
#include "envs/scene.h"

namespace kvintet::envs {

// Immutable: any number of threads may use it at once.
class HeldThings {
 public:
  virtual ~HeldThings() = default;

  // Things are numbered from 0 to Count() - 1. No thing is held twice at a time.
  virtual int Count() const = 0;
  // As the game's moves and positions name it.
  virtual std::string Name(int thing) const = 0;
  // How it looks, without caption and actions; empty if the game does not draw it.
  virtual Scene Drawing(int) const { return {}; }

  // What `seat` holds in a position without having shown it, in ascending order.
  virtual std::vector<int> Held(ConstPositions one, Seat seat) const = 0;
  // Whether the view determines what the other seat holds: Held(p, other) is then the same in all
  // positions p that agree with the view.
  virtual bool Certain(ConstViews one) const = 0;
};

}  // namespace kvintet::envs
