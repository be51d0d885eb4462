// RedrawHidden: a random walk from the true secrets that exchanges two hidden tiles at each step.
#include "tests/reference/tantrix/tantrix_secrets.h"

#include <algorithm>
#include <utility>

#include "base/rng.h"

namespace kvintet::reference::tantrix {
namespace {

// The owner of a tile in the bag, which nobody has drawn.
constexpr int kBag = -1;

// Whether `draw.seat` may have drawn `draw.tile` at that time, as far as this tile is concerned.
bool MayHaveDrawn(const Secrets& secrets, const Draw& draw) {
  const auto laying = secrets.layings.find(draw.tile);
  const bool laid = laying != secrets.layings.end();
  if (draw.seat == kBag) return !laid;
  if (laid && (laying->second.seat != draw.seat || laying->second.event < draw.event)) return false;
  for (const Silence& silence : secrets.silences) {
    const bool drawn_by_then = draw.event < silence.events;
    const bool laid_by_then = laid && laying->second.event < silence.events;
    const bool in_hand = silence.seat == draw.seat && drawn_by_then && !laid_by_then;
    if (in_hand && silence.tiles.contains(draw.tile)) return false;
  }
  return true;
}

bool MoverHasMove(const Secrets& secrets, const std::vector<Draw>& hidden) {
  return std::any_of(hidden.begin(), hidden.end(), [&](const Draw& draw) {
    return draw.seat == secrets.mover && !secrets.layings.contains(draw.tile) &&
           secrets.can_move.contains(draw.tile);
  });
}

// Exchanges the tiles of these two places if the result is consistent; otherwise leaves them.
void TryExchange(const Secrets& secrets, std::size_t one, std::size_t other, bool mover_is_hidden,
                 std::vector<Draw>* hidden) {
  Draw& first = (*hidden)[one];
  Draw& second = (*hidden)[other];
  std::swap(first.tile, second.tile);
  const bool fits = MayHaveDrawn(secrets, first) && MayHaveDrawn(secrets, second) &&
                    (!mover_is_hidden || MoverHasMove(secrets, *hidden));
  if (!fits) std::swap(first.tile, second.tile);
}

}  // namespace

std::vector<Draw> RedrawHidden(const Secrets& secrets, const std::set<int>& hidden_seats,
                               std::uint64_t seed) {
  std::vector<Draw> hidden;
  for (const Draw& draw : secrets.draws) {
    if (hidden_seats.contains(draw.seat)) hidden.push_back(draw);
  }
  for (const int tile : secrets.bag) hidden.push_back({0, kBag, tile});
  const bool mover_is_hidden = hidden_seats.contains(secrets.mover);
  RandomStream random(seed, 0, 0, Purpose::kTest);
  const auto size = static_cast<std::uint32_t>(hidden.size());
  for (std::uint32_t step = 0; step < 30 * size; ++step) {
    const std::uint32_t one = random.Below(size);
    const std::uint32_t other = random.Below(size);
    TryExchange(secrets, one, other, mover_is_hidden, &hidden);
  }

  std::map<std::size_t, int> tile_at_event;
  for (const Draw& draw : hidden) {
    if (draw.seat != kBag) tile_at_event[draw.event] = draw.tile;
  }
  std::vector<Draw> draws = secrets.draws;
  for (Draw& draw : draws) {
    if (tile_at_event.contains(draw.event)) draw.tile = tile_at_event.at(draw.event);
  }
  return draws;
}

}  // namespace kvintet::reference::tantrix
