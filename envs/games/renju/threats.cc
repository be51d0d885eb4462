// ForcedWin: a breadth-first search over sequences of fours.
#include "envs/games/renju/threats.h"

#include <algorithm>

#include "envs/games/renju/windows.h"

namespace kvintet::envs::renju {
namespace {

// The number of fours tried for one position. Few positions have more that matter, and each costs
// less than a hundredth of a network evaluation.
constexpr int kMaxFours = 40;

// A position with the attacker to move, and the fours to try there.
struct Line {
  Stones stones;
  Board fours;
  // The first four of the line, or kNoPoint before it.
  int first;
};

// The fours of one side and the answers to them, searched level by level: all lines of one length,
// then those that are one four longer. The result therefore does not depend on the orientation of
// the board.
class Attack {
 public:
  Attack(Colour attacker, bool restricted)
      : attacker_(attacker), defender_(Other(attacker)), restricted_(restricted) {}

  // The first stone of a win of `attacker`, who is to move, or kNoPoint if none is found.
  int FirstOfWin(const Stones& stones) {
    lines_[0] = {.stones = stones, .fours = {}, .first = kNoPoint};
    count_ = 1;
    while (count_ > 0) {
      if (const int first = FirstToFive(); first != kNoPoint) {
        return first;
      }
      if (fours_ > fours_left_) {
        return kNoPoint;
      }
      fours_left_ -= fours_;
      if (const int first = FirstToWinningFour(); first != kNoPoint) {
        return first;
      }
    }
    return kNoPoint;
  }

 private:
  // The first stone of a line that has reached a five. Otherwise kNoPoint, with the fours of each
  // line listed.
  int FirstToFive();
  // The first stone of a line with a four that cannot be answered. Otherwise kNoPoint, with all
  // lines extended by each of their fours and its answer.
  int FirstToWinningFour();

  const Colour attacker_;
  const Colour defender_;
  const bool restricted_;
  int fours_left_ = kMaxFours;
  int fours_ = 0;
  size_t count_ = 0;
  std::array<Line, kMaxFours> lines_;
};

int Attack::FirstToFive() {
  fours_ = 0;
  for (size_t i = 0; i < count_; ++i) {
    Line& line = lines_[i];
    const Threats own = FindThreats(SideOf(line.stones, attacker_, restricted_));
    if (Any(own.fives)) {
      return line.first == kNoPoint ? Store(own.fives).First() : line.first;
    }
    line.fours = Store(own.fours);
    if (!Any(own.fours)) {
      continue;
    }
    const Rows stops = FindThreats(SideOf(line.stones, defender_, restricted_)).fives;
    if (Any(stops)) {
      line.fours = Store(stops).Count() > 1 ? Board{} : Store(own.fours & stops);
    }
    fours_ += line.fours.Count();
  }
  return kNoPoint;
}

int Attack::FirstToWinningFour() {
  std::array<Line, kMaxFours> longer;
  size_t count = 0;
  int winning = kNoPoint;
  for (size_t i = 0; i < count_ && winning == kNoPoint; ++i) {
    const Stones& stones = lines_[i].stones;
    lines_[i].fours.ForEach([&](int four) {
      if (winning != kNoPoint || IsForbidden(stones, attacker_, restricted_, four)) {
        return;
      }
      Stones next = stones;
      next[attacker_].Add(four);
      const Board answers = Store(FindThreats(SideOf(next, attacker_, restricted_)).fives);
      const int answer = answers.First();
      const int first = lines_[i].first == kNoPoint ? four : lines_[i].first;
      if (answers.Count() > 1 || IsForbidden(next, defender_, restricted_, answer)) {
        winning = first;
        return;
      }
      next[defender_].Add(answer);
      longer[count++] = {.stones = next, .fours = {}, .first = first};
    });
  }
  std::copy_n(longer.begin(), count, lines_.begin());
  count_ = count;
  return winning;
}

}  // namespace

int FirstOfFours(const Threatened& position) {
  return Attack(position.to_move, position.restricted).FirstOfWin(position.stones);
}

std::optional<bool> ForcedWin(const Threatened& position) {
  const Colour own = position.to_move;
  const Colour other = Other(own);
  if (FirstOfFours(position) != kNoPoint) {
    return true;
  }
  const Board stops = Store(FindThreats(SideOf(position.stones, other, position.restricted)).fives);
  const int count = stops.Count();
  if (count != 1) {
    return count > 1 ? std::optional<bool>(false) : std::nullopt;
  }
  const int stop = stops.First();
  if (IsForbidden(position.stones, own, position.restricted, stop)) {
    return false;
  }
  Stones next = position.stones;
  next[own].Add(stop);
  const bool loses = Attack(other, position.restricted).FirstOfWin(next) != kNoPoint;
  return loses ? std::optional<bool>(false) : std::nullopt;
}

}  // namespace kvintet::envs::renju
