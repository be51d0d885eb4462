// BalanceReport: what a terminal shows, and the tables; see the header.
#include "cli/balance/balance_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

#include "base/status_macros.h"
#include "cli/balance/balance_lights.h"
#include "cli/words/player_words.h"
#include "cli/words/rule_words.h"

namespace kvintet::cli {
namespace {

using arena::RungFindings;

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

std::string RungText(const BalanceReport& report, const RungFindings& rung) {
  if (rung.games == 0) {
    return "";
  }
  return absl::StrFormat("  %-16s %8d games  score %-24s length %-20s %s%s\n",
                         PlayerName(report.settings, rung.place.rung), rung.games,
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
    absl::StrAppend(&text, VariantTitle(*report.games[variant]), " (",
                    ShortText(*report.games[variant]), ")\n");
    for (const FrontLine& line : FrontLines(report, variant)) {
      absl::StrAppend(&text, "  ", line.question, "? ", line.label, ". ", line.sentence, "\n",
                      line.trend.empty() ? "" : "      ", line.trend,
                      line.trend.empty() ? "" : "\n");
    }
    for (const size_t rung : report.findings.weakest_first) {
      text += RungText(report, report.findings.rungs[variant][rung]);
    }
    for (const std::string& change :
         variant == 0 ? std::vector<std::string>() : ChangeSentences(report, variant)) {
      absl::StrAppend(&text, "  changed: ", change, "\n");
    }
  }
  return text;
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
      "lead_changes,drama,decided_at,drawishness\n";
  for (const std::vector<RungFindings>& variant : report.findings.rungs) {
    for (const RungFindings& rung : variant) {
      absl::StrAppendFormat(
          &csv, "%s,%s,%d,%d,%d,%d,%.6g,%.6g,%.6g,%s,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n",
          Quoted(report.settings.games[rung.place.variant]),
          Quoted(report.settings.rungs[rung.place.rung].name), rung.games,
          rung.wins_draws_losses[0], rung.wins_draws_losses[1], rung.wins_draws_losses[2],
          rung.score.score, rung.score.low, rung.score.high, Quoted(rung.verdict),
          rung.finished.score, rung.length.mean, rung.choices.mean, rung.forced.mean,
          rung.tension.lead_changes.mean, rung.tension.drama.mean, rung.tension.decided_at.mean,
          rung.draws.score);
    }
  }
  return csv;
}

}  // namespace kvintet::cli
