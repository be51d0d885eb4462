// Tests of the values that a session derives from its configuration.
#include "training/loop/session_settings.h"

#include <gtest/gtest.h>

#include "proto/textproto.h"
#include "tests/support/status_matchers.h"

namespace kvintet::training {
namespace {

int Threads(const char* text) {
  Config config;
  EXPECT_OK(MergeTextProto(text, "test", config));
  return LearnerThreads(config);
}

TEST(LearnerThreadsTest, FollowTheThreadsThatPlay) {
  EXPECT_EQ(Threads("self_play { threads: 6 }"), 6);
  EXPECT_EQ(Threads("self_play { threads: 8 schedule: CONTINUOUS }"), 2);
  EXPECT_EQ(Threads("self_play { threads: 2 schedule: CONTINUOUS }"), 1);
}

TEST(LearnerThreadsTest, AreWhatTheConfigurationSays) {
  EXPECT_EQ(Threads("self_play { threads: 6 } learner { threads: 3 }"), 3);
  EXPECT_EQ(Threads("self_play { threads: 2 schedule: CONTINUOUS } learner { threads: 4 }"), 4);
}

TEST(LearnerThreadsTest, RanksShareThem) {
  EXPECT_EQ(Threads("self_play { threads: 6 } learner { ranks: 2 }"), 3);
  EXPECT_EQ(Threads("self_play { threads: 2 } learner { threads: 8 ranks: 2 }"), 4);
  EXPECT_EQ(Threads("self_play { threads: 2 } learner { ranks: 4 }"), 1);
}

}  // namespace
}  // namespace kvintet::training
