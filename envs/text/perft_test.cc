// Tests of PerftActions and PerftMoves.
#include "envs/text/perft.h"

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "envs/registry.h"

namespace kvintet::envs {
namespace {

uint64_t Moves(const std::string& name, int depth) {
  const std::unique_ptr<Game> game = *MakeGame(name);
  return PerftMoves(*game, InitialPosition(*game).Span(),
                    RepetitionHistory(game->Spec().history_capacity), depth);
}

// 9! minus the sequences that end early with a completed line.
TEST(PerftTest, TicTacToeHasKnownCounts) {
  EXPECT_EQ(Moves("tic_tac_toe", 0), 1u);
  EXPECT_EQ(Moves("tic_tac_toe", 5), 15120u);
  EXPECT_EQ(Moves("tic_tac_toe", 6), 54720u);
  EXPECT_EQ(Moves("tic_tac_toe", 9), 127872u);
}

TEST(PerftTest, EveryOutcomeOfChanceCounts) {
  EXPECT_EQ(Moves("kuhn", 2), 6u);
  EXPECT_EQ(Moves("kuhn", 4), 24u);
  EXPECT_EQ(Moves("kuhn", 5), 12u);
}

TEST(PerftTest, ActionsOfOneActionMovesAreMoves) {
  const std::unique_ptr<Game> game = *MakeGame("tic_tac_toe");
  const RepetitionHistory history(game->Spec().history_capacity);
  EXPECT_EQ(PerftActions(*game, InitialPosition(*game).Span(), history, 6), 54720u);
}

}  // namespace
}  // namespace kvintet::envs
