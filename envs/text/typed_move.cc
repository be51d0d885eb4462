// MeantMove, WithLegalMoves: compare a typed text with the legal moves, ignoring capitals.
#include "envs/text/typed_move.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "envs/text/moves.h"

namespace kvintet::envs {
namespace {

// The number of moves that an error message lists at most.
constexpr size_t kFew = 8;
// The number of moves compared with the text at most, which takes some milliseconds. Kontranto has
// 89,700 first moves.
constexpr size_t kMaxCompared = 2000;

// The ways in which games write moves: all lower case, all upper case, or upper case where the
// number of a cell follows, as in `c A1 A5 t B1 B5`.
std::array<std::string, 3> UsualCapitals(const std::string& text) {
  std::string cells = absl::AsciiStrToLower(text);
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(cells[i]); };
  for (size_t i = 0; i + 1 < cells.size(); ++i) {
    cells[i] = absl::ascii_isdigit(byte(i + 1)) ? absl::ascii_toupper(byte(i)) : cells[i];
  }
  return {absl::AsciiStrToLower(text), absl::AsciiStrToUpper(text), cells};
}

}  // namespace

std::string MeantMove(const Game& game, ConstViews one, const std::string& text) {
  if (game.ParseMove(one, text).ok() || std::ranges::none_of(text, absl::ascii_isalpha)) {
    return text;
  }
  for (std::string& usual : UsualCapitals(text)) {
    if (game.ParseMove(one, usual).ok()) {
      return std::move(usual);
    }
  }
  size_t compared = 0;
  std::vector<std::string> same;
  VisitMoveActions(game, one, {}, [&](std::span<const Action> actions) {
    std::string move = game.MoveText(one, actions);
    if (absl::EqualsIgnoreCase(move, text)) {
      same.push_back(std::move(move));
    }
    return ++compared < kMaxCompared && same.size() < 2;
  });
  return compared < kMaxCompared && same.size() == 1 ? same.front() : text;
}

absl::Status WithLegalMoves(const absl::Status& refused, const Game& game, ConstViews one) {
  std::vector<std::string> legal;
  VisitMoves(game, one, {}, [&](const Move& move) {
    legal.push_back(move.text);
    return legal.size() <= kFew;
  });
  if (legal.empty() || legal.size() > kFew) {
    return refused;
  }
  return absl::Status(refused.code(), absl::StrCat(refused.message(),
                                                   legal.size() == 1 ? "; the legal move is "
                                                                     : "; the legal moves are ",
                                                   absl::StrJoin(legal, ", ")));
}

}  // namespace kvintet::envs
