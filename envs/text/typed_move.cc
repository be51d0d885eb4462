// MeantMove, WithLegalMoves: see the header.
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

// Moves that a line shows.
constexpr size_t kFew = 8;
// Moves that are looked at for one that differs in capitals: some milliseconds' work. Kontranto's
// first step has 89,700.
constexpr size_t kMostCompared = 2000;

// As games write their moves: all small, all large, or large where a cell's number follows, as in
// `c A1 A5 t B1 B5`.
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
    return ++compared < kMostCompared && same.size() < 2;
  });
  return compared < kMostCompared && same.size() == 1 ? same.front() : text;
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
  return absl::Status(
      refused.code(),
      absl::StrCat(refused.message(), legal.size() == 1 ? "; the legal one is " : "; legal are ",
                   absl::StrJoin(legal, ", ")));
}

}  // namespace kvintet::envs
