// BalanceReport: text for a terminal and the CSV tables; see the header.
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

using arena::LevelResults;

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

std::string LevelText(const BalanceReport& report, const LevelResults& level) {
  if (level.games == 0) {
    return "";
  }
  return absl::StrFormat(
      "  %-16s %8d games  score %-24s length %-20s %s%s\n",
      PlayerName(report.settings, level.place.level), level.games, PercentText(level.score),
      MeanText(level.length, 1), level.verdict,
      level.role ? absl::StrCat("; ", level.role->names.first, " scores ",
                                PercentText(level.role->score), ": ", level.role->verdict)
                 : "");
}

}  // namespace

absl::StatusOr<BalanceReport> MakeBalanceReport(const arena::StudySettings& settings,
                                                const std::vector<const envs::Game*>& games,
                                                const arena::StudyGames& played) {
  BalanceReport report = {.settings = settings, .games = games};
  KVINTET_ASSIGN_OR_RETURN(report.results, arena::StudyResultsOf(settings, played, games));
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
    for (const size_t level : report.results.weakest_first) {
      text += LevelText(report, report.results.levels[variant][level]);
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
      "game,level,index,first_return,reason,truncated,moves,decisions,forced,choices,margin0,"
      "margin1,record\n";
  for (const std::vector<LevelResults>& variant : report.results.levels) {
    for (const LevelResults& level : variant) {
      const std::vector<arena::StudyGame>& all = games.At(level.place);
      for (size_t i = 0; i < static_cast<size_t>(level.games); ++i) {
        const arena::StudyGame& one = all[i];
        absl::StrAppendFormat(&csv, "%s,%s,%d,%g,%s,%d,%d,%d,%d,%.6g,%d,%d,%s\n",
                              Quoted(report.settings.games[level.place.variant]),
                              Quoted(report.settings.levels[level.place.level].name), i,
                              one.first_return, Quoted(one.reason), one.truncated ? 1 : 0,
                              one.moves, one.decisions, one.forced, one.choices, one.margin[0],
                              one.margin[1], Quoted(one.record));
      }
    }
  }
  return csv;
}

std::string LevelsCsv(const BalanceReport& report) {
  std::string csv =
      "game,level,games,wins,draws,losses,score,low,high,verdict,finished,moves,choices,forced,"
      "lead_changes,drama,decided_at,drawishness\n";
  for (const std::vector<LevelResults>& variant : report.results.levels) {
    for (const LevelResults& level : variant) {
      absl::StrAppendFormat(
          &csv, "%s,%s,%d,%d,%d,%d,%.6g,%.6g,%.6g,%s,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n",
          Quoted(report.settings.games[level.place.variant]),
          Quoted(report.settings.levels[level.place.level].name), level.games,
          level.wins_draws_losses[0], level.wins_draws_losses[1], level.wins_draws_losses[2],
          level.score.score, level.score.low, level.score.high, Quoted(level.verdict),
          level.finished.score, level.length.mean, level.choices.mean, level.forced.mean,
          level.tension.lead_changes.mean, level.tension.drama.mean, level.tension.decided_at.mean,
          level.draws.score);
    }
  }
  return csv;
}

}  // namespace kvintet::cli
