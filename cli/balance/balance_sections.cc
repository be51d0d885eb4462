// The sections of a balance page: see the header.
#include "cli/balance/balance_sections.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/balance/study/study_run.h"
#include "arena/balance/tension.h"
#include "cli/balance/balance_tables.h"
#include "cli/pages/plots.h"
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
  BandPlot plot = {.centre = 50,
                   .margin = 100 * report.settings.margin,
                   .x_title = "games",
                   .y_title = "first player, %"};
  for (const arena::TrackPoint& point : level.track) {
    plot.x.push_back(static_cast<double>(point.games));
    plot.value.push_back(100 * point.interval.score);
    plot.low.push_back(100 * point.interval.low);
    plot.high.push_back(100 * point.interval.high);
  }
  // Wide enough to show the margin and the end of the curve.
  const double away =
      std::max({300 * report.settings.margin, 200 * (level.score.high - level.score.low),
                150 * std::abs(level.score.score - 0.5)});
  plot.range = {std::max(0.0, 50 - away), std::min(100.0, 50 + away)};
  return BandSvg(plot,
                 {.title = "How the score converged",
                  .caption = absl::StrCat(
                      HeadlineCaption(report, level, level.games),
                      " Band: where the true figure lies. Dashed: even. Grey: counts as fair.")});
}

BandPlot CoursePlot(const arena::TensionResults& tension) {
  BandPlot plot = {.centre = 0.0,
                   .margin = arena::kLeads,
                   .range = std::pair(-1.0, 1.0),
                   .x_title = "share of the game, %",
                   .y_title = "first player's value"};
  for (int i = 0; i <= kCoursePlaces; ++i) {
    const double share = static_cast<double>(i) / kCoursePlaces;
    std::vector<double> values;
    for (const std::vector<double>& course : tension.courses) {
      values.push_back(arena::ValueAt(course, share));
    }
    plot.x.push_back(100 * share);
    plot.value.push_back(arena::Quantile(values, 0.5));
    plot.low.push_back(arena::Quantile(values, 0.25));
    plot.high.push_back(arena::Quantile(values, 0.75));
  }
  for (const std::vector<double>& course : tension.courses) {
    std::vector<std::pair<double, double>> line;
    for (size_t i = 0; i < course.size(); ++i) {
      const double share =
          course.size() < 2 ? 0 : static_cast<double>(i) / static_cast<double>(course.size() - 1);
      line.emplace_back(100 * share, course[i]);
    }
    plot.faint.push_back(std::move(line));
  }
  return plot;
}

// How a role scores, if the rules have one that moves between seats.
std::string RoleHtml(const BalanceReport& report, size_t variant) {
  ForestPlot forest = {
      .left = 0, .right = 100, .centre = 50, .margin = 100 * report.settings.margin, .unit = " %"};
  std::string name;
  Table table = {{"player", "score", "verdict"}};
  for (const size_t place : report.results.weakest_first) {
    const LevelResults& level = report.results.levels[variant][place];
    if (const std::optional<arena::RoleResults>& role = level.role; role) {
      name = role->names.first;
      table.push_back({PlayerName(report, level), PercentText(role->score), role->verdict});
      forest.rows.push_back({.label = PlayerName(report, level),
                             .value = 100 * role->score.score,
                             .low = 100 * role->score.low,
                             .high = 100 * role->score.high,
                             .filled = role->score.low > 0.5 || role->score.high < 0.5});
    }
  }
  return name.empty()
             ? ""
             : ForestSvg(forest,
                         {.title = "Score of the same games for " + name + ", in whichever seat",
                          .caption = IntervalCaption(report)}) +
                   TableHtml(table);
}

}  // namespace

std::string OutcomeSection(const BalanceReport& report, size_t variant) {
  ForestPlot forest = {
      .left = 0, .right = 100, .centre = 50, .margin = 100 * report.settings.margin, .unit = " %"};
  for (const size_t place : report.results.weakest_first) {
    const LevelResults& level = report.results.levels[variant][place];
    if (level.games > 0) {
      forest.rows.push_back({.label = PlayerName(report, level),
                             .value = 100 * level.score.score,
                             .low = 100 * level.score.low,
                             .high = 100 * level.score.high,
                             .filled = level.score.low > 0.5 || level.score.high < 0.5});
    }
  }
  const Table table = TableOf(report, variant,
                              {"player", "games", "first wins", "draws", "second wins",
                               "drawishness", "first player's score", "verdict"},
                              [](const LevelResults& level) {
                                const auto& [wins, draws, losses] = level.wins_draws_losses;
                                return std::vector<std::string>{absl::StrCat(level.games),
                                                                absl::StrCat(wins),
                                                                absl::StrCat(draws),
                                                                absl::StrCat(losses),
                                                                PercentText(level.draws),
                                                                PercentText(level.score),
                                                                level.verdict};
                              });
  const LevelResults& level = Headline(report, variant);
  return absl::StrCat(
      "<h3>Outcomes</h3>\n",
      ForestSvg(forest,
                {.title = "Score of the first player with each player on both sides",
                 .caption = absl::StrCat("Filled mark: certainly not even. Grey: counts as fair. ",
                                         IntervalCaption(report))}),
      TableHtml(table),
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
  html += TableHtml(
      TableOf(report, variant, {"player", "moves", "median", "99 %", "ended by a rule", "margin"},
              [](const LevelResults& one) {
                const std::vector<double> all(one.lengths.begin(), one.lengths.end());
                return std::vector<std::string>{
                    MeanText(one.length, 1), absl::StrFormat("%.0f", arena::Quantile(all, 0.5)),
                    absl::StrFormat("%.0f", arena::Quantile(all, 0.99)), PercentText(one.finished),
                    one.margin.samples > 0 ? MeanText(one.margin, 1) : "-"};
              }));
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
  html += BandSvg(CoursePlot(tension),
                  {.title = "Course of the judged games, with their median and middle half",
                   .caption = caption});
  html += ScatterSvg(tension.decided, "decided at move", "ended at move",
                     {.title = "When games were decided, and when they ended",
                      .caption = caption + " Decided: the winner's chances never fell below nine "
                                           "to one again. On the line: open to the end."});
  html += TableHtml(TableOf(
      report, variant,
      {"player", "judged", "lead changes", "drama", "decided after, % of the game", "comebacks"},
      [](const LevelResults& one) {
        return std::vector<std::string>{
            absl::StrCat(one.tension.games), MeanText(one.tension.lead_changes, 2),
            MeanText(one.tension.drama, 3), MeanText(InPercent(one.tension.decided_at), 0),
            one.tension.games > 0 ? PercentText(one.tension.comebacks) : "-"};
      }));
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
    forest.rows.push_back({.label = PlayerName(report.settings, level),
                           .value = one.elo,
                           .low = one.low,
                           .high = one.high});
    forest.left = std::min(forest.left, std::floor(one.low / 100) * 100);
    forest.right = std::max(forest.right, std::ceil(one.high / 100) * 100);
  }
  forest.right = std::max(forest.right, forest.left + 100);
  html += ForestSvg(
      forest, {.title = absl::StrCat("Strength in Elo above ", PlayerName(report.settings, 0)),
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
