// BalancePage: see the header.
#include "cli/balance/balance_page.h"

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "base/status_macros.h"
#include "cli/balance/balance_front.h"
#include "cli/balance/balance_sections.h"
#include "cli/balance/balance_tables.h"
#include "cli/pages/document.h"
#include "cli/pages/embedded.h"
#include "cli/pages/game_steps.h"
#include "cli/pages/scene_page.h"
#include "cli/words/player_words.h"
#include "cli/words/rule_words.h"

namespace kvintet::cli {
namespace {

// Number of games to step through, for the first game and for each variant. Each enlarges the page.
constexpr size_t kReplays = 8;
constexpr size_t kVariantReplays = 3;

std::string VariantHtml(const BalanceReport& report, size_t variant) {
  ForestPlot forest = {
      .left = -100, .right = 100, .centre = 0.0, .margin = 100 * report.settings.margin};
  Table table = {{"player", "measure", "variant minus the first game", "games", "certain"}};
  for (const arena::Difference& one : report.results.differences) {
    if (one.variant != variant || one.difference.samples == 0) {
      continue;
    }
    const std::string player = PlayerName(report.settings, one.level);
    table.push_back({player, one.measure, MeanText(one.difference, 3),
                     absl::StrCat(one.difference.samples), one.stands ? "yes" : "no"});
    if (one.of_score) {
      const arena::MeanInterval points = InPercent(one.difference);
      forest.rows.push_back({absl::StrCat(player, ", ", one.measure), points.mean, points.low,
                             points.high, one.stands});
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
      TableHtml(table));
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
  CurvesPlot course = ValuePlot();
  course.curves.emplace_back();
  for (const double value : played.values) {
    std::vector<PlotPoint>& points = course.curves[0].points;
    const double share =
        static_cast<double>(points.size() + 1) / static_cast<double>(played.values.size());
    points.push_back({100 * share, value, value, value});
  }
  return DetailsHtml(
      absl::StrCat(why, " (", played.moves, " moves)"),
      absl::StrCat(CurvesSvg(course, {.title = "How it went", .caption = "By random playouts."}),
                   "<iframe loading=\"lazy\" title=\"", Escaped(why), "\" srcdoc=\"",
                   Escaped(ToHtml(page)), "\"></iframe><p><code>", Escaped(played.record),
                   "</code></p>"));
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

}  // namespace

absl::StatusOr<std::string> BalanceHtml(const BalanceReport& report,
                                        const arena::StudyGames& games) {
  std::string html = FrontHtml(report);
  for (size_t variant = 1; variant < report.settings.games.size(); ++variant) {
    html += VariantHtml(report, variant);
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
  const std::string settings = ToJsonLine(arena::ToJson(report.settings));
  html += DetailsHtml("Method", kBalanceMethodHtml);
  html += DetailsHtml(
      "To reproduce this study",
      absl::StrCat("<p>The same settings give the same numbers: <code>", Escaped(settings),
                   "</code>. The folder of this page also has report.json, games.csv, levels.csv "
                   "and games.jsonl.</p>"));
  return HtmlDocument({.title = "Balance of " + VariantTitle(*report.games[0]),
                       .heading = "Balance of " + report.games[0]->Spec().title},
                      html);
}

}  // namespace kvintet::cli
