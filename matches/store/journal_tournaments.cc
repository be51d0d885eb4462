// MatchJournal: tournaments.
#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/rule_options.h"
#include "matches/store/journal_statement.h"
#include "matches/store/match_journal.h"

namespace kvintet::matches {
namespace {

// Reads a row (id, created, body).
absl::StatusOr<Tournament> EventOf(const Statement& row) {
  const auto lost = [](const absl::Status& status) {
    return absl::DataLossError(
        absl::StrCat("the journal is damaged: a tournament: ", status.message()));
  };
  const absl::StatusOr<Json> json = ParseJson(row.Text(2), "event");
  if (!json.ok()) {
    return lost(json.status());
  }
  absl::StatusOr<TournamentSettings> settings = TournamentSettingsFromJson(*json);
  if (!settings.ok()) {
    return lost(settings.status());
  }
  return Tournament{row.Text(0), row.Number(1), *std::move(settings)};
}

}  // namespace

absl::Status MatchJournal::AddTournament(const Tournament& event, const AnsweredRequest& request) {
  const std::lock_guard lock(mutex_);
  const MatchSettings& match = event.settings.match;
  return Transact([&] {
    KVINTET_RETURN_IF_ERROR(Statement(database_, "INSERT INTO organised VALUES(?, ?, ?, ?, ?)")
                                .Bind(event.id)
                                .Bind(event.created_millis)
                                .Bind(match.spectators ? 0 : 1)
                                .Bind(envs::GameNameOf(match.game))
                                .Bind(ToJsonLine(ToJson(event.settings)))
                                .Run());
    if (!event.settings.section_id.empty()) {
      KVINTET_RETURN_IF_ERROR(Statement(database_, "INSERT INTO sections VALUES(?, ?)")
                                  .Bind(event.settings.section_id)
                                  .Bind(event.id)
                                  .Run());
    }
    return Answer(request);
  });
}

absl::StatusOr<std::optional<Tournament>> MatchJournal::FindTournament(const std::string& event) {
  const std::lock_guard lock(mutex_);
  Statement statement(database_, "SELECT id, created, body FROM organised WHERE id = ?");
  KVINTET_ASSIGN_OR_RETURN(const bool there, statement.Bind(event).Next());
  if (!there) {
    return std::optional<Tournament>();
  }
  KVINTET_ASSIGN_OR_RETURN(Tournament found, EventOf(statement));
  return std::optional(std::move(found));
}

absl::StatusOr<std::vector<Tournament>> MatchJournal::ListTournaments(const MatchQuery& query) {
  const std::lock_guard lock(mutex_);
  Statement statement(database_,
                      "SELECT id, created, body FROM organised WHERE closed = 0"
                      " AND (? = '' OR game = ?) AND (created, id) < (?, ?)"
                      " ORDER BY created DESC, id DESC LIMIT ?");
  const ListedMatch after = query.after.value_or(kLatest);
  statement.Bind(query.game).Bind(query.game).Bind(after.created_millis).Bind(after.id);
  statement.Bind(query.most);
  std::vector<Tournament> listed;
  while (true) {
    KVINTET_ASSIGN_OR_RETURN(const bool there, statement.Next());
    if (!there) {
      return listed;
    }
    KVINTET_ASSIGN_OR_RETURN(Tournament event, EventOf(statement));
    listed.push_back(std::move(event));
  }
}

absl::StatusOr<int64_t> MatchJournal::CountTournaments() {
  const std::lock_guard lock(mutex_);
  Statement statement(database_, "SELECT count(*) FROM organised");
  KVINTET_RETURN_IF_ERROR(statement.Next().status());
  return statement.Number(0);
}

absl::StatusOr<int64_t> MatchJournal::CountMatches(const std::string& event) {
  const std::lock_guard lock(mutex_);
  Statement statement(database_, "SELECT count(*) FROM matches WHERE event = ? AND event != ''");
  KVINTET_RETURN_IF_ERROR(statement.Bind(event).Next().status());
  return statement.Number(0);
}

absl::StatusOr<std::vector<std::string>> MatchJournal::TournamentsOf(const std::string& section) {
  const std::lock_guard lock(mutex_);
  Statement statement(database_, "SELECT event FROM sections WHERE section = ? ORDER BY event");
  statement.Bind(section);
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
