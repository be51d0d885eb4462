// Verdict: judges a game's fairness from an anytime-valid interval, and plans how many games that
// takes.
#pragma once

#include <cstdint>
#include <string>

#include "arena/statistics/score.h"

namespace kvintet::arena {

// What is known about the first player's score, where one half is fair.
enum class Fairness {
  // Certainly within the margin of half, and possibly exactly half.
  kFair,
  // Certainly within the margin of half, but not exactly half.
  kFairButFirst,
  kFairButSecond,
  // Certainly not half; undecided whether within the margin.
  kFirstFavoured,
  kSecondFavoured,
  // Certainly further from half than the margin.
  kFirstBeyond,
  kSecondBeyond,
  kUndecided,
};

// `interval` is for the first player's score, in [0, 1]; `margin` in (0, 0.5).
Fairness JudgeFairness(const Interval& interval, double margin);

// Whether `fairness` says on which side of the margin the score lies, so that no more games are
// needed.
bool IsDecided(Fairness fairness);

// Names of the two sides.
struct SideNames {
  std::string first = "first player";
  std::string second = "second player";
};

// "fair within ±2 points", "first player favoured by at least 3.4 points", ... A point is 0.01 of
// the score, which is that of the side named first.
std::string VerdictText(const Interval& interval, double margin, const SideNames& names = {});

// Smallest half width of the interval of arena/statistics/anytime_interval.h after `games` even
// games (as many won as lost).
double HalfWidthOfEven(int64_t games, double confidence);

// How many games it takes until a fair game without draws is judged fair within the margin with
// probability `power`, checking after each game. At least 1.
int64_t GamesForVerdict(double margin, double confidence, double power);

}  // namespace kvintet::arena
