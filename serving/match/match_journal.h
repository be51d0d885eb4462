// MatchJournal: the events of all matches, on the disk before anybody is told of them.
//
// An SQLite database in WAL mode with synchronous=FULL: what Append has returned ok for is there
// after a crash of the process or of the machine, and nothing is there by half. Tables: `matches`
// (id, over, when created, closed, game), `tokens` (hash, match), `events` (match, number, body:
// match_event.h), `readings` (the clocks of a match after so many events), `requests` (what was
// answered to a request that may come again).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/match/match_event.h"

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

// Which matches to list.
struct MatchQuery {
  // Of a player's token: that player's match, closed or not. Empty: all that are not closed.
  std::string token_hash = {};
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

  // Appends events number `first`, first + 1, ... of a match, with the answer to the request that
  // led to them: all or nothing. `over`: nothing happens any more unless somebody asks for it.
  absl::Status Append(const std::string& match, int64_t first, std::span<const MatchEvent> events,
                      bool over, const AnsweredRequest& request);
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

  // Whether the last that was to be written was.
  bool Works() const { return works_; }
  // Writes something that means nothing.
  absl::Status Probe();

 private:
  explicit MatchJournal(sqlite3* database) : database_(database) {}
  absl::Status Prepare();
  absl::Status Execute(const char* sql);
  absl::Status Transact(const std::function<absl::Status()>& work);
  absl::Status Enlist(const std::string& match, const MatchEvent& created);

  std::mutex mutex_;
  // Guarded by mutex_.
  sqlite3* const database_;
  // Written with mutex_ held.
  std::atomic<bool> works_ = true;
};

}  // namespace kvintet::serving
