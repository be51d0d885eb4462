// TournamentSettings: see the header.
#include "matches/tournament/tournament_settings.h"

#include <algorithm>
#include <limits>
#include <set>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "matches/settings/match_rules.h"
#include "matches/settings/optional_member.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

constexpr std::array<const char*, 4> kTieNames = {"points_between", "wins", "tiles_between",
                                                  "score"};
static_assert(static_cast<size_t>(TieBreak::kScore) + 1 == kTieNames.size());

// Whether games score points by the difference of scores.
bool HasPoints(const envs::Game& game) { return RulesOf(game).tournament.total > 0; }

absl::Status CheckPoints(const envs::Game& game, const Scoring& points) {
  if (points.by_score) {
    return HasPoints(game)
               ? absl::OkStatus()
               : BadField("scoring", absl::StrCat("the rules of ", game.Spec().name,
                                                  " give no points for the difference of scores"));
  }
  const bool ordered = points.win >= points.draw && points.draw >= points.loss;
  if (!ordered || points.loss < 0 || points.win > kMaxTenths || points.win == points.loss) {
    return BadField("scoring", absl::StrCat("wanted win >= draw >= loss, not all equal, of 0 to ",
                                            kMaxTenths / 10, " points"));
  }
  return absl::OkStatus();
}

absl::StatusOr<TieBreak> TieNamed(const std::string& name) {
  const auto found = std::ranges::find(kTieNames, name);
  if (found == kTieNames.end()) {
    return absl::InvalidArgumentError(absl::StrCat("ties: unknown value '", name, "'"));
  }
  return static_cast<TieBreak>(found - kTieNames.begin());
}

}  // namespace

Scoring PointsByRules(const envs::Game& game) { return {.by_score = HasPoints(game)}; }

RankingOptions RankingByRules(const envs::Game& game) {
  RankingOptions ranking;
  if (!HasPoints(game)) {
    ranking.most_missed = std::numeric_limits<int>::max();
  }
  return ranking;
}

absl::Status CheckTournament(const envs::Game& game, const TournamentSettings& settings) {
  if (settings.name.empty()) {
    return BadField("name", "wanted the tournament's name, found nothing");
  }
  KVINTET_RETURN_IF_ERROR(CheckName(settings.name, "name"));
  KVINTET_RETURN_IF_ERROR(CheckName(settings.section, "section"));
  KVINTET_RETURN_IF_ERROR(CheckSettings(game, settings.match));
  KVINTET_RETURN_IF_ERROR(CheckPoints(game, settings.match.event->points));
  const std::vector<TieBreak>& ties = settings.ranking.ties;
  if (std::set<TieBreak>(ties.begin(), ties.end()).size() != ties.size()) {
    return BadField("tie_breaks", "wanted each tie-break at most once");
  }
  if (settings.ranking.most_missed < 0) {
    return BadField("max_missed",
                    absl::StrCat("wanted 0 or more, found ", settings.ranking.most_missed));
  }
  return absl::OkStatus();
}

absl::Status CheckPair(const TournamentPair& pair) {
  for (const PlayerSettings& player : pair.players) {
    if (player.open || player.name.empty()) {
      return BadField("players", "wanted names, which identify the players of a tournament");
    }
    KVINTET_RETURN_IF_ERROR(CheckName(player.name, "players"));
  }
  return pair.players[0].name == pair.players[1].name
             ? BadField("players", "wanted two names, found the same twice")
             : absl::OkStatus();
}

MatchSettings SettingsOfPair(const Tournament& event, const TournamentPair& pair, int round) {
  MatchSettings settings = event.settings.match;
  settings.players = pair.players;
  for (PlayerSettings& player : settings.players) {
    player.open = player.kind == PlayerKind::kPerson;
  }
  settings.lot = pair.lot;
  settings.event->event = event.id;
  settings.event->round = round;
  return settings;
}

Json ToJson(const TournamentSettings& settings) {
  Json ties = Json::array();
  for (const TieBreak tie : settings.ranking.ties) {
    ties.push_back(kTieNames[static_cast<size_t>(tie)]);
  }
  return {{"name", settings.name},
          {"match", ToJson(settings.match)},
          {"ties", ties},
          {"most_missed", settings.ranking.most_missed},
          {"section", settings.section},
          {"section_id", settings.section_id}};
}

absl::StatusOr<TournamentSettings> TournamentSettingsFromJson(const Json& json) {
  TournamentSettings settings;
  KVINTET_ASSIGN_OR_RETURN(settings.name, JsonMember<std::string>(json, "name"));
  KVINTET_ASSIGN_OR_RETURN(const Json match, JsonMember<Json>(json, "match"));
  KVINTET_ASSIGN_OR_RETURN(settings.match, SettingsFromJson(match));
  if (!settings.match.event) {
    return absl::InvalidArgumentError("match: wanted the settings of a tournament's match");
  }
  KVINTET_ASSIGN_OR_RETURN(const Json ties, JsonMember<Json>(json, "ties"));
  settings.ranking.ties.clear();
  for (const Json& tie : ties) {
    KVINTET_ASSIGN_OR_RETURN(const std::string name, FromJson<std::string>(tie));
    KVINTET_ASSIGN_OR_RETURN(const TieBreak known, TieNamed(name));
    settings.ranking.ties.push_back(known);
  }
  KVINTET_ASSIGN_OR_RETURN(const int64_t missed, JsonMember<int64_t>(json, "most_missed"));
  settings.ranking.most_missed = static_cast<int>(missed);
  const std::string none;
  KVINTET_ASSIGN_OR_RETURN(settings.section, OptionalMember(json, "section", none));
  KVINTET_ASSIGN_OR_RETURN(settings.section_id, OptionalMember(json, "section_id", none));
  return settings;
}

}  // namespace kvintet::matches
