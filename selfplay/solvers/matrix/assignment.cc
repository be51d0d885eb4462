// Assignment: see the header.
#include "selfplay/solvers/matrix/assignment.h"

#include <limits>
#include <numeric>

#include "base/check.h"

namespace kvintet::selfplay::solvers {
namespace {

constexpr double kForbidden = std::numeric_limits<double>::infinity();
constexpr size_t kNobody = kMaxPieces;

}  // namespace

BestJointMove Assignment::Best(const PieceOptions& seat, std::span<const double> worths,
                               RandomStream* random) {
  KVINTET_CHECK_LE(seat.num_pieces, kMaxPieces);
  KVINTET_CHECK_EQ(worths.size(), seat.options.size());
  LayOut(seat, worths, random);
  for (size_t piece = 0; piece < seat.num_pieces; ++piece) {
    Place(piece);
  }
  BestJointMove best;
  for (size_t place = 0; place < num_places_; ++place) {
    if (owner_[place] != kNobody) {
      const uint16_t option = options_[owner_[place] * num_places_ + place];
      best.move[owner_[place]] = option;
      best.worth += worths[option];
    }
  }
  return best;
}

void Assignment::LayOut(const PieceOptions& seat, std::span<const double> worths,
                        RandomStream* random) {
  std::array<size_t, kMaxTargets> place_of;
  place_of.fill(kMaxTargets);
  std::array<uint8_t, kMaxTargets> targets = {};
  size_t num_targets = 0;
  for (const PieceOption& option : seat.options) {
    if (option.target != kNowhere && place_of[option.target] == kMaxTargets) {
      place_of[option.target] = 0;
      targets[num_targets++] = option.target;
    }
  }
  random->Shuffle(std::span(targets).first(num_targets));
  for (size_t place = 0; place < num_targets; ++place) {
    place_of[targets[place]] = place;
  }
  num_places_ = num_targets + seat.max_nowhere;
  costs_.assign(seat.num_pieces * num_places_, kForbidden);
  options_.assign(seat.num_pieces * num_places_, 0);
  for (size_t k = 0; k < seat.options.size(); ++k) {
    const PieceOption& option = seat.options[k];
    const bool elsewhere = option.target == kNowhere;
    const size_t first = elsewhere ? num_targets : place_of[option.target];
    const size_t last = elsewhere ? num_places_ : first + 1;
    for (size_t place = first; place < last; ++place) {
      costs_[option.piece * num_places_ + place] = -worths[k];
      options_[option.piece * num_places_ + place] = static_cast<uint16_t>(k);
    }
  }
  piece_price_.fill(0);
  place_price_.assign(num_places_, 0.0);
  owner_.assign(num_places_, kNobody);
  way_.resize(num_places_);
}

size_t Assignment::CheapestBeyond(size_t from, size_t owner) {
  double least = kForbidden;
  size_t next = num_places_;
  const double* const costs = costs_.data() + owner * num_places_;
  for (size_t place = 0; place < num_places_; ++place) {
    if (is_settled_[place] != 0) {
      continue;
    }
    const double cost = costs[place] - piece_price_[owner] - place_price_[place];
    if (cost < surcharge_[place]) {
      surcharge_[place] = cost;
      way_[place] = from;
    }
    if (surcharge_[place] < least) {
      least = surcharge_[place];
      next = place;
    }
  }
  return next;
}

void Assignment::Place(size_t piece) {
  surcharge_.assign(num_places_, kForbidden);
  is_settled_.assign(num_places_, 0);
  settled_.clear();
  size_t from = num_places_;  // the new piece, which has no place yet
  size_t owner = piece;
  while (true) {
    const size_t next = CheapestBeyond(from, owner);
    KVINTET_CHECK_LT(next, num_places_);
    const double least = surcharge_[next];
    piece_price_[piece] += least;
    for (const size_t place : settled_) {
      piece_price_[owner_[place]] += least;
      place_price_[place] -= least;
    }
    for (size_t place = 0; place < num_places_; ++place) {
      surcharge_[place] -= is_settled_[place] != 0 ? 0 : least;
    }
    from = next;
    if (owner_[next] == kNobody) {
      break;
    }
    is_settled_[next] = 1;
    settled_.push_back(next);
    owner = owner_[next];
  }
  while (from != num_places_) {
    const size_t before = way_[from];
    owner_[from] = before == num_places_ ? piece : owner_[before];
    from = before;
  }
}

}  // namespace kvintet::selfplay::solvers
