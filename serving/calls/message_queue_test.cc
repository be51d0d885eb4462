// Tests of MessageQueue: only the newest progress, all queued messages, one end.
#include "serving/calls/message_queue.h"

#include <gtest/gtest.h>

namespace kvintet::serving {
namespace {

TEST(MessageQueueTest, HoldsTheNewestProgressAlone) {
  MessageQueue<int> queue;
  for (int i = 1; i <= 1000; ++i) {
    queue.Offer(i);
  }
  EXPECT_EQ(queue.Take(), 1000);
  EXPECT_EQ(queue.Take(), std::nullopt);
}

TEST(MessageQueueTest, KeepsMessagesInOrder) {
  MessageQueue<int> queue;
  queue.Push(1);
  queue.Push(2);
  EXPECT_EQ(queue.Kept(), 2u);
  EXPECT_EQ(queue.Take(), 1);
  EXPECT_EQ(queue.Take(), 2);
  EXPECT_EQ(queue.Take(), std::nullopt);
}

TEST(MessageQueueTest, DropsProgressThatAFinalMessageMakesOld) {
  MessageQueue<int> queue;
  queue.Offer(1);
  queue.Push(2);
  queue.End(absl::OkStatus());
  EXPECT_EQ(queue.Take(), 2);
  EXPECT_EQ(queue.Take(), std::nullopt);
  EXPECT_EQ(queue.Ended(), absl::OkStatus());
}

TEST(MessageQueueTest, EndsOnce) {
  MessageQueue<int> queue;
  EXPECT_FALSE(queue.Ended());
  queue.End(absl::CancelledError());
  queue.End(absl::OkStatus());
  queue.Offer(1);
  queue.Push(2);
  EXPECT_EQ(queue.Take(), std::nullopt);
  EXPECT_EQ(queue.Ended(), absl::CancelledError());
}

TEST(MessageQueueTest, ForgetsWhatNobodyReads) {
  MessageQueue<int> queue;
  queue.Offer(1);
  queue.Push(2);
  queue.Clear();
  EXPECT_EQ(queue.Take(), std::nullopt);
}

}  // namespace
}  // namespace kvintet::serving
