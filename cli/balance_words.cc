// The sentences of a study of balance: see balance_report.h.
#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include "cli/balance_report.h"

namespace kvintet::cli {
namespace {

using arena::Fairness;
using arena::RungFindings;
using Light = FrontLine::Light;

// Kontranto has 16 symmetries exactly where those that exchange the colours are among them.
constexpr int kColourSymmetries = 16;

const RungFindings& Headline(const BalanceReport& report, size_t variant) {
  return report.findings.rungs[variant][report.findings.headline];
}

const std::string& RungName(const BalanceReport& report, size_t rung) {
  return report.settings.rungs[rung].name;
}

FrontLine Finishes(const RungFindings& rung) {
  const auto reason = std::ranges::max_element(rung.reasons, {}, &arena::ReasonCount::games);
  const bool good = rung.finished.low >= 0.95;
  const bool bad = rung.finished.high < 0.95;
  return {.question = "finishes",
          .light = good  ? Light::kGood
                   : bad ? Light::kBad
                         : Light::kLook,
          .sentence = absl::StrFormat(
              "%s of games end by a rule rather than by a bound on length; most often by '%s'.",
              PercentText(rung.finished), reason == rung.reasons.end() ? "-" : reason->reason)};
}

Light FairLight(Fairness fairness) {
  switch (fairness) {
    case Fairness::kFair:
    case Fairness::kFairButFirst:
    case Fairness::kFairButSecond:
      return Light::kGood;
    case Fairness::kFirstBeyond:
    case Fairness::kSecondBeyond:
      return Light::kBad;
    default:
      return Light::kLook;
  }
}

arena::MeanInterval Opposite(const arena::MeanInterval& mean) {
  return {.mean = -mean.mean, .low = -mean.high, .high = -mean.low, .samples = mean.samples};
}

bool MayBeEven(const arena::Interval& score) { return score.low <= 0.5 && score.high >= 0.5; }

// Where the rules know White, or who begins, that is what a designer asks of; then by seat.
FrontLine Fair(const BalanceReport& report, size_t variant) {
  const RungFindings& rung = Headline(report, variant);
  FrontLine line = {.question = "fair", .light = FairLight(rung.fairness)};
  bool even = MayBeEven(rung.score);
  std::string role;
  if (rung.role) {
    role = absl::StrCat(rung.role->verdict, "; ", rung.role->names.first, " scores ",
                        PercentText(rung.role->score), ". By seat: ");
    line.light = std::max(line.light, FairLight(rung.role->fairness));
    even &= MayBeEven(rung.role->score);
  }
  line.sentence = absl::StrFormat("With %s: %s%s; the first player scores %s in %d games.",
                                  RungName(report, rung.place.rung), role, rung.verdict,
                                  PercentText(rung.score), rung.games);
  if (!SymmetrySentences(*report.games[variant]).empty()) {
    line.light = Light::kGood;
    line.sentence = absl::StrCat("By proof (below). ", line.sentence,
                                 even ? "" : " That bias is a defect of these players.");
  }
  return line;
}

FrontLine Deep(const BalanceReport& report, size_t variant) {
  FrontLine line = {.question = "deep", .sentence = "Not measured: the players have not met."};
  if (report.findings.strengths.size() <= variant || report.settings.rungs.size() < 2) {
    return line;
  }
  const std::vector<arena::Strength>& strengths = report.findings.strengths[variant];
  const auto best = std::ranges::max_element(strengths, {}, &arena::Strength::elo);
  const auto rung = static_cast<size_t>(best - strengths.begin());
  line.light = best->low > 200 ? Light::kGood : best->high < 100 ? Light::kBad : Light::kLook;
  line.sentence = absl::StrFormat(
      "The strongest player here, %s, is %.0f Elo [%.0f, %.0f] above %s: that much skill the game "
      "tells apart, at least.",
      RungName(report, rung), best->elo, best->low, best->high, RungName(report, 0));
  return line;
}

}  // namespace

std::vector<FrontLine> FrontLines(const BalanceReport& report, size_t variant) {
  const RungFindings& rung = Headline(report, variant);
  if (rung.games == 0) {
    return {{.question = "fair", .sentence = "No game with the strongest player has ended yet."}};
  }
  return {Finishes(rung), Fair(report, variant), Deep(report, variant)};
}

std::string SymmetrySentences(const envs::Game& game) {
  if (game.Spec().name != "kontranto" || game.Spec().num_symmetries != kColourSymmetries) {
    return "";
  }
  return "Fair by proof: exchanging the colours, mirroring left and right and turning one side's "
         "circles into triangles and back maps the game onto itself, so under best play both "
         "colours are worth exactly the same. What is measured here is therefore no property of "
         "the game but a test of the players: a bias would be a defect of theirs.";
}

std::string PlayersSentence(const BalanceReport& report) {
  std::vector<std::string> names;
  bool searched = false;
  bool trained = false;
  for (const arena::Rung& rung : report.settings.rungs) {
    names.push_back(rung.name);
    trained |= absl::StartsWith(rung.specs[0], "model:");
    searched |=
        absl::StartsWith(rung.specs[0], "mcts:") || absl::StartsWith(rung.specs[0], "rollouts:");
  }
  std::string text = absl::StrCat("Played by ", absl::StrJoin(names, ", "),
                                  ", each against itself, with the same budget in every variant. ");
  if (trained) {
    absl::StrAppend(&text, "Models were trained for exactly the options under which they play here",
                    report.settings.training.empty() ? "" : ", for this study: ",
                    report.settings.training, ". ");
  } else if (searched) {
    absl::StrAppend(&text,
                    "No trained model took part: the strongest players search with random "
                    "playouts, which is far from best play. ");
  } else {
    absl::StrAppend(&text,
                    "No trained model took part, and no search: none of ours may search with what "
                    "a seat of this game does not know. These players are weak. ");
  }
  return text;
}

std::string LadderSentence(const BalanceReport& report, size_t variant) {
  int first = 0;
  int second = 0;
  arena::SideNames names = {"the first player", "the second player"};
  for (const RungFindings& rung : report.findings.rungs[variant]) {
    const arena::Interval& score = rung.role ? rung.role->score : rung.score;
    names = rung.role ? rung.role->names : names;
    first += score.low > 0.5 ? 1 : 0;
    second += score.high < 0.5 ? 1 : 0;
  }
  const size_t all = report.settings.rungs.size();
  if (first > 0 && second > 0) {
    return absl::StrFormat(
        "The strengths disagree: %d of %d favour %s, %d %s. Take the verdict as one of this "
        "strength, not of the game.",
        first, all, names.first, second, names.second);
  }
  if (first + second == 0) {
    return absl::StrFormat("At none of %d strengths is either side certainly favoured.", all);
  }
  return absl::StrFormat("At %d of %d strengths %s is certainly favoured, at none %s.",
                         first + second, all, first > 0 ? names.first : names.second,
                         first > 0 ? names.second : names.first);
}

std::vector<std::string> ChangeSentences(const BalanceReport& report, size_t variant) {
  std::vector<std::string> sentences;
  for (const arena::Difference& one : report.findings.differences) {
    if (one.variant != variant || one.rung != report.findings.headline || !one.stands) {
      continue;
    }
    const bool more = one.difference.mean > 0;
    sentences.push_back(
        absl::StrFormat("%s: %s by %s.", one.measure, more ? "more" : "less",
                        MeanText(more ? one.difference : Opposite(one.difference), 3)));
  }
  if (sentences.empty()) {
    sentences.emplace_back("No difference stands at the strength of the front page.");
  }
  return sentences;
}

std::string PercentText(const arena::Interval& interval) {
  return absl::StrFormat("%.1f %% [%.1f, %.1f]", 100 * interval.score, 100 * interval.low,
                         100 * interval.high);
}

std::string MeanText(const arena::MeanInterval& mean, int digits) {
  const auto text = [&](double value) {
    // Less than nothing by less than is shown is nothing.
    const double least = std::pow(0.1, digits) / 2;
    return absl::StrFormat("%.*f", digits, value < 0 && value > -least ? 0 : value);
  };
  if (mean.samples < 2) {
    return mean.samples == 0 ? "-" : text(mean.mean);
  }
  return absl::StrCat(text(mean.mean), " [", text(mean.low), ", ", text(mean.high), "]");
}

}  // namespace kvintet::cli
