// RandomSeat, RandomPairwiseGame: random pairwise games for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/rng.h"
#include "selfplay/solvers/matrix/pairwise_game.h"

namespace kvintet::testing {

using selfplay::solvers::PairwiseGame;
using selfplay::solvers::PieceOptions;

// Up to four pieces among `num_targets` targets, each with at least four targets, so that a joint
// move always exists; some pieces may have no move.
inline PieceOptions RandomSeat(uint32_t num_targets, RandomStream* random) {
  PieceOptions seat = {.num_pieces = 1 + random->Below(4), .max_nowhere = random->Below(2)};
  for (size_t index = 0; index < seat.num_pieces; ++index) {
    const auto piece = static_cast<uint8_t>(index);
    const uint32_t first = random->Below(num_targets - 3);
    for (uint32_t target = 0; target < num_targets; ++target) {
      if ((target >= first && target < first + 4) || random->Below(4) == 0) {
        seat.options.push_back({piece, static_cast<uint8_t>(target)});
      }
    }
    if (random->Below(2) == 0) {
      seat.options.push_back({piece, selfplay::solvers::kNowhere});
    }
  }
  return seat;
}

// All terms are normally distributed with this standard deviation.
inline PairwiseGame RandomPairwiseGame(uint32_t num_targets, double deviation,
                                       RandomStream* random) {
  PieceOptions rows = RandomSeat(num_targets, random);
  PairwiseGame game =
      selfplay::solvers::MakePairwiseGame(std::move(rows), RandomSeat(num_targets, random));
  for (auto* worths : {&game.row_worth, &game.column_worth, &game.pair_worth}) {
    for (double& worth : *worths) {
      worth = deviation * random->Normal();
    }
  }
  return game;
}

}  // namespace kvintet::testing
