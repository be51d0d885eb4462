// Move, VisitMoves, LegalMoves: enumerate the whole moves that a view's seat may make.
//
// A depth-first search over actions. Legality depends on the view alone, so any position consistent
// with the view can be used, and nothing hidden can leak.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "envs/game.h"

namespace kvintet::envs {

// Everything that one seat decides at one time.
struct Move {
  std::string text = {};
  std::vector<Action> actions = {};
};

// A visitor of actions gets no text. Its span is valid during the call only.
using ActionsVisitor = std::function<bool(std::span<const Action>)>;
using MoveVisitor = std::function<bool(const Move&)>;

// Calls `visit` for every legal move that begins with the actions `first`, in ascending order of
// actions, until it returns false. Makes no call if the seat need not act. REQUIRES: the view is
// between moves.
void VisitMoveActions(const Game& game, ConstViews one, std::span<const Action> first,
                      const ActionsVisitor& visit);
void VisitMoves(const Game& game, ConstViews one, std::span<const Action> first,
                const MoveVisitor& visit);

// All legal moves, sorted by text. REQUIRES: as VisitMoves.
std::vector<Move> LegalMoves(const Game& game, ConstViews one);
// The first `limit` moves whose text begins with `prefix`, in ascending order of actions. For games
// in which a seat has tens of thousands of moves.
std::vector<Move> LegalMoves(const Game& game, ConstViews one, const std::string& prefix,
                             size_t limit);

}  // namespace kvintet::envs
