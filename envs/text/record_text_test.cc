// Tests of ToldText and CutToldText: the end of a seat's record.
#include "envs/text/record_text.h"

#include <gtest/gtest.h>

namespace kvintet::envs {
namespace {

TEST(ToldTextTest, SaysWhoActsNextUnlessTheSeatKnows) {
  EXPECT_EQ(ToldText(Seat::k0, ActorSet()), "; end");
  EXPECT_EQ(ToldText(Seat::k0, ActorSet::Only(Actor::kSeat1)), "; 1");
  EXPECT_EQ(ToldText(Seat::k0, ActorSet::Only(Actor::kSeat0)), "");
  EXPECT_EQ(ToldText(Seat::k0, ActorSet::Only(Actor::kChance)), "");
  EXPECT_EQ(ToldText(Seat::kSpectator, ActorSet::Only(Actor::kSeat0)), "; 0");
}

TEST(CutToldTextTest, RemovesTheEndAndOnlyTheEnd) {
  std::string record = "kuhn; 0 bet; 1";
  EXPECT_EQ(CutToldText(&record), ActorSet::Only(Actor::kSeat1));
  EXPECT_EQ(record, "kuhn; 0 bet");
  record = "kuhn; 0 bet; 1 fold; end";
  EXPECT_EQ(CutToldText(&record), ActorSet());
  EXPECT_EQ(record, "kuhn; 0 bet; 1 fold");
  EXPECT_EQ(CutToldText(&record), std::nullopt);
  EXPECT_EQ(record, "kuhn; 0 bet; 1 fold");
}

}  // namespace
}  // namespace kvintet::envs
