// Punct::DeriveAdvice: what each action does to the game at once (P5), as network input.
#include <algorithm>
#include <array>
#include <span>

#include "envs/games/punct/punct.h"

namespace kvintet::envs::punct {
namespace {

// A legal action after which the other side cannot join at once, or one of several that lose alike.
constexpr uint8_t kHolds = 1;
// An action of a turn that joins two sides.
constexpr uint8_t kJoins = 2;

}  // namespace

void Punct::Derive(const View& view, std::span<uint8_t> planes) const {
  const size_t cells = static_cast<size_t>(board_.width()) * static_cast<size_t>(board_.width());
  const size_t ways = 4 * cells;
  DeriveWays(view, planes.first(ways));
  if (planes.size() > ways) {
    DeriveAdvice(view, planes.subspan(ways));
  }
}

// The planes are those of the policy, followed by one for each of its slots: *where* by rotation,
// pieces, kinds. A kind's value is the same everywhere on the board.
void Punct::DeriveAdvice(const View& view, std::span<uint8_t> planes) const {
  const Position& p = view.position;
  if (!Actors(p).Has(ActorOf(view.seat))) {
    return;
  }
  const size_t cells = static_cast<size_t>(board_.width()) * static_cast<size_t>(board_.width());
  std::array<uint64_t, (kMaxActions + 63) / 64> words = {};
  const ActionMask tried(words);
  LegalActions(view, tried);
  KeepDefences(view, tried);
  const bool can_join = CanJoin(p);
  tried.ForEach([&](Action action) {
    const uint8_t value = can_join && JoinsAfter(p, action) ? kJoins : kHolds;
    if (action < kKinds) {
      const std::span<uint8_t> kind =
          planes.subspan((kDirections + 1 + static_cast<size_t>(action)) * cells, cells);
      board_.All().ForEach(
          [&](int spot) { kind[static_cast<size_t>(board_.CellOf(spot))] = value; });
      return;
    }
    planes[static_cast<size_t>(PolicyIndex(view, action))] = value;
  });
}

}  // namespace kvintet::envs::punct
