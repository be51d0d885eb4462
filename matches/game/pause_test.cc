// Tests of Pause.
#include "matches/game/pause.h"

#include <gtest/gtest.h>

namespace kvintet::matches {
namespace {

constexpr std::array<bool, kPlayers> kPersons = {false, false};
constexpr std::array<bool, kPlayers> kAgentSecond = {false, true};

TEST(PauseTest, EndsOnlyWhenBothHaveResumed) {
  Pause pause(kPersons);
  pause.Begin(0);
  EXPECT_EQ(pause.by(), 0);
  pause.Resume(0);
  EXPECT_FALSE(pause.BothHaveResumed());
  pause.Resume(1);
  EXPECT_TRUE(pause.BothHaveResumed());
  pause.End();
  EXPECT_EQ(pause.by(), -1);
}

TEST(PauseTest, AgentsResumeAtOnce) {
  Pause pause(kAgentSecond);
  EXPECT_TRUE(pause.HasResumed(1));
  pause.Begin(0);
  EXPECT_TRUE(pause.HasResumed(1));
  EXPECT_FALSE(pause.HasResumed(0));
}

TEST(PauseTest, AnotherPauseAsksPersonsAgain) {
  Pause pause(kPersons);
  pause.Begin(0);
  pause.End();
  EXPECT_TRUE(pause.HasResumed(0));
  pause.Begin(1);
  EXPECT_FALSE(pause.HasResumed(0));
  EXPECT_FALSE(pause.HasResumed(1));
}

TEST(PauseTest, T7_WhoAgreesToResumeWithdrawsTheObjection) {
  Pause pause(kPersons);
  pause.Begin(0);
  pause.Contest();
  pause.Resume(0);
  EXPECT_TRUE(pause.contested());
  pause.Resume(1);
  EXPECT_FALSE(pause.contested());
}

TEST(PauseTest, WithoutAPauseEndChangesNothing) {
  Pause pause(kPersons);
  pause.End();
  EXPECT_FALSE(pause.HasResumed(0));
  EXPECT_FALSE(pause.contested());
}

}  // namespace
}  // namespace kvintet::matches
