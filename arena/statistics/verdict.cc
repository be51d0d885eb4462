// Verdict: see the header.
#include "arena/statistics/verdict.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"

#include "arena/statistics/anytime_interval.h"

namespace kvintet::arena {
namespace {

double Points(double score) { return 100 * score; }

std::string Favoured(const std::string& who, double least) {
  return absl::StrFormat("%s favoured by at least %.1f points", who, Points(least));
}

}  // namespace

Fairness JudgeFairness(const Interval& interval, double margin) {
  if (interval.low > 0.5 + margin) {
    return Fairness::kFirstBeyond;
  }
  if (interval.high < 0.5 - margin) {
    return Fairness::kSecondBeyond;
  }
  const bool inside = interval.low >= 0.5 - margin && interval.high <= 0.5 + margin;
  if (interval.low > 0.5) {
    return inside ? Fairness::kFairButFirst : Fairness::kFirstFavoured;
  }
  if (interval.high < 0.5) {
    return inside ? Fairness::kFairButSecond : Fairness::kSecondFavoured;
  }
  return inside ? Fairness::kFair : Fairness::kUndecided;
}

bool IsDecided(Fairness fairness) {
  switch (fairness) {
    case Fairness::kFirstFavoured:
    case Fairness::kSecondFavoured:
    case Fairness::kUndecided:
      return false;
    default:
      return true;
  }
}

std::string VerdictText(const Interval& interval, double margin, const SideNames& names) {
  std::string fair = absl::StrFormat("fair within ±%g points", Points(margin));
  std::string first = Favoured(names.first, interval.low - 0.5);
  std::string second = Favoured(names.second, 0.5 - interval.high);
  switch (JudgeFairness(interval, margin)) {
    case Fairness::kFair:
      return fair;
    case Fairness::kFairButFirst:
      return fair + ", though not even: " + first;
    case Fairness::kFairButSecond:
      return fair + ", though not even: " + second;
    case Fairness::kFirstFavoured:
      return first + absl::StrFormat("; whether by more than %g is not decided", Points(margin));
    case Fairness::kSecondFavoured:
      return second + absl::StrFormat("; whether by more than %g is not decided", Points(margin));
    case Fairness::kFirstBeyond:
      return first;
    case Fairness::kSecondBeyond:
      return second;
    case Fairness::kUndecided:
      break;
  }
  return absl::StrFormat("not decided: anything from %.1f points for %s to %.1f for %s",
                         std::max(0.0, Points(0.5 - interval.low)), names.second,
                         std::max(0.0, Points(interval.high - 0.5)), names.first);
}

double HalfWidthOfEven(int64_t games, double confidence) {
  // Single games count as pairs at the ends and in the middle of the scale.
  const PairScores even = {.pairs = {games / 2, 0, 0, 0, games - games / 2}};
  const Interval interval = AnytimeScore(even, confidence);
  return (interval.high - interval.low) / 2;
}

int64_t GamesForVerdict(double margin, double confidence, double power) {
  const double z = NormalQuantile(power);
  const auto suffices = [&](int64_t games) {
    const double drift = z / 2 / std::sqrt(static_cast<double>(games));
    return HalfWidthOfEven(games, confidence) + drift <= margin;
  };
  int64_t most = 1;
  while (!suffices(most)) {
    most *= 2;
  }
  int64_t least = most / 2;
  while (most - least > 1) {
    const int64_t middle = least + (most - least) / 2;
    (suffices(middle) ? most : least) = middle;
  }
  return most;
}

}  // namespace kvintet::arena
