// Gait: compiles every row of the table into functions for both seats.
#include "envs/games/konkvest/gait.h"

#include <utility>

namespace kvintet::envs::konkvest {
namespace {

// All cells along a line up to and including the first that is not free.
template <int kStep>
Cells Along(Cells pieces, const Cells& free) {
  Cells reached = {};
  while (pieces.Any()) {
    pieces = Shifted<kStep>(pieces);
    reached |= pieces;
    pieces &= free;
  }
  return reached;
}

// Reaches of one or two steps. `free` must contain cells only, so that no path leaves the board
// midway.
template <int kWay, uint32_t kReach>
Cells ReachedByStep(const Cells& pieces, const Cells& free) {
  using S = Steps<kWay>;
  const Cells l = Shifted<S::kL>(pieces);
  const Cells r = Shifted<S::kR>(pieces);
  const Cells fl = Shifted<S::kFL>(pieces);
  const Cells fr = Shifted<S::kFR>(pieces);
  const Cells bl = Shifted<S::kBL>(pieces);
  const Cells br = Shifted<S::kBR>(pieces);
  Cells reached = {};
  const auto add = [&reached](uint32_t reach, const Cells& cells) {
    if ((kReach & reach) != 0) {
      reached |= cells;
    }
  };
  add(kL, l);
  add(kR, r);
  add(kFL, fl);
  add(kFR, fr);
  add(kBL, bl);
  add(kBR, br);
  add(kLL, Shifted<S::kL>(l & free));
  add(kRR, Shifted<S::kR>(r & free));
  add(kFLFL, Shifted<S::kFL>(fl & free));
  add(kFRFR, Shifted<S::kFR>(fr & free));
  add(kBLBL, Shifted<S::kBL>(bl & free));
  add(kBRBR, Shifted<S::kBR>(br & free));
  add(kF2, Shifted<S::kFR>(fl & free) | Shifted<S::kFL>(fr & free));
  add(kSL, Shifted<S::kL>(fl & free) | Shifted<S::kFL>(l & free));
  add(kSR, Shifted<S::kR>(fr & free) | Shifted<S::kFR>(r & free));
  // For a single piece only: both ways must be free.
  add(kB2, Shifted<S::kBR>(bl & free) & Shifted<S::kBL>(br & free));
  return reached;
}

template <int kWay, uint32_t kReach>
Cells Reached(const Cells& pieces, const Cells& free) {
  using S = Steps<kWay>;
  Cells reached = ReachedByStep<kWay, kReach>(pieces, free);
  if constexpr ((kReach & kLineL) != 0) {
    reached |= Along<S::kL>(pieces, free);
  }
  if constexpr ((kReach & kLineR) != 0) {
    reached |= Along<S::kR>(pieces, free);
  }
  if constexpr ((kReach & kLineFL) != 0) {
    reached |= Along<S::kFL>(pieces, free);
  }
  if constexpr ((kReach & kLineFR) != 0) {
    reached |= Along<S::kFR>(pieces, free);
  }
  return reached;
}

// Deduced: an attack may also end on a free cell.
template <int kWay, size_t kGait>
Cells Targets(const Cells& piece, const Cells& free, const Cells& capturable) {
  constexpr Gait kOwn = kGaits[kGait];
  return (Reached<kWay, kOwn.attacks>(piece, free) & (free | capturable)) |
         (Reached<kWay, kOwn.relocations>(piece, free) & free);
}

template <int kWay, size_t kGait>
Cells Attacked(const Cells& pieces, const Cells& free) {
  return Reached<kWay, kGaits[kGait].attacks>(pieces, free);
}

template <int kWay, size_t... kGait>
constexpr std::array<Mover, kGaits.size()> MoversOf(std::index_sequence<kGait...>) {
  return {Mover{Targets<kWay, kGait>, Attacked<kWay, kGait>}...};
}

constexpr std::array<std::array<Mover, kGaits.size()>, 2> kMovers = {
    MoversOf<1>(std::make_index_sequence<kGaits.size()>()),
    MoversOf<-1>(std::make_index_sequence<kGaits.size()>())};

}  // namespace

const Mover& MoverOf(size_t seat, GaitName gait) { return kMovers[seat][gait]; }

}  // namespace kvintet::envs::konkvest
