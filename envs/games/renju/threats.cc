// ForcedWin: see the header.
#include "envs/games/renju/threats.h"

#include <algorithm>

#include "envs/games/renju/windows.h"

namespace kvintet::envs::renju {
namespace {

// Fours tried for one position. Few positions have more that matter, and each costs less than a
// hundredth of what a network takes to value one.
constexpr int kMostFours = 40;

// A position with its attacker to move, and the fours that he may try there.
struct Line {
  Stones stones;
  Board fours;
  // The first four of the line; kNoPoint before it.
  int first;
};

// The fours of one side and the answers to them: all lines of one length, then all a four longer.
// So what is found does not depend on which way round the board lies.
class Attack {
 public:
  Attack(Colour attacker, bool restricted)
      : attacker_(attacker), defender_(Other(attacker)), restricted_(restricted) {}

  // How `attacker`, to move, begins to win; kNoPoint where that is not found.
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
  // How a line began that has come to a five; else kNoPoint, and the fours of each are listed.
  int FirstToFive();
  // How a line began that has a four that can't be answered; else kNoPoint, and there are longer
  // lines, of all fours with their answers.
  int FirstToWinningFour();

  const Colour attacker_;
  const Colour defender_;
  const bool restricted_;
  int fours_left_ = kMostFours;
  int fours_ = 0;
  size_t count_ = 0;
  std::array<Line, kMostFours> lines_;
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
  std::array<Line, kMostFours> longer;
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
