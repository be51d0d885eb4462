// Tests of the reference Konkvest: numbers of ways to play the first three turns after a placement.
#include <gtest/gtest.h>

#include "tests/reference/konkvest_setup.h"

namespace kvintet::reference::konkvest {
namespace {

// How many rows of `depth` moves there are; a game that has ended has none.
long Perft(const ReferenceGame& game, int depth) {
  if (game.Actors().empty()) return 0;
  const int actor = game.Actors().front();
  const Texts moves = game.LegalMoves(actor);
  if (depth == 1) return static_cast<long>(moves.size());
  long total = 0;
  for (const std::string& move : moves) {
    const std::unique_ptr<ReferenceGame> next = game.Clone();
    next->Apply(actor, move);
    total += Perft(*next, depth - 1);
  }
  return total;
}

// Turn 17, turns 17 and 18, turns 17 to 19.
std::vector<long> PerftAfterPlacement(const Options& options) {
  Konkvest game(options);
  Play(game, kPlacement);
  return {Perft(game, 1), Perft(game, 2), Perft(game, 3)};
}

using Counts = std::vector<long>;

// The ranks are closed as yet: of the options only the generals' reach shows.
TEST(KonkvestPerftTest, Q10_AfterThePlacement) {
  const Counts closed = {38, 1444, 58740};
  EXPECT_EQ(PerftAfterPlacement({}), closed);
  EXPECT_EQ(PerftAfterPlacement({.guard_straight = true}), closed);
  EXPECT_EQ(PerftAfterPlacement({.general_area = true}), (Counts{38, 1444, 59272}));
  EXPECT_EQ(PerftAfterPlacement({.queen_lines = true}), closed);
  EXPECT_EQ(PerftAfterPlacement({.cone = true}), closed);
  EXPECT_EQ(PerftAfterPlacement({.restart = true}), closed);
}

}  // namespace
}  // namespace kvintet::reference::konkvest
