// BalancePage: see the header.
#include "cli/balance/balance_page.h"

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/balance/tension.h"
#include "base/status_macros.h"
#include "cli/balance/balance_front.h"
#include "cli/balance/balance_sections.h"
#include "cli/balance/balance_tables.h"
#include "cli/pages/game_steps.h"
#include "cli/pages/html.h"
#include "cli/pages/plots.h"
#include "cli/pages/scene_page.h"
#include "cli/words/player_words.h"
#include "cli/words/rule_words.h"

namespace kvintet::cli {
namespace {

// Number of games to step through, for the first game and for each variant. Each enlarges the page.
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
    ".light{display:grid;grid-template-columns:10.5em 1fr;gap:.8em;margin:.7em 0}"
    ".light b{align-self:start;padding:.2em .6em;border-radius:.3em;border-width:2px;"
    "border-style:solid;text-align:center}.light small{display:block;color:#555}"
    ".good{background:#e2f1e6;border-color:#2b7a4b}.look{background:#fdf3d6;border-color:#b98300}"
    ".bad{background:#fbe3e3;border-color:#b3261e}.tell{background:#eef1f6;border-color:#5b7aa8}"
    ".none{background:#f3f3f3;border-color:#999}.depends{background:#efe6f7;border-color:#6b3fa0}"
    ".beside{font-size:.85em;background:#f7f7f2;padding:.3em .6em}"
    ".box{overflow-wrap:anywhere;background:#f2f4f8;border-left:4px solid #1f4e96;padding:.6em "
    "1em;margin:1em 0}"
    "details{margin:.4em 0}summary{cursor:pointer}"
    "iframe{width:100%;height:44em;border:1px solid #ccc}";

std::string DifferenceTable(const BalanceReport& report, size_t variant) {
  std::vector<std::vector<std::string>> table = {
      {"player", "measure", "variant minus the first game", "games", "certain"}};
  for (const arena::Difference& one : report.results.differences) {
    if (one.variant == variant && one.difference.samples > 0) {
      table.push_back({PlayerName(report.settings, one.level), one.measure,
                       MeanText(one.difference, 3), absl::StrCat(one.difference.samples),
                       one.stands ? "yes" : "no"});
    }
  }
  return TableHtml(table);
}

std::string ComparisonHtml(const BalanceReport& report, size_t variant) {
  ForestPlot forest = {
      .left = -100, .right = 100, .centre = 0.0, .margin = 100 * report.settings.margin};
  for (const arena::Difference& one : report.results.differences) {
    if (one.variant == variant && one.of_score && one.difference.samples > 0) {
      forest.rows.push_back(
          {.label = absl::StrCat(PlayerName(report.settings, one.level), ", ", one.measure),
           .value = 100 * one.difference.mean,
           .low = 100 * one.difference.low,
           .high = 100 * one.difference.high,
           .filled = one.stands});
    }
  }
  std::string html =
      absl::StrCat("<h2>Compared: ", Escaped(VariantTitle(*report.games[variant])),
                   "</h2>\n<p>Compared with ", Escaped(VariantTitle(*report.games[0])), ", with ",
                   PlayerName(report.settings, report.results.headline), ":</p>\n<ul>");
  for (const std::string& sentence : ChangeSentences(report, variant)) {
    absl::StrAppend(&html, "<li>", Escaped(sentence), "</li>");
  }
  return absl::StrCat(
      html, "</ul>\n",
      ForestSvg(forest, {.title = "Difference of scores, in points",
                         .caption = "Games are compared one by one. Filled marks are certain; one "
                                    "in twenty of those on this page may be due to chance."}),
      DifferenceTable(report, variant));
}

const char* ResultWords(double first_return) {
  return first_return > 0   ? "the first player wins"
         : first_return < 0 ? "the second player wins"
                            : "nobody wins";
}

// Pictures of one game: a spectator's view if choices are simultaneous, else each seat's view.
absl::StatusOr<std::string> ReplayHtml(const BalanceReport& report, const arena::StudyGame& played,
                                       size_t variant, const std::string& why) {
  const envs::Game& game = *report.games[variant];
  const Viewer viewer = game.Spec().simultaneous ? Viewer::kSpectator : Viewer::kAll;
  ScenePage page = {.title = why};
  for (const envs::Seat seat : SeatsOf(game, viewer)) {
    page.viewers.push_back(game.Spec().perfect_information  ? ""
                           : seat == envs::Seat::kSpectator ? "seen by a spectator"
                           : seat == envs::Seat::k0         ? "seen by the first player"
                                                            : "seen by the second player");
  }
  KVINTET_ASSIGN_OR_RETURN(page.steps, StepsOf(game, played.record, viewer));
  page.end = absl::StrFormat("Ended by %s after %d moves: %s.", ReasonWords(game, played.reason),
                             played.moves, ResultWords(played.first_return));
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
  return absl::StrCat("<details><summary>", Escaped(why), " (", played.moves, " moves)</summary>\n",
                      course, "<iframe loading=\"lazy\" title=\"", Escaped(why), "\" srcdoc=\"",
                      Escaped(ToHtml(page)), "\"></iframe><p><code>", Escaped(played.record),
                      "</code></p></details>\n");
}

// Why a game is shown, and how it ended, in words.
std::string WhyWords(const envs::Game& game, const arena::StudyGame& played,
                     const arena::Example& example) {
  const std::string end = ReasonWords(game, played.reason);
  const bool by_end = absl::StartsWith(example.why, "ended by: ");
  return absl::StrFormat("game %d: %s%s", example.index,
                         by_end ? "ended by " : example.why + "; ended by ", end);
}

absl::StatusOr<std::string> ReplaysHtml(const BalanceReport& report, const arena::StudyGames& games,
                                        size_t variant) {
  const arena::LevelResults& level = report.results.levels[variant][report.results.headline];
  std::string html = "<h3>Games to step through</h3>\n";
  std::set<int64_t> shown;
  for (const arena::Example& example : level.examples) {
    if (shown.size() == (variant == 0 ? kReplays : kVariantReplays)) {
      break;
    }
    if (!shown.insert(example.index).second) {
      continue;
    }
    const arena::StudyGame& game = games.At(level.place)[static_cast<size_t>(example.index)];
    KVINTET_ASSIGN_OR_RETURN(
        const std::string one,
        ReplayHtml(report, game, variant, WhyWords(*report.games[variant], game, example)));
    html += one;
  }
  return html;
}

constexpr char kMethod[] =
    "<details><summary><b>Method</b></summary>\n"
    "<p><b>Design.</b> At each strength the same player plays both sides, so that the mean score "
    "measures the side. Games differ only in their seed; the same seed and settings give the same "
    "game, on any number of threads. Score: wins and half the draws.</p>\n"
    "<p><b>Intervals of scores and rates</b> are anytime-valid: they contain the values that a "
    "gambler could not refute with bets of twenty sizes (scores) or against any rate (rates). The "
    "probability that the true value is ever outside is at most the stated one, so that one may "
    "stop at any time. <b>Means</b> have the confidence sequence of a normal mixture, valid in the "
    "limit of many games.</p>\n"
    "<p><b>The verdict of one player.</b> Fair within the margin: the whole interval lies inside "
    "it. Favoured by at least x: the nearer end of the interval lies x from even. The interval is "
    "checked every eighth game, from 1,024 games on half as often, and so forth. Play at a "
    "strength stops at the first check after the minimum number of games at which, for every "
    "variant, the interval lies inside the margin or beyond it, and every difference is certain or "
    "inside the margin; otherwise it stops at the maximum number of games. Games after that check "
    "do not count.</p>\n"
    "<p><b>The verdict of all strengths.</b> Players that neither look ahead nor have learnt "
    "(random, one move ahead) never make a light green or red. The strongest of the others in "
    "duels is the witness, and the light shows what is certain from its games. The answer depends "
    "on strength if other players certainly contradict the witness. If the witness finds the game "
    "fair, a contradiction is any other finding. If the witness finds a bias, a contradiction is a "
    "larger bias (bias shrinks with strength) or the opposite one. To contradict the witness, a "
    "player must differ from it by the margin or more (draws: by 10 points), and the difference "
    "must be significant among all that were tested. Players that do not look ahead count only if "
    "the strongest player below the witness does not confirm it.</p>\n"
    "<p><b>Draws</b> are few (green) if certainly less than a third of the games have no winner, "
    "and many (red) if certainly more than half have none.</p>\n"
    "<p><b>Differences</b>, between variants (games paired by seed) and between strengths, are "
    "tested together, each kind separately: the e-value form of the Benjamini-Hochberg procedure "
    "selects the significant ones over all measures, strengths and variants, with a false "
    "discovery rate of one in twenty.</p>\n"
    "<p><b>Tension.</b> A judge plays random playouts from at most 24 places of a game. A side "
    "leads at a value of 0.25 or more; drama is the mean deficit of the winner; a comeback is a "
    "win from -0.5 or less; a game is decided when the winner's value stays at 0.8 or more. Random "
    "playouts do not see plans, so compare these figures between variants instead of taking them "
    "at face value.</p>\n"
    "<p><b>Dead options</b> were never taken, although a random player would have taken them ten "
    "times or more in the games that were examined (at most 200).</p>\n"
    "<p><b>Strength</b> is the rating of the Bradley-Terry model, from a number of duels that was "
    "fixed beforehand.</p></details>\n";

std::string FilesHtml(const BalanceReport& report) {
  return absl::StrCat(
      "<details><summary><b>To reproduce this study</b></summary><p>The same settings give the "
      "same numbers: <code>",
      Escaped(ToJsonLine(arena::ToJson(report.settings))),
      "</code>. The folder of this page also has report.json, games.csv, levels.csv and "
      "games.jsonl.</p></details>\n");
}

}  // namespace

absl::StatusOr<std::string> BalanceHtml(const BalanceReport& report,
                                        const arena::StudyGames& games) {
  std::string html = absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>Balance of ",
      Escaped(VariantTitle(*report.games[0])), "</title>\n<style>", kStyle,
      "</style></head><body>\n", FrontHtml(report));
  for (size_t variant = 1; variant < report.settings.games.size(); ++variant) {
    html += ComparisonHtml(report, variant);
  }
  for (size_t variant = 0; variant < report.settings.games.size(); ++variant) {
    absl::StrAppend(&html, "<h2>In detail: ", Escaped(VariantTitle(*report.games[variant])),
                    "</h2>\n<p>Figures of only one player are those of ",
                    PlayerName(report.settings, report.results.headline), ", which ",
                    Escaped(PlayerWords(report.settings, report.results.headline)), ".</p>\n");
    if (Headline(report, variant).games == 0) {
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
