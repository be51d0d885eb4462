// BalanceTrend: what the players of a study show together, in words, and the lights of too little.
#pragma once

#include <functional>
#include <string>

#include "arena/balance/strength_verdict.h"
#include "cli/balance/balance_lights.h"
#include "cli/balance/balance_report.h"

namespace kvintet::cli {

// What a strength says of one question.
using ShareOf = std::function<arena::Interval(const arena::RungFindings&)>;

inline constexpr char kNotJudgedLabel[] = "not judged";
inline constexpr char kTooFewLabel[] = "too few games";
inline constexpr char kDependsLabel[] = "depends on strength";

inline const arena::RungFindings& RungOf(const BalanceReport& report, size_t variant, size_t rung) {
  return report.findings.rungs[variant][rung];
}

// What each player shows, in two groups: "without looking ahead 17 % random, 34 % one move ahead;
// looking ahead, the weakest first, 42 % look-ahead 8, 49 % look-ahead 32".
std::string Trend(const BalanceReport& report, size_t variant,
                  const std::function<std::string(const arena::RungFindings&)>& figure);
// The same of a share, in per cent.
std::string SharesText(const BalanceReport& report, size_t variant, const ShareOf& share);

// How a share goes from those that contradict to the witness: "The better the players look ahead,
// MORE", or LESS, or neither. REQUIRES: the verdict depends on strength.
std::string Direction(const BalanceReport& report, size_t variant,
                      const arena::StrengthVerdict& verdict, const ShareOf& share,
                      const std::string& more, const std::string& less);

// A question that only players which do not look ahead could answer; `shares` is what they show.
FrontLine NotJudged(const std::string& question, const std::string& shares);
FrontLine TooFew(const std::string& question, const std::string& sentence);
// Of a game of which no judge has finished one.
FrontLine NothingYet(const std::string& question);

// The light for "fair?".
FrontLine Fair(const BalanceReport& report, size_t variant);

}  // namespace kvintet::cli
