// BalanceJson: a study of balance as JSON; see balance_report.h.
#include <vector>

#include "cli/balance/balance_lights.h"
#include "cli/balance/balance_report.h"
#include "cli/words/rule_words.h"

namespace kvintet::cli {
namespace {

using arena::Interval;
using arena::LevelResults;
using arena::MeanInterval;

// Version 2 added lights and verdicts weighed by strength, draws, the board, and figures to
// compare.
constexpr int kVersion = 2;

Json ToJson(const Interval& interval) {
  return {{"value", interval.score}, {"low", interval.low}, {"high", interval.high}};
}

// Infinite bounds become null.
Json ToJson(const MeanInterval& mean) {
  return {{"value", mean.mean}, {"low", mean.low}, {"high", mean.high}, {"games", mean.samples}};
}

Json TrackJson(const std::vector<arena::TrackPoint>& track) {
  Json points = Json::array();
  for (const arena::TrackPoint& point : track) {
    points.push_back({point.games, point.interval.score, point.interval.low, point.interval.high});
  }
  return points;
}

Json LengthJson(const LevelResults& level) {
  const std::vector<double> lengths(level.lengths.begin(), level.lengths.end());
  return {{"mean", ToJson(level.length)},
          {"median", arena::Quantile(lengths, 0.5)},
          {"p05", arena::Quantile(lengths, 0.05)},
          {"p95", arena::Quantile(lengths, 0.95)},
          {"p99", arena::Quantile(lengths, 0.99)}};
}

Json ReasonsJson(const LevelResults& level) {
  Json reasons = Json::array();
  for (const arena::ReasonCount& one : level.reasons) {
    reasons.push_back({{"reason", one.reason},
                       {"games", one.games},
                       {"first_wins", one.first_wins},
                       {"draws", one.draws},
                       {"example", one.example}});
  }
  return reasons;
}

Json TensionJson(const arena::TensionResults& tension) {
  return {{"games", tension.games},
          {"lead_changes", ToJson(tension.lead_changes)},
          {"drama", ToJson(tension.drama)},
          {"decided_at", ToJson(tension.decided_at)},
          {"comebacks", ToJson(tension.comebacks)}};
}

Json OpeningsJson(const arena::OpeningResults& openings) {
  Json depths = Json::array();
  for (const arena::OpeningDepth& depth : openings.depths) {
    depths.push_back(
        {{"moves", depth.moves}, {"distinct", depth.distinct}, {"effective", depth.effective}});
  }
  Json lines = Json::array();
  for (const arena::OpeningLine& line : openings.lines) {
    lines.push_back({{"moves", line.moves}, {"games", line.games}, {"score", ToJson(line.score)}});
  }
  return {{"depths", depths}, {"lines", lines}};
}

Json OptionsJson(const arena::ReplayedGames& replayed) {
  Json dead = Json::array();
  for (const arena::OptionUse& use : replayed.dead) {
    dead.push_back({{"example", use.example}, {"legal", use.legal}, {"expected", use.expected}});
  }
  Json choices = Json::array();
  for (const arena::ChoicesAt& at : replayed.choices) {
    choices.push_back({at.decision, at.games, at.low, at.median, at.high});
  }
  return {{"games", replayed.games},
          {"options", replayed.options.size()},
          {"dead", dead},
          {"choices", choices}};
}

Json HolesJson(const LevelResults& level) {
  Json holes = Json::array();
  for (const arena::RuleHole& hole : level.holes) {
    holes.push_back({{"what", hole.what}, {"games", hole.games}, {"rate", ToJson(hole.rate)}});
  }
  return holes;
}

Json ToJson(const BalanceReport& report, const LevelResults& level) {
  Json json = {{"game", report.settings.games[level.place.variant]},
               {"level", report.settings.levels[level.place.level].name},
               {"games", level.games},
               {"complete", level.complete},
               {"wins", level.wins_draws_losses[0]},
               {"draws", level.wins_draws_losses[1]},
               {"losses", level.wins_draws_losses[2]},
               {"score", ToJson(level.score)},
               {"verdict", level.verdict},
               {"track", TrackJson(level.track)}};
  if (level.games == 0) {
    return json;
  }
  if (level.role) {
    json["role"] = {{"name", level.role->names.first},
                    {"score", ToJson(level.role->score)},
                    {"verdict", level.role->verdict}};
  }
  json["finished"] = ToJson(level.finished);
  json["drawishness"] = ToJson(level.draws);
  json["reasons"] = ReasonsJson(level);
  json["length"] = LengthJson(level);
  json["choices"] = ToJson(level.choices);
  json["forced"] = ToJson(level.forced);
  if (level.margin.samples > 0) {
    json["margin"] = ToJson(level.margin);
  }
  json["distinct_games"] = level.distinct_games;
  json["tension"] = TensionJson(level.tension);
  if (level.luck) {
    json["luck"] = {{"games", level.luck->games}, {"share", ToJson(level.luck->share)}};
  }
  json["openings"] = OpeningsJson(level.openings);
  json["options"] = OptionsJson(level.replayed);
  json["holes"] = HolesJson(level);
  return json;
}

Json DifferencesJson(const BalanceReport& report) {
  Json differences = Json::array();
  for (const arena::Difference& one : report.results.differences) {
    differences.push_back({{"variant", report.settings.games[one.variant]},
                           {"level", report.settings.levels[one.level].name},
                           {"measure", one.measure},
                           {"difference", ToJson(one.difference)},
                           {"log_evidence", one.log_evidence},
                           {"stands", one.stands}});
  }
  return differences;
}

Json DuelsJson(const BalanceReport& report) {
  Json duels = Json::array();
  for (const arena::DuelResults& one : report.results.duels) {
    duels.push_back({{"game", report.settings.games[one.variant]},
                     {"a", report.settings.levels[one.a].name},
                     {"b", report.settings.levels[one.b].name},
                     {"pairs", one.pairs},
                     {"score", ToJson(one.score)}});
  }
  return duels;
}

Json StrengthsJson(const BalanceReport& report) {
  Json all = Json::array();
  for (size_t variant = 0; variant < report.results.strengths.size(); ++variant) {
    for (size_t level = 0; level < report.settings.levels.size(); ++level) {
      const arena::Strength& one = report.results.strengths[variant][level];
      all.push_back({{"game", report.settings.games[variant]},
                     {"level", report.settings.levels[level].name},
                     {"elo", one.elo},
                     {"low", one.low},
                     {"high", one.high}});
    }
  }
  return all;
}

const char* FindingName(arena::Finding finding) {
  switch (finding) {
    case arena::Finding::kNoJudge:
      return "not judged";
    case arena::Finding::kTooFew:
      return "too few games";
    case arena::Finding::kOpen:
      return "not decided";
    case arena::Finding::kSettled:
      return "settled";
    case arena::Finding::kDepends:
      break;
  }
  return "depends on strength";
}

const char* PlaceName(arena::Place place) {
  switch (place) {
    case arena::Place::kBelow:
      return "below";
    case arena::Place::kInside:
      return "inside";
    case arena::Place::kAbove:
      return "above";
    case arena::Place::kOpen:
      break;
  }
  return "open";
}

Json VerdictJson(const BalanceReport& report, const arena::StrengthVerdict& verdict) {
  Json against = Json::array();
  for (const size_t level : verdict.against) {
    against.push_back(report.settings.levels[level].name);
  }
  Json json = {{"finding", FindingName(verdict.finding)},
               {"place", PlaceName(verdict.place)},
               {"backed", verdict.backed},
               {"against", against}};
  json["witness"] = verdict.witness ? Json(report.settings.levels[*verdict.witness].name) : Json();
  return json;
}

// The figures that are compared with those of other games.
Json FiguresJson(const BalanceReport& report, const LevelResults& level) {
  return {{"level", report.settings.levels[level.place.level].name},
          {"games", level.games},
          {"choices", level.choices.mean},
          {"moves", level.length.mean},
          {"draws", level.draws.score},
          {"first", level.score.score}};
}

Json BoardJson(const arena::BoardUse& board) {
  Json cells = Json::array();
  for (const arena::BoardCell& cell : board.cells) {
    cells.push_back({cell.x, cell.y, cell.taken});
  }
  return {{"games", board.games}, {"used", ToJson(board.used)}, {"cells", cells}};
}

Json FrontJson(const BalanceReport& report, size_t variant) {
  Json lights = Json::object();
  for (const FrontLine& line : FrontLines(report, variant)) {
    lights[line.question] = {{"light", LightName(line.light)},
                             {"label", line.label},
                             {"sentence", line.sentence},
                             {"trend", line.trend}};
  }
  const arena::LadderResults& ladder = report.results.ladders[variant];
  Json verdicts = {{"by_seat", VerdictJson(report, ladder.by_seat)},
                   {"draws", VerdictJson(report, ladder.draws)}};
  if (ladder.by_role) {
    verdicts["by_role"] = VerdictJson(report, *ladder.by_role);
  }
  Json json = {{"game", report.settings.games[variant]},
               {"title", VariantTitle(*report.games[variant])},
               {"lights", lights},
               {"verdicts", verdicts},
               {"symmetry", SymmetryProof(*report.games[variant])}};
  const LevelResults& level = report.results.levels[variant][report.results.headline];
  if (level.games > 0) {
    json["figures"] = FiguresJson(report, level);
    json["board"] = BoardJson(report.results.boards[variant]);
  }
  return json;
}

}  // namespace

Json BalanceJson(const BalanceReport& report) {
  Json levels = Json::array();
  for (const std::vector<LevelResults>& variant : report.results.levels) {
    for (const LevelResults& level : variant) {
      levels.push_back(ToJson(report, level));
    }
  }
  Json front = Json::array();
  for (size_t variant = 0; variant < report.settings.games.size(); ++variant) {
    front.push_back(FrontJson(report, variant));
  }
  return {{"kind", "balance report"},
          {"version", kVersion},
          {"settings", arena::ToJson(report.settings)},
          {"complete", report.results.complete},
          {"players", PlayersSentence(report)},
          {"headline", report.settings.levels[report.results.headline].name},
          {"front", front},
          {"levels", levels},
          {"strengths", StrengthsJson(report)},
          {"duels", DuelsJson(report)},
          {"differences", DifferencesJson(report)}};
}

}  // namespace kvintet::cli
