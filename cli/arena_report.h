// What `kvintet arena` prints: a match, a cross-table, as text and as JSON.
#pragma once

#include <string>

#include "arena/cross_table.h"
#include "base/json.h"

namespace kvintet::cli {

// Lines for people; `game` as it was asked for; `confidence` of all intervals, in (0, 1).
// Of the one match of a table. REQUIRES: two agents.
std::string MatchText(const std::string& game, const arena::CrossTable& table, double confidence);
// A row for each agent: against all others, against each.
std::string TableText(const std::string& game, const arena::CrossTable& table, double confidence);

// {"score", "low", "high", "games", "pairs"} from the point of view of whose scores they are; the
// score is in [0, 1].
Json ScoresJson(const arena::PairScores& scores, double confidence);

// {"a", "b"}, ScoresJson of `a`, {"reasons"} and, if wanted, {"records"}. REQUIRES: a < b.
Json MatchJson(const arena::CrossTable& table, size_t a, size_t b, double confidence,
               bool with_records);

// {"agents": each with its ScoresJson against all others, "matches"}.
Json TableJson(const arena::CrossTable& table, double confidence, bool with_records);

}  // namespace kvintet::cli
