// ForbiddenSet: judges all points at once, with recursion only where threes depend on each other.
//
// In each of the four directions, windows of four and five points are found by their first point,
// then moved to the points that complete them. The code relies on these facts; a stone is black,
// and a flank is the point beside a window:
//
// 1. The fours that a stone makes along a line are the windows of five that it leaves with four
// stones, no white stone and no black flank, minus those that hold the same four as their neighbour
// (a straight four is one four, seen through two windows).
//
// 2. A stone makes at most one three along a line, and that three can be completed at no more than
// two points.
//
// 3. A stone that completes a three to a straight four stands in a line with free flanks, so it
// makes neither a five, an overline, another four nor another three along that line. Whether it is
// itself forbidden depends only on the other three directions, and those do not meet the three's
// own stones. It is certainly allowed if it makes at most one three across; only otherwise is the
// recursion needed.
#include "envs/games/renju/forbidden.h"

#include <array>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

#include "envs/games/renju/rows.h"

namespace kvintet::envs::renju {
namespace {

// The windows of one direction, as sets of their first points.
struct BlackWindows {
  // Two stones and two free points, free flanks, and no black stone beyond them: one more stone
  // makes a three, two make a straight four.
  Rows two_of_four;
  // Three stones and two free points, no black flank: one more stone makes a four.
  Rows three_of_five;
  // Those of them that a stone in the first four points turns into the straight four that the
  // window one step back also contains.
  Rows same_four;
  // Four stones and a free point.
  Rows four_of_five;
};

template <typename L>
inline BlackWindows FindWindows(Rows black, Rows free) {
  const Rows before_2 = L::template Ahead<-2>(black);
  const Rows before_1 = L::template Ahead<-1>(black);
  const Rows black_1 = L::template Ahead<1>(black);
  const Rows black_2 = L::template Ahead<2>(black);
  const Rows black_3 = L::template Ahead<3>(black);
  const Rows black_4 = L::template Ahead<4>(black);
  const Rows black_5 = L::template Ahead<5>(black);
  const Rows open = black | free;
  const Rows free_4 = L::template Ahead<4>(free);
  const Rows open_4 =
      open & L::template Ahead<1>(open) & L::template Ahead<2>(open) & L::template Ahead<3>(open);
  const Rows open_5 = open_4 & (black_4 | free_4);
  // Counts the stones of four and of five points in binary.
  const Rows odd_2 = black ^ black_1;
  const Rows odd_3 = odd_2 ^ black_2;
  const Rows pair_3 = (black & black_1) | (odd_2 & black_2);
  const Rows odd_4 = odd_3 ^ black_3;
  const Rows carry_4 = odd_3 & black_3;
  const Rows odd_5 = odd_4 ^ black_4;
  const Rows carry_5 = carry_4 | (odd_4 & black_4);
  // The conditions on the surroundings of a straight four.
  const Rows straight = open_4 & L::template Ahead<-1>(free) & free_4 & ~(before_2 | black_5);
  return {.two_of_four = straight & ~odd_4 & (pair_3 ^ carry_4),
          .three_of_five = open_5 & odd_5 & (pair_3 ^ carry_5) & ~(before_1 | black_5),
          .same_four = straight & odd_4 & pair_3,
          .four_of_five = open_5 & ~odd_5 & pair_3 & carry_5};
}

// Counts in how many of several sets a point is: at least one, two, three.
struct Tally {
  Rows one = {};
  Rows two = {};
  Rows three = {};

  void Add(Rows set) {
    three |= two & set;
    two |= one & set;
    one |= set;
  }
};

// Adds, for each point, every four that a stone there makes along the line.
template <typename L>
inline void AddFours(const BlackWindows& windows, Tally* fours) {
  const Rows own = windows.three_of_five & ~windows.same_four;
  fours->Add(own);
  fours->Add(L::template Ahead<-1>(own));
  fours->Add(L::template Ahead<-2>(own));
  fours->Add(L::template Ahead<-3>(own));
  fours->Add(L::template Ahead<-4>(windows.three_of_five));
}

// Adds the points where a stone makes exactly five along the line, and those where it makes more.
template <typename L>
inline void AddFives(Rows black, Rows free, const BlackWindows& windows, Rows* fives,
                     Rows* overlines) {
  const Rows after = L::template Ahead<5>(black);
  const Rows five = windows.four_of_five & ~(L::template Ahead<-1>(black) | after);
  *fives |= Spread5<L>(five);
  const Rows six =
      (windows.four_of_five & after) | (FivesAlong<L>(black) & L::template Ahead<5>(free));
  *overlines |= Spread4<L>(six) | Spread4<L>(L::template Ahead<-2>(six));
}

// The points of the windows in `first` whose other free point is in `completing`.
template <typename L>
inline Rows Completed(Rows first, Rows completing) {
  const Rows at_1 = L::template Ahead<1>(completing);
  const Rows at_2 = L::template Ahead<2>(completing);
  const Rows at_3 = L::template Ahead<3>(completing);
  const Rows front = completing | at_1;
  const Rows back = at_2 | at_3;
  return (first & (at_1 | back)) | L::template Ahead<-1>(first & (completing | back)) |
         L::template Ahead<-2>(first & (front | at_3)) |
         L::template Ahead<-3>(first & (front | at_2));
}

// The result of one pass over a board.
struct Judgement {
  Board forbidden;  // certainly forbidden
  // The fields below are set only if something is undecided.
  Board undecided;  // double threes whose threes depend on `doubtful`
  Board doubtful;   // completing points that may themselves be forbidden double threes
  // By direction: windows of a three by first point, and points whose three is certainly real.
  std::array<Board, 4> windows;
  std::array<Board, 4> real;
};

// Splits double threes into real, unreal and undecided ones. `allowed` and `doubtful` are
// completing points.
bool JudgeThrees(const std::array<BlackWindows, 4>& lines, Rows candidates, Rows allowed,
                 Rows doubtful, Judgement* out) {
  const auto threes = [&](Rows completing) -> std::array<Rows, 4> {
    return {Completed<Across>(lines[0].two_of_four, completing),
            Completed<Upwards>(lines[1].two_of_four, completing),
            Completed<Rising>(lines[2].two_of_four, completing),
            Completed<Falling>(lines[3].two_of_four, completing)};
  };
  const auto doubles = [](const std::array<Rows, 4>& sets) {
    Tally tally;
    for (const Rows& set : sets) {
      tally.Add(set);
    }
    return tally.two;
  };
  const std::array<Rows, 4> real = threes(allowed);
  const Rows surely = candidates & doubles(real);
  Store(Load(out->forbidden) | surely, &out->forbidden);
  if (!Any(doubtful)) {
    return false;
  }
  Store(candidates & ~surely & doubles(threes(allowed | doubtful)), &out->undecided);
  Store(doubtful, &out->doubtful);
  for (size_t i = 0; i < 4; ++i) {
    Store(lines[i].two_of_four, &out->windows[i]);
    Store(real[i], &out->real[i]);
  }
  return true;
}

// Fills in `out`. Returns whether something is undecided; if not, only `forbidden` is valid.
inline bool Judge(Rows black, Rows white, Judgement* out) {
  const Rows free = AllRows() & ~(black | white);
  const std::array<BlackWindows, 4> lines = {
      FindWindows<Across>(black, free), FindWindows<Upwards>(black, free),
      FindWindows<Rising>(black, free), FindWindows<Falling>(black, free)};
  Tally fours;
  AddFours<Across>(lines[0], &fours);
  AddFours<Upwards>(lines[1], &fours);
  AddFours<Rising>(lines[2], &fours);
  AddFours<Falling>(lines[3], &fours);
  Tally threes;
  threes.Add(Spread4<Across>(lines[0].two_of_four));
  threes.Add(Spread4<Upwards>(lines[1].two_of_four));
  threes.Add(Spread4<Rising>(lines[2].two_of_four));
  threes.Add(Spread4<Falling>(lines[3].two_of_four));
  Rows fives = {};
  Rows overlines = {};
  if (Any(lines[0].four_of_five | lines[1].four_of_five | lines[2].four_of_five |
          lines[3].four_of_five)) {
    AddFives<Across>(black, free, lines[0], &fives, &overlines);
    AddFives<Upwards>(black, free, lines[1], &fives, &overlines);
    AddFives<Rising>(black, free, lines[2], &fives, &overlines);
    AddFives<Falling>(black, free, lines[3], &fives, &overlines);
  }
  const Rows quiet = free & ~fives;
  const Rows forbidden = quiet & (overlines | fours.two);
  const Rows candidates = quiet & threes.two & ~forbidden;
  Store(forbidden, &out->forbidden);
  if (!Any(candidates)) {
    return false;
  }
  const Rows completing = quiet & ~overlines & ~fours.one;
  return JudgeThrees(lines, candidates, completing & ~threes.three, completing & threes.three, out);
}

// One step along a line of this direction, for the recursion.
int StepAlong(size_t direction, int point, int k) {
  switch (direction) {
    case 0:
      return Across::Step(point, k);
    case 1:
      return Upwards::Step(point, k);
    case 2:
      return Rising::Step(point, k);
    default:
      return Falling::Step(point, k);
  }
}

bool IsForbidden(const Board& black, const Board& white, int point);

// Whether the three that `point` makes in this direction has an allowed completing point. `black`
// already includes the stone at `point`.
bool HasRealThree(const Judgement& judgement, size_t direction, const Board& black,
                  const Board& white, int point) {
  if (judgement.real[direction].Has(point)) {
    return true;
  }
  for (int offset = 0; offset < 4; ++offset) {
    const int first = StepAlong(direction, point, -offset);
    if (first == kNoPoint || !judgement.windows[direction].Has(first)) {
      continue;
    }
    for (int k = 0; k < 4; ++k) {
      const int other = StepAlong(direction, first, k);
      if (other != point && judgement.doubtful.Has(other) && !IsForbidden(black, white, other)) {
        return true;
      }
    }
  }
  return false;
}

// Decides an undecided point by the recursion of R10.
bool IsRealDoubleThree(const Judgement& judgement, Board black, const Board& white, int point) {
  black.Add(point);
  int threes = 0;
  for (size_t direction = 0; direction < 4 && threes < 2; ++direction) {
    threes += HasRealThree(judgement, direction, black, white, point) ? 1 : 0;
  }
  return threes >= 2;
}

bool IsForbidden(const Board& black, const Board& white, int point) {
  Judgement judgement;
  const bool undecided = Judge(Load(black), Load(white), &judgement);
  return judgement.forbidden.Has(point) || (undecided && judgement.undecided.Has(point) &&
                                            IsRealDoubleThree(judgement, black, white, point));
}

}  // namespace

Board ForbiddenSet(const Board& black, const Board& white) {
  Judgement judgement;
  if (Judge(Load(black), Load(white), &judgement)) {
    judgement.undecided.ForEach([&](int point) {
      if (IsRealDoubleThree(judgement, black, white, point)) {
        judgement.forbidden.Add(point);
      }
    });
  }
  return judgement.forbidden;
}

absl::StatusOr<std::vector<int>> ForbiddenPoints(const std::string& board225) {
  if (board225.size() != kPoints || board225.find_first_not_of("XO.") != std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("a board is 225 characters X O . from a1, b1 on, not '", board225, "'"));
  }
  Board black = {};
  Board white = {};
  for (int point = 0; point < kPoints; ++point) {
    const char stone = board225[static_cast<size_t>(point)];
    if (stone != '.') {
      (stone == 'X' ? black : white).Add(point);
    }
  }
  std::vector<int> points;
  ForbiddenSet(black, white).ForEach([&](int point) { points.push_back(point); });
  return points;
}

}  // namespace kvintet::envs::renju
