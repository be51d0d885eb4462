// Openings: see the header.
#include "arena/balance/study/openings.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "arena/balance/study/counted_games.h"

namespace kvintet::arena {
namespace {

constexpr int kDepths = 6;
constexpr size_t kLines = 12;

// The first moves of the seats, without chance draws.
std::vector<std::string> FirstMoves(const std::string& record) {
  std::vector<std::string> moves;
  for (const absl::string_view part : absl::StrSplit(record, "; ")) {
    if (std::ssize(moves) == kDepths) {
      break;
    }
    if (absl::StartsWith(part, "0 ") || absl::StartsWith(part, "1 ")) {
      moves.emplace_back(part);
    }
  }
  return moves;
}

// The games by opening.
using Beginnings = std::map<std::string, std::vector<StudyGame>>;

OpeningDepth DepthOf(const Beginnings& beginnings, int moves, double games) {
  double entropy = 0;
  for (const auto& [text, those] : beginnings) {
    const double share = static_cast<double>(those.size()) / games;
    entropy -= share * std::log(share);
  }
  return {.moves = moves, .distinct = std::ssize(beginnings), .effective = std::exp(entropy)};
}

std::vector<OpeningLine> LinesOf(const Beginnings& beginnings, double confidence) {
  std::vector<OpeningLine> lines;
  for (const auto& [text, those] : beginnings) {
    lines.push_back(
        {.moves = text, .games = std::ssize(those), .score = ScoreOf(those, confidence)});
  }
  std::ranges::stable_sort(lines, std::ranges::greater(), &OpeningLine::games);
  lines.resize(std::min(lines.size(), kLines));
  return lines;
}

// A game without its record and course, which are not needed here.
StudyGame ResultOf(const StudyGame& game) {
  return {.first_return = game.first_return, .reason = game.reason, .moves = game.moves};
}

}  // namespace

OpeningResults OpeningsOf(std::span<const StudyGame> games, double confidence) {
  OpeningResults results;
  if (games.empty()) {
    return results;
  }
  for (int moves = 1; moves <= kDepths; ++moves) {
    Beginnings beginnings;
    for (const StudyGame& game : games) {
      std::string text;
      const std::vector<std::string> first = FirstMoves(game.record);
      for (size_t i = 0; i < first.size() && i < static_cast<size_t>(moves); ++i) {
        absl::StrAppend(&text, i == 0 ? "" : "; ", first[i]);
      }
      beginnings[text].push_back(ResultOf(game));
    }
    results.depths.push_back(DepthOf(beginnings, moves, static_cast<double>(games.size())));
    // Openings that occur only once each are not worth showing.
    const bool tells = beginnings.size() > 1 &&
                       results.depths.back().effective * 4 < static_cast<double>(games.size());
    if (results.shown_moves == 0 && tells) {
      results.shown_moves = moves;
      results.lines = LinesOf(beginnings, confidence);
    }
  }
  return results;
}

}  // namespace kvintet::arena
