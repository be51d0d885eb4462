// MatchTable::Live, MatchTable::Performance: a match in memory, and an act on it.
#pragma once

#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "serving/match/match_table.h"

namespace kvintet::serving {

// What is kept of an answered request; the reply masked, since it may hold a token.
AnsweredRequest Answered(const std::string& scope, const RequestKey& key, const std::string& reply);

struct MatchTable::Live {
  Live(const std::string& id, const GameFinder& find, size_t most_events)
      : match(id, find, most_events) {}

  std::mutex mutex;
  // Guarded by mutex.
  Match match;
  // The last turn of each agent that was handed out: game and ply.
  std::array<std::optional<std::pair<int, int>>, kPlayers> taken = {};
  // What was last saved of its clocks.
  ClockReading saved = {};
  bool forgotten = false;
  // Guarded by the table's.
  std::optional<int64_t> due;
};

// Each request with an id is in a scope: what one player says of one match.
struct MatchTable::Performance {
  std::string scope = {};
  RequestKey key = {};
  std::function<absl::StatusOr<MatchEvents>(const Match& match, const ActContext& context)> decide;
  // Made of the match before the events and of the events.
  std::function<std::string(const Match& match, const MatchEvents& events)> reply;
  // Looked at first, also when the request has been answered before. Empty: anybody may.
  std::function<absl::Status(const Match& match)> admit = {};
};

}  // namespace kvintet::serving
