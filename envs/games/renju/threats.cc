// ForcedWin: see the header.
#include "envs/games/renju/threats.h"

#include <algorithm>

#include "envs/games/renju/forbidden.h"
#include "envs/games/renju/rows.h"

namespace kvintet::envs::renju {
namespace {

// Fours tried for one position. Few positions have more that matter, and each costs less than a
// hundredth of what a network takes to value one.
constexpr int kMostFours = 40;

// The stones of one side, and the points free to both.
struct Side {
  Rows own;
  Rows free;
  bool exact;  // six in a row is no win
};

// First points of windows of five with only own stones and free points, by how many stones.
struct Windows {
  Rows four;
  Rows three;
};

template <typename L>
Windows WindowsAlong(const Side& side) {
  const Rows s0 = side.own;
  const Rows s1 = L::template Ahead<1>(s0);
  const Rows s2 = L::template Ahead<2>(s0);
  const Rows s3 = L::template Ahead<3>(s0);
  const Rows s4 = L::template Ahead<4>(s0);
  const Rows either = s0 | side.free;
  const Rows two = either & L::template Ahead<1>(either);
  Rows open = two & L::template Ahead<2>(two) & L::template Ahead<4>(either);
  if (side.exact) {
    open &= ~(L::template Ahead<-1>(s0) | L::template Ahead<5>(s0));
  }
  // The stones counted in binary, with carries of 2.
  const Rows odd_3 = s0 ^ s1 ^ s2;
  const Rows pair_3 = (s0 & s1) | (s2 & (s0 ^ s1));
  const Rows odd = odd_3 ^ s3 ^ s4;
  const Rows pair_2 = (odd_3 & s3) | (s4 & (odd_3 ^ s3));
  return {.four = open & ~odd & pair_3 & pair_2, .three = open & odd & (pair_3 ^ pair_2)};
}

// Where a stone makes five, and where it threatens to.
struct Threats {
  Rows fives;
  Rows fours;
};

Threats FindThreats(const Side& side) {
  const Windows across = WindowsAlong<Across>(side);
  const Windows upwards = WindowsAlong<Upwards>(side);
  const Windows rising = WindowsAlong<Rising>(side);
  const Windows falling = WindowsAlong<Falling>(side);
  const auto points = [&](Rows a, Rows u, Rows r, Rows f) {
    return side.free &
           (Spread5<Across>(a) | Spread5<Upwards>(u) | Spread5<Rising>(r) | Spread5<Falling>(f));
  };
  return {.fives = points(across.four, upwards.four, rising.four, falling.four),
          .fours = points(across.three, upwards.three, rising.three, falling.three)};
}

Colour Other(Colour colour) { return colour == kBlack ? kWhite : kBlack; }

// By Colour.
using Stones = std::array<Board, 2>;

Side SideOf(const Stones& stones, Colour colour, bool restricted) {
  const Rows taken = Load(stones[kBlack]) | Load(stones[kWhite]);
  return {.own = Load(stones[colour]),
          .free = AllRows() & ~taken,
          .exact = restricted && colour == kBlack};
}

bool IsForbidden(const Stones& stones, Colour colour, bool restricted, int point) {
  return restricted && colour == kBlack && ForbiddenSet(stones[kBlack], stones[kWhite]).Has(point);
}

// A position with its attacker to move, and the fours that he may try there.
struct Line {
  Stones stones;
  Board fours;
};

// The fours of one side and the answers to them: all lines of one length, then all a four longer.
// So what is found does not depend on which way round the board lies.
class Attack {
 public:
  Attack(Colour attacker, bool restricted)
      : attacker_(attacker), defender_(Other(attacker)), restricted_(restricted) {}

  // Whether `attacker`, to move, wins.
  bool Wins(const Stones& stones) {
    lines_[0].stones = stones;
    count_ = 1;
    while (count_ > 0) {
      if (AnyMakesFive()) {
        return true;
      }
      if (fours_ > fours_left_) {
        return false;
      }
      fours_left_ -= fours_;
      if (AnyFourWins()) {
        return true;
      }
    }
    return false;
  }

 private:
  // Whether a line has come to a five; else lists the fours of each.
  bool AnyMakesFive();
  // Whether a four can't be answered; else makes longer lines of all fours with their answers.
  bool AnyFourWins();

  const Colour attacker_;
  const Colour defender_;
  const bool restricted_;
  int fours_left_ = kMostFours;
  int fours_ = 0;
  size_t count_ = 0;
  std::array<Line, kMostFours> lines_;
};

bool Attack::AnyMakesFive() {
  fours_ = 0;
  for (size_t i = 0; i < count_; ++i) {
    Line& line = lines_[i];
    const Threats own = FindThreats(SideOf(line.stones, attacker_, restricted_));
    if (Any(own.fives)) {
      return true;
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
  return false;
}

bool Attack::AnyFourWins() {
  std::array<Line, kMostFours> longer;
  size_t count = 0;
  bool wins = false;
  for (size_t i = 0; i < count_ && !wins; ++i) {
    const Stones& stones = lines_[i].stones;
    lines_[i].fours.ForEach([&](int four) {
      if (wins || IsForbidden(stones, attacker_, restricted_, four)) {
        return;
      }
      Stones next = stones;
      next[attacker_].Add(four);
      const Board answers = Store(FindThreats(SideOf(next, attacker_, restricted_)).fives);
      const int answer = answers.First();
      wins = answers.Count() > 1 || IsForbidden(next, defender_, restricted_, answer);
      next[defender_].Add(answer);
      longer[count++].stones = next;
    });
  }
  std::copy_n(longer.begin(), count, lines_.begin());
  count_ = count;
  return wins;
}

}  // namespace

std::optional<bool> ForcedWin(const Threatened& position) {
  const Colour own = position.to_move;
  const Colour other = Other(own);
  if (Attack(own, position.restricted).Wins(position.stones)) {
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
  return Attack(other, position.restricted).Wins(next) ? std::optional<bool>(false) : std::nullopt;
}

}  // namespace kvintet::envs::renju
