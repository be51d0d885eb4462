// BalancePage: a study of balance as a page that needs nothing else: words, plots, games to step
// through.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "cli/balance/balance_report.h"

namespace kvintet::cli {

// The page's bytes. An error where a record is none of its game.
absl::StatusOr<std::string> BalanceHtml(const BalanceReport& report,
                                        const arena::StudyGames& games);

}  // namespace kvintet::cli
