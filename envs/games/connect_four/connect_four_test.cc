// Tests of ConnectFour, by clause of docs/small_games.md.
#include "envs/games/connect_four/connect_four.h"

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::connect_four {
namespace {

// The position after discs in these columns, played alternately.
ConnectFour::Position After(const std::string& columns) {
  const ConnectFour rules{RuleOptions()};
  ConnectFour::Position p = rules.Initial();
  for (const char column : columns) {
    EXPECT_FALSE(rules.Actors(p).Empty()) << columns;
    rules.Step(&p, nullptr, rules.Actors(p).First(), column - 'a');
  }
  return p;
}

// The result of the game, e.g. `line of 0`.
std::string EndOf(const std::string& columns) {
  const ConnectFour rules{RuleOptions()};
  const ConnectFour::Position p = After(columns);
  if (!rules.Actors(p).Empty()) {
    return "goes on";
  }
  const Outcome outcome = rules.Result(p);
  EXPECT_EQ(outcome.returns[1], -outcome.returns[0]);
  const float value = outcome.returns[0];
  return std::string(outcome.reason) + (value > 0 ? " of 0" : value < 0 ? " of 1" : "");
}

TEST(ConnectFourTest, CF1_DiscsFallToTheLowestFreeCell) {
  const ConnectFour rules{RuleOptions()};
  EXPECT_EQ(rules.PositionText(After("ddg")), "...X..X/...O.../......./......./......./.......");
}

TEST(ConnectFourTest, CF1_FullColumnIsClosed) {
  const ConnectFour rules{RuleOptions()};
  uint64_t words[1] = {0};
  rules.LegalActions({After("aaaaaa"), Seat::k0, {}}, ActionMask(words));
  EXPECT_EQ(words[0], 0b1111110u);
}

TEST(ConnectFourTest, CF2_FourInALineWin) {
  EXPECT_EQ(EndOf("gbddfce"), "line of 0");
  EXPECT_EQ(EndOf("agbfadfe"), "line of 1");
  EXPECT_EQ(EndOf("ecedege"), "line of 0");
  EXPECT_EQ(EndOf("eecabecdedd"), "line of 0");
  EXPECT_EQ(EndOf("ecbcdfcbdbb"), "line of 0");
  EXPECT_EQ(EndOf("fgdfgeddadee"), "line of 1");
}

TEST(ConnectFourTest, CF2_LinesDoNotRunOverTheEdge) {
  EXPECT_EQ(EndOf("dccccdcgc"), "goes on");
  EXPECT_EQ(EndOf("dfgfdfedfeff"), "goes on");
  EXPECT_EQ(EndOf("gebgccffcgeccc"), "goes on");
}

TEST(ConnectFourTest, CF2_FullBoardIsADraw) {
  EXPECT_EQ(EndOf("edgabeffbbfabgabffbaegdcggaegfcaececccdddd"), "full");
}

TEST(ConnectFourTest, ParsePositionRefusesWhatPlayCannotReach) {
  const ConnectFour rules{RuleOptions()};
  const std::string rest = "/......./......./......./.......";
  for (const std::string& text :
       {"......./......." + rest, "XO...../X......" + rest, "XXXXOOO/......." + rest}) {
    const auto p = rules.ParsePosition(text);
    ASSERT_OK(p) << text;
    EXPECT_EQ(rules.PositionText(*p), text);
  }
  for (const std::string& text :
       {std::string(), "O....../......." + rest, "O....../X......" + rest,
        "....... X....../" + rest, "......./X......" + rest, "XXXXOOOO......." + rest,
        "XXXX.../OOOO..." + rest, "XX...../......." + rest}) {
    EXPECT_FALSE(rules.ParsePosition(text).ok()) << text;
  }
}

TEST(ConnectFourTest, EveryPositionOfPlayReadsBack) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  const ConnectFour rules{RuleOptions()};
  for (int i = 0; i < 10; ++i) {
    ConnectFour::Position p = rules.Initial();
    while (!rules.Actors(p).Empty()) {
      uint64_t words[1] = {0};
      rules.LegalActions({p, Seat::k0, {}}, ActionMask(words));
      const ActionMask mask(words);
      const auto count = static_cast<uint32_t>(mask.Count());
      rules.Step(&p, nullptr, rules.Actors(p).First(),
                 mask.Nth(static_cast<int>(random.Below(count))));
      EXPECT_OK(rules.ParsePosition(rules.PositionText(p)));
    }
  }
}

}  // namespace
}  // namespace kvintet::envs::connect_four
