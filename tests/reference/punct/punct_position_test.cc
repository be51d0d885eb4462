// Tests of the reference PÜNCT: positions as text.
#include <gtest/gtest.h>

#include "base/rng.h"
#include "tests/reference/punct/punct_setup.h"

namespace kvintet::reference::punct {
namespace {

// Why the text is refused; empty if it is accepted.
std::string Problem(const std::string& text) { return ParsePosition(Rules(), text).problem; }

TEST(PunctPositionTest, SaysPiecesBottomUpSuppliesAndSide) {
  const std::string text =
      "b T N10/0; w E F2/3; w E F6/3; w E F4/3; supply w T6 C2 E1 L2 M2 R2; "
      "supply b T5 C2 E4 L2 M2 R2; side b";
  const ParsedPosition parsed = ParsePosition(Rules(), text);
  EXPECT_EQ(parsed.problem, "");
  EXPECT_EQ(parsed.position.side, 'b');
  ASSERT_EQ(parsed.position.pieces.size(), 4u);
  EXPECT_EQ(parsed.position.pieces[3].level, 1);
  EXPECT_EQ(PositionText(Rules(), parsed.position), text);
}

TEST(PunctPositionTest, OrderOfPiecesDoesNotMatterBeyondBottomUp) {
  const auto text = [](const std::string& written) {
    return PositionText(Rules(), ParsePosition(Rules(), written).position);
  };
  EXPECT_EQ(text("w E F6/3; w E F2/3; w E F4/3; b T N10/0; side b"),
            text("b T N10/0; w E F2/3; w E F6/3; w E F4/3; side b"));
  EXPECT_NE(text("w E F2/3; w E F6/3; w E F4/3; b T N10/0; side b"),
            text("w E F2/3; w E F6/3; w E F4/3; b T N10/0; side w"));
}

TEST(PunctPositionTest, StartsFromTheEmptyBoard) {
  EXPECT_EQ(Problem("side w"), "");
  EXPECT_NE(Problem("side b"), "");
  EXPECT_EQ(PositionText(TinyRules(), Position()),
            "supply w T1 C1 E1 L1; supply b T1 C1 E1 L1; side w");
}

TEST(PunctPositionTest, RefusesWhatIsNoText) {
  for (const char* wrong :
       {"", "side", "side x", "w E F2/3; b T N10/0", "w E F2/3; b T N10/0; side w; side w",
        "w X F2/3; b T N10/0; side w", "w E F2; b T N10/0; side w", "w E A1/3; b T N10/0; side w",
        "w E F2/6; b T N10/0; side w", "w C F3/3; b T N10/0; side w", "g E F2/3; b T N10/0; side w",
        "w E F2/3 ; b T N10/0; side w"}) {
    EXPECT_NE(Problem(wrong), "") << wrong;
  }
  // `C F3/3` is `C F3/0`.
  EXPECT_EQ(Problem("w C F3/0; b T N10/0; side w"), "");
}

TEST(PunctPositionTest, RefusesPiecesThatCannotLieSo) {
  const std::string rest = "; b T N10/0; side w";
  EXPECT_NE(Problem("w E F2/0" + rest), "");                      // beside the board
  EXPECT_NE(Problem("w E F2/3; w E F4/3" + rest), "");            // slanting
  EXPECT_NE(Problem("b E F2/3; w E F2/3" + rest), "");            // the PÜNCT on the enemy
  EXPECT_NE(Problem("w E F2/3; w E F6/3; w C F5/0" + rest), "");  // the PÜNCT over nothing
  EXPECT_NE(Problem("w E F2/3; w E F6/3; w E F4/3; w E F5/2" + rest), "");  // not bottom-up
  EXPECT_EQ(Problem("w E F2/3; w E F6/3; w E F5/2; w E F4/3" + rest), "");
}

TEST(PunctPositionTest, RefusesMorePiecesThanThereAreAndWrongSupplies) {
  const std::string rest = "b T N10/0; side w";
  EXPECT_EQ(Problem("w C C3/0; w C E3/0; " + rest), "");
  EXPECT_NE(Problem("w C C3/0; w C E3/0; w C G3/0; " + rest), "");
  EXPECT_NE(Problem("w C C3/0; b T N10/0; supply w T6 C2 E4 L2 M2 R2; "
                    "supply b T5 C2 E4 L2 M2 R2; side w"),
            "");
  EXPECT_NE(Problem("w C C3/0; b T N10/0; supply w T6 C1 E4 L2 M2 R2; side w"), "");
}

TEST(PunctPositionTest, RefusesPositionsBeforeAnyPiecesOfOneSide) {
  EXPECT_EQ(Problem("w E F2/3; side b"), "");
  for (const char* wrong : {"w E F2/3; side w", "b E F2/3; side w", "b E F2/3; side b",
                            "w E F2/3; w E D2/3; side b", "w T I9/0; side b"}) {
    EXPECT_NE(Problem(wrong), "") << wrong;
  }
}

TEST(PunctPositionTest, RefusesGamesThatAreOver) {
  const Rules rules = CrowdedRules();
  EXPECT_NE(ParsePosition(rules, "w E A4/4; w E D6/5; w E G6/5; b T C3/0; side b").problem, "");
  Rules few = CrowdedRules();
  few.supply = {{'T', 1}};
  EXPECT_NE(ParsePosition(few, "w T B4/0; b T H6/0; side w").problem, "");
}

TEST(PunctPositionTest, EveryPositionOfAGameRoundTrips) {
  const Rules rules = CrowdedRules();
  for (std::uint32_t number = 0; number < 2; ++number) {
    RandomStream random(1, number, 0, Purpose::kTest);
    Punct game(rules);
    while (!game.Actors().empty()) {
      const std::string text = PositionText(rules, game.Now());
      const ParsedPosition parsed = ParsePosition(rules, text);
      ASSERT_EQ(parsed.problem, "") << text;
      ASSERT_EQ(PositionText(rules, parsed.position), text);
      const Punct again(rules, parsed.position);
      const int actor = game.Actors()[0];
      const Texts legal = game.LegalMoves(actor);
      ASSERT_EQ(again.LegalMoves(actor), legal) << text;
      game.Apply(actor, legal[random.Below(static_cast<std::uint32_t>(legal.size()))]);
    }
  }
}

}  // namespace
}  // namespace kvintet::reference::punct
