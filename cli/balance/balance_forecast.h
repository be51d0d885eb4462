// BalanceForecast: how many games and minutes a study of balance may take.
#pragma once

#include <stop_token>
#include <string>

#include "absl/status/statusor.h"

#include "cli/balance/balance_plan.h"

namespace kvintet::cli {

// What is to come, before it begins: games for the asked margin, and the least and the most minutes
// with duels and all, from a few games timed now; with less of it where `stop` comes before or
// players are too slow to be timed.
absl::StatusOr<std::string> ForecastText(const BalancePlan& plan, int threads,
                                         const std::stop_token& stop);

}  // namespace kvintet::cli
