// GameAt, Commit, Both: set-ups and moves for tests of the reference Kontranto.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/reference/kontranto/kontranto.h"

namespace kvintet::reference::kontranto {

using Texts = std::vector<std::string>;

// A side's part of a position: conquered cells such as `A3 B3`, pieces such as `c B4 t A2`.
struct SideSetUp {
  std::string conquered;
  std::string pieces;
};

inline Cells CellsOf(const std::string& names) {
  Cells cells;
  std::istringstream words(names);
  for (std::string name; words >> name;) cells.insert(ParseCell(name));
  return cells;
}

inline Position PositionOf(const SideSetUp& white, const SideSetUp& black) {
  Position position;
  for (const Cell cell : CellsOf(white.conquered)) position.conquered[cell] = Colour::kWhite;
  for (const Cell cell : CellsOf(black.conquered)) position.conquered[cell] = Colour::kBlack;
  position.pieces[Colour::kWhite] = ParsePieces(white.pieces);
  position.pieces[Colour::kBlack] = ParsePieces(black.pieces);
  return position;
}

// A position in which seat 0 plays White.
inline Kontranto GameAt(const SideSetUp& white, const SideSetUp& black,
                        const Options& options = {}) {
  return Kontranto(options, PositionOf(white, black));
}

// The names of all cells of the board except these, in order, for conquering all but a small area.
inline std::string AllBut(const std::string& names, const Options& options = {}) {
  Cells cells = AllCells(options);
  for (const Cell cell : CellsOf(names)) cells.erase(cell);
  return CellNames(cells);
}

// Options under which the many conquered cells of set-ups with small areas do not end the game.
inline Options Endless() {
  Options options;
  options.target = 35;
  return options;
}

inline bool IsLegal(const ReferenceGame& game, int actor, const std::string& move) {
  const Texts legal = game.LegalMoves(actor);
  return std::binary_search(legal.begin(), legal.end(), move);
}

// Makes a move, which must be legal.
inline void Commit(ReferenceGame& game, int actor, const std::string& move) {
  const std::vector<int> actors = game.Actors();
  ASSERT_TRUE(std::count(actors.begin(), actors.end(), actor) == 1)
      << "seat " << actor << " does not act, " << move;
  ASSERT_TRUE(IsLegal(game, actor, move)) << move;
  game.Apply(actor, move);
}

// Makes the moves of both seats in one simultaneous stage.
inline void Both(ReferenceGame& game, const std::string& seat0, const std::string& seat1) {
  ASSERT_EQ(game.Actors(), (std::vector<int>{0, 1})) << seat0 << " and " << seat1;
  Commit(game, 0, seat0);
  Commit(game, 1, seat1);
}

// The numbers of cells conquered by White and Black, such as `1 : 0`.
inline std::string ScoreText(const Kontranto& game) {
  return std::to_string(Score(game.Board(), Colour::kWhite)) + " : " +
         std::to_string(Score(game.Board(), Colour::kBlack));
}

inline std::string PiecesOf(const Kontranto& game, Colour colour) {
  return PiecesText(game.Board().pieces.at(colour));
}

// The cells of each area as a string, with ` due` if an extraordinary step is due.
inline Texts AreaTexts(const Kontranto& game) {
  Texts texts;
  for (const Area& area : game.Areas()) {
    texts.push_back(CellNames(area.cells) + (area.due ? " due" : ""));
  }
  return texts;
}

// The end as text, such as `no_clash 1 -1`, or `going on`.
inline std::string EndText(const ReferenceGame& game) {
  if (!game.Actors().empty()) return "going on";
  std::ostringstream text;
  text << game.Reason() << " " << game.Returns()[0] << " " << game.Returns()[1];
  return text.str();
}

// Whether the present stage is the choice of pieces for an extraordinary step (K9), and `actor`
// acts in it.
inline bool ChoosesPieces(const ReferenceGame& game, int actor) {
  return game.LegalMoves(actor).front().front() == '!';
}

}  // namespace kvintet::reference::kontranto
