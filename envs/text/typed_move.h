// MeantMove, WithLegalMoves: accept moves as people type them, and list legal moves in errors.
#pragma once

#include <string>

#include "absl/status/status.h"

#include "envs/game.h"

namespace kvintet::envs {

// The legal move that a person means by `text`: the move that differs from it only in capital
// letters, in its canonical spelling. Returns the text itself if it is a move, or if it does not
// match exactly one move. If there are thousands of moves, only the usual capitalisations are
// tried. REQUIRES: the view is between moves.
std::string MeantMove(const Game& game, ConstViews one, const std::string& text);

// Adds the legal moves to the refusal of a move if there are few of them. REQUIRES: as MeantMove.
absl::Status WithLegalMoves(const absl::Status& refused, const Game& game, ConstViews one);

}  // namespace kvintet::envs
