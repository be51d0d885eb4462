// BalanceFront: see the header.
#include "cli/balance/balance_front.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/balance/balance_lights.h"
#include "cli/balance/balance_tables.h"
#include "cli/words/known_games.h"
#include "cli/words/number_text.h"
#include "cli/words/rule_words.h"

namespace kvintet::cli {
namespace {

std::string LightsHtml(const BalanceReport& report, size_t variant) {
  std::string html;
  for (const FrontLine& line : FrontLines(report, variant)) {
    absl::StrAppend(&html, "<div class=\"light\"><b class=\"", LightStyle(line.light), "\">",
                    line.question, "? ", Escaped(line.label), "</b><span>",
                    SentenceHtml(line.sentence));
    if (!line.trend.empty()) {
      absl::StrAppend(&html, "<small>", SentenceHtml(line.trend), "</small>");
    }
    html += "</span></div>\n";
  }
  return html;
}

std::string Box(const std::string& html) {
  return absl::StrCat("<div class=\"box\">", html, "</div>\n");
}

// The worst light, which the designer should look at first. Ties go to the first game.
std::string FirstLook(const BalanceReport& report) {
  std::optional<FrontLine> worst;
  std::string game;
  for (size_t variant = 0; variant < report.settings.games.size(); ++variant) {
    for (const FrontLine& line : FrontLines(report, variant)) {
      if (line.light >= Light::kLook && (!worst || line.light > worst->light)) {
        worst = line;
        game = VariantTitle(*report.games[variant]);
      }
    }
  }
  if (worst) {
    return absl::StrCat("<b>Look first at:</b> ", worst->question, "? ", worst->label, " (",
                        Escaped(game), ").");
  }
  return report.results.complete
             ? "<b>Nothing here asks for attention first.</b> Check the options that nobody took "
               "and the possible holes in the rules next."
             : "<b>Too early to say where to look:</b> run the same command again to continue the "
               "study.";
}

// A command that the designer may try next.
std::string NextHtml(const BalanceReport& report) {
  const envs::Game& game = *report.games[0];
  const std::optional<std::string> other = SuggestedVariant(game);
  if (!other || report.settings.games.size() > 1) {
    return "";
  }
  return Box(
      absl::StrCat("<b>To see how much a rule matters,</b> compare two variants game by "
                   "game:<br><code>kvintet balance '",
                   Escaped(ShortText(game)), "' --against '", Escaped(*other), "' --quick</code>"));
}

constexpr char kCannot[] =
    "<b>What this cannot tell you.</b> Programs are not people: what is fair and clear for these "
    "players may be neither for people at a table, and vice versa. A verdict holds for the "
    "strengths that played; stronger players may find a different game. Fun was not measured.";

std::string WhoHtml(const BalanceReport& report) {
  Table table = {{"player", "what it does", "name in commands"}};
  for (const size_t level : report.results.weakest_first) {
    table.push_back({PlayerName(report.settings, level), PlayerWords(report.settings, level),
                     report.settings.levels[level].specs[0]});
  }
  return DetailsHtml("Who played", TableHtml(table));
}

std::string RulesHtml(const envs::Game& game) {
  Table table = {{"rule", "here", "", "what the option controls"}};
  for (const RuleRow& rule : RulesOf(game)) {
    table.push_back({absl::StrCat(rule.key, "=", rule.value), rule.words,
                     rule.usual ? "default" : "changed",
                     absl::StrCat(rule.meaning, rule.clause.empty() ? "" : " (", rule.clause,
                                  rule.clause.empty() ? "" : ")")});
  }
  return table.size() == 1 ? "" : DetailsHtml("All options of the rules", TableHtml(table));
}

std::string Number(const std::optional<double>& value, const char* unit) {
  return value ? NumberText(*value, *value < 10 ? 1 : 0) + unit : "-";
}

Row KnownRow(const KnownGame& game) {
  return {game.name,
          Number(game.choices, ""),
          Number(game.moves, ""),
          Number(game.draws, " %"),
          Number(game.first, " %"),
          game.source};
}

// The study's own figures beside those of games that a designer knows.
std::string OtherGamesHtml(const BalanceReport& report) {
  Table table = {{"game", "choices", "moves", "draws", "first player scores", "source"}};
  for (size_t variant = 0; variant < report.settings.games.size(); ++variant) {
    const arena::LevelResults& level = Headline(report, variant);
    if (level.games > 0) {
      table.push_back(
          KnownRow({.name = "This: " + VariantTitle(*report.games[variant]),
                    .choices = level.choices.mean,
                    .moves = level.length.mean,
                    .draws = 100 * level.draws.score,
                    .first = 100 * level.score.score,
                    .source = absl::StrFormat("this study: %s, %d games", PlayerName(report, level),
                                              level.games)}));
    }
  }
  // The study's own games are in bold, like the heading.
  const size_t headings = table.size();
  for (const auto* games : {&MeasuredGames(), &PublishedGames()}) {
    std::ranges::transform(*games, std::back_inserter(table), KnownRow);
  }
  return DetailsHtml(
      "Compared with other games",
      TableHtml(table, headings) +
          "<p><small>Choices are legal actions at a decision: a move that consists of several "
          "actions (which piece, then where) counts as several here and as one in the published "
          "figures. Moves are those of both sides.</small></p>",
      /*open=*/true);
}

std::string HowSure(const BalanceReport& report) {
  const arena::StudySettings& settings = report.settings;
  return absl::StrFormat(
      "<p>An even game gives the first player 50 %%; up to %g points off count as fair here. [a, "
      "b] contains the true figure with %g %% confidence, however long one plays.</p>\n",
      100 * settings.margin, 100 * settings.confidence);
}

}  // namespace

std::string FrontHtml(const BalanceReport& report) {
  std::string html = absl::StrCat("<p>", SentenceHtml(PlayersSentence(report)), "</p>\n");
  if (!report.results.complete) {
    html += Box("<b>The study is not complete.</b> The same command continues it.");
  }
  html += HowSure(report);
  for (size_t variant = 0; variant < report.settings.games.size(); ++variant) {
    const envs::Game& game = *report.games[variant];
    absl::StrAppend(&html, "<h2>", Escaped(VariantTitle(game)), "</h2>\n<p><code>",
                    Escaped(ShortText(game)), "</code></p>\n", LightsHtml(report, variant),
                    RulesHtml(game));
  }
  return absl::StrCat(html, WhoHtml(report), OtherGamesHtml(report), Box(FirstLook(report)),
                      NextHtml(report), Box(kCannot));
}

}  // namespace kvintet::cli
