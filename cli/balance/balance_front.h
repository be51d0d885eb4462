// BalanceFront: the first screen of a balance page: answers, who played, and what to do next.
#pragma once

#include <string>

#include "cli/balance/balance_report.h"

namespace kvintet::cli {

// From the page's heading to what it cannot tell, as HTML.
std::string FrontHtml(const BalanceReport& report);

}  // namespace kvintet::cli
