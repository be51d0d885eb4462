// MatchJournal: see the header.
#include "matches/store/match_journal.h"

#include <sqlite3.h>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/status_macros.h"
#include "envs/rule_options.h"
#include "matches/store/journal_statement.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

constexpr char kFile[] = "/matches.sqlite3";
// Identifies our files: "KvMt". Increase the schema with every change of the tables or of the
// meaning of events.
constexpr int kApplication = 0x4b764d74;
constexpr int kSchema = 4;
// The oldest schema that is opened; missing tables are created.
constexpr int kOldestSchema = 3;

constexpr char kTables[] = R"(
  CREATE TABLE matches(id TEXT PRIMARY KEY, over INTEGER NOT NULL, created INTEGER NOT NULL,
                       closed INTEGER NOT NULL, game TEXT NOT NULL, event TEXT NOT NULL)
    WITHOUT ROWID;
  CREATE TABLE organised(id TEXT PRIMARY KEY, created INTEGER NOT NULL, closed INTEGER NOT NULL,
                         game TEXT NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE tokens(hash TEXT PRIMARY KEY, match TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE events(match TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,
                      PRIMARY KEY(match, number)) WITHOUT ROWID;
  CREATE TABLE readings(match TEXT PRIMARY KEY, events INTEGER NOT NULL, body TEXT NOT NULL)
    WITHOUT ROWID;
  CREATE TABLE requests(scope TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
                        reply BLOB NOT NULL, PRIMARY KEY(scope, id)) WITHOUT ROWID;
  CREATE INDEX live ON matches(over) WHERE over = 0;
  CREATE INDEX listed ON matches(created, id) WHERE closed = 0;
  CREATE INDEX of_event ON matches(event, created, id) WHERE event != '';
  CREATE INDEX listed_events ON organised(created, id) WHERE closed = 0;
)";
// Added in schema 4.
constexpr char kSections[] = R"(
  CREATE TABLE IF NOT EXISTS sections(section TEXT NOT NULL, event TEXT NOT NULL,
                                      PRIMARY KEY(section, event)) WITHOUT ROWID;
)";

absl::StatusOr<int64_t> ReadNumber(sqlite3* database, const char* sql) {
  Statement statement(database, sql);
  KVINTET_ASSIGN_OR_RETURN(const bool there, statement.Next());
  return there ? statement.Number(0) : 0;
}

}  // namespace

absl::StatusOr<std::unique_ptr<MatchJournal>> MatchJournal::Open(const std::string& folder) {
  KVINTET_RETURN_IF_ERROR(MakeDirectories(folder));
  sqlite3* database = nullptr;
  const int code =
      sqlite3_open_v2((folder + kFile).c_str(), &database,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nullptr);
  std::unique_ptr<MatchJournal> journal(new MatchJournal(database));
  const absl::Status status = code == SQLITE_OK ? journal->Prepare() : JournalError(database);
  if (!status.ok()) {
    return absl::Status(status.code(), absl::StrCat(folder, ": ", status.message()));
  }
  return journal;
}

MatchJournal::~MatchJournal() { sqlite3_close(database_); }

absl::Status MatchJournal::Execute(const char* sql) {
  return sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) == SQLITE_OK
             ? absl::OkStatus()
             : JournalError(database_);
}

absl::Status MatchJournal::Prepare() {
  // Only one process may use a journal, since each assumes that it knows all its matches.
  KVINTET_RETURN_IF_ERROR(Execute("PRAGMA locking_mode=EXCLUSIVE"));
  KVINTET_RETURN_IF_ERROR(Execute("PRAGMA journal_mode=WAL"));
  KVINTET_RETURN_IF_ERROR(Execute("PRAGMA synchronous=FULL"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t application,
                           ReadNumber(database_, "PRAGMA application_id"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t schema, ReadNumber(database_, "PRAGMA user_version"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t tables,
                           ReadNumber(database_, "SELECT count(*) FROM sqlite_schema"));
  const bool known = schema >= kOldestSchema && schema <= kSchema;
  if (tables > 0 && (application != kApplication || !known)) {
    return absl::FailedPreconditionError(absl::StrCat(
        "wanted a journal of matches of schema ", kOldestSchema, " to ", kSchema, ", found ",
        application == kApplication ? absl::StrCat("schema ", schema) : "another database"));
  }
  // Takes the lock even if the tables exist already.
  return Transact([&] {
    if (tables == 0) {
      KVINTET_RETURN_IF_ERROR(Execute(kTables));
      KVINTET_RETURN_IF_ERROR(
          Execute(absl::StrCat("PRAGMA application_id=", kApplication).c_str()));
    }
    KVINTET_RETURN_IF_ERROR(Execute(kSections));
    return Execute(absl::StrCat("PRAGMA user_version=", kSchema).c_str());
  });
}

absl::Status MatchJournal::Transact(const std::function<absl::Status()>& work) {
  absl::Status status = Execute("BEGIN IMMEDIATE");
  if (status.ok()) {
    status = work();
  }
  if (status.ok()) {
    status = Execute("COMMIT");
  }
  if (sqlite3_get_autocommit(database_) == 0) {
    Execute("ROLLBACK").IgnoreError();
  }
  works_ = !absl::IsUnavailable(status);
  return status;
}

absl::Status MatchJournal::Probe() {
  const std::lock_guard lock(mutex_);
  return Transact([&] { return Execute("INSERT OR REPLACE INTO readings VALUES('', 0, '')"); });
}

absl::Status MatchJournal::Enlist(const std::string& match, const MatchEvent& created) {
  KVINTET_ASSIGN_OR_RETURN(const Json json, ParseJson(created.text, "settings"));
  KVINTET_ASSIGN_OR_RETURN(const MatchSettings settings, SettingsFromJson(json));
  return Statement(database_, "INSERT INTO matches VALUES(?, 0, ?, ?, ?, ?)")
      .Bind(match)
      .Bind(created.at_millis)
      .Bind(settings.spectators ? 0 : 1)
      .Bind(envs::GameNameOf(settings.game))
      .Bind(settings.event ? settings.event->event : "")
      .Run();
}

absl::Status MatchJournal::AppendOne(const JournalEntry& entry) {
  if (entry.first == 0) {
    KVINTET_RETURN_IF_ERROR(Enlist(entry.match, entry.events.front()));
  }
  KVINTET_RETURN_IF_ERROR(Statement(database_, "UPDATE matches SET over = ? WHERE id = ?")
                              .Bind(entry.over ? 1 : 0)
                              .Bind(entry.match)
                              .Run());
  int64_t number = entry.first;
  for (const MatchEvent& event : entry.events) {
    for (const std::string& hash : event.tokens) {
      if (!hash.empty()) {
        // A match that replaces a void one takes over its players' tokens.
        KVINTET_RETURN_IF_ERROR(Statement(database_, "INSERT OR REPLACE INTO tokens VALUES(?, ?)")
                                    .Bind(hash)
                                    .Bind(entry.match)
                                    .Run());
      }
    }
    KVINTET_RETURN_IF_ERROR(Statement(database_, "INSERT INTO events VALUES(?, ?, ?)")
                                .Bind(entry.match)
                                .Bind(number++)
                                .Bind(EventToText(event))
                                .Run());
  }
  return absl::OkStatus();
}

absl::Status MatchJournal::Answer(const AnsweredRequest& request) {
  if (request.id.empty()) {
    return absl::OkStatus();
  }
  return Statement(database_, "INSERT INTO requests VALUES(?, ?, ?, ?)")
      .Bind(request.scope)
      .Bind(request.id)
      .Bind(request.body)
      .BindBlob(request.reply)
      .Run();
}

absl::Status MatchJournal::Append(std::span<const JournalEntry> entries,
                                  const AnsweredRequest& request) {
  const std::lock_guard lock(mutex_);
  return Transact([&] {
    for (const JournalEntry& entry : entries) {
      KVINTET_RETURN_IF_ERROR(AppendOne(entry));
    }
    return Answer(request);
  });
}

absl::Status MatchJournal::SaveReadings(std::span<const JournalReading> readings) {
  const std::lock_guard lock(mutex_);
  return Transact([&] {
    for (const JournalReading& saved : readings) {
      KVINTET_RETURN_IF_ERROR(Statement(database_, "INSERT OR REPLACE INTO readings VALUES(?,?,?)")
                                  .Bind(saved.match)
                                  .Bind(saved.events)
                                  .Bind(ReadingToText(saved.reading))
                                  .Run());
    }
    return absl::OkStatus();
  });
}

absl::StatusOr<std::optional<AnsweredRequest>> MatchJournal::FindRequest(const std::string& scope,
                                                                         const std::string& id) {
  const std::lock_guard lock(mutex_);
  Statement statement(database_, "SELECT body, reply FROM requests WHERE scope = ? AND id = ?");
  KVINTET_ASSIGN_OR_RETURN(const bool there, statement.Bind(scope).Bind(id).Next());
  if (!there) {
    return std::optional<AnsweredRequest>();
  }
  return std::optional(AnsweredRequest{scope, id, statement.Text(0), statement.Text(1)});
}

absl::StatusOr<std::optional<JournalledMatch>> MatchJournal::Load(const std::string& match) {
  const std::lock_guard lock(mutex_);
  JournalledMatch loaded;
  Statement events(database_, "SELECT number, body FROM events WHERE match = ? ORDER BY number");
  events.Bind(match);
  while (true) {
    KVINTET_ASSIGN_OR_RETURN(const bool there, events.Next());
    if (!there) {
      break;
    }
    if (events.Number(0) != static_cast<int64_t>(loaded.events.size())) {
      return absl::DataLossError("the journal is damaged: an event is missing");
    }
    KVINTET_ASSIGN_OR_RETURN(MatchEvent event, EventFromText(events.Text(1)));
    loaded.events.push_back(std::move(event));
  }
  if (loaded.events.empty()) {
    return std::optional<JournalledMatch>();
  }
  Statement reading(database_, "SELECT events, body FROM readings WHERE match = ?");
  KVINTET_ASSIGN_OR_RETURN(const bool there, reading.Bind(match).Next());
  if (there && reading.Number(0) == static_cast<int64_t>(loaded.events.size())) {
    KVINTET_ASSIGN_OR_RETURN(const ClockReading saved, ReadingFromText(reading.Text(1)));
    loaded.reading = saved;
  }
  return std::optional(std::move(loaded));
}

absl::StatusOr<std::vector<ListedMatch>> MatchJournal::List(const MatchQuery& query) {
  const std::lock_guard lock(mutex_);
  std::string own;
  if (!query.token_hash.empty()) {
    Statement token(database_, "SELECT match FROM tokens WHERE hash = ?");
    KVINTET_ASSIGN_OR_RETURN(const bool known, token.Bind(query.token_hash).Next());
    if (!known) {
      return Refusal(v1::REASON_BAD_TOKEN, "token: wanted a player's token", "token");
    }
    own = token.Text(0);
  }
  const char* which = "closed = 0 AND ? = ''";
  if (!query.event.empty()) {
    which = "event = ? AND event != ''";
    own = query.event;
  } else if (!own.empty()) {
    which = "id = ?";
  }
  const std::string sql =
      absl::StrCat("SELECT id, created FROM matches WHERE ", which,
                   " AND (? = '' OR game = ?) AND (? = 0 OR over = 0) AND (created, id) < (?, ?)"
                   " ORDER BY created DESC, id DESC LIMIT ?");
  Statement statement(database_, sql.c_str());
  const ListedMatch after = query.after.value_or(kLatest);
  statement.Bind(own).Bind(query.game).Bind(query.game).Bind(query.live ? 1 : 0);
  statement.Bind(after.created_millis).Bind(after.id).Bind(query.most);
  std::vector<ListedMatch> listed;
  while (true) {
    KVINTET_ASSIGN_OR_RETURN(const bool there, statement.Next());
    if (!there) {
      return listed;
    }
    listed.push_back({statement.Text(0), statement.Number(1)});
  }
}

absl::StatusOr<std::vector<std::string>> MatchJournal::LiveMatches() {
  const std::lock_guard lock(mutex_);
  Statement statement(database_, "SELECT id FROM matches WHERE over = 0 ORDER BY id");
  std::vector<std::string> ids;
  while (true) {
    KVINTET_ASSIGN_OR_RETURN(const bool there, statement.Next());
    if (!there) {
      return ids;
    }
    ids.push_back(statement.Text(0));
  }
}

}  // namespace kvintet::matches
