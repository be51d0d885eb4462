// BalanceReport: a study of balance as text, JSON and CSV tables; the HTML page is made from it
// too.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/balance/study/study_settings.h"
#include "arena/balance/study_results.h"
#include "base/reports/json.h"
#include "envs/game.h"

namespace kvintet::cli {

// The data from which every output is made.
struct BalanceReport {
  arena::StudySettings settings = {};
  // In the order of settings.games.
  std::vector<const envs::Game*> games = {};
  arena::StudyResults results = {};
};

// The report of the games played so far. `games` are in the order of settings.games and must
// outlive the report. An error if a record in `played` is not valid for its game.
absl::StatusOr<BalanceReport> MakeBalanceReport(const arena::StudySettings& settings,
                                                const std::vector<const envs::Game*>& games,
                                                const arena::StudyGames& played);

// The players, their budgets, and how far their play can be trusted.
std::string PlayersSentence(const BalanceReport& report);
// The differences between a variant and the first game, one sentence each.
std::vector<std::string> ChangeSentences(const BalanceReport& report, size_t variant);

// "48.2 % [46.1, 50.3]".
std::string PercentText(const arena::Interval& interval);
// "31.2 [30.1, 32.3]"; only the mean if it has no interval.
std::string MeanText(const arena::MeanInterval& mean, int digits);

// The report as text for a terminal.
std::string BalanceText(const BalanceReport& report);
// The report as versioned JSON. The same settings give the same bytes.
Json BalanceJson(const BalanceReport& report);
// One line for each game that counts, with its variant, level, index and figures.
std::string GamesCsv(const BalanceReport& report, const arena::StudyGames& games);
// One line for each variant and level.
std::string LevelsCsv(const BalanceReport& report);

}  // namespace kvintet::cli
