// The sections of a balance page that describe one game at all strengths.
#pragma once

#include <string>

#include "cli/balance/balance_report.h"
#include "cli/pages/plots.h"

namespace kvintet::cli {

// Each is HTML with its own heading; `variant` is an index into settings.games.
std::string OutcomeSection(const BalanceReport& report, size_t variant);
std::string LengthSection(const BalanceReport& report, size_t variant);
std::string ChoiceSection(const BalanceReport& report, size_t variant);
std::string TensionSection(const BalanceReport& report, size_t variant);
std::string DepthSection(const BalanceReport& report, size_t variant);
std::string OpeningSection(const BalanceReport& report, size_t variant);
std::string LuckSection(const BalanceReport& report, size_t variant);
std::string HoleSection(const BalanceReport& report, size_t variant);

// A plot of the first player's value over the course of a game, without curves.
CurvesPlot ValuePlot();

}  // namespace kvintet::cli
