// BenchSelfPlay: measures the speed of self-play.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "base/reports/json.h"
#include "selfplay/games/selfplay.h"

namespace kvintet::selfplay {

// The figures of a run.
struct SelfPlayFigures {
  int threads = 0;
  SelfPlayStats stats = {};
  // Per wall-clock second, all threads together.
  double evaluations_per_second = 0;
  // Including rows of games still in play at the end.
  double rows_per_second = 0;
  double games_per_second = 0;
  // Size of the finished games as a record file, per row; 0 without finished games.
  double bytes_per_row = 0;
};

// Plays `task`, ignoring its games, sink and deadline, for about `seconds`.
absl::StatusOr<SelfPlayFigures> BenchSelfPlay(SelfPlayTask task, double seconds);

// ToText: lines for people. ToJson: one object.
std::string ToText(const SelfPlayFigures& figures);
Json ToJson(const SelfPlayFigures& figures);

}  // namespace kvintet::selfplay
