// Move, VisitMoves, LegalMoves: the whole moves that a view's seat may make.
//
// Found depth first over actions. What is legal depends on the view alone, so any position that
// fits the view will do, and nothing hidden can show.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "envs/game.h"

namespace kvintet::envs {

// All that one seat decides at one time.
struct Move {
  std::string text = {};
  std::vector<Action> actions = {};
};

// Some moves get no text: what a visitor of actions is shown is good for the call.
using ActionsVisitor = std::function<bool(std::span<const Action>)>;
using MoveVisitor = std::function<bool(const Move&)>;

// Calls visit for every legal move that begins with the actions `first`, in ascending order of
// actions, until it returns false. None where the seat need not act. REQUIRES: the view is between
// moves.
void VisitMoveActions(const Game& game, ConstViews one, std::span<const Action> first,
                      const ActionsVisitor& visit);
void VisitMoves(const Game& game, ConstViews one, std::span<const Action> first,
                const MoveVisitor& visit);

// All legal moves, sorted by text; REQUIRES: as VisitMoves.
std::vector<Move> LegalMoves(const Game& game, ConstViews one);
// The first `limit` whose text begins with `prefix`, in ascending order of actions: for games where
// a seat has tens of thousands.
std::vector<Move> LegalMoves(const Game& game, ConstViews one, const std::string& prefix,
                             size_t limit);

}  // namespace kvintet::envs
