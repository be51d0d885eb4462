// MatchTable::Live, Change, Performance: a match in memory, what is written of it, an act on it.
#pragma once

#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "matches/store/match_table.h"

namespace kvintet::serving {

// Who knows the id of a request that was answered with a secret gets the secret again.
inline constexpr size_t kShortestSecretId = 16;
// InvalidArgument unless the request has no id, or one of `shortest` bytes to 64.
absl::Status CheckRequestId(const RequestKey& key, size_t shortest);

// What is kept of an answered request; the reply masked, since it may hold a token.
AnsweredRequest Answered(const std::string& scope, const RequestKey& key, const std::string& reply);

struct MatchTable::Live {
  Live(const std::string& id, const GameFinder& find, MatchLimits limits)
      : match(id, find, limits) {}

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

// What is written of a match.
struct MatchTable::Change {
  Live* live = nullptr;
  MatchEvents events = {};
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
