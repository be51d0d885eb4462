// MatchStore::Live, Change, MatchCommand: a match in memory, its events to record, a request on it.
#pragma once

#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "matches/store/match_store.h"

namespace kvintet::matches {

// Random bytes in the id of a match or a tournament.
inline constexpr int kIdBytes = 16;
// A reply with a secret is given again to anyone who knows the id of the request, so such an id
// must be at least this long.
inline constexpr size_t kShortestSecretId = 16;
// InvalidArgument unless the request has no id, or an id of `shortest` to 64 bytes.
absl::Status CheckRequestId(const RequestKey& key, size_t shortest);

// The stored form of an answered request. The reply is masked, since it may contain a token.
AnsweredRequest Answered(const std::string& scope, const RequestKey& key, const std::string& reply);

struct MatchStore::Live {
  Live(const std::string& id, const GameFinder& find, MatchLimits limits)
      : match(id, find, limits) {}

  std::mutex mutex;
  // Guarded by mutex.
  Match match;
  // The last turn of each agent that was handed out, as game and ply.
  std::array<std::optional<std::pair<int, int>>, kPlayers> taken = {};
  // The clock reading that was last saved.
  ClockReading saved = {};
  bool forgotten = false;
  // Guarded by the store's mutex_.
  std::optional<int64_t> due;
};

// The events to record for a match.
struct MatchStore::Change {
  Live* live = nullptr;
  MatchEvents events = {};
};

// A request on a match. An id counts within its scope: one player in one match.
struct MatchStore::MatchCommand {
  std::string scope = {};
  RequestKey key = {};
  std::function<absl::StatusOr<MatchEvents>(const Match& match, const ActContext& context)> decide;
  // Builds the reply from the match before the events, and from the events.
  std::function<std::string(const Match& match, const MatchEvents& events)> reply;
  // Checked first, even if the request has been answered before. Empty: anybody may.
  std::function<absl::Status(const Match& match)> admit = {};
};

}  // namespace kvintet::matches
