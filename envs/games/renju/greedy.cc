// Renju: the fixed baseline, one move ahead.
//
// In order of priority: make a five; stop a five; make a straight four; stop one; otherwise the
// point on the most lines of five still open to either side, weighted by the stones on them. Never
// a forbidden point. Offers are chosen by the same weights, White picks the lighter offer, and both
// colours count as equal.
#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "envs/games/renju/renju.h"
#include "envs/games/renju/rows.h"

namespace kvintet::envs::renju {
namespace {

using PointWeights = std::array<int, kPoints>;

// The first points of four in a row that can become five at both ends.
template <typename L>
Rows StraightFoursAlong(Rows own, Rows free, bool exact) {
  const Rows two = own & L::template Ahead<1>(own);
  const Rows ends = L::template Ahead<-1>(free) & L::template Ahead<4>(free);
  const Rows beyond = L::template Ahead<-2>(own) | L::template Ahead<5>(own);
  return two & L::template Ahead<2>(two) & ends & (exact ? ~beyond : ~Rows{});
}

// Whether there is a straight four. With `exact`, overlines do not win.
bool HasStraightFour(const Board& own, const Board& other, bool exact) {
  const Rows stones = Load(own);
  const Rows free = AllRows() & ~(stones | Load(other));
  return Any(StraightFoursAlong<Across>(stones, free, exact) |
             StraightFoursAlong<Upwards>(stones, free, exact) |
             StraightFoursAlong<Rising>(stones, free, exact) |
             StraightFoursAlong<Falling>(stones, free, exact));
}

bool HasWinningRow(const Board& own, bool exact) {
  return exact ? HasExactFive(own) : HasFiveOrMore(own);
}

// Adds, for one direction, the weights of windows of five that hold stones of at most one colour.
template <typename L>
void AddWeights(const Renju::Position& p, PointWeights* weights) {
  for (int first = 0; first < kPoints; ++first) {
    if (L::Step(first, 4) == kNoPoint) {
      continue;
    }
    std::array<int, 2> stones = {};
    for (int k = 0; k < 5; ++k) {
      for (const size_t colour : {kBlack, kWhite}) {
        stones[colour] += p.stones[colour].Has(L::Step(first, k)) ? 1 : 0;
      }
    }
    if (stones[kBlack] > 0 && stones[kWhite] > 0) {
      continue;
    }
    for (int k = 0; k < 5; ++k) {
      (*weights)[static_cast<size_t>(L::Step(first, k))] +=
          1 << (2 * (stones[kBlack] + stones[kWhite]));
    }
  }
}

PointWeights WeighPoints(const Renju::Position& p) {
  PointWeights weights = {};
  AddWeights<Across>(p, &weights);
  AddWeights<Upwards>(p, &weights);
  AddWeights<Rising>(p, &weights);
  AddWeights<Falling>(p, &weights);
  return weights;
}

// Actions of offers and picks encode a point after the first action of their group.
int PointOf(Action action) { return action < kPoints ? action : (action - kFirstOffers) % kPoints; }

}  // namespace

void Renju::GreedyActions(const View& view, std::vector<Action>* best) const {
  const Position& p = view.position;
  std::array<uint64_t, (kPicks + kPoints + 63) / 64> words = {};
  const ActionMask mask(words);
  LegalActions(view, mask);
  mask.List(best);
  if (p.stage == Stage::kColours) {
    return;
  }
  // A pass, the last action if legal, is a last resort, and so is a forbidden point.
  std::vector<Action> points = *best;
  std::erase_if(points, [&](Action action) {
    return action == kPass ||
           (p.stage == Stage::kTurn && p.to_move == kBlack && p.forbidden.Has(action));
  });
  if (points.empty()) {
    *best = {kPass};
    return;
  }
  *best = points;
  if (p.stage == Stage::kTurn && KeepUrgent(p, best)) {
    return;
  }
  const PointWeights weights = WeighPoints(p);
  const int sign = p.stage == Stage::kPick ? -1 : 1;
  const auto weigh = [&](Action action) {
    return sign * weights[static_cast<size_t>(PointOf(action))];
  };
  int most = weigh(best->front());
  for (const Action action : *best) {
    most = std::max(most, weigh(action));
  }
  std::erase_if(*best, [&](Action action) { return weigh(action) < most; });
}

// Keeps the points that win, stop a win, make or stop a straight four, whichever kind exists first.
// Returns false if there are none.
bool Renju::KeepUrgent(const Position& p, std::vector<Action>* points) const {
  const std::array<uint8_t, 2> colours = {p.to_move, static_cast<uint8_t>(p.to_move ^ 1)};
  for (const bool straight_four : {false, true}) {
    for (const uint8_t colour : colours) {
      const bool exact = colour == kBlack && forbidden_ != Forbidden::kNone;
      const auto is_urgent = [&](Action point) {
        Board own = p.stones[colour];
        own.Add(point);
        return straight_four ? HasStraightFour(own, p.stones[colour ^ 1], exact)
                             : HasWinningRow(own, exact);
      };
      std::vector<Action> urgent;
      std::ranges::copy_if(*points, std::back_inserter(urgent), is_urgent);
      if (!urgent.empty()) {
        *points = urgent;
        return true;
      }
    }
  }
  return false;
}

}  // namespace kvintet::envs::renju
