// Tests of the reference Konkvest: positions as text, and impossible ones refused.
#include "tests/reference/konkvest/konkvest_text.h"

#include <gtest/gtest.h>

#include "tests/reference/konkvest/konkvest_setup.h"
#include "tests/support/status_matchers.h"

namespace kvintet::reference::konkvest {
namespace {

using testing::StatusIs;

const std::string kBare = "w Q b4; b Q l4; side w";

void ExpectRefused(const std::string& text, const std::string& why) {
  EXPECT_THAT(ParsePosition(text), StatusIs(absl::StatusCode::kInvalidArgument, why)) << text;
}

TEST(KonkvestTextTest, PositionsRoundTrip) {
  const std::string text =
      "w Q b4; w P c4; b *R k3; b Q l4; w reserve PS; b reserve GHNR; side b; w attacks 3 c4; "
      "b attacks 1 k3";
  EXPECT_EQ(PositionText(At(text)), text);
}

TEST(KonkvestTextTest, PartsStandInAnyOrder) {
  EXPECT_EQ(PositionText(At("side b;w reserve SPS;  b Q l4;w P c4;w Q b4")),
            "w Q b4; w P c4; b Q l4; w reserve PSS; side b");
}

TEST(KonkvestTextTest, RowsOfAttacksAreNoPartOfThePosition) {
  EXPECT_EQ(RecurringText(At("w Q b4; w N c4; b Q l4; side b; w attacks 2 c4")),
            RecurringText(At("w Q b4; w N c4; b Q l4; side b")));
}

TEST(KonkvestTextTest, UnreadablePartsAreRefused) {
  ExpectRefused(kBare + "; w P", "a part is");
  ExpectRefused(kBare + "; x P c4", "a part is");
  ExpectRefused(kBare + "; side b", "a part is");
  ExpectRefused(kBare + ";;", "a part is");
  ExpectRefused("w Q b4; b Q l4", "names the side");
  ExpectRefused("w Q b4; b Q l4; side c", "a part is");
}

TEST(KonkvestTextTest, ImpossiblePiecesAreRefused) {
  ExpectRefused(kBare + "; w K c4", "a piece is one of");
  ExpectRefused(kBare + "; w P* c4", "a piece is one of");
  ExpectRefused(kBare + "; w P c9", "a cell of the board");
  ExpectRefused(kBare + "; w P b4", "a cell holds one piece");
  ExpectRefused(kBare + "; w *N c4", "never promoted");
  ExpectRefused("w *Q b4; b Q l4; side w", "never promoted");
}

TEST(KonkvestTextTest, EachPlayerHasOneQueenNotOnTheEnemyBase) {
  ExpectRefused("w Q b4; side w", "each player has one queen");
  ExpectRefused("w Q b4; w Q b3; side w", "each player has one queen");
  ExpectRefused("w Q b4; w Q b3; b Q l4; side w", "at most 2 pieces");
  ExpectRefused("w Q l4; b Q l5; side w", "on the enemy base");
  ExpectRefused("w Q b3; b Q b4; side w", "on the enemy base");
}

TEST(KonkvestTextTest, ImpossibleReservesAreRefused) {
  ExpectRefused(kBare + "; w reserve Q", "types of PSGHRN");
  ExpectRefused(kBare + "; w reserve PX", "types of PSGHRN");
  ExpectRefused(kBare + "; w reserve P; w reserve S", "one reserve");
  ExpectRefused(kBare + "; w reserve PPPPPPPPSSSSSSR", "at most 14");
}

TEST(KonkvestTextTest, MorePiecesThanAGameHasAreRefused) {
  ExpectRefused(kBare + "; w reserve RRR; b reserve RR", "at most 4 pieces");
  ExpectRefused(kBare + "; w reserve SSSS; b reserve SS; w *S c4", "at most 6 pieces");
  ExpectRefused(kBare + "; w reserve PPPPPPPP; b reserve PPPPPPPP; b *P c4", "at most 16 pieces");
  EXPECT_THAT(ParsePosition(kBare + "; w reserve NNNN; b reserve HHHHGGGG"), testing::IsOk());
}

TEST(KonkvestTextTest, ImpossibleRowsOfAttacksAreRefused) {
  ExpectRefused(kBare + "; w attacks 1 c4", "a piece of that player");
  ExpectRefused(kBare + "; b N c4; w attacks 1 c4", "a piece of that player");
  ExpectRefused(kBare + "; w N c4; w attacks 4 c4", "1, 2 or 3");
  ExpectRefused(kBare + "; w N c4; w attacks 0 c4", "1, 2 or 3");
  ExpectRefused(kBare + "; w N c4; w attacks 1 z4", "a cell of the board");
  ExpectRefused(kBare + "; w N c4; w attacks 1 c4; w attacks 1 c4", "one row of attacks");
}

}  // namespace
}  // namespace kvintet::reference::konkvest
