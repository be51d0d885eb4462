// Tests of the reference Konkvest: perft numbers from fixed positions, under each option.
#include <gtest/gtest.h>

#include "tests/reference/konkvest/konkvest_setup.h"

namespace kvintet::reference::konkvest {
namespace {

// The number of sequences of `depth` moves; a game that has ended has none.
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

using Counts = std::vector<long>;

// The numbers for one turn, two turns and so on up to `depth`, after the placement and `moves`.
Counts PerftAfter(const std::string& moves, int depth, const Options& options) {
  Konkvest game(options);
  Play(game, kPlacement + moves);
  Counts counts;
  for (int turns = 1; turns <= depth; ++turns) counts.push_back(Perft(game, turns));
  return counts;
}

// Moves after the placement that are legal under every option and lead to open positions. The
// second position has no man's land, heroes of both sides, captures and drops.
const std::string kForty =
    " c5-e6 k4-i5 S@a5 k2-j2 c7-e8 i5-g6+ a6-b6 m3-m2 b6-d8 l5-l6 d8-e9 l4-l5 b5-d5 k6-i7"
    " c6-d6 l6-j6 c4-d4 g6-g7 c8-d8 l7-l6 d4-e4 k7-i8 b7-c8 k3-j4 c2-d2 j6-j8 e4-g5 m4-m5"
    " a3-a2 j4-h5 a5-c6 S@m3 S@b5 m3-k4 b4-c5 k5-j6 d5-d4 i7-g8+ e6-f6 j8-i9";
const std::string kSixtyFour =
    " c6-d6 k8-j9 c4-e5 k2-i3 c3-e4 k4-j5 c2-d3 k5-j6 c5-d5 l1-k2 b1-b2 S@m5 e5-g6 j9-i9"
    " c8-e9 i3-h3 e4-f5 l3-l1 d6-f7 j5-h6 d3-f4 k6-i7 d5-e6 k1-i2 b4-c5 l7-l6 b3-b4 i7-g8+"
    " e9-g10+ g8-g7 g6-i5 l1-l3 g10-h9 h3-g3 e6-f6 k7-j8 c1-e2 l6-k6 i5-k4 S@j2 a1-d1 j2-i1"
    " d1-f1 j6-i7 b5-b6 i7-g8 f6-g6 h6xg6 c7-d7 S@k1 S@d2 k6-j6 k4xl3 i1-h1 c5-d5 g8-e7"
    " d7xe7 m5-k6 e7-f8 m1-l1 f4-g4 P@j1 f8-g8 l4-k4";

// Turns 17 to 19. The ranks are still closed, so only the option of the generals' reach has an
// effect.
TEST(KonkvestPerftTest, Q10_AfterThePlacement) {
  const Counts closed = {38, 1444, 58740};
  EXPECT_EQ(PerftAfter("", 3, {}), closed);
  EXPECT_EQ(PerftAfter("", 3, {.guard_straight = true}), closed);
  EXPECT_EQ(PerftAfter("", 3, {.general_area = true}), (Counts{38, 1444, 59272}));
  EXPECT_EQ(PerftAfter("", 3, {.queen_lines = true}), closed);
  EXPECT_EQ(PerftAfter("", 3, {.cone = true}), closed);
  EXPECT_EQ(PerftAfter("", 3, {.restart = true}), closed);
}

TEST(KonkvestPerftTest, Q10_AfterFortyMoves) {
  EXPECT_EQ(PerftAfter(kForty, 2, {}), (Counts{80, 6208}));
  EXPECT_EQ(PerftAfter(kForty, 2, {.guard_straight = true}), (Counts{78, 6052}));
  EXPECT_EQ(PerftAfter(kForty, 2, {.general_area = true}), (Counts{84, 7023}));
  EXPECT_EQ(PerftAfter(kForty, 2, {.queen_lines = true}), (Counts{81, 6286}));
  EXPECT_EQ(PerftAfter(kForty, 2, {.cone = true}), (Counts{81, 6611}));
  EXPECT_EQ(PerftAfter(kForty, 2, {.restart = true}), (Counts{80, 6208}));
}

TEST(KonkvestPerftTest, Q10_AfterSixtyFourMoves) {
  EXPECT_EQ(PerftAfter(kSixtyFour, 2, {}), (Counts{149, 9960}));
  EXPECT_EQ(PerftAfter(kSixtyFour, 2, {.guard_straight = true}), (Counts{149, 9961}));
  EXPECT_EQ(PerftAfter(kSixtyFour, 2, {.general_area = true}), (Counts{154, 10449}));
  EXPECT_EQ(PerftAfter(kSixtyFour, 2, {.queen_lines = true}), (Counts{151, 10095}));
  EXPECT_EQ(PerftAfter(kSixtyFour, 2, {.cone = true}), (Counts{173, 11217}));
  EXPECT_EQ(PerftAfter(kSixtyFour, 2, {.restart = true}), (Counts{149, 9960}));
}

}  // namespace
}  // namespace kvintet::reference::konkvest
