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

using arena::RungFindings;
using arena::StrengthVerdict;

std::string Trend(const BalanceReport& report, size_t variant,
                  const std::function<std::string(const RungFindings&)>& figure) {
  std::vector<std::string> yardsticks;
  std::vector<std::string> judges;
  for (const size_t place : report.findings.weakest_first) {
    const RungFindings& rung = RungOf(report, variant, place);
    if (rung.games > 0) {
      const bool yardstick = arena::IsYardstick(report.settings.rungs[place]);
      (yardstick ? yardsticks : judges)
          .push_back(absl::StrCat(figure(rung), " ", PlayerName(report, rung)));
    }
  }
  std::string text =
      yardsticks.empty() ? "" : "without looking ahead " + absl::StrJoin(yardsticks, ", ");
  if (!judges.empty()) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", "looking ahead",
                    judges.size() > 1 ? ", the weakest first, " : " ", absl::StrJoin(judges, ", "));
  }
  return text;
}

std::string SharesText(const BalanceReport& report, size_t variant, const ShareOf& share) {
  return Trend(report, variant, [&](const RungFindings& rung) {
    return absl::StrFormat("%.0f %%", 100 * share(rung).score);
  });
}

std::string Direction(const BalanceReport& report, size_t variant, const StrengthVerdict& verdict,
                      const ShareOf& share, const std::string& more, const std::string& less) {
  const double witness = share(RungOf(report, variant, *verdict.witness)).score;
  const auto below = std::ranges::count_if(verdict.against, [&](size_t rung) {
    return share(RungOf(report, variant, rung)).score < witness;
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
          .sentence = absl::StrCat(
              "Only players that do not look ahead took part, and what they show alone is no "
              "property of the game",
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
