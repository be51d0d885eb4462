// Tests of BoundedQueue: order, back-pressure, and every way to close it.
#include "base/bounded_queue.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <latch>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/run_threads.h"

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
  // Relaxed: only the value matters; the join orders everything else.
  std::atomic<int> put = 0;
  std::jthread thread([&, producer = queue.AddProducer()]() mutable {
    while (put < 1000 && producer.Put(put)) {
      ++put;
    }
  });
  for (int taken = 0; taken < 1000; ++taken) {
    ASSERT_LE(queue.Size(), 4u);
    ASSERT_EQ(queue.Get(), taken);
    // The values taken, those inside, and one that is put but not yet counted.
    ASSERT_LE(put, taken + 1 + 4);
  }
}

// Puts `count` values, starting with `first`, then destroys the producer.
void PutAll(BoundedQueue<int>::Producer producer, int first, int count) {
  for (int value = first; value < first + count; ++value) {
    EXPECT_TRUE(producer.Put(value));
  }
}

// All values until the queue closes.
std::vector<int> TakeAll(BoundedQueue<int>& queue) {
  std::vector<int> values;
  while (const std::optional<int> value = queue.Get()) {
    values.push_back(*value);
  }
  return values;
}

TEST(BoundedQueueTest, ManyThreadsLoseAndDoubleNothing) {
  constexpr size_t kProducers = 4;
  constexpr size_t kConsumers = 3;
  constexpr int kEach = 2000;
  BoundedQueue<int> queue(8);
  std::vector<BoundedQueue<int>::Producer> producers;
  std::generate_n(std::back_inserter(producers), kProducers, [&] { return queue.AddProducer(); });
  std::array<std::vector<int>, kConsumers> taken;
  testing::RunThreads(kProducers + kConsumers, [&](size_t i) {
    if (i < kConsumers) {
      taken[i] = TakeAll(queue);
    } else {
      PutAll(std::move(producers[i - kConsumers]), static_cast<int>(i - kConsumers) * kEach, kEach);
    }
  });
  std::vector<int> all;
  for (const std::vector<int>& mine : taken) {
    all.insert(all.end(), mine.begin(), mine.end());
  }
  std::ranges::sort(all);
  std::vector<int> expected(kProducers * size_t{kEach});
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(all, expected);
}

}  // namespace
}  // namespace kvintet
