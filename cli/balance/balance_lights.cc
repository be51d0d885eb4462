// BalanceLights: see the header.
#include "cli/balance/balance_lights.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/balance/strength_verdict.h"
#include "arena/statistics/score.h"
#include "cli/balance/balance_tables.h"
#include "cli/balance/balance_trend.h"
#include "cli/words/number_text.h"
#include "cli/words/rule_words.h"

namespace kvintet::cli {
namespace {

using arena::Finding;
using arena::LevelResults;
using arena::Place;
using arena::StrengthVerdict;

// A game finishes if certainly at least this share of games ends by a rule.
constexpr double kFinishes = 0.95;
// The length varies widely if one game in twenty takes more than this many times the median.
constexpr double kVaries = 3;
// The best player is certainly stronger than the weakest by more than kDeep Elo, or by less than
// kShallow.
constexpr double kDeep = 200;
constexpr double kShallow = 100;

struct LightText {
  const char* name;
  const char* style;
};
// In the order of Light.
constexpr std::array<LightText, 7> kLightTexts = {{{"green", "good"},
                                                   {"figure", "tell"},
                                                   {kNotJudgedLabel, "none"},
                                                   {kTooFewLabel, "none"},
                                                   {"amber", "look"},
                                                   {kDependsLabel, "depends"},
                                                   {"red", "bad"}}};

bool IsJudged(const BalanceReport& report) {
  return !arena::IsBaseline(report.settings.levels[report.results.headline]);
}

FrontLine Finishes(const BalanceReport& report, size_t variant) {
  const LevelResults& level = Headline(report, variant);
  const ShareOf share = [](const LevelResults& one) { return one.finished; };
  if (!IsJudged(report)) {
    return NotJudged("finishes",
                     absl::StrCat("ended by a rule, ", SharesText(report, variant, share)));
  }
  const auto reason = std::ranges::max_element(level.reasons, {}, &arena::ReasonCount::games);
  FrontLine line = {.question = "finishes"};
  line.sentence = absl::StrFormat(
      "%s of %d games with %s end by a rule of the game and not by a limit on its length. The most "
      "frequent ending is %s.",
      PercentText(level.finished), level.games, PlayerName(report, level),
      ReasonWords(*report.games[variant], reason->reason));
  const bool good = level.finished.low >= kFinishes;
  const bool bad = level.finished.high < kFinishes;
  if (!good && !bad && !level.complete) {
    return TooFew("finishes", line.sentence);
  }
  line.light = good ? Light::kGood : bad ? Light::kBad : Light::kLook;
  line.label = good ? "yes" : bad ? "no" : "mostly";
  return line;
}

FrontLine Decisive(const BalanceReport& report, size_t variant) {
  const StrengthVerdict& verdict = report.results.ladders[variant].draws;
  const ShareOf share = [](const LevelResults& one) { return one.draws; };
  const std::string shares = SharesText(report, variant, share);
  if (verdict.finding == Finding::kNoJudge) {
    return NotJudged("decisive", absl::StrCat("drawn, ", shares));
  }
  if (!verdict.witness) {
    return NothingYet("decisive");
  }
  const LevelResults& witness = LevelOf(report, variant, *verdict.witness);
  FrontLine line = {.question = "decisive"};
  line.sentence =
      absl::StrFormat("%s of %d games with %s have no winner.", PercentText(witness.draws),
                      witness.games, PlayerName(report, witness));
  line.trend = absl::StrCat("Drawn: ", shares, ".");
  const bool open = verdict.finding == Finding::kOpen;
  if (verdict.finding == Finding::kTooFew || (open && !witness.complete)) {
    line.light = Light::kTooFew;
    line.label = kTooFewLabel;
  } else if (verdict.finding == Finding::kDepends) {
    line.light = Light::kDepends;
    line.label = kDependsLabel;
    line.sentence = absl::StrCat(
        Direction(report, variant, verdict, share, "the more draws", "the fewer draws"), ". ",
        line.sentence);
  } else {
    line.light = open ? Light::kLook : verdict.place == Place::kInside ? Light::kGood : Light::kBad;
    line.label = open ? "some draws" : verdict.place == Place::kInside ? "yes" : "no";
  }
  return line;
}

// " Both act at once, so that is about 38 steps." for a simultaneous game.
std::string StepsText(const envs::Game& game, double moves) {
  return game.Spec().simultaneous
             ? absl::StrFormat(" Both act at once, so that is about %.0f steps.", moves / 2)
             : "";
}

FrontLine Long(const BalanceReport& report, size_t variant) {
  const LevelResults& level = Headline(report, variant);
  const std::vector<double> lengths(level.lengths.begin(), level.lengths.end());
  const double median = arena::Quantile(lengths, 0.5);
  FrontLine line = {.question = "long"};
  const double least = arena::Quantile(lengths, 0.05);
  const double most = arena::Quantile(lengths, 0.95);
  const std::string player = PlayerName(report, level);
  line.sentence =
      least == most ? absl::StrFormat("Nearly all games with %s take %.0f moves of both sides.",
                                      player, median)
                    : absl::StrFormat(
                          "Half of the games with %s take %.0f moves of both sides or fewer, nine "
                          "in ten between %.0f and %.0f.",
                          player, median, least, most);
  line.sentence += StepsText(*report.games[variant], median);
  line.trend = absl::StrCat(
      "Moves on average: ",
      Trend(report, variant,
            [](const LevelResults& one) { return absl::StrFormat("%.0f", one.length.mean); }),
      ".");
  if (!PlayedEnough(report.settings, level)) {
    line.label = kTooFewLabel;
    return line;
  }
  const bool varies = most > kVaries * median;
  line.light = varies ? Light::kLook : Light::kTell;
  line.label = absl::StrFormat("about %.0f moves%s", median, varies ? ", varies" : "");
  return line;
}

// "76", "more than 99".
std::string ScoreOfHundred(double elo) {
  const double score = 100 * arena::ScoreOfElo(elo);
  return score > 99 ? "more than 99" : NumberText(score, 0);
}

FrontLine Deep(const BalanceReport& report, size_t variant) {
  if (report.results.strengths.size() <= variant || report.settings.levels.size() < 2) {
    return TooFew("deep", "The players have not played each other yet.");
  }
  const std::vector<arena::Strength>& strengths = report.results.strengths[variant];
  const auto best = std::ranges::max_element(strengths, {}, &arena::Strength::elo);
  const auto level = static_cast<size_t>(best - strengths.begin());
  FrontLine line = {.question = "deep"};
  line.sentence = absl::StrFormat(
      "The best player in duels, %s, would score %s of 100 games against %s: %s. The game "
      "distinguishes at least this much skill; better players may show more.",
      PlayerName(report.settings, level), ScoreOfHundred(best->elo),
      PlayerName(report.settings, WeakestOf(strengths)),
      IntervalText(best->elo, best->low, best->high, 0, " Elo"));
  if (!IsJudged(report)) {
    line.light = Light::kNotJudged;
    line.label = kNotJudgedLabel;
    return line;
  }
  line.light = best->low > kDeep       ? Light::kGood
               : best->high < kShallow ? Light::kBad
                                       : Light::kLook;
  line.label = best->low > kDeep ? "yes" : best->high < kShallow ? "no" : "a little";
  return line;
}

}  // namespace

const char* LightName(Light light) { return kLightTexts[static_cast<size_t>(light)].name; }
const char* LightStyle(Light light) { return kLightTexts[static_cast<size_t>(light)].style; }

std::vector<FrontLine> FrontLines(const BalanceReport& report, size_t variant) {
  if (Headline(report, variant).games == 0) {
    std::vector<FrontLine> lines;
    for (const char* question : {"finishes", "fair", "decisive", "long", "deep"}) {
      lines.push_back(NothingYet(question));
    }
    const std::string proof = SymmetryProof(*report.games[variant]);
    if (!proof.empty()) {
      lines[1] = Fair(report, variant);
    }
    return lines;
  }
  return {Finishes(report, variant), Fair(report, variant), Decisive(report, variant),
          Long(report, variant), Deep(report, variant)};
}

}  // namespace kvintet::cli
