// BalanceTrend: what the players of a study show together, in words, and the lights for too little
// evidence.
#pragma once

#include <functional>
#include <string>

#include "arena/balance/strength_verdict.h"
#include "cli/balance/balance_lights.h"
#include "cli/balance/balance_report.h"

namespace kvintet::cli {

// The share that one strength shows for a question.
using ShareOf = std::function<arena::Interval(const arena::LevelResults&)>;

inline constexpr char kNotJudgedLabel[] = "not judged";
inline constexpr char kTooFewLabel[] = "too few games";
inline constexpr char kDependsLabel[] = "depends on strength";

inline const arena::LevelResults& LevelOf(const BalanceReport& report, size_t variant,
                                          size_t level) {
  return report.results.levels[variant][level];
}

// The figure of each player, in two groups: "without looking ahead 17 % random, 34 % one move
// ahead; looking ahead, the weakest first, 42 % look-ahead 8, 49 % look-ahead 32".
std::string Trend(const BalanceReport& report, size_t variant,
                  const std::function<std::string(const arena::LevelResults&)>& figure);
// The same for a share, in percent.
std::string SharesText(const BalanceReport& report, size_t variant, const ShareOf& share);

// How a share moves from the strengths that contradict the witness to the witness: "The better the
// players look ahead, MORE", or LESS, or neither. REQUIRES: the verdict depends on strength.
std::string Direction(const BalanceReport& report, size_t variant,
                      const arena::StrengthVerdict& verdict, const ShareOf& share,
                      const std::string& more, const std::string& less);

// The line for a question on which only players that do not look ahead have evidence; `shares` is
// what they show.
FrontLine NotJudged(const std::string& question, const std::string& shares);
FrontLine TooFew(const std::string& question, const std::string& sentence);
// The line for a game that no judge has finished once.
FrontLine NothingYet(const std::string& question);

// The light for "fair?".
FrontLine Fair(const BalanceReport& report, size_t variant);

}  // namespace kvintet::cli
