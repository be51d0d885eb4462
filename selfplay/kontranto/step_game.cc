// StepGame: see the header.
#include "selfplay/kontranto/step_game.h"

namespace kvintet::selfplay::kontranto {
namespace {

using envs::kontranto::SideMoves;
using solvers::PieceOption;
using solvers::PieceOptions;

PieceOptions OptionsOf(const SideMoves& moves) {
  PieceOptions seat = {.num_pieces = static_cast<size_t>(moves.count),
                       .max_nowhere = static_cast<size_t>(envs::kontranto::FewestGivenUp(moves))};
  for (size_t i = 0; i < seat.num_pieces; ++i) {
    const auto piece = static_cast<uint8_t>(i);
    envs::kontranto::ForEachCell(moves.targets[i], [&](int cell) {
      seat.options.push_back({piece, static_cast<uint8_t>(cell)});
    });
    if (seat.max_nowhere > 0 && moves.MustLeave(static_cast<int>(i))) {
      seat.options.push_back({piece, solvers::kNowhere});
    }
  }
  return seat;
}

}  // namespace

solvers::PairwiseGame StepGame(const SideMoves& white, const SideMoves& black) {
  solvers::PairwiseGame game = solvers::MakePairwiseGame(OptionsOf(white), OptionsOf(black));
  size_t pair = 0;
  for (const PieceOption& own : game.rows.options) {
    for (const PieceOption& other : game.columns.options) {
      const bool clash = own.target == other.target && own.target != solvers::kNowhere;
      const bool alike = white.shapes[own.piece] == black.shapes[other.piece];
      game.pair_worth[pair++] = !clash ? 0.0 : alike ? 1.0 : -1.0;
    }
  }
  return game;
}

envs::kontranto::JointMove TargetsOf(const PieceOptions& seat, const solvers::JointOptions& move) {
  envs::kontranto::JointMove targets = {};
  for (size_t i = 0; i < seat.num_pieces; ++i) {
    const uint8_t target = seat.options[move[i]].target;
    targets[i] = target == solvers::kNowhere ? envs::kontranto::kGivenUp : target;
  }
  return targets;
}

}  // namespace kvintet::selfplay::kontranto
