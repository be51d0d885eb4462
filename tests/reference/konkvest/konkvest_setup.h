// GameAt, Play and others: set-ups and queries for tests of the reference Konkvest.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/reference/konkvest/konkvest.h"
#include "tests/reference/konkvest/konkvest_text.h"

namespace kvintet::reference::konkvest {

using Texts = std::vector<std::string>;

inline Texts WordsIn(const std::string& text) {
  std::istringstream stream(text);
  Texts words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// The position of the text, which must be valid.
inline Position At(const std::string& text) {
  const absl::StatusOr<Position> position = ParsePosition(text);
  EXPECT_TRUE(position.ok()) << position.status();
  return position.ok() ? *position : StartPosition(0);
}

inline Konkvest GameAt(const std::string& text, const Options& options = {}) {
  return Konkvest(options, At(text));
}

// A board with these pieces, with or without queens, such as `w P c4 b *R k3`.
inline Board BoardOf(const std::string& pieces) {
  const Texts words = WordsIn(pieces);
  Board board;
  for (std::size_t i = 0; i + 2 < words.size(); i += 3) {
    const std::string& type = words[i + 1];
    board[ParseCell(words[i + 2]).value()] = {words[i] == "w" ? 0 : 1, type.back(),
                                              type.size() == 2};
  }
  return board;
}

// Names in the order of rows, such as `a3 a4 b4`.
inline std::string Names(const Cells& cells) {
  std::string text;
  for (const Cell cell : cells) {
    if (!text.empty()) text += " ";
    text += CellName(cell);
  }
  return text;
}

inline Cell CellAt(const std::string& name) { return ParseCell(name).value(); }

inline bool IsLegal(const ReferenceGame& game, const std::string& move) {
  if (game.Actors().empty()) return false;
  const Texts legal = game.LegalMoves(game.Actors().front());
  return std::binary_search(legal.begin(), legal.end(), move);
}

// The legal moves that begin with `beginning`, such as `d4` or `S@`, in one text.
inline std::string MovesFrom(const ReferenceGame& game, const std::string& beginning) {
  std::string text;
  for (const std::string& move : game.LegalMoves(game.Actors().front())) {
    if (move.rfind(beginning, 0) != 0) continue;
    if (!text.empty()) text += " ";
    text += move;
  }
  return text;
}

// Makes moves, separated by spaces, that must be legal, each by the player who must act.
inline void Play(ReferenceGame& game, const std::string& moves) {
  for (const std::string& move : WordsIn(moves)) {
    ASSERT_TRUE(IsLegal(game, move)) << move;
    game.Apply(game.Actors().front(), move);
  }
}

// The placement whose perft the fast rules are compared with. Player 1's pieces are the half-turn
// of player 0's.
inline const std::string kPlacement =
    "R@b1 R@l7 R@b7 R@l1 G@a3 G@m4 G@a4 G@m3 H@a1 H@m6 H@a6 H@m1 N@b3 N@l5 N@b5 N@l3";

// The end as text, such as `queen 1 -1`, or `going on`.
inline std::string EndText(const ReferenceGame& game) {
  if (!game.Actors().empty()) return "going on";
  std::ostringstream text;
  text << game.Reason() << " " << game.Returns()[0] << " " << game.Returns()[1];
  return text.str();
}

}  // namespace kvintet::reference::konkvest
