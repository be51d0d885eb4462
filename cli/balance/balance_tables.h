// Helpers of the sections of a balance page: the headline strength, captions and tables.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/balance/balance_report.h"
#include "cli/pages/document.h"
#include "cli/words/known_games.h"
#include "cli/words/player_words.h"

namespace kvintet::cli {

// The results at the headline strength, which the page uses where it gives only one figure.
inline const arena::LevelResults& Headline(const BalanceReport& report, size_t variant) {
  return report.results.levels[variant][report.results.headline];
}

inline std::string PlayerName(const BalanceReport& report, const arena::LevelResults& level) {
  return PlayerName(report.settings, level.place.level);
}

inline std::string HeadlineCaption(const BalanceReport& report, const arena::LevelResults& level,
                                   int64_t games) {
  return absl::StrFormat("%s, %d games.", PlayerName(report, level), games);
}

// A table as HTML with a row for each strength that has games, the weakest first; `cells` returns
// the cells after the name.
template <typename Cells>
std::string PlayersTable(const BalanceReport& report, size_t variant, Row heading,
                         const Cells& cells) {
  Table table = {std::move(heading)};
  for (const size_t place : report.results.weakest_first) {
    const arena::LevelResults& level = report.results.levels[variant][place];
    if (level.games > 0) {
      table.push_back(cells(level));
      table.back().insert(table.back().begin(), PlayerName(report, level));
    }
  }
  return TableHtml(table);
}

// The level whose strength is 0. REQUIRES: strengths not empty.
inline size_t WeakestOf(const std::vector<arena::Strength>& strengths) {
  const auto weakest = std::ranges::min_element(strengths, {}, &arena::Strength::elo);
  return static_cast<size_t>(weakest - strengths.begin());
}

// A paragraph that sets one measure beside those of other games.
inline std::string BesideOthers(const std::string& what, std::optional<double> KnownGame::*measure,
                                double value, int digits) {
  return absl::StrCat("<p class=\"beside\">", what,
                      ", compared with other games: ", Escaped(Comparison(measure, value, digits)),
                      ".</p>\n");
}

inline arena::MeanInterval InPercent(const arena::MeanInterval& mean) {
  return {100 * mean.mean, 100 * mean.low, 100 * mean.high, mean.samples};
}

}  // namespace kvintet::cli
