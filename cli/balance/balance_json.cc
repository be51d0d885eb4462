// BalanceJson: a study of balance as JSON; see balance_report.h.
#include <vector>

#include "cli/balance/balance_lights.h"
#include "cli/balance/balance_report.h"
#include "cli/words/rule_words.h"

namespace kvintet::cli {
namespace {

using arena::Interval;
using arena::MeanInterval;
using arena::RungFindings;

// 2: lights and verdicts weighed by strength, draws, the board, figures to compare.
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

Json LengthJson(const RungFindings& rung) {
  const std::vector<double> lengths(rung.lengths.begin(), rung.lengths.end());
  return {{"mean", ToJson(rung.length)},
          {"median", arena::Quantile(lengths, 0.5)},
          {"p05", arena::Quantile(lengths, 0.05)},
          {"p95", arena::Quantile(lengths, 0.95)},
          {"p99", arena::Quantile(lengths, 0.99)}};
}

Json ReasonsJson(const RungFindings& rung) {
  Json reasons = Json::array();
  for (const arena::ReasonCount& one : rung.reasons) {
    reasons.push_back({{"reason", one.reason},
                       {"games", one.games},
                       {"first_wins", one.first_wins},
                       {"draws", one.draws},
                       {"example", one.example}});
  }
  return reasons;
}

Json TensionJson(const arena::TensionFindings& tension) {
  return {{"games", tension.games},
          {"lead_changes", ToJson(tension.lead_changes)},
          {"drama", ToJson(tension.drama)},
          {"decided_at", ToJson(tension.decided_at)},
          {"comebacks", ToJson(tension.comebacks)}};
}

Json OpeningsJson(const arena::OpeningFindings& openings) {
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

Json HolesJson(const RungFindings& rung) {
  Json holes = Json::array();
  for (const arena::RuleHole& hole : rung.holes) {
    holes.push_back({{"what", hole.what}, {"games", hole.games}, {"rate", ToJson(hole.rate)}});
  }
  return holes;
}

Json ToJson(const BalanceReport& report, const RungFindings& rung) {
  Json json = {{"game", report.settings.games[rung.place.variant]},
               {"rung", report.settings.rungs[rung.place.rung].name},
               {"games", rung.games},
               {"complete", rung.complete},
               {"wins", rung.wins_draws_losses[0]},
               {"draws", rung.wins_draws_losses[1]},
               {"losses", rung.wins_draws_losses[2]},
               {"score", ToJson(rung.score)},
               {"verdict", rung.verdict},
               {"track", TrackJson(rung.track)}};
  if (rung.games == 0) {
    return json;
  }
  if (rung.role) {
    json["role"] = {{"name", rung.role->names.first},
                    {"score", ToJson(rung.role->score)},
                    {"verdict", rung.role->verdict}};
  }
  json["finished"] = ToJson(rung.finished);
  json["drawishness"] = ToJson(rung.draws);
  json["reasons"] = ReasonsJson(rung);
  json["length"] = LengthJson(rung);
  json["choices"] = ToJson(rung.choices);
  json["forced"] = ToJson(rung.forced);
  if (rung.margin.samples > 0) {
    json["margin"] = ToJson(rung.margin);
  }
  json["distinct_games"] = rung.distinct_games;
  json["tension"] = TensionJson(rung.tension);
  if (rung.luck) {
    json["luck"] = {{"games", rung.luck->games}, {"share", ToJson(rung.luck->share)}};
  }
  json["openings"] = OpeningsJson(rung.openings);
  json["options"] = OptionsJson(rung.replayed);
  json["holes"] = HolesJson(rung);
  return json;
}

Json DifferencesJson(const BalanceReport& report) {
  Json differences = Json::array();
  for (const arena::Difference& one : report.findings.differences) {
    differences.push_back({{"variant", report.settings.games[one.variant]},
                           {"rung", report.settings.rungs[one.rung].name},
                           {"measure", one.measure},
                           {"difference", ToJson(one.difference)},
                           {"log_evidence", one.log_evidence},
                           {"stands", one.stands}});
  }
  return differences;
}

Json DuelsJson(const BalanceReport& report) {
  Json duels = Json::array();
  for (const arena::DuelFindings& one : report.findings.duels) {
    duels.push_back({{"game", report.settings.games[one.variant]},
                     {"a", report.settings.rungs[one.a].name},
                     {"b", report.settings.rungs[one.b].name},
                     {"pairs", one.pairs},
                     {"score", ToJson(one.score)}});
  }
  return duels;
}

Json StrengthsJson(const BalanceReport& report) {
  Json all = Json::array();
  for (size_t variant = 0; variant < report.findings.strengths.size(); ++variant) {
    for (size_t rung = 0; rung < report.settings.rungs.size(); ++rung) {
      const arena::Strength& one = report.findings.strengths[variant][rung];
      all.push_back({{"game", report.settings.games[variant]},
                     {"rung", report.settings.rungs[rung].name},
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
  for (const size_t rung : verdict.against) {
    against.push_back(report.settings.rungs[rung].name);
  }
  Json json = {{"finding", FindingName(verdict.finding)},
               {"place", PlaceName(verdict.place)},
               {"backed", verdict.backed},
               {"against", against}};
  json["witness"] = verdict.witness ? Json(report.settings.rungs[*verdict.witness].name) : Json();
  return json;
}

// What stands beside other games' figures.
Json FiguresJson(const BalanceReport& report, const RungFindings& rung) {
  return {{"rung", report.settings.rungs[rung.place.rung].name},
          {"games", rung.games},
          {"choices", rung.choices.mean},
          {"moves", rung.length.mean},
          {"draws", rung.draws.score},
          {"first", rung.score.score}};
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
  const arena::LadderFindings& ladder = report.findings.ladders[variant];
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
  const RungFindings& rung = report.findings.rungs[variant][report.findings.headline];
  if (rung.games > 0) {
    json["figures"] = FiguresJson(report, rung);
    json["board"] = BoardJson(report.findings.boards[variant]);
  }
  return json;
}

}  // namespace

Json BalanceJson(const BalanceReport& report) {
  Json rungs = Json::array();
  for (const std::vector<RungFindings>& variant : report.findings.rungs) {
    for (const RungFindings& rung : variant) {
      rungs.push_back(ToJson(report, rung));
    }
  }
  Json front = Json::array();
  for (size_t variant = 0; variant < report.settings.games.size(); ++variant) {
    front.push_back(FrontJson(report, variant));
  }
  return {{"kind", "balance report"},
          {"version", kVersion},
          {"settings", arena::ToJson(report.settings)},
          {"complete", report.findings.complete},
          {"players", PlayersSentence(report)},
          {"headline", report.settings.rungs[report.findings.headline].name},
          {"front", front},
          {"rungs", rungs},
          {"strengths", StrengthsJson(report)},
          {"duels", DuelsJson(report)},
          {"differences", DifferencesJson(report)}};
}

}  // namespace kvintet::cli
