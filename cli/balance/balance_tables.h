// What the sections of a balance page share: whom they speak of, captions, and tables.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

#include "cli/balance/balance_report.h"
#include "cli/pages/html.h"
#include "cli/words/known_games.h"
#include "cli/words/player_words.h"

namespace kvintet::cli {

// Rows of cells; the first is the heading.
using Table = std::vector<std::vector<std::string>>;

// A table as HTML. Cells are text.
inline std::string TableHtml(const Table& rows) {
  std::string html = "<table>";
  for (size_t i = 0; i < rows.size(); ++i) {
    html += "<tr>";
    for (const std::string& cell : rows[i]) {
      const char* tag = i == 0 ? "th" : "td";
      absl::StrAppend(&html, "<", tag, ">", Escaped(cell), "</", tag, ">");
    }
    html += "</tr>";
  }
  return html + "</table>\n";
}

// The strength that the page speaks of where it speaks of one.
inline const arena::RungFindings& Headline(const BalanceReport& report, size_t variant) {
  return report.findings.rungs[variant][report.findings.headline];
}

inline std::string PlayerName(const BalanceReport& report, const arena::RungFindings& rung) {
  return PlayerName(report.settings, rung.place.rung);
}

inline std::string HeadlineCaption(const BalanceReport& report, const arena::RungFindings& rung,
                                   int64_t games) {
  return absl::StrFormat("%s, %d games.", PlayerName(report, rung), games);
}

// A row for each strength that has games, the weakest first; `row` gives the cells after the name.
template <typename Row>
Table TableOf(const BalanceReport& report, size_t variant, std::vector<std::string> heading,
              const Row& row) {
  Table table = {std::move(heading)};
  for (const size_t place : report.findings.weakest_first) {
    const arena::RungFindings& rung = report.findings.rungs[variant][place];
    if (rung.games > 0) {
      std::vector<std::string> cells = {PlayerName(report, rung)};
      for (std::string& cell : row(rung)) {
        cells.push_back(std::move(cell));
      }
      table.push_back(std::move(cells));
    }
  }
  return table;
}

// What other games have of one measure.
inline std::string BesideOthers(const std::string& what, std::optional<double> KnownGame::*measure,
                                double value, int digits) {
  return absl::StrCat("<p class=\"beside\">", what,
                      ", beside other games: ", Escaped(Comparison(measure, value, digits)),
                      ".</p>\n");
}

// A sentence as HTML, whose numbers stay beside their "%".
inline std::string SentenceHtml(const std::string& text) {
  return absl::StrReplaceAll(Escaped(text), {{" %", "&#160;%"}});
}

inline std::string Percent(double share) { return absl::StrFormat("%.1f %%", 100 * share); }

inline arena::MeanInterval InPercent(arena::MeanInterval mean) {
  mean.mean *= 100;
  mean.low *= 100;
  mean.high *= 100;
  return mean;
}

}  // namespace kvintet::cli
