// PointsReachable: dynamic programming over the pairings of bid cards.
#include "envs/games/goofspiel/reachable_points.h"

#include <bit>
#include <bitset>
#include <cstddef>
#include <vector>

namespace kvintet::envs::goofspiel {
namespace {

constexpr size_t kMaxCards = 13;
constexpr size_t kStride = kMaxCards + 1;

// The possible numbers of rounds that seat 0 won and tied: bit kStride * won + tied.
using Tallies = std::bitset<kStride * kStride>;

// The tallies of all ways to pair the cards of both seats.
Tallies PairingTallies(const std::array<uint16_t, kNumSeats>& bid) {
  std::vector<int> cards;
  for (uint32_t rest = bid[0]; rest != 0; rest &= rest - 1) {
    cards.push_back(std::countr_zero(rest));
  }
  // Indexed by the cards of seat 1 that are paired with the lowest cards of seat 0.
  std::vector<Tallies> paired(size_t{1} << kMaxCards);
  paired[0].set(0);
  for (uint32_t used = 0; used < bid[1]; ++used) {
    if ((used & ~bid[1]) != 0) {
      continue;
    }
    const int own = cards[static_cast<size_t>(std::popcount(used))];
    for (uint32_t rest = bid[1] & ~used; rest != 0; rest &= rest - 1) {
      const int other = std::countr_zero(rest);
      const size_t shift = own > other ? kStride : own == other ? 1 : 0;
      paired[used | 1u << other] |= paired[used] << shift;
    }
  }
  return paired[bid[1]];
}

// Whether the prizes can be awarded so that they give these points and a possible tally.
bool Awardable(uint16_t prizes, int points0, int points1, size_t tally, const Tallies& tallies) {
  if (points0 < 0 || points1 < 0) {
    return false;
  }
  if (prizes == 0) {
    return points0 == 0 && points1 == 0 && tallies[tally];
  }
  const int prize = std::countr_zero(prizes) + 1;
  const auto rest = static_cast<uint16_t>(prizes & (prizes - 1));
  return Awardable(rest, points0 - prize, points1, tally + kStride, tallies) ||
         Awardable(rest, points0, points1 - prize, tally, tallies) ||
         Awardable(rest, points0, points1, tally + 1, tallies);
}

}  // namespace

bool PointsReachable(const std::array<uint16_t, kNumSeats>& bid, uint16_t prizes,
                     const std::array<int, kNumSeats>& points) {
  return Awardable(prizes, points[0], points[1], 0, PairingTallies(bid));
}

}  // namespace kvintet::envs::goofspiel
