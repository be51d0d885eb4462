// The sections of a balance page: see the header.
#include "cli/balance_sections.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/balance/study_run.h"
#include "arena/balance/tension.h"
#include "cli/html.h"
#include "cli/plots.h"

namespace kvintet::cli {
namespace {

using arena::RungFindings;
using Table = std::vector<std::vector<std::string>>;

constexpr int kCoursePlaces = 24;

const RungFindings& Headline(const BalanceReport& report, size_t variant) {
  return report.findings.rungs[variant][report.findings.headline];
}

const std::string& RungName(const BalanceReport& report, const RungFindings& rung) {
  return report.settings.rungs[rung.place.rung].name;
}

std::string IntervalCaption(const BalanceReport& report) {
  return absl::StrFormat("%g %% intervals, valid at every look; seed %d.",
                         100 * report.settings.confidence, report.settings.seed);
}

std::string HeadlineCaption(const BalanceReport& report, const RungFindings& rung, int64_t games) {
  return absl::StrFormat("%s, %d games; seed %d.", RungName(report, rung), games,
                         report.settings.seed);
}

// A row for each strength that has games.
template <typename Row>
Table TableOf(const BalanceReport& report, size_t variant, std::vector<std::string> heading,
              const Row& row) {
  Table table = {std::move(heading)};
  for (const RungFindings& rung : report.findings.rungs[variant]) {
    if (rung.games > 0) {
      std::vector<std::string> cells = {RungName(report, rung)};
      for (std::string& cell : row(rung)) {
        cells.push_back(std::move(cell));
      }
      table.push_back(std::move(cells));
    }
  }
  return table;
}

std::string Percent(double share) { return absl::StrFormat("%.1f %%", 100 * share); }

arena::MeanInterval InPercent(arena::MeanInterval mean) {
  mean.mean *= 100;
  mean.low *= 100;
  mean.high *= 100;
  return mean;
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
             .caption = absl::StrCat(HeadlineCaption(report, rung, rung.games), " ",
                                     IntervalCaption(report), " Dashed: even; grey: the margin.")});
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
  Table table = {{"strength", "score", "verdict"}};
  for (const RungFindings& rung : report.findings.rungs[variant]) {
    if (const std::optional<arena::RoleFindings>& role = rung.role; role) {
      name = role->names.first;
      table.push_back({RungName(report, rung), PercentText(role->score), role->verdict});
      forest.rows.push_back({.label = RungName(report, rung),
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

std::string TableHtml(const Table& rows) {
  std::string html = "<table>";
  for (size_t i = 0; i < rows.size(); ++i) {
    html += "<tr>";
    for (const std::string& cell : rows[i]) {
      const char* tag = i == 0 ? "th" : "td";
      absl::StrAppend(&html, "<", tag, ">", Escaped(cell), "</", tag, ">");
    }
    html += "</tr>";
  }
  return html + "</table>\n";
}

std::string OutcomeSection(const BalanceReport& report, size_t variant) {
  ForestPlot forest = {
      .left = 0, .right = 100, .centre = 50, .margin = 100 * report.settings.margin, .unit = " %"};
  for (const RungFindings& rung : report.findings.rungs[variant]) {
    if (rung.games > 0) {
      forest.rows.push_back({.label = RungName(report, rung),
                             .value = 100 * rung.score.score,
                             .low = 100 * rung.score.low,
                             .high = 100 * rung.score.high,
                             .filled = rung.score.low > 0.5 || rung.score.high < 0.5});
    }
  }
  const Table table =
      TableOf(report, variant,
              {"strength", "games", "first wins", "draws", "second wins", "first player's score",
               "verdict"},
              [](const RungFindings& rung) {
                const auto& [wins, draws, losses] = rung.wins_draws_losses;
                return std::vector<std::string>{absl::StrCat(rung.games), absl::StrCat(wins),
                                                absl::StrCat(draws),      absl::StrCat(losses),
                                                PercentText(rung.score),  rung.verdict};
              });
  const RungFindings& rung = Headline(report, variant);
  return absl::StrCat(
      "<h3>Outcomes by seat</h3>\n<p>", Escaped(LadderSentence(report, variant)), "</p>\n",
      ForestSvg(forest,
                {.title = "Score of the first player (seat 0) at each strength",
                 .caption = absl::StrCat("A filled mark: certainly not even. Grey: the margin. ",
                                         IntervalCaption(report))}),
      TableHtml(table), RoleHtml(report, variant), TrackSvg(report, rung));
}

std::string LengthSection(const BalanceReport& report, size_t variant) {
  const RungFindings& rung = Headline(report, variant);
  const std::vector<double> lengths(rung.lengths.begin(), rung.lengths.end());
  std::vector<std::pair<std::string, int64_t>> reasons;
  for (const arena::ReasonCount& one : rung.reasons) {
    reasons.emplace_back(one.reason, one.games);
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
  html += TableHtml(
      TableOf(report, variant, {"strength", "moves", "median", "99 %", "ended by a rule", "margin"},
              [](const RungFindings& one) {
                const std::vector<double> all(one.lengths.begin(), one.lengths.end());
                return std::vector<std::string>{
                    MeanText(one.length, 1), absl::StrFormat("%.0f", arena::Quantile(all, 0.5)),
                    absl::StrFormat("%.0f", arena::Quantile(all, 0.99)), PercentText(one.finished),
                    one.margin.samples > 0 ? MeanText(one.margin, 1) : "-"};
              }));
  return html;
}

std::string ChoiceSection(const BalanceReport& report, size_t variant) {
  const RungFindings& rung = Headline(report, variant);
  const arena::ReplayedGames& replayed = rung.replayed;
  BandPlot plot = {.x_title = "decision of the game", .y_title = "legal actions"};
  for (const arena::ChoicesAt& at : replayed.choices) {
    // Where few games got to there is no tenth of them.
    if (at.games * 10 >= replayed.games) {
      plot.x.push_back(at.decision);
      plot.value.push_back(at.median);
      plot.low.push_back(at.low);
      plot.high.push_back(at.high);
    }
  }
  std::string html = "<h3>Choice</h3>\n";
  const std::string caption = HeadlineCaption(report, rung, replayed.games);
  html += BandSvg(plot, {.title = "Legal actions at each decision: median, tenth to nine tenths",
                         .caption = caption + " A move of several actions counts as several."});
  html += TableHtml(TableOf(
      report, variant,
      {"strength", "legal actions", "forced decisions, %", "options seen", "never taken"},
      [](const RungFindings& one) {
        return std::vector<std::string>{
            MeanText(one.choices, 1), MeanText(InPercent(one.forced), 1),
            absl::StrCat(one.replayed.options.size()), absl::StrCat(one.replayed.dead.size())};
      }));
  if (replayed.dead.empty()) {
    html += "<p>No dead options: all that would often have been drawn by chance were taken.</p>\n";
  } else {
    Table dead = {{"never taken, e.g.", "legal, times", "by chance it would have been taken"}};
    for (size_t i = 0; i < std::min<size_t>(replayed.dead.size(), 10); ++i) {
      const arena::OptionUse& use = replayed.dead[i];
      dead.push_back({use.example, absl::StrCat(use.legal), absl::StrFormat("%.0f", use.expected)});
    }
    absl::StrAppend(&html, "<p>Dead options of ", Escaped(RungName(report, rung)), ":</p>\n",
                    TableHtml(dead));
  }
  html += HeatSvg(replayed.cells, replayed.height, replayed.width,
                  {.title = "Where actions go on the board, in per cent of the busiest cell",
                   .caption = caption + " Cells of the observation's window, the mover's side."});
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
      {"strength", "judged", "lead changes", "drama", "decided after, % of the game", "comebacks"},
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
    return html + "<p>The strengths have not met each other.</p>\n";
  }
  ForestPlot forest = {.left = 0, .right = 0, .unit = "", .digits = 0};
  for (size_t rung = 0; rung < report.settings.rungs.size(); ++rung) {
    const arena::Strength& one = report.findings.strengths[variant][rung];
    forest.rows.push_back({.label = report.settings.rungs[rung].name,
                           .value = one.elo,
                           .low = one.low,
                           .high = one.high});
    forest.left = std::min(forest.left, std::floor(one.low / 100) * 100);
    forest.right = std::max(forest.right, std::ceil(one.high / 100) * 100);
  }
  forest.right = std::max(forest.right, forest.left + 100);
  html += ForestSvg(forest, {.title = "Strength in Elo over the first player of the ladder",
                             .caption = absl::StrFormat(
                                 "%d pairs of games between any two, seats exchanged; Bradley and "
                                 "Terry's model; %g %% intervals of the difference; seed %d.",
                                 report.settings.duel_pairs, 100 * report.settings.confidence,
                                 report.settings.seed)});
  Table table = {{"player", "against", "pairs", "score"}};
  for (const arena::DuelFindings& duel : report.findings.duels) {
    if (duel.variant == variant) {
      table.push_back({report.settings.rungs[duel.a].name, report.settings.rungs[duel.b].name,
                       absl::StrCat(duel.pairs), PercentText(duel.score)});
    }
  }
  return html + TableHtml(table);
}

std::string OpeningSection(const BalanceReport& report, size_t variant) {
  const RungFindings& rung = Headline(report, variant);
  Table depths = {{"after moves", "different openings", "as diverse as equally frequent ones"}};
  for (const arena::OpeningDepth& depth : rung.openings.depths) {
    depths.push_back({absl::StrCat(depth.moves), absl::StrCat(depth.distinct),
                      absl::StrFormat("%.1f", depth.effective)});
  }
  std::string html = absl::StrFormat(
      "<h3>Openings and diversity</h3>\n<p>%d of %d games are different as a whole (%s).</p>\n%s",
      rung.distinct_games, rung.games, Escaped(RungName(report, rung)), TableHtml(depths));
  if (rung.openings.lines.empty()) {
    return html + "<p>Hardly an opening was played twice: no score for any of them.</p>\n";
  }
  Table lines = {{"opening", "games", "share", "first player's score", ""}};
  for (const arena::OpeningLine& line : rung.openings.lines) {
    const bool even = line.score.low <= 0.52 && line.score.high >= 0.48;
    lines.push_back({line.moves, absl::StrCat(line.games),
                     Percent(static_cast<double>(line.games) / static_cast<double>(rung.games)),
                     PercentText(line.score), even ? "may be even (48 to 52 %)" : "not even"});
  }
  return html + TableHtml(lines);
}

std::string LuckSection(const BalanceReport& report, size_t variant) {
  std::string html = "<h3>Luck</h3>\n";
  if (!arena::HasChance(*report.games[variant])) {
    return html +
           "<p>Nothing is drawn by chance in this game: what is luck comes from the players "
           "alone.</p>\n";
  }
  html +=
      "<p>Games were played again with the same draws and other choices of the players: how "
      "much their results hang together is the share of the result that the draws explain."
      "</p>\n";
  return html + TableHtml(TableOf(report, variant, {"strength", "games twice", "share of luck, %"},
                                  [](const RungFindings& one) {
                                    return std::vector<std::string>{
                                        absl::StrCat(one.luck->games),
                                        MeanText(InPercent(one.luck->share), 0)};
                                  }));
}

std::string HoleSection(const BalanceReport& report, size_t variant) {
  Table table = {{"what", "strength", "games", "rate"}};
  for (const RungFindings& rung : report.findings.rungs[variant]) {
    for (const arena::RuleHole& hole : rung.holes) {
      if (hole.games > 0) {
        table.push_back(
            {hole.what, RungName(report, rung), absl::StrCat(hole.games), PercentText(hole.rate)});
      }
    }
  }
  const RungFindings& rung = Headline(report, variant);
  std::string html = "<h3>Possible holes in the rules</h3>\n";
  html += table.size() > 1 ? TableHtml(table) : "";
  std::string clean;
  for (const arena::RuleHole& hole : rung.holes) {
    if (hole.games == 0) {
      absl::StrAppend(&clean, clean.empty() ? "" : "; ", hole.what,
                      absl::StrFormat(" (rarer than %.2f %%)", 100 * hole.rate.high));
    }
  }
  return clean.empty() ? html
                       : absl::StrCat(html, "<p>Not met once by ", Escaped(RungName(report, rung)),
                                      ": ", Escaped(clean), ".</p>\n");
}

}  // namespace kvintet::cli
