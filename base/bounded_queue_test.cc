// Tests of BoundedQueue: order, back-pressure, and every way to end.
#include "base/bounded_queue.h"

#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet {
namespace {

TEST(BoundedQueueTest, GivesValuesInTheirOrder) {
  BoundedQueue<int> queue(3);
  auto producer = queue.AddProducer();
  for (const int value : {1, 2, 3}) {
    EXPECT_TRUE(producer.Put(value));
  }
  EXPECT_EQ(queue.Size(), 3u);
  EXPECT_EQ(queue.Get(), 1);
  EXPECT_EQ(queue.Get(), 2);
  EXPECT_EQ(queue.TryGet(), 3);
  EXPECT_EQ(queue.TryGet(), std::nullopt);
}

TEST(BoundedQueueTest, ClosesWhenTheLastProducerIsGone) {
  BoundedQueue<int> queue(3);
  std::optional first(queue.AddProducer());
  std::optional second(queue.AddProducer());
  first->Put(1);
  first.reset();
  second->Put(2);
  second.reset();
  EXPECT_EQ(queue.Get(), 1);
  EXPECT_EQ(queue.Get(), 2);
  EXPECT_EQ(queue.Get(), std::nullopt);
}

TEST(BoundedQueueTest, AMovedProducerCountsOnce) {
  BoundedQueue<int> queue(3);
  auto first = queue.AddProducer();
  {
    auto second = std::move(first);
    EXPECT_TRUE(second.Put(1));
  }
  EXPECT_EQ(queue.Get(), 1);
  EXPECT_EQ(queue.Get(), std::nullopt);
}

TEST(BoundedQueueTest, PutSaysFalseOnceClosed) {
  BoundedQueue<int> queue(3);
  auto producer = queue.AddProducer();
  EXPECT_TRUE(producer.Put(1));
  queue.Close();
  EXPECT_FALSE(producer.Put(2));
  EXPECT_EQ(queue.Get(), 1);
  EXPECT_EQ(queue.Get(), std::nullopt);
}

TEST(BoundedQueueTest, TakesMoveOnlyValues) {
  BoundedQueue<std::unique_ptr<int>> queue(1);
  auto producer = queue.AddProducer();
  EXPECT_TRUE(producer.Put(std::make_unique<int>(5)));
  EXPECT_EQ(**queue.Get(), 5);
}

TEST(BoundedQueueTest, CloseWakesAPutThatWaits) {
  BoundedQueue<int> queue(1);
  auto producer = queue.AddProducer();
  EXPECT_TRUE(producer.Put(1));
  std::latch started(1);
  std::jthread thread([&] {
    started.count_down();
    EXPECT_FALSE(producer.Put(2));
  });
  started.wait();
  queue.Close();
}

TEST(BoundedQueueTest, CloseWakesAGetThatWaits) {
  BoundedQueue<int> queue(1);
  const auto producer = queue.AddProducer();
  std::latch started(1);
  std::jthread thread([&] {
    started.count_down();
    EXPECT_EQ(queue.Get(), std::nullopt);
  });
  started.wait();
  queue.Close();
}

TEST(BoundedQueueTest, NeverHoldsMoreThanItsCapacity) {
  BoundedQueue<int> queue(4);
  // Relaxed: only the values count, the join orders the rest.
  std::atomic<int> put = 0;
  std::jthread thread([&, producer = queue.AddProducer()]() mutable {
    while (put < 1000 && producer.Put(put)) {
      ++put;
    }
  });
  for (int taken = 0; taken < 1000; ++taken) {
    ASSERT_LE(queue.Size(), 4u);
    ASSERT_EQ(queue.Get(), taken);
    // Those taken, those inside, and one between Put and its count.
    ASSERT_LE(put, taken + 1 + 4);
  }
}

TEST(BoundedQueueTest, ManyThreadsLoseAndDoubleNothing) {
  constexpr int kProducers = 4;
  constexpr int kEach = 2000;
  BoundedQueue<int> queue(8);
  std::mutex mutex;
  std::vector<int> all;
  {
    std::vector<std::jthread> threads;
    std::vector<BoundedQueue<int>::Producer> producers;
    for (int i = 0; i < kProducers; ++i) {
      producers.push_back(queue.AddProducer());
    }
    for (int i = 0; i < kProducers; ++i) {
      threads.emplace_back([i, producer = std::move(producers[static_cast<size_t>(i)])]() mutable {
        for (int k = 0; k < kEach; ++k) {
          EXPECT_TRUE(producer.Put(i * kEach + k));
        }
        const auto gone = std::move(producer);
      });
    }
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        std::vector<int> mine;
        while (const std::optional<int> value = queue.Get()) {
          mine.push_back(*value);
        }
        const std::lock_guard lock(mutex);
        all.insert(all.end(), mine.begin(), mine.end());
      });
    }
  }
  std::ranges::sort(all);
  ASSERT_EQ(all.size(), static_cast<size_t>(kProducers * kEach));
  for (int i = 0; i < kProducers * kEach; ++i) {
    ASSERT_EQ(all[static_cast<size_t>(i)], i);
  }
}

}  // namespace
}  // namespace kvintet
