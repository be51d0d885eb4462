// BalanceReport: see the header.
#include "cli/balance_report.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

#include "arena/balance/study_run.h"
#include "base/status_macros.h"

namespace kvintet::cli {
namespace {

using arena::Interval;
using arena::MeanInterval;
using arena::RungFindings;

constexpr int kVersion = 1;

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

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

std::string RungText(const BalanceReport& report, const RungFindings& rung) {
  if (rung.games == 0) {
    return "";
  }
  return absl::StrFormat("  %-28s %8d games  score %-24s length %-20s %s%s\n",
                         report.settings.rungs[rung.place.rung].name, rung.games,
                         PercentText(rung.score), MeanText(rung.length, 1), rung.verdict,
                         rung.role
                             ? absl::StrCat("; ", rung.role->names.first, " scores ",
                                            PercentText(rung.role->score), ": ", rung.role->verdict)
                             : "");
}

}  // namespace

absl::StatusOr<BalanceReport> MakeBalanceReport(const arena::StudySettings& settings,
                                                const std::vector<const envs::Game*>& games,
                                                const arena::StudyGames& played) {
  BalanceReport report = {.settings = settings, .games = games};
  KVINTET_ASSIGN_OR_RETURN(report.findings, arena::FindingsOf(settings, played, games));
  return report;
}

std::string BalanceText(const BalanceReport& report) {
  std::string text;
  for (size_t variant = 0; variant < report.settings.games.size(); ++variant) {
    absl::StrAppend(&text, report.settings.games[variant], "\n");
    for (const FrontLine& line : FrontLines(report, variant)) {
      absl::StrAppend(&text, "  ", line.question, "? ", line.sentence, "\n");
    }
    absl::StrAppend(&text, "  ", LadderSentence(report, variant), "\n");
    const std::string symmetry = SymmetrySentences(*report.games[variant]);
    absl::StrAppend(&text, symmetry.empty() ? "" : absl::StrCat("  ", symmetry, "\n"));
    for (const RungFindings& rung : report.findings.rungs[variant]) {
      text += RungText(report, rung);
    }
    for (const std::string& change :
         variant == 0 ? std::vector<std::string>() : ChangeSentences(report, variant)) {
      absl::StrAppend(&text, "  changed: ", change, "\n");
    }
  }
  return text;
}

Json BalanceJson(const BalanceReport& report) {
  Json rungs = Json::array();
  for (const std::vector<RungFindings>& variant : report.findings.rungs) {
    for (const RungFindings& rung : variant) {
      rungs.push_back(ToJson(report, rung));
    }
  }
  Json front = Json::array();
  for (size_t variant = 0; variant < report.settings.games.size(); ++variant) {
    Json lines = Json::object();
    for (const FrontLine& line : FrontLines(report, variant)) {
      lines[line.question] = line.sentence;
    }
    front.push_back({{"game", report.settings.games[variant]},
                     {"lines", lines},
                     {"ladder", LadderSentence(report, variant)},
                     {"symmetry", SymmetrySentences(*report.games[variant])}});
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

std::string GamesCsv(const BalanceReport& report, const arena::StudyGames& games) {
  std::string csv =
      "game,rung,index,first_return,reason,truncated,moves,decisions,forced,choices,margin0,"
      "margin1,record\n";
  for (const std::vector<RungFindings>& variant : report.findings.rungs) {
    for (const RungFindings& rung : variant) {
      const std::vector<arena::StudyGame>& all = games.At(rung.place);
      for (size_t i = 0; i < static_cast<size_t>(rung.games); ++i) {
        const arena::StudyGame& one = all[i];
        absl::StrAppendFormat(&csv, "%s,%s,%d,%g,%s,%d,%d,%d,%d,%.6g,%d,%d,%s\n",
                              Quoted(report.settings.games[rung.place.variant]),
                              Quoted(report.settings.rungs[rung.place.rung].name), i,
                              one.first_return, Quoted(one.reason), one.truncated ? 1 : 0,
                              one.moves, one.decisions, one.forced, one.choices, one.margin[0],
                              one.margin[1], Quoted(one.record));
      }
    }
  }
  return csv;
}

std::string RungsCsv(const BalanceReport& report) {
  std::string csv =
      "game,rung,games,wins,draws,losses,score,low,high,verdict,finished,moves,choices,forced,"
      "lead_changes,drama,decided_at\n";
  for (const std::vector<RungFindings>& variant : report.findings.rungs) {
    for (const RungFindings& rung : variant) {
      absl::StrAppendFormat(
          &csv, "%s,%s,%d,%d,%d,%d,%.6g,%.6g,%.6g,%s,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n",
          Quoted(report.settings.games[rung.place.variant]),
          Quoted(report.settings.rungs[rung.place.rung].name), rung.games,
          rung.wins_draws_losses[0], rung.wins_draws_losses[1], rung.wins_draws_losses[2],
          rung.score.score, rung.score.low, rung.score.high, Quoted(rung.verdict),
          rung.finished.score, rung.length.mean, rung.choices.mean, rung.forced.mean,
          rung.tension.lead_changes.mean, rung.tension.drama.mean, rung.tension.decided_at.mean);
    }
  }
  return csv;
}

}  // namespace kvintet::cli
