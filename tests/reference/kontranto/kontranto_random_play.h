// RandomMove: uniformly random play of the reference Kontranto, for tests.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "tests/reference/kontranto/kontranto_setup.h"

namespace kvintet::reference::kontranto {

// A random first step, without enumerating all of them.
inline std::string RandomPlacement(const Options& options, Colour colour, RandomStream* random) {
  const std::string& shapes = colour == Colour::kWhite ? options.white : options.black;
  const Cells allowed = PlacementCells(options, colour);
  std::vector<Cell> cells(allowed.begin(), allowed.end());
  random->Shuffle(std::span<Cell>(cells));
  Pieces pieces;
  for (std::size_t i = 0; i < shapes.size(); ++i) pieces[cells[i]] = shapes[i];
  return PiecesText(pieces);
}

inline std::string RandomMove(const ReferenceGame& game, int actor, RandomStream* random) {
  const Texts legal = game.LegalMoves(actor);
  return legal[random->Below(static_cast<uint32_t>(legal.size()))];
}

// A game after a random first step; seat 0 plays White. REQUIRES: no colour choice.
inline Kontranto RandomStart(const Options& options, RandomStream* random) {
  Kontranto game(options);
  game.Apply(0, RandomPlacement(options, Colour::kWhite, random));
  game.Apply(1, RandomPlacement(options, Colour::kBlack, random));
  return game;
}

}  // namespace kvintet::reference::kontranto
