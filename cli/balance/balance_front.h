// BalanceFront: the first screen of a balance page, with the answers, the players and the next
// step.
#pragma once

#include <string>

#include "cli/balance/balance_report.h"

namespace kvintet::cli {

// The first screen as HTML, from below the page's heading to the box on what the study cannot tell.
std::string FrontHtml(const BalanceReport& report);

}  // namespace kvintet::cli
