// Outbox: the newest of progress, all of what is kept, one end.
#include "serving/calls/outbox.h"

#include <gtest/gtest.h>

namespace kvintet::serving {
namespace {

TEST(OutboxTest, HoldsTheNewestProgressAlone) {
  Outbox<int> outbox;
  for (int i = 1; i <= 1000; ++i) {
    outbox.Offer(i);
  }
  EXPECT_EQ(outbox.Take(), 1000);
  EXPECT_EQ(outbox.Take(), std::nullopt);
}

TEST(OutboxTest, KeepsMessagesInOrder) {
  Outbox<int> outbox;
  outbox.Push(1);
  outbox.Push(2);
  EXPECT_EQ(outbox.Kept(), 2u);
  EXPECT_EQ(outbox.Take(), 1);
  EXPECT_EQ(outbox.Take(), 2);
  EXPECT_EQ(outbox.Take(), std::nullopt);
}

TEST(OutboxTest, DropsProgressThatAFinalMessageMakesOld) {
  Outbox<int> outbox;
  outbox.Offer(1);
  outbox.Push(2);
  outbox.End(absl::OkStatus());
  EXPECT_EQ(outbox.Take(), 2);
  EXPECT_EQ(outbox.Take(), std::nullopt);
  EXPECT_EQ(outbox.Ended(), absl::OkStatus());
}

TEST(OutboxTest, EndsOnce) {
  Outbox<int> outbox;
  EXPECT_FALSE(outbox.Ended());
  outbox.End(absl::CancelledError());
  outbox.End(absl::OkStatus());
  outbox.Offer(1);
  outbox.Push(2);
  EXPECT_EQ(outbox.Take(), std::nullopt);
  EXPECT_EQ(outbox.Ended(), absl::CancelledError());
}

TEST(OutboxTest, ForgetsWhatNobodyReads) {
  Outbox<int> outbox;
  outbox.Offer(1);
  outbox.Push(2);
  outbox.Clear();
  EXPECT_EQ(outbox.Take(), std::nullopt);
}

}  // namespace
}  // namespace kvintet::serving
