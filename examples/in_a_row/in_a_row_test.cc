// Tests of InARow, by clause of its README.
#include "examples/in_a_row/in_a_row.h"

#include <initializer_list>
#include <map>
#include <memory>

#include <gtest/gtest.h>

#include "envs/registry.h"

namespace kvintet::envs::in_a_row {
namespace {

// The rules with these options and the defaults of all others.
InARow Rules(const std::map<std::string, std::string>& given = {}) {
  return *InARow::Create(*RuleOptions::Resolve(InARow::Options(), given, "in_a_row"));
}

// The position after these actions.
InARow::Position After(const InARow& rules, std::initializer_list<Action> actions) {
  InARow::Position position = rules.Initial();
  for (const Action action : actions) {
    rules.Step(&position, nullptr, rules.Actors(position).First(), action);
  }
  return position;
}

constexpr Action kSwap = 9;

TEST(InARowTest, IR1_SeatsMarkFreeCellsInTurn) {
  const InARow rules = Rules();
  EXPECT_TRUE(rules.Actors(After(rules, {})).Has(Seat::k0));
  EXPECT_TRUE(rules.Actors(After(rules, {4})).Has(Seat::k1));
  EXPECT_EQ(rules.PositionText(After(rules, {4, 0})), "O../.X./... X");
}

TEST(InARowTest, IR2_SeatOneMayTakeTheFirstMarkOverAndNoOther) {
  const InARow rules = Rules();
  EXPECT_EQ(rules.PositionText(After(rules, {4, kSwap})), ".../.O./... X");
  const auto legal = [&](const InARow& given, const InARow::Position& position) {
    uint64_t words[1] = {};
    given.LegalActions(ViewOf(given, position, SeatOf(given.Actors(position).First())),
                       ActionMask(words));
    return ActionMask(words).Count();
  };
  EXPECT_EQ(legal(rules, After(rules, {})), 9);
  EXPECT_EQ(legal(rules, After(rules, {4})), 9);
  EXPECT_EQ(legal(rules, After(rules, {4, kSwap})), 8);
  EXPECT_EQ(legal(rules, After(rules, {4, kSwap, 0})), 7);
  const InARow plain = Rules({{"swap", "no"}});
  EXPECT_EQ(legal(plain, After(plain, {4})), 8);
}

TEST(InARowTest, IR3_ALineWinsAtOnce) {
  const InARow rules = Rules();
  const InARow::Position position = After(rules, {0, 3, 1, 4, 2});
  EXPECT_TRUE(rules.Actors(position).Empty());
  EXPECT_EQ(rules.Result(position).returns[0], 1);
  EXPECT_EQ(rules.Result(position).reason, "line");
  const InARow longer = Rules({{"size", "5"}, {"line", "4"}});
  EXPECT_FALSE(longer.Actors(After(longer, {0, 5, 1, 6, 2})).Empty());
  EXPECT_TRUE(longer.Actors(After(longer, {0, 5, 1, 6, 2, 7, 3})).Empty());
}

TEST(InARowTest, IR3_AFullBoardIsADraw) {
  const InARow rules = Rules();
  const InARow::Position position = After(rules, {0, 1, 2, 4, 3, 5, 7, 6, 8});
  EXPECT_TRUE(rules.Actors(position).Empty());
  EXPECT_EQ(rules.Result(position).returns[0], 0);
  EXPECT_EQ(rules.Result(position).reason, "full");
}

TEST(InARowTest, ALineLongerThanTheBoardIsRefused) {
  EXPECT_FALSE(MakeGame("in_a_row{line=4,size=3}").ok());
  EXPECT_TRUE(MakeGame("in_a_row{line=4,size=4}").ok());
}

TEST(InARowTest, ParsePositionTakesWhatPlayCanReachAndNothingElse) {
  const InARow rules = Rules({{"size", "4"}});
  for (const char* text :
       {"..../..../..../.... X", "X.../..../..../.... O", "O.../..../..../.... X",
        "OX../..../..../.... O", "XXXX/OO.O/..../.... O"}) {
    EXPECT_TRUE(rules.ParsePosition(text).ok()) << text;
  }
  for (const char* text :
       {"..../..../..../.... O", "XX../..../..../.... O", "XXX./OOO./..../.... X",
        "XXX./OO../O.X./.... X", "XXXX/OOO./..../.... O", "XXX./OOO./OO../XXX. O", "X"}) {
    EXPECT_FALSE(rules.ParsePosition(text).ok()) << text;
  }
  EXPECT_FALSE(Rules({{"swap", "no"}}).ParsePosition("O../.../... X").ok());
}

}  // namespace
}  // namespace kvintet::envs::in_a_row
