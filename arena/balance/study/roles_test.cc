// Tests of roles: which seat's results count for White and for the side that begins.
#include "arena/balance/study/roles.h"

#include <gtest/gtest.h>

#include "tests/support/evaluations.h"

namespace kvintet::arena {
namespace {

StudyGame Played(const std::string& record, double first_return) {
  return {.first_return = first_return, .record = record};
}

std::vector<double> Returns(const RoleGames& role) {
  std::vector<double> returns;
  for (const StudyGame& game : role.games) {
    returns.push_back(game.first_return);
  }
  return returns;
}

// K2: equal shapes make seat 1 White.
TEST(RolesTest, WhiteIsWhomTheShapesMakeWhite) {
  const auto game = testing::Game("kontranto");
  const std::vector<StudyGame> games = {Played("0 circle; 1 triangle; 0 a1", 1),
                                        Played("0 circle; 1 circle; 0 a1", 1)};
  const auto role = GamesByRole(*game, games);
  ASSERT_TRUE(role.has_value());
  EXPECT_EQ(role->names.first, "White");
  EXPECT_EQ(role->names.second, "Black");
  EXPECT_EQ(Returns(*role), (std::vector<double>{1, -1}));
}

TEST(RolesTest, WhereNobodyChoosesSeatZeroIsWhite) {
  const auto game = testing::Game("kontranto{colour_choice=false}");
  const std::vector<StudyGame> games = {Played("0 a1; 1 a1", -1)};
  EXPECT_EQ(Returns(GamesByRole(*game, games).value()), std::vector<double>{-1});
}

TEST(RolesTest, WhoBeginsIsARoleWhereALotSaysWho) {
  const auto game = testing::Game("tantrix");
  const std::vector<StudyGame> games = {Played("c 3; 0 x; 1 y", 1), Played("c 4; 1 x; 0 y", 1)};
  const auto role = GamesByRole(*game, games);
  ASSERT_TRUE(role.has_value());
  EXPECT_EQ(role->names.first, "who begins");
  EXPECT_EQ(Returns(*role), (std::vector<double>{1, -1}));
  EXPECT_FALSE(GamesByRole(*game, std::span(games).first(1)).has_value());
  EXPECT_FALSE(GamesByRole(*game, {}).has_value());
}

TEST(RolesTest, AVerdictNamesTheRole) {
  RoleGames role = {.names = {"White", "Black"}};
  for (int i = 0; i < 2000; ++i) {
    role.games.push_back(Played("", i % 10 == 0 ? 1 : -1));
  }
  const RoleResults found = FindRole(role, 0.05, 0.95);
  EXPECT_EQ(found.fairness, Fairness::kSecondBeyond);
  EXPECT_NEAR(found.score.score, 0.1, 1e-9);
  EXPECT_EQ(found.verdict, VerdictText(found.score, 0.05, {"White", "Black"}));
  EXPECT_EQ(found.verdict.substr(0, 14), "Black favoured");
}

}  // namespace
}  // namespace kvintet::arena
