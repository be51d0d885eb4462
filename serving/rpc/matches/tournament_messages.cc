// Messages of TournamentService: see the header.
#include "serving/rpc/matches/tournament_messages.h"

#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "matches/settings/match_rules.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

constexpr double kMaxPoints = 1000;
constexpr double kRounding = 1e-6;

// Our enums and those of the messages have the same values in the same order.
static_assert(static_cast<int>(matches::TieBreak::kScore) + 1 == v1::TIE_BREAK_SCORE);

absl::StatusOr<matches::Scoring> ScoringOf(const v1::Scoring& message) {
  matches::Scoring points = {.by_score = message.by_score()};
  if (!points.by_score) {
    KVINTET_ASSIGN_OR_RETURN(points.win, TenthsOf(message.win(), "scoring"));
    KVINTET_ASSIGN_OR_RETURN(points.draw, TenthsOf(message.draw(), "scoring"));
    KVINTET_ASSIGN_OR_RETURN(points.loss, TenthsOf(message.loss(), "scoring"));
  }
  return points;
}

absl::StatusOr<matches::RankingOptions> RankingOf(const v1::TournamentSettings& message,
                                                  matches::RankingOptions by_rules) {
  if (message.tie_breaks_size() > 0) {
    by_rules.ties.clear();
  }
  for (const int tie : message.tie_breaks()) {
    if (!v1::TieBreak_IsValid(tie) || tie == v1::TIE_BREAK_UNSPECIFIED) {
      return Refusal(v1::REASON_BAD_FIELD, absl::StrCat("tie_breaks: unknown number ", tie),
                     "tie_breaks");
    }
    by_rules.ties.push_back(static_cast<matches::TieBreak>(tie - 1));
  }
  if (message.has_max_missed()) {
    by_rules.most_missed = message.max_missed();
  }
  return by_rules;
}

absl::StatusOr<matches::TournamentPair> PairOf(const v1::TournamentPair& message) {
  matches::TournamentPair pair;
  if (message.players_size() != matches::kPlayers) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("players: wanted two, found ", message.players_size()), "players");
  }
  for (int i = 0; i < matches::kPlayers; ++i) {
    KVINTET_ASSIGN_OR_RETURN(pair.players[static_cast<size_t>(i)], FromMessage(message.players(i)));
  }
  KVINTET_ASSIGN_OR_RETURN(pair.lot, IsByLot(message.seats()));
  return pair;
}

}  // namespace

absl::StatusOr<int> TenthsOf(double points, const std::string& field) {
  const double tenths = std::round(points * kTenthsOfPoint);
  // Written so that NaN is rejected.
  const bool within = points >= 0 && points <= kMaxPoints;
  if (!within || std::abs(tenths - points * kTenthsOfPoint) > kRounding) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat(field, ": wanted points from 0 to ", kMaxPoints,
                                ", in steps of 0.1, found ", points),
                   field);
  }
  return static_cast<int>(tenths);
}

absl::StatusOr<matches::TournamentSettings> FromMessage(const v1::TournamentSettings& message,
                                                        const matches::GameFinder& find) {
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> game,
                           FindGame(message.game(), find));
  const envs::MatchRules rules = matches::RulesOf(*game);
  matches::TournamentSettings settings;
  settings.name = message.name();
  settings.section = message.section();
  settings.match.game = game->Spec().text;
  settings.match.patience_millis = matches::kPatienceMillis;
  settings.match.forced_reset = rules.forced_reset;
  settings.match.spectators = !message.closed();
  settings.match.event.emplace().points = matches::PointsByRules(*game);
  settings.match.clock = rules.clock;
  if (message.has_clock()) {
    KVINTET_ASSIGN_OR_RETURN(settings.match.clock, FromMessage(message.clock()));
  }
  if (message.has_patience_ms()) {
    settings.match.patience_millis = message.patience_ms();
  }
  if (message.has_forced_reset()) {
    settings.match.forced_reset = message.forced_reset();
  }
  if (message.has_scoring()) {
    KVINTET_ASSIGN_OR_RETURN(settings.match.event->points, ScoringOf(message.scoring()));
  }
  KVINTET_ASSIGN_OR_RETURN(settings.ranking, RankingOf(message, matches::RankingByRules(*game)));
  return settings;
}

absl::StatusOr<matches::RoundSettings> FromMessage(const v1::AddMatchesRequest& request) {
  matches::RoundSettings round = {.round = request.round(),
                                  .paused_for = request.paused_for(),
                                  .start_millis = request.start_ms()};
  for (const v1::TournamentPair& message : request.pairs()) {
    absl::StatusOr<matches::TournamentPair> pair = PairOf(message);
    if (!pair.ok()) {
      return Within(pair.status(), "pairs");
    }
    round.pairs.push_back(*std::move(pair));
  }
  return round;
}

v1::Tournament ToMessage(const matches::TournamentLook& look) {
  const matches::TournamentSettings& settings = look.event.settings;
  v1::Tournament message;
  message.set_tournament(look.event.id);
  message.set_created_ms(look.event.created_millis);
  message.set_matches(look.matches);
  v1::TournamentSettings* written = message.mutable_settings();
  written->set_name(settings.name);
  written->set_section(settings.section);
  message.set_section_id(settings.section_id);
  written->set_game(settings.match.game);
  *written->mutable_clock() = ToMessage(settings.match.clock);
  written->set_patience_ms(settings.match.patience_millis);
  written->set_forced_reset(settings.match.forced_reset);
  written->set_closed(!settings.match.spectators);
  const matches::Scoring& points = settings.match.event->points;
  v1::Scoring* scoring = written->mutable_scoring();
  scoring->set_by_score(points.by_score);
  if (!points.by_score) {
    scoring->set_win(points.win / kTenthsOfPoint);
    scoring->set_draw(points.draw / kTenthsOfPoint);
    scoring->set_loss(points.loss / kTenthsOfPoint);
  }
  for (const matches::TieBreak tie : settings.ranking.ties) {
    written->add_tie_breaks(static_cast<v1::TieBreak>(static_cast<int>(tie) + 1));
  }
  if (settings.ranking.most_missed != std::numeric_limits<int>::max()) {
    written->set_max_missed(settings.ranking.most_missed);
  }
  return message;
}

v1::Standing ToMessage(const matches::TableRow& row) {
  v1::Standing message;
  message.set_rank(row.rank);
  message.set_player(row.player);
  message.set_games(row.games);
  message.set_points(row.tenths / kTenthsOfPoint);
  message.set_wins(row.halves / 2.0);
  message.set_score(row.score);
  message.set_difference(row.difference);
  return message;
}

}  // namespace kvintet::serving
