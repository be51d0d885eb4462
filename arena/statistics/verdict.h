// Verdict: what an anytime-valid interval says of a game's fairness, and how many games that takes.
#pragma once

#include <cstdint>
#include <string>

#include "arena/statistics/score.h"

namespace kvintet::arena {

// Where the score of the first player lies, as far as it is known: half is fair.
enum class Fairness {
  // Closer to half than the margin, for certain; and it may be half.
  kFair,
  // Closer to half than the margin, but not half.
  kFairButFirst,
  kFairButSecond,
  // Not half, and not decided whether within the margin.
  kFirstFavoured,
  kSecondFavoured,
  // Further from half than the margin.
  kFirstBeyond,
  kSecondBeyond,
  kUndecided,
};

// `interval` is of the first player's score, in [0, 1]; `margin` in (0, 0.5).
Fairness JudgeFairness(const Interval& interval, double margin);

// Whether more games could change what is said of the margin.
bool IsDecided(Fairness fairness);

// What the two sides are called.
struct SideNames {
  std::string first = "first player";
  std::string second = "second player";
};

// "fair within ±2 points", "first player favoured by at least 3.4 points", ... A point is one of a
// hundred in the score, which is of the side that is named first.
std::string VerdictText(const Interval& interval, double margin, const SideNames& names = {});

// Of `even` games (as many won as lost) the smallest half width of the interval that
// arena/statistics/anytime_interval.h gives.
double HalfWidthOfEven(int64_t games, double confidence);

// How many games make a fair game without draws be called fair within the margin with probability
// `power`, looked at after each of them. At least 1.
int64_t GamesForVerdict(double margin, double confidence, double power);

}  // namespace kvintet::arena
