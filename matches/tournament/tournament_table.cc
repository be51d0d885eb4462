// TableOf: see the header.
#include "matches/tournament/tournament_table.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace kvintet::matches {
namespace {

using Rows = std::span<TableRow>;

std::vector<TournamentResult> Counted(std::span<const TournamentResult> results, MissedGames missed,
                                      int most_missed) {
  CountMissed(results, &missed);
  std::vector<TournamentResult> counted;
  for (const TournamentResult& result : results) {
    if (missed[result.players[0]] <= most_missed && missed[result.players[1]] <= most_missed) {
      counted.push_back(result);
    }
  }
  return counted;
}

std::vector<TableRow> Totals(std::span<const TournamentResult> results) {
  std::map<std::string, TableRow> rows;
  for (const TournamentResult& result : results) {
    for (size_t side = 0; side < 2; ++side) {
      TableRow& row = rows[result.players[side]];
      row.player = result.players[side];
      ++row.games;
      row.tenths += result.tenths[side];
      row.halves += result.halves[side];
      row.score += result.scores[side];
      row.difference += result.scores[side] - result.scores[1 - side];
    }
  }
  std::vector<TableRow> table;
  table.reserve(rows.size());
  for (auto& [player, row] : rows) {
    table.push_back(std::move(row));
  }
  return table;
}

// Ranks tied players.
class TieBreaker {
 public:
  TieBreaker(std::span<const TournamentResult> results, std::span<const TieBreak> ties)
      : results_(results), ties_(ties) {}

  // Sorts rows of one rank by the tie-break `next` and those after it, and assigns their ranks.
  void Break(Rows tied, size_t next) const {
    if (tied.size() < 2 || next == ties_.size()) {
      return;
    }
    std::map<std::string, int> worth;
    for (const TableRow& row : tied) {
      worth[row.player] = WorthOf(row, tied, ties_[next]);
    }
    SortAndRank(tied, [&](const TableRow& row) { return worth[row.player]; });
    ForEachRank(tied, [&](Rows rank) { Break(rank, next + 1); });
  }

  // Sorts the greatest first; ranks continue from that of the first row.
  template <typename Worth>
  static void SortAndRank(Rows rows, const Worth& worth) {
    const int first = rows.empty() ? 1 : rows.front().rank;
    std::ranges::stable_sort(rows, std::greater<>(), worth);
    for (size_t i = 0; i < rows.size(); ++i) {
      const bool same = i > 0 && worth(rows[i]) == worth(rows[i - 1]);
      rows[i].rank = same ? rows[i - 1].rank : first + static_cast<int>(i);
    }
  }

  template <typename Visit>
  static void ForEachRank(Rows rows, const Visit& visit) {
    for (size_t begin = 0; begin < rows.size();) {
      size_t end = begin;
      while (end < rows.size() && rows[end].rank == rows[begin].rank) {
        ++end;
      }
      visit(rows.subspan(begin, end - begin));
      begin = end;
    }
  }

 private:
  int WorthOf(const TableRow& row, Rows tied, TieBreak tie) const {
    switch (tie) {
      case TieBreak::kWins:
        return row.halves;
      case TieBreak::kScore:
        return row.score;
      case TieBreak::kPointsBetween:
      case TieBreak::kTilesBetween:
        break;
    }
    std::set<std::string> players;
    for (const TableRow& one : tied) {
      players.insert(one.player);
    }
    int worth = 0;
    for (const TournamentResult& result : results_) {
      for (size_t side = 0; side < 2; ++side) {
        if (result.players[side] == row.player && players.contains(result.players[1 - side])) {
          worth += tie == TieBreak::kPointsBetween ? result.tenths[side]
                                                   : result.scores[side] - result.scores[1 - side];
        }
      }
    }
    return worth;
  }

  const std::span<const TournamentResult> results_;
  const std::span<const TieBreak> ties_;
};

}  // namespace

void CountMissed(std::span<const TournamentResult> results, MissedGames* missed) {
  for (const TournamentResult& result : results) {
    for (size_t side = 0; side < 2; ++side) {
      (*missed)[result.players[side]] += result.missed[side] ? 1 : 0;
    }
  }
}

std::vector<TableRow> TableOf(std::span<const TournamentResult> results,
                              const RankingOptions& options, const MissedGames& elsewhere) {
  const std::vector<TournamentResult> counted = Counted(results, elsewhere, options.most_missed);
  // Sorted by name first; later sorts are stable.
  std::vector<TableRow> table = Totals(counted);
  const TieBreaker breaker(counted, options.ties);
  TieBreaker::SortAndRank(Rows(table), [](const TableRow& row) { return row.tenths; });
  TieBreaker::ForEachRank(Rows(table), [&](Rows rank) { breaker.Break(rank, 0); });
  return table;
}

}  // namespace kvintet::matches
