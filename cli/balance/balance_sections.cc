// The sections of a balance page: see the header.
#include "cli/balance/balance_sections.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/balance/study/study_run.h"
#include "arena/balance/tension.h"
#include "cli/balance/balance_tables.h"
#include "cli/words/known_games.h"
#include "cli/words/rule_words.h"

namespace kvintet::cli {
namespace {

using arena::LevelResults;

constexpr int kCoursePlaces = 24;

std::string IntervalCaption(const BalanceReport& report) {
  return absl::StrFormat("Lines: where the true figure lies, with %g %% confidence.",
                         100 * report.settings.confidence);
}

std::string TrackSvg(const BalanceReport& report, const LevelResults& level) {
  // Wide enough to show the margin and the end of the curve.
  const double away =
      std::max({300 * report.settings.margin, 200 * (level.score.high - level.score.low),
                150 * std::abs(level.score.score - 0.5)});
  CurvesPlot plot = {.x = {.title = "games", .least_step = 1},
                     .y = {.title = "first player, %",
                           .range = {{std::max(0.0, 50 - away), std::min(100.0, 50 + away)}}},
                     .curves = {{}},
                     .levels = {{.value = 50, .margin = 100 * report.settings.margin}}};
  for (const arena::TrackPoint& point : level.track) {
    plot.curves[0].points.push_back({static_cast<double>(point.games), 100 * point.interval.score,
                                     100 * point.interval.low, 100 * point.interval.high});
  }
  return CurvesSvg(plot,
                   {.title = "How the score converged",
                    .caption = absl::StrCat(
                        HeadlineCaption(report, level, level.games),
                        " Band: where the true figure lies. Dashed: even. Grey: counts as fair.")});
}

CurvesPlot CoursePlot(const arena::TensionResults& tension) {
  CurvesPlot plot = ValuePlot();
  plot.curves.emplace_back();
  for (int i = 0; i <= kCoursePlaces; ++i) {
    const double share = static_cast<double>(i) / kCoursePlaces;
    std::vector<double> values;
    for (const std::vector<double>& course : tension.courses) {
      values.push_back(arena::ValueAt(course, share));
    }
    plot.curves[0].points.push_back({100 * share, arena::Quantile(values, 0.5),
                                     arena::Quantile(values, 0.25), arena::Quantile(values, 0.75)});
  }
  for (const std::vector<double>& course : tension.courses) {
    Places& line = plot.faint.emplace_back();
    for (size_t i = 0; i < course.size(); ++i) {
      line.emplace_back(course.size() < 2
                            ? 0
                            : 100 * static_cast<double>(i) / static_cast<double>(course.size() - 1),
                        course[i]);
    }
  }
  return plot;
}

// When games were decided and when they ended, with a line for both at once.
std::string DecidedSvg(const arena::TensionResults& tension, const std::string& caption) {
  double end = 1;
  for (const auto& [decided, ended] : tension.decided) {
    end = std::max(end, ended);
  }
  const CurvesPlot plot = {.x = {.title = "decided at move", .range = {{0, end}}, .least_step = 1},
                           .y = {.title = "ended at move", .range = {{0, end}}, .least_step = 1},
                           .dots = tension.decided,
                           .faint = {{{0, 0}, {end, end}}}};
  return CurvesSvg(
      plot, {.title = "When games were decided, and when they ended",
             .caption = caption + " Decided: the winner's chances never fell below nine to one "
                                  "again. On the line: open to the end."});
}

// The score of a side with each player that has one. A filled mark is certainly not even.
std::string ScoresSvg(const BalanceReport& report, size_t variant,
                      const std::function<std::optional<arena::Interval>(const LevelResults&)>& of,
                      const PlotText& text) {
  ForestPlot forest = {
      .left = 0, .right = 100, .centre = 50, .margin = 100 * report.settings.margin, .unit = " %"};
  for (const size_t place : report.results.weakest_first) {
    const LevelResults& level = report.results.levels[variant][place];
    if (const std::optional<arena::Interval> score = of(level); level.games > 0 && score) {
      forest.rows.push_back({PlayerName(report, level), 100 * score->score, 100 * score->low,
                             100 * score->high, score->low > 0.5 || score->high < 0.5});
    }
  }
  return ForestSvg(forest, text);
}

// How a role scores, if the rules have one that moves between seats.
std::string RoleHtml(const BalanceReport& report, size_t variant) {
  std::string name;
  Table table = {{"player", "score", "verdict"}};
  for (const size_t place : report.results.weakest_first) {
    const LevelResults& level = report.results.levels[variant][place];
    if (const std::optional<arena::RoleResults>& role = level.role; role) {
      name = role->names.first;
      table.push_back({PlayerName(report, level), PercentText(role->score), role->verdict});
    }
  }
  return name.empty()
             ? ""
             : ScoresSvg(report, variant,
                         [](const LevelResults& level) {
                           return level.role ? std::optional(level.role->score) : std::nullopt;
                         },
                         {.title = "Score of the same games for " + name + ", in whichever seat",
                          .caption = IntervalCaption(report)}) +
                   TableHtml(table);
}

}  // namespace

CurvesPlot ValuePlot() {
  return {.x = {.title = "share of the game, %", .range = {{0, 100}}},
          .y = {.title = "first player's value", .range = {{-1, 1}}},
          .levels = {{.margin = arena::kLeads}}};
}

std::string OutcomeSection(const BalanceReport& report, size_t variant) {
  const std::string table = PlayersTable(report, variant,
                                         {"player", "games", "first wins", "draws", "second wins",
                                          "drawishness", "first player's score", "verdict"},
                                         [](const LevelResults& one) {
                                           const auto& [wins, draws, losses] =
                                               one.wins_draws_losses;
                                           return Row{absl::StrCat(one.games),
                                                      absl::StrCat(wins),
                                                      absl::StrCat(draws),
                                                      absl::StrCat(losses),
                                                      PercentText(one.draws),
                                                      PercentText(one.score),
                                                      one.verdict};
                                         });
  const LevelResults& level = Headline(report, variant);
  return absl::StrCat(
      "<h3>Outcomes</h3>\n",
      ScoresSvg(report, variant, [](const LevelResults& one) { return std::optional(one.score); },
                {.title = "Score of the first player with each player on both sides",
                 .caption = absl::StrCat("Filled mark: certainly not even. Grey: counts as fair. ",
                                         IntervalCaption(report))}),
      table,
      BesideOthers("Score of the first player, %", &KnownGame::first, 100 * level.score.score, 1),
      "<p>Drawishness is the share of games without a winner.</p>\n",
      BesideOthers("Drawishness, %", &KnownGame::draws, 100 * level.draws.score, 1),
      RoleHtml(report, variant), TrackSvg(report, level));
}

std::string LengthSection(const BalanceReport& report, size_t variant) {
  const LevelResults& level = Headline(report, variant);
  const std::vector<double> lengths(level.lengths.begin(), level.lengths.end());
  std::vector<std::pair<std::string, int64_t>> reasons;
  for (const arena::ReasonCount& one : level.reasons) {
    reasons.emplace_back(ReasonWords(*report.games[variant], one.reason), one.games);
  }
  std::string html = "<h3>Length and how games end</h3>\n";
  html += HistogramSvg(lengths,
                       {{"5 %", arena::Quantile(lengths, 0.05)},
                        {"median", arena::Quantile(lengths, 0.5)},
                        {"95 %", arena::Quantile(lengths, 0.95)}},
                       {.title = "Moves of both sides until the end",
                        .caption = HeadlineCaption(report, level, level.games)});
  html += BarsSvg(reasons, {.title = "What ended the games",
                            .caption = HeadlineCaption(report, level, level.games)});
  html += BesideOthers("Moves of both sides", &KnownGame::moves, level.length.mean, 0);
  html += PlayersTable(
      report, variant, {"player", "moves", "median", "99 %", "ended by a rule", "margin"},
      [](const LevelResults& one) {
        const std::vector<double> all(one.lengths.begin(), one.lengths.end());
        return Row{MeanText(one.length, 1), absl::StrFormat("%.0f", arena::Quantile(all, 0.5)),
                   absl::StrFormat("%.0f", arena::Quantile(all, 0.99)), PercentText(one.finished),
                   one.margin.samples > 0 ? MeanText(one.margin, 1) : "-"};
      });
  return html;
}

std::string TensionSection(const BalanceReport& report, size_t variant) {
  const LevelResults& level = Headline(report, variant);
  const arena::TensionResults& tension = level.tension;
  std::string html = "<h3>Tension</h3>\n";
  if (tension.games == 0) {
    return html + "<p>No game was judged.</p>\n";
  }
  const std::string caption =
      absl::StrFormat("%s Judged by the mean of %d random playouts at each place of a game.",
                      HeadlineCaption(report, level, tension.games), report.settings.playouts);
  html += CurvesSvg(CoursePlot(tension),
                    {.title = "Course of the judged games, with their median and middle half",
                     .caption = caption});
  html += DecidedSvg(tension, caption);
  html += PlayersTable(
      report, variant,
      {"player", "judged", "lead changes", "drama", "decided after, % of the game", "comebacks"},
      [](const LevelResults& one) {
        return Row{absl::StrCat(one.tension.games), MeanText(one.tension.lead_changes, 2),
                   MeanText(one.tension.drama, 3), MeanText(InPercent(one.tension.decided_at), 0),
                   one.tension.games > 0 ? PercentText(one.tension.comebacks) : "-"};
      });
  return html;
}

std::string DepthSection(const BalanceReport& report, size_t variant) {
  std::string html = "<h3>Depth</h3>\n";
  if (report.results.strengths.size() <= variant) {
    return html + "<p>The players have not played each other.</p>\n";
  }
  ForestPlot forest = {.left = 0, .right = 0, .unit = "", .digits = 0};
  for (const size_t level : report.results.weakest_first) {
    const arena::Strength& one = report.results.strengths[variant][level];
    forest.rows.push_back({PlayerName(report.settings, level), one.elo, one.low, one.high});
    forest.left = std::min(forest.left, std::floor(one.low / 100) * 100);
    forest.right = std::max(forest.right, std::ceil(one.high / 100) * 100);
  }
  forest.right = std::max(forest.right, forest.left + 100);
  html += ForestSvg(
      forest, {.title = absl::StrCat(
                   "Strength in Elo above ",
                   PlayerName(report.settings, WeakestOf(report.results.strengths[variant]))),
               .caption = absl::StrFormat(
                   "%d pairs of games between any two players, with sides exchanged. A player that "
                   "is 200 Elo stronger wins three games of four. Lines: %g %% confidence.",
                   report.settings.duel_pairs, 100 * report.settings.confidence)});
  Table table = {{"player", "against", "pairs", "score"}};
  for (const arena::DuelResults& duel : report.results.duels) {
    if (duel.variant == variant) {
      table.push_back({PlayerName(report.settings, duel.a), PlayerName(report.settings, duel.b),
                       absl::StrCat(duel.pairs), PercentText(duel.score)});
    }
  }
  return html + TableHtml(table);
}

}  // namespace kvintet::cli
