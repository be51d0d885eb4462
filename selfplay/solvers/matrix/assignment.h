// Assignment: the joint move of a seat whose options' worths have the largest sum.
//
// The Hungarian method by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987): exact,
// and a microsecond for four pieces among 35 targets, whatever the worths. A solver keeps its
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

// For one seat of any number of games. Of one thread.
class Assignment {
 public:
  // `worths` [options]. Of equally good joint moves it takes one by the order in which it meets
  // targets, which `random` shuffles. REQUIRES: there is a legal joint move; finite worths.
  BestJointMove Best(const PieceOptions& seat, std::span<const double> worths,
                     RandomStream* random);

 private:
  // Lays the options out as costs[piece, place]; a place is a target or one leave to go nowhere.
  void LayOut(const PieceOptions& seat, std::span<const double> worths, RandomStream* random);
  // Finds a place for one more piece, moving those before it where that costs less.
  void Place(size_t piece);

  size_t num_places_ = 0;
  std::vector<double> costs_;
  std::vector<uint16_t> options_;
  // The dual program's prices; of the pieces and of the places.
  std::array<double, kMaxPieces> piece_price_ = {};
  std::vector<double> place_price_;
  // Whose each place is; kMaxPieces is nobody's.
  std::vector<size_t> owner_;
  // Of one search: the least surcharge known for each place, the place before it on the way.
  std::vector<double> surcharge_;
  std::vector<size_t> way_;
  std::vector<size_t> settled_;
  std::vector<uint8_t> is_settled_;
};

}  // namespace kvintet::selfplay::solvers
