// BalanceReport: a study of balance as words, as JSON and as tables; the page is made of the same.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/balance/findings.h"
#include "arena/balance/study/study_settings.h"
#include "base/reports/json.h"
#include "envs/game.h"

namespace kvintet::cli {

// What the doors show.
struct BalanceReport {
  arena::StudySettings settings = {};
  // As settings.games.
  std::vector<const envs::Game*> games = {};
  arena::Findings findings = {};
};

// All that is known of a study. `games` as settings.games; they must outlive the report. An error
// where a record in the file is none of its game.
absl::StatusOr<BalanceReport> MakeBalanceReport(const arena::StudySettings& settings,
                                                const std::vector<const envs::Game*>& games,
                                                const arena::StudyGames& played);

// Who played, with what budget, and what that is worth.
std::string PlayersSentence(const BalanceReport& report);
// What a variant changes.
std::vector<std::string> ChangeSentences(const BalanceReport& report, size_t variant);

// "48.2 % [46.1, 50.3]".
std::string PercentText(const arena::Interval& interval);
// "31.2 [30.1, 32.3]"; without an interval where it has none.
std::string MeanText(const arena::MeanInterval& mean, int digits);

// What a terminal shows.
std::string BalanceText(const BalanceReport& report);
// Schema-versioned; the same settings give the same bytes.
Json BalanceJson(const BalanceReport& report);
// One line for each game that counts: variant, rung, index and what is known of it.
std::string GamesCsv(const BalanceReport& report, const arena::StudyGames& games);
// One line for each variant and rung.
std::string RungsCsv(const BalanceReport& report);

}  // namespace kvintet::cli
