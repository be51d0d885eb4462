// BalancePage: a study of balance as one self-contained HTML page with text, plots and games to
// step through.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "cli/balance/balance_report.h"

namespace kvintet::cli {

// The page's bytes. An error if a record in `games` is not valid for its game.
absl::StatusOr<std::string> BalanceHtml(const BalanceReport& report,
                                        const arena::StudyGames& games);

}  // namespace kvintet::cli
