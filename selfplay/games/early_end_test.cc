// Tests of Resignation and Adjudication.
#include "selfplay/games/early_end.h"

#include <gtest/gtest.h>

namespace kvintet::selfplay {
namespace {

using envs::Seat;

Resignation After(bool plays_out, std::initializer_list<std::pair<Seat, double>> decisions) {
  SelfPlaySettings settings;
  settings.resign_value = -0.9;
  settings.resign_decisions = 2;
  Resignation resignation(settings);
  resignation.Start(plays_out);
  for (const auto& [seat, value] : decisions) {
    resignation.Judge(seat, value);
  }
  return resignation;
}

TEST(ResignationTest, ASeatResignsAfterConsecutiveBadDecisions) {
  EXPECT_EQ(After(false, {{Seat::k0, -0.95}}).Resigned(), std::nullopt);
  EXPECT_EQ(After(false, {{Seat::k0, -0.95}, {Seat::k0, -0.95}}).Resigned(), Seat::k0);
  EXPECT_EQ(After(false, {{Seat::k0, -0.95}, {Seat::k0, -0.9}, {Seat::k0, -0.95}}).Resigned(),
            std::nullopt);
}

TEST(ResignationTest, EachSeatIsCountedAlone) {
  EXPECT_EQ(After(false, {{Seat::k0, -1}, {Seat::k1, 1}, {Seat::k0, -1}}).Resigned(), Seat::k0);
  EXPECT_EQ(After(false, {{Seat::k0, -1}, {Seat::k1, -1}}).Resigned(), std::nullopt);
}

TEST(ResignationTest, AGameThatIsPlayedOutRemembersTheFirst) {
  const Resignation resignation =
      After(true, {{Seat::k1, -1}, {Seat::k1, -1}, {Seat::k0, -1}, {Seat::k0, -1}});
  EXPECT_EQ(resignation.Resigned(), std::nullopt);
  EXPECT_EQ(resignation.WouldHaveResigned(), Seat::k1);
  EXPECT_EQ(After(false, {{Seat::k1, -1}, {Seat::k1, -1}}).WouldHaveResigned(), std::nullopt);
}

TEST(ResignationTest, ANewGameBeginsAtZero) {
  Resignation resignation = After(false, {{Seat::k0, -1}});
  resignation.Start(false);
  resignation.Judge(Seat::k0, -1);
  EXPECT_EQ(resignation.Resigned(), std::nullopt);
}

TEST(AdjudicationTest, EndsWhereTheRulesKnowTheWinner) {
  Adjudication adjudication;
  adjudication.Start(true);
  adjudication.Note(Seat::k0, std::nullopt);
  adjudication.Note(Seat::k0, 0.0f);
  EXPECT_FALSE(adjudication.Ends());
  adjudication.Note(Seat::k0, -1.0f);
  EXPECT_TRUE(adjudication.Ends());
  EXPECT_EQ(adjudication.Winner(), Seat::k1);
  // The first winner counts.
  adjudication.Note(Seat::k0, 1.0f);
  EXPECT_EQ(adjudication.Winner(), Seat::k1);
  EXPECT_EQ(adjudication.WouldHaveWon(), std::nullopt);
}

TEST(AdjudicationTest, AGameThatIsPlayedOnRemembersTheWinner) {
  Adjudication adjudication;
  adjudication.Start(false);
  adjudication.Note(Seat::k1, 1.0f);
  EXPECT_FALSE(adjudication.Ends());
  EXPECT_EQ(adjudication.WouldHaveWon(), Seat::k1);
  adjudication.Start(false);
  EXPECT_EQ(adjudication.WouldHaveWon(), std::nullopt);
}

}  // namespace
}  // namespace kvintet::selfplay
