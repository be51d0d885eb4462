// BalanceForecast: estimates how many games and minutes a study of balance may take.
#pragma once

#include <stop_token>
#include <string>

#include "absl/status/statusor.h"

#include "cli/balance/balance_plan.h"

namespace kvintet::cli {

// The forecast that is printed before a study begins: the number of games that the asked margin
// needs, and the least and the most minutes, duels included. Times a few games to estimate the
// minutes. Says less if `stop` is requested meanwhile or if players are too slow to be timed.
absl::StatusOr<std::string> ForecastText(const BalancePlan& plan, int threads,
                                         const std::stop_token& stop);

}  // namespace kvintet::cli
