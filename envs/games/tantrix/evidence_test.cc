// Tests of evidence about hidden racks.
#include "envs/games/tantrix/evidence.h"

#include <bit>
#include <map>

#include <gtest/gtest.h>

namespace kvintet::envs::tantrix {
namespace {

constexpr TileSet Tiles(int first, int end) { return (SetOf(end) - 1) & ~(SetOf(first) - 1); }

// Evidence for a seat that has drawn `num_drawn` tiles and played none.
Evidence Drawn(int num_drawn) {
  Evidence evidence = {};
  for (int draw = 1; draw <= num_drawn; ++draw) {
    evidence.NoteDraw(draw);
  }
  return evidence;
}

// The share of racks that contain each tile, over many samples.
std::map<int, double> Shares(const Evidence& evidence, const RackQuestion& question) {
  constexpr int kDraws = 20000;
  RandomStream random(3, 0, 0, Purpose::kResample);
  std::map<int, double> shares;
  for (int i = 0; i < kDraws; ++i) {
    const TileSet rack = DrawRack(evidence, question, &random);
    EXPECT_EQ(std::popcount(rack), question.size);
    EXPECT_EQ(rack & ~question.pool, 0);
    ForEachTile(rack, [&](int tile) { shares[tile] += 1.0 / kDraws; });
  }
  return shares;
}

TEST(EvidenceTest, WithoutAnyAllRacksAreEquallyLikely) {
  Evidence evidence = Drawn(6);
  for (int draw = 7; draw < 20; ++draw) {
    evidence.NotePlayed(40 + draw % 10, draw - 1);
    evidence.NoteDraw(draw);
  }
  const auto shares = Shares(evidence, {.pool = Tiles(0, 30), .size = 6, .num_drawn = 19});
  for (int tile = 0; tile < 30; ++tile) {
    EXPECT_NEAR(shares.at(tile), 0.2, 0.012) << tile;
  }
}

TEST(EvidenceTest, AbsentTilesAreNotInTheRackBeforeTheNextDraw) {
  Evidence evidence = Drawn(6);
  evidence.NoteAbsent(Tiles(0, 10), 6);
  const RackQuestion question = {.pool = Tiles(0, 20), .size = 6, .num_drawn = 6};
  RandomStream random(4, 0, 0, Purpose::kResample);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(DrawRack(evidence, question, &random) & Tiles(0, 10), 0);
  }
}

TEST(EvidenceTest, OneDrawSinceBringsOneOfThemAtMost) {
  Evidence evidence = Drawn(6);
  evidence.NoteAbsent(Tiles(0, 10), 6);
  evidence.NotePlayed(25, 6);
  evidence.NoteDraw(7);
  const auto shares = Shares(evidence, {.pool = Tiles(0, 20), .size = 6, .num_drawn = 7});
  // The last draw brought any of the 15 tiles that are not among the five drawn before it.
  for (int tile = 0; tile < 10; ++tile) {
    EXPECT_NEAR(shares.at(tile), 1.0 / 15, 0.01) << tile;
  }
  for (int tile = 10; tile < 20; ++tile) {
    EXPECT_NEAR(shares.at(tile), 0.5 + 0.5 / 15, 0.012) << tile;
  }
}

TEST(EvidenceTest, ATilePlayedAtOnceAfterItsAbsenceWasTheOneJustDrawn) {
  Evidence evidence = Drawn(6);
  evidence.NoteAbsent(Tiles(0, 10), 6);
  evidence.NotePlayed(25, 6);
  evidence.NoteDraw(7);
  evidence.NotePlayed(3, 7);
  EXPECT_EQ(evidence.held[6], 0);
  evidence.NoteDraw(8);
  const auto shares =
      Shares(evidence, {.pool = Tiles(0, 20) & ~SetOf(3), .size = 6, .num_drawn = 8});
  EXPECT_NEAR(shares.at(0), 1.0 / 14, 0.01) << "draw 8 alone can have brought it";
}

TEST(EvidenceTest, EvidenceThatNoRackFulfilsIsDisregarded) {
  Evidence evidence = Drawn(6);
  evidence.NoteAbsent(Tiles(0, 20), 6);
  RandomStream random(5, 0, 0, Purpose::kResample);
  const TileSet rack =
      DrawRack(evidence, {.pool = Tiles(0, 20), .size = 6, .num_drawn = 6}, &random);
  EXPECT_EQ(std::popcount(rack), 6);
}

TEST(EvidenceTest, ARackOfAllUnseenTilesIsKnown) {
  RandomStream random(6, 0, 0, Purpose::kResample);
  EXPECT_EQ(DrawRack(Drawn(6), {.pool = Tiles(4, 10), .size = 6, .num_drawn = 6}, &random),
            Tiles(4, 10));
}

}  // namespace
}  // namespace kvintet::envs::tantrix
