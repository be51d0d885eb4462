// MatchStore: tournaments: creating them, adding matches, and ranking.
#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "matches/game/commitment.h"
#include "matches/state/act_events.h"
#include "matches/store/live_match.h"
#include "matches/tournament/director_decision.h"
#include "matches/tournament/tournament_results.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

constexpr char kTournamentScope[] = "event";
constexpr size_t kMaxPairs = 64;
constexpr int kMaxRounds = 1000;
// Rounds are added up to this many matches of a tournament. Matches that are played again may
// exceed it, so that no fault needs a free place. The standings load all of them.
constexpr int kMaxMatches = 1000;
// Most tournaments of a section. Standings load the matches of all of them.
constexpr size_t kMaxOfSection = 32;

absl::Status CheckRound(const RoundSettings& round) {
  if (round.pairs.empty() || round.pairs.size() > kMaxPairs) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("pairs: wanted 1 to ", kMaxPairs, ", found ", round.pairs.size()),
                   "pairs");
  }
  if (round.round < 1 || round.round > kMaxRounds) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("round: wanted 1 to ", kMaxRounds, ", found ", round.round),
                   "round");
  }
  for (const TournamentPair& pair : round.pairs) {
    KVINTET_RETURN_IF_ERROR(Within(CheckPair(pair), "pairs"));
  }
  return round.paused_for.empty() ? absl::OkStatus() : CheckReason(round.paused_for, "paused_for");
}

// Appends the event that pauses a match right after its creation.
void AppendPause(const std::string& reason, const ActContext& context, MatchEvents* events) {
  const DirectorAct act = {.kind = DirectorActKind::kPaused, .reason = reason};
  const MatchEvents pause =
      Stamped(MatchEvents{{.kind = EventKind::kDirectorActed, .text = DirectorActToJson(act)}},
              ClockReading(), context);
  events->insert(events->end(), pause.begin(), pause.end());
}

std::function<absl::Status(const Match&)> ByDirector(const std::string& token) {
  return [token](const Match& match) {
    const std::optional<TournamentPlace>& event = match.settings().event;
    return event && SameBytes(HashToken(token), event->director)
               ? absl::OkStatus()
               : Refusal(v1::REASON_BAD_TOKEN,
                         "token: wanted that of the director of the match's tournament", "token");
  };
}

std::string ScopeOf(const std::string& match) { return match + "/organiser"; }

// Gives each open place of a match a new invitation.
void Invite(MatchSecrets* secrets, MatchSettings* settings, AddedMatch* match) {
  for (size_t player = 0; player < kPlayers; ++player) {
    if (settings->players[player].open) {
      match->invitations[player] = secrets->Hex(kSecretBytes);
      settings->players[player].invitation = HashToken(match->invitations[player]);
    }
  }
}

}  // namespace

absl::StatusOr<Tournament> MatchStore::FindTournament(const std::string& event,
                                                      const std::string& token, bool acts) {
  KVINTET_ASSIGN_OR_RETURN(std::optional<Tournament> found, journal_->FindTournament(event));
  if (!found) {
    return Refusal(v1::REASON_UNKNOWN_TOURNAMENT, "there is no such tournament", "tournament");
  }
  const MatchSettings& match = found->settings.match;
  const bool anybody = !acts && token.empty() && match.spectators;
  if (!anybody && !SameBytes(HashToken(token), match.event->director)) {
    return Refusal(v1::REASON_BAD_TOKEN, "token: wanted that of the tournament's director",
                   "token");
  }
  return *std::move(found);
}

absl::StatusOr<std::string> MatchStore::CreateTournament(
    TournamentSettings settings, const RequestKey& key,
    const ReplyMaker<TournamentAdmission>& reply, const SectionKey& joins) {
  KVINTET_RETURN_IF_ERROR(CheckRequestId(key, kShortestSecretId));
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> asked,
                           find_(settings.match.game));
  AgreeOnGame(*asked, &settings.match);
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> game,
                           find_(settings.match.game));
  KVINTET_RETURN_IF_ERROR(CheckTournament(*game, settings));
  const std::lock_guard creating(creating_);
  KVINTET_ASSIGN_OR_RETURN(const std::optional<std::string> before,
                           AnsweredBefore(kTournamentScope, key));
  if (before) {
    return *before;
  }
  KVINTET_RETURN_IF_ERROR(Within(JoinSection(joins, &settings), "joins"));
  KVINTET_RETURN_IF_ERROR(CheckRoom(0));
  KVINTET_ASSIGN_OR_RETURN(const int64_t events, journal_->CountTournaments());
  if (events >= options_.max_tournaments) {
    return Refusal(v1::REASON_TOO_MANY_TOURNAMENTS,
                   absl::StrCat("this server keeps ", options_.max_tournaments, " tournaments"));
  }
  const TournamentAdmission admission = {.event = sources_.secrets->Hex(kIdBytes),
                                         .token = sources_.secrets->Hex(kSecretBytes)};
  settings.match.event->director = HashToken(admission.token);
  if (!settings.section.empty() && settings.section_id.empty()) {
    settings.section_id = admission.event;
  }
  std::string answer = reply(admission);
  KVINTET_RETURN_IF_ERROR(
      journal_->AddTournament({admission.event, sources_.time->WallMillis(), std::move(settings)},
                              Answered(kTournamentScope, key, answer)));
  return answer;
}

absl::StatusOr<std::string> MatchStore::AddMatches(
    const std::string& event, const std::string& token, const RoundSettings& round,
    const RequestKey& key, const ReplyMaker<std::vector<AddedMatch>>& reply) {
  KVINTET_RETURN_IF_ERROR(CheckRequestId(key, kShortestSecretId));
  KVINTET_ASSIGN_OR_RETURN(const Tournament found, FindTournament(event, token, true));
  const std::string scope = event + "/matches";
  std::vector<std::shared_ptr<Live>> lives;
  std::string answer;
  {
    const std::lock_guard creating(creating_);
    KVINTET_ASSIGN_OR_RETURN(const std::optional<std::string> before, AnsweredBefore(scope, key));
    if (before) {
      return *before;
    }
    KVINTET_RETURN_IF_ERROR(CheckRound(round));
    KVINTET_RETURN_IF_ERROR(CheckRoom(round.pairs.size()));
    KVINTET_ASSIGN_OR_RETURN(const int64_t there, journal_->CountMatches(event));
    if (there + std::ssize(round.pairs) > kMaxMatches) {
      return Refusal(v1::REASON_TOO_MANY_MATCHES,
                     absl::StrCat("a tournament has at most ", kMaxMatches, " matches"));
    }
    const ActContext context = {&sources_, sources_.time->Monotonic()};
    KVINTET_RETURN_IF_ERROR(CheckStart(round.start_millis, context));
    std::vector<AddedMatch> added;
    std::vector<Change> changes;
    for (const TournamentPair& pair : round.pairs) {
      AddedMatch& match = added.emplace_back(AddedMatch{.match = sources_.secrets->Hex(kIdBytes)});
      MatchSettings settings = SettingsOfPair(found, pair, round.round);
      settings.start_millis = round.start_millis;
      Invite(sources_.secrets, &settings, &match);
      absl::StatusOr<MatchEvents> events = DecideCreate(std::move(settings), find_, {}, context);
      if (!events.ok()) {
        return Within(events.status(), "pairs");
      }
      if (!round.paused_for.empty()) {
        AppendPause(round.paused_for, context, &*events);
      }
      lives.push_back(NewLive(match.match));
      changes.push_back({lives.back().get(), *std::move(events)});
    }
    answer = reply(added);
    // Nobody else knows these matches yet, so their locks need not be taken.
    KVINTET_RETURN_IF_ERROR(Record(changes, Answered(scope, key, answer), context.now));
    for (const std::shared_ptr<Live>& live : lives) {
      Insert(live);
    }
  }
  for (const std::shared_ptr<Live>& live : lives) {
    Changed(live->match.id());
  }
  return answer;
}

absl::Status MatchStore::Direct(const std::string& match, const std::string& token,
                                const DirectorAct& act, const RequestKey& key) {
  KVINTET_RETURN_IF_ERROR(CheckRequestId(key, 1));
  const auto decide = [&](const Match& played, const ActContext& context) {
    return DecideDirectorAct(played, act, context);
  };
  const auto nothing = [](const Match& /*played*/, const MatchEvents& /*events*/) {
    return std::string();
  };
  return Perform(match, {.scope = ScopeOf(match),
                         .key = key,
                         .decide = decide,
                         .reply = nothing,
                         .admit = ByDirector(token)})
      .status();
}

absl::StatusOr<std::string> MatchStore::Replay(const std::string& match, const std::string& token,
                                               const ReplayAct& act, const RequestKey& key,
                                               const ReplyMaker<std::string>& reply) {
  KVINTET_RETURN_IF_ERROR(CheckRequestId(key, 1));
  const std::string id = sources_.secrets->Hex(kIdBytes);
  std::unique_lock<std::mutex> lock;
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<Live> old, Lock(match, &lock));
  KVINTET_RETURN_IF_ERROR(ByDirector(token)(old->match));
  KVINTET_ASSIGN_OR_RETURN(const std::optional<std::string> before,
                           AnsweredBefore(ScopeOf(match), key));
  if (before) {
    return *before;
  }
  const ActContext context = {&sources_, sources_.time->Monotonic()};
  KVINTET_ASSIGN_OR_RETURN(
      MatchEvents told,
      DecideDirectorAct(old->match,
                        {.kind = DirectorActKind::kReplayed, .reason = act.reason, .match = id},
                        context));
  KVINTET_ASSIGN_OR_RETURN(MatchSettings settings, SettingsOfReplay(old->match));
  KVINTET_RETURN_IF_ERROR(CheckRoom(1));
  std::array<std::string, kPlayers> hashes;
  for (int player = 0; player < kPlayers; ++player) {
    hashes[At(player)] = old->match.player(player).token_hash;
  }
  KVINTET_ASSIGN_OR_RETURN(MatchEvents events,
                           DecideCreate(std::move(settings), find_, hashes, context));
  if (act.paused) {
    AppendPause(act.reason, context, &events);
  }
  const std::shared_ptr<Live> made = NewLive(id);
  std::string answer = reply(id);
  const std::array<Change, 2> changes = {Change{old.get(), std::move(told)},
                                         Change{made.get(), std::move(events)}};
  KVINTET_RETURN_IF_ERROR(Record(changes, Answered(ScopeOf(match), key, answer), context.now));
  lock.unlock();
  Insert(made);
  Changed(match);
  Changed(id);
  return answer;
}

absl::StatusOr<TournamentLook> MatchStore::LookAtTournament(const std::string& event,
                                                            const std::string& token) {
  KVINTET_ASSIGN_OR_RETURN(Tournament found, FindTournament(event, token, false));
  KVINTET_ASSIGN_OR_RETURN(const int64_t matches, journal_->CountMatches(event));
  return TournamentLook{std::move(found), matches};
}

absl::Status MatchStore::JoinSection(const SectionKey& joins, TournamentSettings* settings) {
  if (joins.event.empty()) {
    return joins.token.empty() ? absl::OkStatus()
                               : Refusal(v1::REASON_BAD_FIELD,
                                         "tournament: wanted one of the section", "tournament");
  }
  KVINTET_ASSIGN_OR_RETURN(const Tournament found, FindTournament(joins.event, joins.token, true));
  const std::string& section = found.settings.section;
  if (section.empty()) {
    return Refusal(v1::REASON_BAD_FIELD, "tournament: wanted one that is in a section",
                   "tournament");
  }
  if (!settings->section.empty() && settings->section != section) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("tournament: wanted one of the section '", settings->section,
                                "', found one of '", section, "'"),
                   "tournament");
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> there,
                           journal_->TournamentsOf(found.settings.section_id));
  if (there.size() >= kMaxOfSection) {
    return Refusal(v1::REASON_TOO_MANY_TOURNAMENTS,
                   absl::StrCat("a section has at most ", kMaxOfSection, " tournaments"));
  }
  settings->section = section;
  settings->section_id = found.settings.section_id;
  return absl::OkStatus();
}

absl::StatusOr<std::vector<TournamentResult>> MatchStore::ResultsOf(const std::string& event) {
  KVINTET_ASSIGN_OR_RETURN(
      const std::vector<ListedMatch> listed,
      journal_->List({.event = event, .most = std::numeric_limits<int>::max()}));
  std::vector<TournamentResult> results;
  for (const ListedMatch& one : listed) {
    std::unique_lock<std::mutex> lock;
    KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<Live> live, Lock(one.id, &lock));
    if (const std::optional<TournamentResult> result = ResultOf(live->match)) {
      results.push_back(*result);
    }
  }
  return results;
}

absl::StatusOr<std::vector<TableRow>> MatchStore::Standings(const std::string& event,
                                                            const std::string& token) {
  KVINTET_ASSIGN_OR_RETURN(const Tournament found, FindTournament(event, token, false));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<TournamentResult> results, ResultsOf(event));
  std::vector<std::string> section;
  if (!found.settings.section_id.empty()) {
    KVINTET_ASSIGN_OR_RETURN(section, journal_->TournamentsOf(found.settings.section_id));
  }
  MissedGames elsewhere;
  for (const std::string& other : section) {
    if (other != event) {
      KVINTET_ASSIGN_OR_RETURN(const std::vector<TournamentResult> theirs, ResultsOf(other));
      CountMissed(theirs, &elsewhere);
    }
  }
  return TableOf(results, found.settings.ranking, elsewhere);
}

}  // namespace kvintet::matches
