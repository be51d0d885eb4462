// Reports of ladders: see the header.
#include "cli/judging/ladder_report.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "base/reports/json.h"

namespace kvintet::cli {
namespace {

// A model is shown by the beginning of its SHA-256.
std::string Shown(const std::string& name) {
  constexpr size_t kShown = 18;
  return name.substr(0, std::max(name.find(':') == 5 ? kShown : name.size(), size_t{1}));
}

}  // namespace

std::string LadderText(const LadderReport& report) {
  const arena::LadderTable& table = report.table;
  std::string text = absl::StrFormat("ladder of %s: %d pairs of games, %g %% intervals\n",
                                     report.game, table.pairs, 100 * report.confidence);
  absl::StrAppendFormat(&text, "seat 0 gains %+.0f Elo; equals draw %.0f %%\n", table.seat_elo,
                        100 * table.draw_share);
  absl::StrAppendFormat(&text, "%4s %-18s %6s %17s %7s %6s %10s %9s\n", "", "player", "Elo",
                        "interval", "games", "score", "steps", "minutes");
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const arena::LadderRow& row = table.rows[i];
    const std::string& name = report.players[row.player].name;
    const auto model = report.models.find(name);
    absl::StrAppendFormat(&text, "%4d %-18s %6.0f %17s %7d %6.3f", i + 1, Shown(name), row.elo,
                          absl::StrFormat("[%.0f, %.0f]", row.low, row.high), row.games, row.score);
    if (model != report.models.end()) {
      absl::StrAppendFormat(&text, " %10d %9.1f", model->second.steps, model->second.seconds / 60);
    }
    absl::StrAppend(&text, "\n");
  }
  return text;
}

std::string LadderLines(const LadderReport& report) {
  const arena::LadderTable& table = report.table;
  std::string lines = ToJsonLine({{"kind", "ladder"},
                                  {"game", report.game},
                                  {"confidence", report.confidence},
                                  {"pairs", table.pairs},
                                  {"seat_elo", table.seat_elo},
                                  {"draw_share", table.draw_share},
                                  {"information", table.information}}) +
                      "\n";
  for (const arena::LadderRow& row : table.rows) {
    const std::string& name = report.players[row.player].name;
    Json line = {{"kind", "player"}, {"player", name},     {"elo", row.elo},    {"low", row.low},
                 {"high", row.high}, {"games", row.games}, {"score", row.score}};
    if (const auto model = report.models.find(name); model != report.models.end()) {
      line["steps"] = model->second.steps;
      line["seconds"] = model->second.seconds;
    }
    absl::StrAppend(&lines, ToJsonLine(line), "\n");
  }
  return lines;
}

}  // namespace kvintet::cli
