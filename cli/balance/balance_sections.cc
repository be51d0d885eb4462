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
#include "cli/pages/html.h"
#include "cli/pages/plots.h"
#include "cli/words/known_games.h"
#include "cli/words/rule_words.h"

namespace kvintet::cli {
namespace {

using arena::RungFindings;

constexpr int kCoursePlaces = 24;

std::string IntervalCaption(const BalanceReport& report) {
  return absl::StrFormat("Lines: where the true figure lies, with %g %% certainty.",
                         100 * report.settings.confidence);
}

std::string TrackSvg(const BalanceReport& report, const RungFindings& rung) {
  BandPlot plot = {.centre = 50,
                   .margin = 100 * report.settings.margin,
                   .x_title = "games",
                   .y_title = "first player, %"};
  for (const arena::TrackPoint& point : rung.track) {
    plot.x.push_back(static_cast<double>(point.games));
    plot.value.push_back(100 * point.interval.score);
    plot.low.push_back(100 * point.interval.low);
    plot.high.push_back(100 * point.interval.high);
  }
  // Wide enough for the margin, and for where the curve comes to rest.
  const double away =
      std::max({300 * report.settings.margin, 200 * (rung.score.high - rung.score.low),
                150 * std::abs(rung.score.score - 0.5)});
  plot.range = {std::max(0.0, 50 - away), std::min(100.0, 50 + away)};
  return BandSvg(
      plot, {.title = "How the score settled",
             .caption = absl::StrCat(HeadlineCaption(report, rung, rung.games),
                                     " Band: where the true figure lies. Dashed: even; grey: what "
                                     "counts as fair.")});
}

BandPlot CoursePlot(const arena::TensionFindings& tension) {
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

// Where a role of the rules goes from seat to seat: how it does.
std::string RoleHtml(const BalanceReport& report, size_t variant) {
  ForestPlot forest = {
      .left = 0, .right = 100, .centre = 50, .margin = 100 * report.settings.margin, .unit = " %"};
  std::string name;
  Table table = {{"player", "score", "verdict"}};
  for (const size_t place : report.findings.weakest_first) {
    const RungFindings& rung = report.findings.rungs[variant][place];
    if (const std::optional<arena::RoleFindings>& role = rung.role; role) {
      name = role->names.first;
      table.push_back({PlayerName(report, rung), PercentText(role->score), role->verdict});
      forest.rows.push_back({.label = PlayerName(report, rung),
                             .value = 100 * role->score.score,
                             .low = 100 * role->score.low,
                             .high = 100 * role->score.high,
                             .filled = role->score.low > 0.5 || role->score.high < 0.5});
    }
  }
  return name.empty() ? ""
                      : ForestSvg(forest, {.title = "Score of the same games for " + name +
                                                    ", whichever seat that was",
                                           .caption = IntervalCaption(report)}) +
                            TableHtml(table);
}

}  // namespace

std::string OutcomeSection(const BalanceReport& report, size_t variant) {
  ForestPlot forest = {
      .left = 0, .right = 100, .centre = 50, .margin = 100 * report.settings.margin, .unit = " %"};
  for (const size_t place : report.findings.weakest_first) {
    const RungFindings& rung = report.findings.rungs[variant][place];
    if (rung.games > 0) {
      forest.rows.push_back({.label = PlayerName(report, rung),
                             .value = 100 * rung.score.score,
                             .low = 100 * rung.score.low,
                             .high = 100 * rung.score.high,
                             .filled = rung.score.low > 0.5 || rung.score.high < 0.5});
    }
  }
  const Table table = TableOf(report, variant,
                              {"player", "games", "first wins", "draws", "second wins",
                               "drawishness", "first player's score", "verdict"},
                              [](const RungFindings& rung) {
                                const auto& [wins, draws, losses] = rung.wins_draws_losses;
                                return std::vector<std::string>{absl::StrCat(rung.games),
                                                                absl::StrCat(wins),
                                                                absl::StrCat(draws),
                                                                absl::StrCat(losses),
                                                                PercentText(rung.draws),
                                                                PercentText(rung.score),
                                                                rung.verdict};
                              });
  const RungFindings& rung = Headline(report, variant);
  return absl::StrCat(
      "<h3>Outcomes</h3>\n",
      ForestSvg(forest,
                {.title = "Score of the first player with each player on both sides",
                 .caption = absl::StrCat("A filled mark: certainly not even. Grey: what counts as "
                                         "fair. ",
                                         IntervalCaption(report))}),
      TableHtml(table),
      BesideOthers("Score of the first player, %", &KnownGame::first, 100 * rung.score.score, 1),
      "<p>Drawishness is the share of games without a winner.</p>\n",
      BesideOthers("Drawishness, %", &KnownGame::draws, 100 * rung.draws.score, 1),
      RoleHtml(report, variant), TrackSvg(report, rung));
}

std::string LengthSection(const BalanceReport& report, size_t variant) {
  const RungFindings& rung = Headline(report, variant);
  const std::vector<double> lengths(rung.lengths.begin(), rung.lengths.end());
  std::vector<std::pair<std::string, int64_t>> reasons;
  for (const arena::ReasonCount& one : rung.reasons) {
    reasons.emplace_back(ReasonWords(*report.games[variant], one.reason), one.games);
  }
  std::string html = "<h3>Length and how games end</h3>\n";
  html += HistogramSvg(lengths,
                       {{"5 %", arena::Quantile(lengths, 0.05)},
                        {"median", arena::Quantile(lengths, 0.5)},
                        {"95 %", arena::Quantile(lengths, 0.95)}},
                       {.title = "Moves of both sides until the end",
                        .caption = HeadlineCaption(report, rung, rung.games)});
  html += BarsSvg(reasons, {.title = "What ended the games",
                            .caption = HeadlineCaption(report, rung, rung.games)});
  html += BesideOthers("Moves of both sides", &KnownGame::moves, rung.length.mean, 0);
  html += TableHtml(
      TableOf(report, variant, {"player", "moves", "median", "99 %", "ended by a rule", "margin"},
              [](const RungFindings& one) {
                const std::vector<double> all(one.lengths.begin(), one.lengths.end());
                return std::vector<std::string>{
                    MeanText(one.length, 1), absl::StrFormat("%.0f", arena::Quantile(all, 0.5)),
                    absl::StrFormat("%.0f", arena::Quantile(all, 0.99)), PercentText(one.finished),
                    one.margin.samples > 0 ? MeanText(one.margin, 1) : "-"};
              }));
  return html;
}

std::string TensionSection(const BalanceReport& report, size_t variant) {
  const RungFindings& rung = Headline(report, variant);
  const arena::TensionFindings& tension = rung.tension;
  std::string html = "<h3>Tension</h3>\n";
  if (tension.games == 0) {
    return html + "<p>No game was judged.</p>\n";
  }
  const std::string caption =
      absl::StrFormat("%s Judged by the mean of %d random playouts at each place.",
                      HeadlineCaption(report, rung, tension.games), report.settings.playouts);
  html += BandSvg(CoursePlot(tension),
                  {.title = "How games went: each judged game, their median and middle half",
                   .caption = caption});
  html += ScatterSvg(tension.decided, "decided at move", "ended at move",
                     {.title = "When games were decided, and when they ended",
                      .caption = caption + " Decided: the winner never fell below nine to one "
                                           "again. On the line: open to the end."});
  html += TableHtml(TableOf(
      report, variant,
      {"player", "judged", "lead changes", "drama", "decided after, % of the game", "comebacks"},
      [](const RungFindings& one) {
        return std::vector<std::string>{
            absl::StrCat(one.tension.games), MeanText(one.tension.lead_changes, 2),
            MeanText(one.tension.drama, 3), MeanText(InPercent(one.tension.decided_at), 0),
            one.tension.games > 0 ? PercentText(one.tension.comebacks) : "-"};
      }));
  return html;
}

std::string DepthSection(const BalanceReport& report, size_t variant) {
  std::string html = "<h3>Depth</h3>\n";
  if (report.findings.strengths.size() <= variant) {
    return html + "<p>The players have not met each other.</p>\n";
  }
  ForestPlot forest = {.left = 0, .right = 0, .unit = "", .digits = 0};
  for (const size_t rung : report.findings.weakest_first) {
    const arena::Strength& one = report.findings.strengths[variant][rung];
    forest.rows.push_back({.label = PlayerName(report.settings, rung),
                           .value = one.elo,
                           .low = one.low,
                           .high = one.high});
    forest.left = std::min(forest.left, std::floor(one.low / 100) * 100);
    forest.right = std::max(forest.right, std::ceil(one.high / 100) * 100);
  }
  forest.right = std::max(forest.right, forest.left + 100);
  html += ForestSvg(
      forest,
      {.title = absl::StrCat("Strength in Elo above ", PlayerName(report.settings, 0)),
       .caption = absl::StrFormat("%d pairs of games between any two players, sides exchanged. 200 "
                                  "Elo more win three games of four. Lines: %g %% certainty.",
                                  report.settings.duel_pairs, 100 * report.settings.confidence)});
  Table table = {{"player", "against", "pairs", "score"}};
  for (const arena::DuelFindings& duel : report.findings.duels) {
    if (duel.variant == variant) {
      table.push_back({PlayerName(report.settings, duel.a), PlayerName(report.settings, duel.b),
                       absl::StrCat(duel.pairs), PercentText(duel.score)});
    }
  }
  return html + TableHtml(table);
}

}  // namespace kvintet::cli
