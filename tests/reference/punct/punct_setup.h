// Set-ups of the reference PÜNCT, for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/reference/punct/punct.h"
#include "tests/reference/punct/punct_position.h"

namespace kvintet::reference::punct {

using Texts = std::vector<std::string>;

// All 36 pieces on the 55 spaces of the tiny game, where few pieces make a connection.
inline Rules CrowdedRules() {
  Rules rules;
  rules.board = {4, 1};
  return rules;
}

// The game from a position, which must be valid.
inline Punct GameAt(const Rules& rules, const std::string& text) {
  const ParsedPosition parsed = ParsePosition(rules, text);
  EXPECT_EQ(parsed.problem, "") << text;
  return Punct(rules, parsed.position);
}

inline bool IsLegal(const ReferenceGame& game, const std::string& move) {
  if (game.Actors().empty()) return false;
  const Texts legal = game.LegalMoves(game.Actors()[0]);
  return std::binary_search(legal.begin(), legal.end(), move);
}

// The legal moves whose text begins with `start`.
inline Texts LegalFrom(const ReferenceGame& game, const std::string& start) {
  Texts moves;
  if (game.Actors().empty()) return moves;
  for (const std::string& move : game.LegalMoves(game.Actors()[0])) {
    if (move.starts_with(start)) moves.push_back(move);
  }
  return moves;
}

// Makes moves separated by `, `, each by the player who must act.
inline void PlayMoves(ReferenceGame& game, const std::string& moves) {
  for (std::size_t start = 0; start < moves.size();) {
    const std::size_t stop = std::min(moves.find(", ", start), moves.size());
    const std::string move = moves.substr(start, stop - start);
    ASSERT_TRUE(IsLegal(game, move)) << move;
    game.Apply(game.Actors()[0], move);
    start = stop + 2;
  }
}

// The status of the game, such as `connection 1 -1` or `going on`.
inline std::string EndOf(const ReferenceGame& game) {
  if (!game.Actors().empty()) return "going on";
  std::ostringstream text;
  text << game.Reason() << " " << game.Returns()[0] << " " << game.Returns()[1];
  return text.str();
}

// The status after moves from a position.
inline std::string EndAfter(const Rules& rules, const std::string& text, const std::string& moves) {
  Punct game = GameAt(rules, text);
  PlayMoves(game, moves);
  return EndOf(game);
}

// The level of the topmost dot on a space; -1 if there is none.
inline int TopLevel(const Rules& rules, const Punct& game, const std::string& space) {
  return HeightOf(SurfaceOf(game.Now().pieces), *ParseSpace(rules.board, space)) - 1;
}

}  // namespace kvintet::reference::punct
