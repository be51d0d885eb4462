// MatchJournal: stores the events of all matches on disk before anybody sees them.
//
// An SQLite database in WAL mode with synchronous=FULL. What Append has returned ok for survives a
// crash of the process or of the machine, and nothing is ever stored in part. Tables: `matches`
// (id, over, creation time, closed, game, event), `tokens` (hash, match), `events` (match, number,
// body: match_event.h), `organised` (tournaments: tournament_settings.h), `sections` (id, a
// tournament in it), `readings` (the clocks of a match after a number of events), `requests` (the
// answers to requests that may be repeated).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "matches/state/match_event.h"
#include "matches/tournament/tournament_settings.h"

struct sqlite3;

namespace kvintet::matches {

// An answered request, stored together with its effect. With an empty id nothing is stored.
struct AnsweredRequest {
  // Ids in different scopes are different requests.
  std::string scope = {};
  // The hash of the id and the hash of the request's content.
  std::string id = {};
  std::string body = {};
  std::string reply = {};
};

// Events number `first`, first + 1, ... of a match.
struct JournalEntry {
  std::string match = {};
  int64_t first = 0;
  std::span<const MatchEvent> events = {};
  // The match is over; nothing more happens unless someone requests it.
  bool over = false;
};

// The clocks of a match after `events` events.
struct JournalReading {
  std::string match = {};
  int64_t events = 0;
  ClockReading reading = {};
};

// A match as it was stored.
struct JournalledMatch {
  std::vector<MatchEvent> events = {};
  // The clocks after the last event, if saved since then.
  std::optional<ClockReading> reading = {};
};

// An entry in a list of matches.
struct ListedMatch {
  std::string id = {};
  // Milliseconds since 1970.
  int64_t created_millis = 0;
};

// Sorts before all matches in a list.
inline const ListedMatch kLatest = {.created_millis = std::numeric_limits<int64_t>::max()};

// Which matches to list.
struct MatchQuery {
  // The hash of a player's token: that player's match, closed or not. Empty: all matches that are
  // not closed.
  std::string token_hash = {};
  // A tournament's matches, closed or not. Empty: matches of any tournament or none.
  std::string event = {};
  // A game's name. Empty: any game.
  std::string game = {};
  // Only matches that are not over.
  bool live = false;
  // Only matches after this one, the last of the previous page.
  std::optional<ListedMatch> after = {};
  int most = 0;
};

// Thread-safe. Unavailable if the disk is full, cannot be written or fails; then nothing was done,
// and the next call may succeed. DataLoss if the file is damaged.
class MatchJournal {
 public:
  // Creates the folder and the file if they are missing. FailedPrecondition if another process has
  // the journal open, or if its schema is unknown to this program.
  static absl::StatusOr<std::unique_ptr<MatchJournal>> Open(const std::string& folder);
  ~MatchJournal();

  // Appends events to matches together with the answer to the request that caused them, atomically.
  absl::Status Append(std::span<const JournalEntry> entries, const AnsweredRequest& request);
  // Replaces the clock readings saved between events.
  absl::Status SaveReadings(std::span<const JournalReading> readings);

  // The request's body hash and reply, if it has been answered.
  absl::StatusOr<std::optional<AnsweredRequest>> FindRequest(const std::string& scope,
                                                             const std::string& id);
  // Empty if there is no such match.
  absl::StatusOr<std::optional<JournalledMatch>> Load(const std::string& match);
  // The ids of the matches that are not over, sorted.
  absl::StatusOr<std::vector<std::string>> LiveMatches();
  // Sorted by creation, latest first. Unauthenticated for a token that belongs to no player.
  absl::StatusOr<std::vector<ListedMatch>> List(const MatchQuery& query);

  // Stores a tournament together with the answer to the request for it.
  absl::Status AddTournament(const Tournament& event, const AnsweredRequest& request);
  // Empty if there is no such tournament.
  absl::StatusOr<std::optional<Tournament>> FindTournament(const std::string& event);
  // Tournaments that are not closed, latest first. Only `game`, `after` and `most` of the query are
  // used.
  absl::StatusOr<std::vector<Tournament>> ListTournaments(const MatchQuery& query);
  // The number of tournaments, closed ones included, and the number of matches in one.
  absl::StatusOr<int64_t> CountTournaments();
  absl::StatusOr<int64_t> CountMatches(const std::string& event);
  // The ids of a section's tournaments, sorted.
  absl::StatusOr<std::vector<std::string>> TournamentsOf(const std::string& section);

  // Whether the last write succeeded.
  bool Works() const { return works_; }
  // Writes a dummy value to find out whether the journal can be written.
  absl::Status Probe();

 private:
  explicit MatchJournal(sqlite3* database) : database_(database) {}
  absl::Status Prepare();
  absl::Status Execute(const char* sql);
  absl::Status Transact(const std::function<absl::Status()>& work);
  absl::Status AppendOne(const JournalEntry& entry);
  absl::Status Answer(const AnsweredRequest& request);
  absl::Status Enlist(const std::string& match, const MatchEvent& created);

  std::mutex mutex_;
  // Guarded by mutex_.
  sqlite3* const database_;
  // Written with mutex_ held.
  std::atomic<bool> works_ = true;
};

}  // namespace kvintet::matches
