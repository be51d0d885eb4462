// Assignment: the joint move of a seat with the largest sum of its options' worths.
//
// The Hungarian method by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987): exact,
// and about a microsecond for four pieces and 35 targets with any worths. A solver reuses its
// memory.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/rng.h"
#include "selfplay/solvers/matrix/pairwise_game.h"

namespace kvintet::selfplay::solvers {

// A joint move and the sum of its options' worths.
struct BestJointMove {
  JointOptions move = {};
  double worth = 0;
};

// Handles one seat of any number of games. One thread at a time.
class Assignment {
 public:
  // `worths` [options]. Ties between joint moves are broken by the order of targets, which `random`
  // shuffles. REQUIRES: there is a legal joint move; finite worths.
  BestJointMove Best(const PieceOptions& seat, std::span<const double> worths,
                     RandomStream* random);

 private:
  // Arranges the options as costs[piece, place]; a place is a target or one of the max_nowhere
  // places for kNowhere.
  void LayOut(const PieceOptions& seat, std::span<const double> worths, RandomStream* random);
  // Lowers the surcharges of places that are not settled to what they cost beyond `from`, the place
  // of the piece `owner`. Returns the cheapest of them, or num_places_ if there is none.
  size_t CheapestBeyond(size_t from, size_t owner);
  // Assigns a place to one more piece, moving earlier pieces if that costs less.
  void Place(size_t piece);

  size_t num_places_ = 0;
  std::vector<double> costs_;
  std::vector<uint16_t> options_;
  // Dual prices of the pieces and of the places.
  std::array<double, kMaxPieces> piece_price_ = {};
  std::vector<double> place_price_;
  // The piece in each place; kMaxPieces if it is free.
  std::vector<size_t> owner_;
  // State of one path search: the least surcharge known for each place, and its predecessor on the
  // path.
  std::vector<double> surcharge_;
  std::vector<size_t> way_;
  std::vector<size_t> settled_;
  std::vector<uint8_t> is_settled_;
};

}  // namespace kvintet::selfplay::solvers
