// MatchJournal: the events of all matches, on the disk before anybody is told of them.
//
// An SQLite database in WAL mode with synchronous=FULL: what Append has returned ok for is there
// after a crash of the process or of the machine, and nothing is there by half. Tables: `matches`
// (id, over, when created, closed, game, event), `tokens` (hash, match), `events` (match, number,
// body: match_event.h), `organised` (tournaments: tournament_settings.h), `sections` (id, a
// tournament of it), `readings` (the clocks of a match after so many events), `requests` (what was
// answered to a request that may come again).
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

namespace kvintet::serving {

// An answered request, kept with what it did. An empty id: nothing is kept.
struct AnsweredRequest {
  // Whose it is: ids of different scopes are different requests.
  std::string scope = {};
  // The hash of its id, and of all it said.
  std::string id = {};
  std::string body = {};
  std::string reply = {};
};

// Events number `first`, first + 1, ... of a match.
struct JournalEntry {
  std::string match = {};
  int64_t first = 0;
  std::span<const MatchEvent> events = {};
  // Nothing happens any more unless somebody asks for it.
  bool over = false;
};

// The clocks of a match when it had so many events.
struct JournalReading {
  std::string match = {};
  int64_t events = 0;
  ClockReading reading = {};
};

// A match as it was kept.
struct JournalledMatch {
  std::vector<MatchEvent> events = {};
  // The clocks after them, if they were saved since.
  std::optional<ClockReading> reading = {};
};

// A match in a list.
struct ListedMatch {
  std::string id = {};
  // Milliseconds since 1970.
  int64_t created_millis = 0;
};

// No match is later.
inline const ListedMatch kLatest = {.created_millis = std::numeric_limits<int64_t>::max()};

// Which matches to list.
struct MatchQuery {
  // Of a player's token: that player's match, closed or not. Empty: all that are not closed.
  std::string token_hash = {};
  // An event's matches, closed or not. Empty: of any.
  std::string event = {};
  // A game's name; empty: any.
  std::string game = {};
  // Only those that are not over.
  bool live = false;
  // Those after this one, the last that has been listed.
  std::optional<ListedMatch> after = {};
  int most = 0;
};

// Any thread. Unavailable where the disk is full, cannot be written or fails: then nothing has been
// done, and the next call may succeed. DataLoss where the file is damaged.
class MatchJournal {
 public:
  // Makes folder and file where they are missing. FailedPrecondition where another process keeps
  // the journal, or it is of a schema that this program does not know.
  static absl::StatusOr<std::unique_ptr<MatchJournal>> Open(const std::string& folder);
  ~MatchJournal();

  // Appends to matches, with the answer to the request that led to it: all or nothing.
  absl::Status Append(std::span<const JournalEntry> entries, const AnsweredRequest& request);
  // Replaces what is known of the clocks between events.
  absl::Status SaveReadings(std::span<const JournalReading> readings);

  // Body hash and reply of the request, if it has been answered.
  absl::StatusOr<std::optional<AnsweredRequest>> FindRequest(const std::string& scope,
                                                             const std::string& id);
  // Empty where there is no such match.
  absl::StatusOr<std::optional<JournalledMatch>> Load(const std::string& match);
  // The ids of those that are not over, sorted.
  absl::StatusOr<std::vector<std::string>> LiveMatches();
  // The latest created first. Unauthenticated for a token that is no player's.
  absl::StatusOr<std::vector<ListedMatch>> List(const MatchQuery& query);

  // Keeps an event, with the answer to the request for it.
  absl::Status AddTournament(const Tournament& event, const AnsweredRequest& request);
  // Empty where there is no such event.
  absl::StatusOr<std::optional<Tournament>> FindTournament(const std::string& event);
  // Those that are not closed, the latest created first: of the query `game`, `after` and `most`.
  absl::StatusOr<std::vector<Tournament>> ListTournaments(const MatchQuery& query);
  // How many there are, closed ones too; and how many matches an event has.
  absl::StatusOr<int64_t> CountTournaments();
  absl::StatusOr<int64_t> CountMatches(const std::string& event);
  // The ids of a section's events, sorted.
  absl::StatusOr<std::vector<std::string>> TournamentsOf(const std::string& section);

  // Whether the last that was to be written was.
  bool Works() const { return works_; }
  // Writes something that means nothing.
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

}  // namespace kvintet::serving
