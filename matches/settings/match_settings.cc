// MatchSettings: see the header.
#include "matches/settings/match_settings.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "base/status_macros.h"
#include "matches/settings/match_rules.h"
#include "matches/settings/optional_member.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

constexpr std::array<const char*, 5> kClockNames = {"none", "informative", "stages", "hourglass",
                                                    "penalty"};
constexpr int64_t kLongestMillis = int64_t{366} * 24 * 3600 * 1000;
// The end of the year 9999.
constexpr int64_t kLastMillis = 253'402'300'799'999;
constexpr size_t kMaxStages = 16;
constexpr size_t kLongestName = 64;
constexpr int kFirstRecurrence = 2;
constexpr int kMaxOccurrences = 1000;

// An InvalidArgument error. The field is the part of the text before the colon.
absl::Status Bad(const std::string& text) {
  return Refusal(v1::REASON_BAD_FIELD, text, text.substr(0, text.find(':')));
}

absl::Status CheckMillis(const std::string& field, int64_t millis, int64_t least) {
  if (millis < least || millis > kLongestMillis) {
    return Bad(absl::StrCat(field, ": wanted ", least, " to ", kLongestMillis,
                            " milliseconds, found ", millis));
  }
  return absl::OkStatus();
}

absl::Status CheckStages(const std::vector<ClockStage>& stages) {
  if (stages.empty() || stages.size() > kMaxStages) {
    return Bad(absl::StrCat("clock.stages: wanted 1 to ", kMaxStages, ", found ", stages.size()));
  }
  for (size_t i = 0; i < stages.size(); ++i) {
    KVINTET_RETURN_IF_ERROR(CheckMillis("clock.stages.ms", stages[i].millis, 1));
    KVINTET_RETURN_IF_ERROR(
        CheckMillis("clock.stages.increment_ms", stages[i].increment_millis, 0));
    if (stages[i].moves < 0 || (stages[i].moves == 0 && i + 1 < stages.size())) {
      return Bad("clock.stages.moves: wanted a number of moves, or 0 in the last stage");
    }
  }
  return absl::OkStatus();
}

// The clocks that the game may be played with. Any other would show who has chosen already, or
// would decide a game that clocks must not decide.
std::vector<ClockKind> ClocksOf(const envs::Game& game) {
  std::vector<ClockKind> kinds = {ClockKind::kNone};
  if (const ClockKind usual = RulesOf(game).clock.kind; usual != ClockKind::kNone) {
    kinds.push_back(usual);
  }
  if (!game.Spec().simultaneous) {
    kinds.push_back(ClockKind::kStages);
  }
  return kinds;
}

absl::Status CheckClock(const envs::Game& game, const ClockSettings& clock) {
  const std::vector<ClockKind> kinds = ClocksOf(game);
  if (std::ranges::find(kinds, clock.kind) == kinds.end()) {
    const auto quote = [](std::string* out, ClockKind kind) {
      absl::StrAppend(out, "'", ClockName(kind), "'");
    };
    return Bad(absl::StrCat("clock.kind: ", game.Spec().name, " is played with the clock ",
                            absl::StrJoin(kinds, " or ", quote), ", not '", ClockName(clock.kind),
                            "'"));
  }
  if (clock.claimed && clock.kind != ClockKind::kStages) {
    return Bad("clock.claimed: only a clock with stages has a flag to claim");
  }
  switch (clock.kind) {
    case ClockKind::kStages:
      return CheckStages(clock.stages);
    case ClockKind::kHourglass:
    case ClockKind::kPenalty:
      return CheckMillis("clock.total_ms", clock.total_millis, 2);
    case ClockKind::kNone:
    case ClockKind::kInformative:
      return absl::OkStatus();
  }
  return Bad("clock: unknown kind");
}

// Checks settings that exist only in some games' rules.
absl::Status CheckByRules(const envs::Game& game, const MatchSettings& settings) {
  const envs::MatchRules rules = RulesOf(game);
  const int forced = settings.forced_reset;
  if (!rules.resets && forced != 0) {
    return Bad(absl::StrCat("forced_reset: the rules of ", game.Spec().name, " have no reset"));
  }
  if (forced != 0 && (forced < kFirstRecurrence || forced > kMaxOccurrences)) {
    return Bad(absl::StrCat("forced_reset: wanted 0 or ", kFirstRecurrence, " to ", kMaxOccurrences,
                            ", found ", forced));
  }
  for (const PlayerSettings& player : settings.players) {
    if (rules.win_claims && player.kind == PlayerKind::kAgent) {
      return Bad(
          "players: if wins must be claimed, both players must be persons, since agents cannot "
          "claim");
    }
  }
  return absl::OkStatus();
}

Json ToJson(const ClockSettings& clock) {
  Json stages = Json::array();
  for (const ClockStage& stage : clock.stages) {
    stages.push_back({stage.moves, stage.millis, stage.increment_millis});
  }
  return {{"kind", ClockName(clock.kind)},
          {"stages", stages},
          {"total", clock.total_millis},
          {"claimed", clock.claimed}};
}

absl::StatusOr<std::array<int64_t, 3>> ThreeNumbers(const Json& json, const std::string& field) {
  if (!json.is_array() || json.size() != 3) {
    return Bad(absl::StrCat(field, ": wanted three numbers"));
  }
  std::array<int64_t, 3> numbers = {};
  for (size_t i = 0; i < numbers.size(); ++i) {
    KVINTET_ASSIGN_OR_RETURN(numbers[i], FromJson<int64_t>(json[i]));
  }
  return numbers;
}

absl::StatusOr<ClockStage> StageFromJson(const Json& json) {
  KVINTET_ASSIGN_OR_RETURN(const auto numbers, ThreeNumbers(json, "stages"));
  return ClockStage{static_cast<int>(numbers[0]), numbers[1], numbers[2]};
}

absl::StatusOr<ClockKind> ClockNamed(const std::string& name) {
  for (size_t i = 0; i < kClockNames.size(); ++i) {
    if (name == kClockNames[i]) {
      return static_cast<ClockKind>(i);
    }
  }
  return Bad(absl::StrCat("kind: unknown clock '", name, "'"));
}

absl::StatusOr<ClockSettings> ClockFromJson(const Json& json) {
  ClockSettings clock;
  const absl::StatusOr<std::string> kind = JsonMember<std::string>(json, "kind");
  KVINTET_RETURN_IF_ERROR(kind.status());
  KVINTET_ASSIGN_OR_RETURN(clock.kind, ClockNamed(*kind));
  KVINTET_ASSIGN_OR_RETURN(const Json stages, JsonMember<Json>(json, "stages"));
  for (const Json& stage : stages) {
    KVINTET_ASSIGN_OR_RETURN(const ClockStage read, StageFromJson(stage));
    clock.stages.push_back(read);
  }
  KVINTET_ASSIGN_OR_RETURN(clock.total_millis, JsonMember<int64_t>(json, "total"));
  KVINTET_ASSIGN_OR_RETURN(clock.claimed, JsonMember<bool>(json, "claimed"));
  return clock;
}

absl::StatusOr<PlayerSettings> PlayerFromJson(const Json& json) {
  PlayerSettings player;
  KVINTET_ASSIGN_OR_RETURN(const bool agent, JsonMember<bool>(json, "agent"));
  player.kind = agent ? PlayerKind::kAgent : PlayerKind::kPerson;
  KVINTET_ASSIGN_OR_RETURN(player.open, JsonMember<bool>(json, "open"));
  KVINTET_ASSIGN_OR_RETURN(player.name, JsonMember<std::string>(json, "name"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t simulations, JsonMember<int64_t>(json, "simulations"));
  player.simulations = static_cast<int>(simulations);
  KVINTET_ASSIGN_OR_RETURN(player.variety, JsonMember<double>(json, "variety"));
  KVINTET_ASSIGN_OR_RETURN(player.invitation, JsonMember<std::string>(json, "invitation"));
  KVINTET_ASSIGN_OR_RETURN(const Json colours,
                           OptionalMember<Json>(json, "colours", ToJson(ColourWish())));
  KVINTET_ASSIGN_OR_RETURN(player.colours, ColourWishFromJson(colours));
  // Matches of older journals have no known level, and any agent may play in them.
  if (json.contains("level")) {
    KVINTET_ASSIGN_OR_RETURN(const int64_t level, JsonMember<int64_t>(json, "level"));
    player.level = static_cast<int>(level);
  }
  player.allow_rollouts = true;
  if (json.contains("allow_rollouts")) {
    KVINTET_ASSIGN_OR_RETURN(player.allow_rollouts, JsonMember<bool>(json, "allow_rollouts"));
  }
  return player;
}

Json ToJson(const TournamentPlace& place) {
  const Scoring& points = place.points;
  return {{"id", place.event},           {"organiser", place.director},
          {"round", place.round},        {"replays", place.replays},
          {"by_score", points.by_score}, {"points", {points.win, points.draw, points.loss}}};
}

absl::StatusOr<TournamentPlace> PlaceFromJson(const Json& json) {
  TournamentPlace place;
  KVINTET_ASSIGN_OR_RETURN(place.event, JsonMember<std::string>(json, "id"));
  KVINTET_ASSIGN_OR_RETURN(place.director, JsonMember<std::string>(json, "organiser"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t round, JsonMember<int64_t>(json, "round"));
  place.round = static_cast<int>(round);
  KVINTET_ASSIGN_OR_RETURN(place.replays, JsonMember<std::string>(json, "replays"));
  KVINTET_ASSIGN_OR_RETURN(place.points.by_score, JsonMember<bool>(json, "by_score"));
  KVINTET_ASSIGN_OR_RETURN(const Json points, JsonMember<Json>(json, "points"));
  KVINTET_ASSIGN_OR_RETURN(const auto numbers, ThreeNumbers(points, "points"));
  place.points.win = static_cast<int>(numbers[0]);
  place.points.draw = static_cast<int>(numbers[1]);
  place.points.loss = static_cast<int>(numbers[2]);
  return place;
}

// Reads the members that the first form of the journal does not have.
absl::Status ReadLaterMembers(const Json& json, MatchSettings* settings) {
  settings->choices_count = true;
  if (json.contains("start")) {
    KVINTET_ASSIGN_OR_RETURN(settings->start_millis, JsonMember<int64_t>(json, "start"));
  }
  if (json.contains("max_plies")) {
    KVINTET_ASSIGN_OR_RETURN(const int64_t plies, JsonMember<int64_t>(json, "max_plies"));
    settings->max_plies = static_cast<int>(plies);
  }
  if (json.contains("choices_count")) {
    KVINTET_ASSIGN_OR_RETURN(settings->choices_count, JsonMember<bool>(json, "choices_count"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckName(const std::string& name, const std::string& field) {
  if (name.size() > kLongestName) {
    return Bad(absl::StrCat(field, ": wanted a name of at most ", kLongestName, " bytes, found ",
                            name.size()));
  }
  for (const char letter : name) {
    if (static_cast<unsigned char>(letter) < ' ' || letter == '\x7f') {
      return Bad(absl::StrCat(field, ": wanted no control characters in a name"));
    }
  }
  return absl::OkStatus();
}

std::string ClockName(ClockKind kind) { return kClockNames[static_cast<size_t>(kind)]; }

ColourWishes WishesOf(const MatchSettings& settings) {
  return {settings.players[0].colours, settings.players[1].colours};
}

absl::StatusOr<std::string> GameOf(const MatchSettings& settings) {
  return GameByWishes(settings.game, WishesOf(settings), settings.lot, "players.colours");
}

absl::Status CheckSettings(const envs::Game& game, const MatchSettings& settings) {
  for (const PlayerSettings& player : settings.players) {
    KVINTET_RETURN_IF_ERROR(CheckName(player.name, "players"));
    if (player.simulations < 0 || !(player.variety >= 0 && player.variety <= kMaxVariety)) {
      return Bad(absl::StrCat("players: wanted simulations of 0 or more and a variety from 0 to ",
                              kMaxVariety));
    }
  }
  KVINTET_RETURN_IF_ERROR(CheckMillis("patience_ms", settings.patience_millis, 0));
  if (settings.max_plies < 0) {
    return Bad(absl::StrCat("max_plies: wanted 0 or more, found ", settings.max_plies));
  }
  if (settings.start_millis < 0 || settings.start_millis > kLastMillis) {
    return Bad(absl::StrCat("start_ms: wanted 0 to ", kLastMillis,
                            " milliseconds since 1970, found ", settings.start_millis));
  }
  KVINTET_RETURN_IF_ERROR(GameOf(settings).status());
  KVINTET_RETURN_IF_ERROR(CheckByRules(game, settings));
  return CheckClock(game, settings.clock);
}

Json ToJson(const MatchSettings& settings) {
  Json players = Json::array();
  for (const PlayerSettings& player : settings.players) {
    players.push_back({{"agent", player.kind == PlayerKind::kAgent},
                       {"open", player.open},
                       {"name", player.name},
                       {"simulations", player.simulations},
                       {"variety", player.variety},
                       {"level", player.level},
                       {"allow_rollouts", player.allow_rollouts},
                       {"invitation", player.invitation},
                       {"colours", ToJson(player.colours)}});
  }
  return {{"game", settings.game},
          {"players", players},
          {"lot", settings.lot},
          {"keeps_seats", settings.keeps_seats},
          {"clock", ToJson(settings.clock)},
          {"patience", settings.patience_millis},
          {"forced_reset", settings.forced_reset},
          {"spectators", settings.spectators},
          {"start", settings.start_millis},
          {"max_plies", settings.max_plies},
          {"choices_count", settings.choices_count},
          {"event", settings.event ? ToJson(*settings.event) : Json()}};
}

absl::StatusOr<MatchSettings> SettingsFromJson(const Json& json) {
  MatchSettings settings;
  KVINTET_ASSIGN_OR_RETURN(settings.game, JsonMember<std::string>(json, "game"));
  KVINTET_ASSIGN_OR_RETURN(const Json players, JsonMember<Json>(json, "players"));
  if (!players.is_array() || players.size() != kPlayers) {
    return Bad("players: wanted two");
  }
  for (size_t i = 0; i < kPlayers; ++i) {
    KVINTET_ASSIGN_OR_RETURN(settings.players[i], PlayerFromJson(players[i]));
  }
  KVINTET_ASSIGN_OR_RETURN(settings.lot, JsonMember<bool>(json, "lot"));
  KVINTET_ASSIGN_OR_RETURN(settings.keeps_seats, JsonMember<bool>(json, "keeps_seats"));
  KVINTET_ASSIGN_OR_RETURN(const Json clock, JsonMember<Json>(json, "clock"));
  KVINTET_ASSIGN_OR_RETURN(settings.clock, ClockFromJson(clock));
  KVINTET_ASSIGN_OR_RETURN(settings.patience_millis, JsonMember<int64_t>(json, "patience"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t forced, JsonMember<int64_t>(json, "forced_reset"));
  settings.forced_reset = static_cast<int>(forced);
  KVINTET_ASSIGN_OR_RETURN(settings.spectators, JsonMember<bool>(json, "spectators"));
  KVINTET_RETURN_IF_ERROR(ReadLaterMembers(json, &settings));
  KVINTET_ASSIGN_OR_RETURN(const Json event, JsonMember<Json>(json, "event"));
  if (!event.is_null()) {
    KVINTET_ASSIGN_OR_RETURN(settings.event, PlaceFromJson(event));
  }
  return settings;
}

}  // namespace kvintet::matches
