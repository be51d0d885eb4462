// BalancePage: see the header.
#include "cli/balance_page.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/balance/tension.h"
#include "base/status_macros.h"
#include "cli/balance_sections.h"
#include "cli/game_steps.h"
#include "cli/html.h"
#include "cli/plots.h"
#include "cli/scene_page.h"

namespace kvintet::cli {
namespace {

using Light = FrontLine::Light;

// Games to step through, of the first game and of each variant: pages grow with them.
constexpr size_t kReplays = 8;
constexpr size_t kVariantReplays = 3;

constexpr char kStyle[] =
    "body{font:16px/1.45 sans-serif;max-width:50em;margin:2em auto;padding:0 1em;color:#222}"
    "h1{font-size:1.5em}h2{font-size:1.3em;border-top:2px solid #ccc;padding-top:.8em}"
    "h3{font-size:1.05em;margin-top:2em}code{overflow-wrap:anywhere}"
    "table{border-collapse:collapse;margin:.8em 0;font-size:.85em;display:block;overflow-x:auto}"
    "th,td{text-align:left;padding:.25em .8em .25em 0;border-bottom:1px solid #ddd;"
    "vertical-align:top}"
    "figure{margin:1em 0}figcaption{color:#555;font-size:.85em}"
    "svg.plot{width:100%;max-height:34em;background:#fafafa}svg.plot text{font:11px sans-serif}"
    ".light{display:grid;grid-template-columns:9.5em 1fr;gap:.6em;margin:.5em 0}"
    ".light b{align-self:start;padding:.2em .6em;border-radius:.3em;border:2px solid;"
    "text-align:center}"
    ".good{background:#e2f1e6;border-color:#2b7a4b}.look{background:#fdf3d6;border-color:#b98300}"
    ".bad{background:#fbe3e3;border-color:#b3261e}"
    ".box{overflow-wrap:anywhere;background:#f2f4f8;border-left:4px solid #1f4e96;padding:.6em "
    "1em;margin:1em 0}"
    "details{margin:.4em 0}summary{cursor:pointer}"
    "iframe{width:100%;height:44em;border:1px solid #ccc}";

const char* ClassOf(Light light) {
  switch (light) {
    case Light::kGood:
      return "good";
    case Light::kBad:
      return "bad";
    case Light::kLook:
      break;
  }
  return "look";
}

// In words, for who does not see the colour.
const char* WordOf(Light light) {
  switch (light) {
    case Light::kGood:
      return "yes";
    case Light::kBad:
      return "no";
    case Light::kLook:
      break;
  }
  return "look";
}

std::string LightsHtml(const BalanceReport& report, size_t variant) {
  std::string html;
  for (const FrontLine& line : FrontLines(report, variant)) {
    absl::StrAppend(&html, "<div class=\"light\"><b class=\"", ClassOf(line.light), "\">",
                    line.question, "? ", WordOf(line.light), "</b><span>", Escaped(line.sentence),
                    "</span></div>\n");
  }
  return html;
}

std::string Box(const std::string& text) {
  return text.empty() ? "" : absl::StrCat("<div class=\"box\">", text, "</div>\n");
}

// The first light that is not good, else the widest question left.
std::string FirstLook(const BalanceReport& report) {
  for (size_t variant = 0; variant < report.settings.games.size(); ++variant) {
    for (const FrontLine& line : FrontLines(report, variant)) {
      if (line.light != Light::kGood) {
        return absl::StrCat("Look first at: is ", report.settings.games[variant],
                            line.question == "finishes" ? " finished by its rules?"
                            : line.question == "fair"   ? " fair?"
                                                        : " deep enough?");
      }
    }
  }
  return "Nothing here asks for attention first; the dead options and the holes are next.";
}

constexpr char kCannot[] =
    "<b>What this cannot tell you.</b> Programs are not people: what is fair and clear for these "
    "players may be neither at a table, and the other way round. A verdict is one of the strengths "
    "that played; stronger play may see another game. Fun was not measured.";

std::string FrontHtml(const BalanceReport& report) {
  const arena::StudySettings& settings = report.settings;
  std::string html = absl::StrFormat(
      "<p>%s A fair game gives the first player 50 %%; the margin asked is +-%g points, intervals "
      "have %g %%, seed %d.%s</p>\n",
      Escaped(PlayersSentence(report)), 100 * settings.margin, 100 * settings.confidence,
      settings.seed,
      report.findings.complete ? ""
                               : " <b>The study is not complete: the same command goes on.</b>");
  for (size_t variant = 0; variant < settings.games.size(); ++variant) {
    absl::StrAppend(&html, "<h2><code>", Escaped(settings.games[variant]), "</code></h2>\n",
                    LightsHtml(report, variant),
                    Box(Escaped(SymmetrySentences(*report.games[variant]))));
  }
  return html + Box(Escaped(FirstLook(report))) + Box(kCannot);
}

std::string DifferenceTable(const BalanceReport& report, size_t variant) {
  std::vector<std::vector<std::string>> table = {
      {"strength", "measure", "variant less the first game", "games", "stands"}};
  for (const arena::Difference& one : report.findings.differences) {
    if (one.variant == variant && one.difference.samples > 0) {
      table.push_back({report.settings.rungs[one.rung].name, one.measure,
                       MeanText(one.difference, 3), absl::StrCat(one.difference.samples),
                       one.stands ? "yes" : "no"});
    }
  }
  return TableHtml(table);
}

std::string ComparisonHtml(const BalanceReport& report, size_t variant) {
  ForestPlot forest = {
      .left = -100, .right = 100, .centre = 0.0, .margin = 100 * report.settings.margin};
  for (const arena::Difference& one : report.findings.differences) {
    if (one.variant == variant && one.of_score && one.difference.samples > 0) {
      const std::string& rung = report.settings.rungs[one.rung].name;
      forest.rows.push_back({.label = absl::StrCat(rung, ", ", one.measure),
                             .value = 100 * one.difference.mean,
                             .low = 100 * one.difference.low,
                             .high = 100 * one.difference.high,
                             .filled = one.stands});
    }
  }
  std::string html =
      absl::StrCat("<h2>Compared: <code>", Escaped(report.settings.games[variant]),
                   "</code> less <code>", Escaped(report.settings.games[0]), "</code></h2>\n<ul>");
  for (const std::string& sentence : ChangeSentences(report, variant)) {
    absl::StrAppend(&html, "<li>", Escaped(sentence), "</li>");
  }
  return absl::StrCat(
      html, "</ul>\n",
      ForestSvg(forest,
                {.title = "Difference of scores, in points",
                 .caption = "Games are paired by seed; filled marks stand among all differences "
                            "(false ones are a twentieth on average)."}),
      DifferenceTable(report, variant));
}

// Pictures of one game: of simultaneous ones what a spectator sees, else what each seat does.
absl::StatusOr<std::string> ReplayHtml(const BalanceReport& report, const arena::StudyGame& played,
                                       size_t variant, const std::string& why) {
  const envs::Game& game = *report.games[variant];
  const Looker looker = game.Spec().simultaneous ? Looker::kSpectator : Looker::kAll;
  ScenePage page = {.title = why};
  for (const envs::Seat seat : SeatsOf(game, looker)) {
    page.lookers.push_back(game.Spec().perfect_information ? "" : SeatName(seat));
  }
  KVINTET_ASSIGN_OR_RETURN(page.steps, StepsOf(game, played.record, looker));
  page.end = absl::StrFormat("%s after %d moves: the first player gets %g.", played.reason,
                             played.moves, played.first_return);
  std::string course;
  if (!played.values.empty()) {
    BandPlot plot = {.centre = 0.0,
                     .margin = arena::kLeads,
                     .range = std::pair(-1.0, 1.0),
                     .x_title = "share of the game, %",
                     .y_title = "first player's value"};
    for (size_t i = 0; i < played.values.size(); ++i) {
      plot.x.push_back(100.0 * static_cast<double>(i + 1) /
                       static_cast<double>(played.values.size()));
    }
    plot.value = plot.low = plot.high = played.values;
    course = BandSvg(plot, {.title = "How it went", .caption = "By random playouts."});
  }
  return absl::StrCat("<details><summary>", Escaped(why), " (", played.moves, " moves, ",
                      Escaped(played.reason), ")</summary>\n", course,
                      "<iframe loading=\"lazy\" title=\"", Escaped(why), "\" srcdoc=\"",
                      Escaped(ToHtml(page)), "\"></iframe><p><code>", Escaped(played.record),
                      "</code></p></details>\n");
}

absl::StatusOr<std::string> ReplaysHtml(const BalanceReport& report, const arena::StudyGames& games,
                                        size_t variant) {
  const arena::RungFindings& rung = report.findings.rungs[variant][report.findings.headline];
  std::string html = "<h3>Games to step through</h3>\n";
  std::set<int64_t> shown;
  for (const arena::Example& example : rung.examples) {
    if (shown.size() == (variant == 0 ? kReplays : kVariantReplays)) {
      break;
    }
    if (!shown.insert(example.index).second) {
      continue;
    }
    const arena::StudyGame& game = games.At(rung.place)[static_cast<size_t>(example.index)];
    KVINTET_ASSIGN_OR_RETURN(
        const std::string one,
        ReplayHtml(report, game, variant,
                   absl::StrFormat("game %d: %s", example.index, example.why)));
    html += one;
  }
  return html;
}

constexpr char kMethod[] =
    "<h2>Method</h2>\n"
    "<p><b>Design.</b> At each strength the same player sits on both seats, so that the mean score "
    "is the worth of the seat. Games differ by their seed alone; a game with the same seed and "
    "settings is the same game, on any number of threads. Score: wins and half the draws.</p>\n"
    "<p><b>Intervals of scores and rates</b> are anytime-valid: what a gambler with bets of twenty "
    "sizes (scores), or against any rate (rates), could not refute. The truth is outside ever with "
    "at most the stated probability, so that one may stop when it tells enough. <b>Means</b> have "
    "the confidence sequence of a normal mixture, valid in the limit of many games.</p>\n"
    "<p><b>Verdicts.</b> Fair within the margin: the whole interval lies inside. Favoured by at "
    "least x: the nearer end of the interval lies x from even. Play at a strength stops at the "
    "first look (every eighth game, from 1,024 on half as often, and so forth) at which the "
    "interval lies inside the margin or beyond it, for "
    "every variant, and every difference is certain or inside the margin; else when the games "
    "allowed are played. Games beyond that look do not count. The front page speaks of the player "
    "that is strongest by its duels; its interval has its own error, not shared with the others. "
    "</p>\n"
    "<p><b>Differences</b> are of games paired by seed; those that stand are chosen by the e-value "
    "form of Benjamini and Hochberg's procedure over all measures, strengths and variants, with a "
    "twentieth false on average.</p>\n"
    "<p><b>Tension.</b> A judge plays randomly on from at most 24 places of a game. A side leads "
    "at a value of 0.25 or more; drama is the mean of what the winner was behind by; a comeback "
    "was won from -0.5 or less; a game is decided where the winner's value is 0.8 or more from "
    "then on. Random playouts see no plans: compare these figures between variants rather than "
    "take them by themselves.</p>\n"
    "<p><b>Dead options</b> were never taken, though a player who draws would have taken them ten "
    "times or more in the games that were looked through (at most 200).</p>\n";

std::string FilesHtml(const BalanceReport& report) {
  return absl::StrCat(
      "<p><b>To repeat it:</b> the same settings give the same numbers: <code>",
      Escaped(ToJsonLine(arena::ToJson(report.settings))),
      "</code>. Beside this page lie report.json, games.csv, rungs.csv and games.jsonl.</p>\n");
}

}  // namespace

absl::StatusOr<std::string> BalanceHtml(const BalanceReport& report,
                                        const arena::StudyGames& games) {
  std::string html = absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>Balance of ",
      Escaped(report.settings.games[0]), "</title>\n<style>", kStyle,
      "</style></head><body>\n<h1>Balance study</h1>\n", FrontHtml(report));
  for (size_t variant = 1; variant < report.settings.games.size(); ++variant) {
    html += ComparisonHtml(report, variant);
  }
  for (size_t variant = 0; variant < report.settings.games.size(); ++variant) {
    absl::StrAppend(&html, "<h2>In detail: <code>", Escaped(report.settings.games[variant]),
                    "</code></h2>\n");
    if (report.findings.rungs[variant][report.findings.headline].games == 0) {
      html += "<p>Not played yet.</p>\n";
      continue;
    }
    for (const auto section : {OutcomeSection, LengthSection, ChoiceSection, TensionSection,
                               DepthSection, OpeningSection, LuckSection, HoleSection}) {
      html += section(report, variant);
    }
    KVINTET_ASSIGN_OR_RETURN(const std::string replays, ReplaysHtml(report, games, variant));
    html += replays;
  }
  return absl::StrCat(html, kMethod, FilesHtml(report), "</body></html>\n");
}

}  // namespace kvintet::cli
