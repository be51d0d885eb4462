// The sections of a balance page on players' choices and on luck: see balance_sections.h.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include "arena/balance/study/study_run.h"
#include "cli/balance/balance_sections.h"
#include "cli/balance/balance_tables.h"
#include "cli/words/known_games.h"

namespace kvintet::cli {
namespace {

using arena::LevelResults;

// A heat map of where on the board actions were played.
std::string BoardHtml(const BalanceReport& report, size_t variant) {
  const arena::BoardUse& board = report.results.boards[variant];
  const LevelResults& level = Headline(report, variant);
  std::string html =
      HeatSvg(board, {.title = "Where on the board actions go, in percent of the busiest cell",
                      .caption = HeadlineCaption(report, level, board.games) +
                                 " The board as the player to move sees it."});
  if (!html.empty()) {
    absl::StrAppend(&html, "<p>Board coverage: a game uses ", MeanText(board.used, 1), " of the ",
                    board.cells.size(), " cells on which an action was ever possible.</p>\n");
  }
  return html;
}

// "1st h8; 2nd i9" for the record's "0 h8; 1 i9".
std::string OpeningWords(const std::string& moves) {
  std::vector<std::string> parts = absl::StrSplit(moves, "; ");
  for (std::string& part : parts) {
    part = absl::StrCat(part.starts_with('0') ? "1st" : "2nd", part.substr(1));
  }
  return absl::StrJoin(parts, "; ");
}

}  // namespace

std::string ChoiceSection(const BalanceReport& report, size_t variant) {
  const LevelResults& level = Headline(report, variant);
  const arena::ReplayedGames& replayed = level.replayed;
  CurvesPlot plot = {.x = {.title = "decision of the game", .least_step = 1},
                     .y = {.title = "legal actions", .least_step = 1},
                     .curves = {{}}};
  for (const arena::ChoicesAt& at : replayed.choices) {
    // Leaves out decisions that fewer than a tenth of the games reached.
    if (at.games * 10 >= replayed.games) {
      plot.curves[0].points.push_back(
          {static_cast<double>(at.decision), at.median, at.low, at.high});
    }
  }
  std::string html =
      "<h3>Choice</h3>\n" +
      CurvesSvg(plot,
                {.title = "Legal actions at each decision: median, and 10th to 90th percentile",
                 .caption = HeadlineCaption(report, level, replayed.games) +
                            " A move of several actions counts as several."});
  html += PlayersTable(
      report, variant,
      {"player", "legal actions", "forced decisions, %", "options seen", "never taken"},
      [](const LevelResults& one) {
        return Row{MeanText(one.choices, 1), MeanText(InPercent(one.forced), 1),
                   absl::StrCat(one.replayed.options.size()),
                   absl::StrCat(one.replayed.dead.size())};
      });
  html += BesideOthers("Choices at a decision", &KnownGame::choices, level.choices.mean, 1);
  if (replayed.dead.empty()) {
    html +=
        "<p>No dead options: every option that random play would often have chosen was "
        "taken.</p>\n";
  } else {
    Table dead = {{"never taken, e.g.", "times legal", "expected in random play"}};
    for (size_t i = 0; i < std::min<size_t>(replayed.dead.size(), 10); ++i) {
      const arena::OptionUse& use = replayed.dead[i];
      dead.push_back({use.example, absl::StrCat(use.legal), absl::StrFormat("%.0f", use.expected)});
    }
    absl::StrAppend(&html, "<p>Dead options of ", Escaped(PlayerName(report, level)), ":</p>\n",
                    TableHtml(dead));
  }
  return html + BoardHtml(report, variant);
}

std::string OpeningSection(const BalanceReport& report, size_t variant) {
  const LevelResults& level = Headline(report, variant);
  Table depths = {{"after moves", "different openings", "effective number (if equally frequent)"}};
  for (const arena::OpeningDepth& depth : level.openings.depths) {
    depths.push_back({absl::StrCat(depth.moves), absl::StrCat(depth.distinct),
                      absl::StrFormat("%.1f", depth.effective)});
  }
  std::string html = absl::StrFormat(
      "<h3>Openings and diversity</h3>\n<p>%d of %d games are distinct as a whole (%s).</p>\n%s",
      level.distinct_games, level.games, Escaped(PlayerName(report, level)), TableHtml(depths));
  if (level.openings.lines.empty()) {
    return html + "<p>Hardly any opening was played twice, so none of them has a score.</p>\n";
  }
  Table lines = {{"opening", "games", "share", "first player's score", ""}};
  for (const arena::OpeningLine& line : level.openings.lines) {
    const double margin = report.settings.margin;
    const bool even = line.score.low <= 0.5 + margin && line.score.high >= 0.5 - margin;
    lines.push_back({OpeningWords(line.moves), absl::StrCat(line.games),
                     absl::StrFormat("%.1f %%", 100.0 * static_cast<double>(line.games) /
                                                    static_cast<double>(level.games)),
                     PercentText(line.score), even ? "may be fair" : "not fair"});
  }
  return html + TableHtml(lines);
}

std::string LuckSection(const BalanceReport& report, size_t variant) {
  std::string html = "<h3>Luck</h3>\n";
  if (!arena::HasChance(*report.games[variant])) {
    return html +
           "<p>This game has no chance events, so any luck comes from the players alone.</p>\n";
  }
  html +=
      "<p>Games were played again with the same chance draws but different choices of the players. "
      "How strongly the results of such games correlate is the share of the result that the draws "
      "explain.</p>\n";
  return html +
         PlayersTable(
             report, variant, {"player", "games played twice", "share of luck, %"},
             [](const LevelResults& one) {
               return Row{absl::StrCat(one.luck->games), MeanText(InPercent(one.luck->share), 0)};
             });
}

std::string HoleSection(const BalanceReport& report, size_t variant) {
  Table table = {{"what", "player", "games", "rate"}};
  for (const LevelResults& level : report.results.levels[variant]) {
    for (const arena::RuleHole& hole : level.holes) {
      if (hole.games > 0) {
        table.push_back({hole.what, PlayerName(report, level), absl::StrCat(hole.games),
                         PercentText(hole.rate)});
      }
    }
  }
  const LevelResults& level = Headline(report, variant);
  std::string html = "<h3>Possible holes in the rules</h3>\n";
  html += table.size() > 1 ? TableHtml(table) : "";
  std::string clean;
  for (const arena::RuleHole& hole : level.holes) {
    if (hole.games == 0) {
      absl::StrAppend(&clean, clean.empty() ? "" : "; ", hole.what,
                      absl::StrFormat(" (rarer than %.2f %%)", 100 * hole.rate.high));
    }
  }
  if (!clean.empty()) {
    absl::StrAppend(&html, "<p>Not seen once in games of ", Escaped(PlayerName(report, level)),
                    ": ", Escaped(clean), ".</p>\n");
  }
  return html;
}

}  // namespace kvintet::cli
