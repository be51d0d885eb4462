// What `kvintet arena` prints: a match, a cross-table, as text and as JSON.
#pragma once

#include <string>

#include "arena/cross_table.h"
#include "base/reports/json.h"

namespace kvintet::cli {

// Which intervals a report has.
struct IntervalKind {
  // In (0, 1).
  double confidence = 0.95;
  // Those that may be looked at at any time (arena/statistics/anytime_interval.h), for matches that
  // end when they have told enough; else those for a number of pairs fixed before.
  bool anytime = false;

  arena::Interval Of(const arena::PairScores& scores) const;
};

// Lines for people; `game` as it was asked for.
// Of the one match of a table. REQUIRES: two agents.
std::string MatchText(const std::string& game, const arena::CrossTable& table,
                      const IntervalKind& kind);
// A row for each agent: against all others, against each; of three or more also Nash averaging.
std::string TableText(const std::string& game, const arena::CrossTable& table,
                      const IntervalKind& kind);

// {"score", "low", "high", "games", "pairs"} from the point of view of whose scores they are; the
// score is in [0, 1]. With anytime-valid intervals also {"anytime": true}.
Json ScoresJson(const arena::PairScores& scores, const IntervalKind& kind);

// {"a", "b"}, ScoresJson of `a`, {"reasons"} and, if wanted, {"records"}. REQUIRES: a < b.
Json MatchJson(const arena::CrossTable& table, size_t a, size_t b, const IntervalKind& kind,
               bool with_records);

// {"agents": each with its ScoresJson against all others, "matches"}; of three or more agents also
// {"nash_mix", "nash_elo"} of each and {"effective_agents", "cyclic_share",
// "cyclic_share_of_noise"}.
Json TableJson(const arena::CrossTable& table, const IntervalKind& kind, bool with_records);

}  // namespace kvintet::cli
