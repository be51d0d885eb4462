// BalanceTrend: see the header.
#include "cli/balance/balance_trend.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include "cli/balance/balance_tables.h"

namespace kvintet::cli {

using arena::LevelResults;
using arena::StrengthVerdict;

std::string Trend(const BalanceReport& report, size_t variant,
                  const std::function<std::string(const LevelResults&)>& figure) {
  std::vector<std::string> baselines;
  std::vector<std::string> judges;
  for (const size_t place : report.results.weakest_first) {
    const LevelResults& level = LevelOf(report, variant, place);
    if (level.games > 0) {
      const bool baseline = arena::IsBaseline(report.settings.levels[place]);
      (baseline ? baselines : judges)
          .push_back(absl::StrCat(figure(level), " ", PlayerName(report, level)));
    }
  }
  std::string text =
      baselines.empty() ? "" : "without looking ahead " + absl::StrJoin(baselines, ", ");
  if (!judges.empty()) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", "looking ahead",
                    judges.size() > 1 ? ", the weakest first, " : " ", absl::StrJoin(judges, ", "));
  }
  return text;
}

std::string SharesText(const BalanceReport& report, size_t variant, const ShareOf& share) {
  return Trend(report, variant, [&](const LevelResults& level) {
    return absl::StrFormat("%.0f %%", 100 * share(level).score);
  });
}

std::string Direction(const BalanceReport& report, size_t variant, const StrengthVerdict& verdict,
                      const ShareOf& share, const std::string& more, const std::string& less) {
  const double witness = share(LevelOf(report, variant, *verdict.witness)).score;
  const auto below = std::ranges::count_if(verdict.against, [&](size_t level) {
    return share(LevelOf(report, variant, level)).score < witness;
  });
  return below == std::ssize(verdict.against)
             ? absl::StrCat("The better the players look ahead, ", more)
         : below == 0 ? absl::StrCat("The better the players look ahead, ", less)
                      : "It goes up and down with strength";
}

FrontLine NotJudged(const std::string& question, const std::string& shares) {
  return {.question = question,
          .light = Light::kNotJudged,
          .label = kNotJudgedLabel,
          .sentence = absl::StrCat("Only players that do not look ahead took part, and their "
                                   "results alone are not a property of the game",
                                   " (", shares, ").")};
}

FrontLine TooFew(const std::string& question, const std::string& sentence) {
  return {
      .question = question, .light = Light::kTooFew, .label = kTooFewLabel, .sentence = sentence};
}

FrontLine NothingYet(const std::string& question) {
  return TooFew(question, "No game of a player that looks ahead has ended yet.");
}

}  // namespace kvintet::cli
