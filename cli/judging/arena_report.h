// The output of `kvintet arena`: a match or a cross-table, as text and as JSON.
#pragma once

#include <string>

#include "arena/cross_table.h"
#include "base/reports/json.h"

namespace kvintet::cli {

// The kind of intervals in a report.
struct IntervalKind {
  // In (0, 1).
  double confidence = 0.95;
  // Anytime-valid intervals (arena/statistics/anytime_interval.h), for matches that end as soon as
  // they have answered a question; else intervals for a number of pairs that was fixed beforehand.
  bool anytime = false;

  arena::Interval Of(const arena::PairScores& scores) const;
};

// The functions below return text; `game` is the text that the user gave.
//
// The only match of a table. REQUIRES: two agents.
std::string MatchText(const std::string& game, const arena::CrossTable& table,
                      const IntervalKind& kind);
// A row for each agent, with its score against all others together and against each. With three or
// more agents also Nash averaging.
std::string TableText(const std::string& game, const arena::CrossTable& table,
                      const IntervalKind& kind);

// {"score", "low", "high", "games", "pairs"} from the point of view of the agent whose scores these
// are; the score is in [0, 1]. With anytime-valid intervals also {"anytime": true}.
Json ScoresJson(const arena::PairScores& scores, const IntervalKind& kind);

// {"a", "b"}, ScoresJson of `a`, {"reasons"} and, if `with_records`, {"records"}. REQUIRES: a < b.
Json MatchJson(const arena::CrossTable& table, size_t a, size_t b, const IntervalKind& kind,
               bool with_records);

// {"agents": each with its ScoresJson against all others, "matches"}. With three or more agents
// also {"nash_mix", "nash_elo"} of each and {"effective_agents", "cyclic_share",
// "cyclic_share_of_noise"}.
Json TableJson(const arena::CrossTable& table, const IntervalKind& kind, bool with_records);

}  // namespace kvintet::cli
