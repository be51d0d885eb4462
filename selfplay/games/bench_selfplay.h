// BenchSelfPlay: how fast games are generated.
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
  // By the clock, all threads together.
  double evaluations_per_second = 0;
  // Also of games that were still in play at the end.
  double rows_per_second = 0;
  double games_per_second = 0;
  // Size of the ended games as a record file, per row; 0 where none has ended.
  double bytes_per_row = 0;
};

// Plays `task` (its games, sink and deadline aside) for about so many seconds.
absl::StatusOr<SelfPlayFigures> BenchSelfPlay(SelfPlayTask task, double seconds);

// For people, in lines; and as one object.
std::string ToText(const SelfPlayFigures& figures);
Json ToJson(const SelfPlayFigures& figures);

}  // namespace kvintet::selfplay
