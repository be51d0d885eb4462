// MeantMove, WithLegalMoves: moves as people write them.
#pragma once

#include <string>

#include "absl/status/status.h"

#include "envs/game.h"

namespace kvintet::envs {

// The legal move that a person means by a text, as it is written: the one that differs from the
// text in capitals alone. The text itself where it is a move, or no single move is meant; of
// thousands of moves only the usual capitals are tried.
// REQUIRES: the view is between moves.
std::string MeantMove(const Game& game, ConstViews one, const std::string& text);

// The refusal of a move, with those that are legal where they are few. REQUIRES: as MeantMove.
absl::Status WithLegalMoves(const absl::Status& refused, const Game& game, ConstViews one);

}  // namespace kvintet::envs
