// Tests of GameQueue.
#include "training/data/game_queue.h"

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::StatusIs;

constexpr std::chrono::duration<double> kNoWait(0);
constexpr std::chrono::duration<double> kLong(30);

selfplay::GameRecord Game(uint32_t number) { return {.number = number}; }

TEST(GameQueueTest, GamesComeInOrder) {
  GameQueue queue(2);
  ASSERT_THAT(queue.Push(Game(1)), IsOk());
  ASSERT_THAT(queue.Push(Game(2)), IsOk());
  EXPECT_EQ(queue.Pop(kNoWait)->number, 1u);
  EXPECT_EQ(queue.Pop(kNoWait)->number, 2u);
  EXPECT_FALSE(queue.Pop(kNoWait).has_value());
}

TEST(GameQueueTest, TellsHowLongGamesWereInIt) {
  GameQueue queue(2);
  ASSERT_THAT(queue.Push(Game(1)), IsOk());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(queue.QueueSeconds(), 0);
  queue.Pop(kNoWait);
  EXPECT_GE(queue.QueueSeconds(), 0.02);
}

TEST(GameQueueTest, WhatIsThereWhenItClosesCanStillBeHad) {
  GameQueue queue(2);
  ASSERT_THAT(queue.Push(Game(1)), IsOk());
  queue.Close();
  EXPECT_FALSE(queue.Done());
  EXPECT_THAT(queue.Push(Game(2)), StatusIs(absl::StatusCode::kCancelled, "closed"));
  EXPECT_EQ(queue.Pop(kLong)->number, 1u);
  EXPECT_TRUE(queue.Done());
  EXPECT_FALSE(queue.Pop(kLong).has_value());
}

TEST(GameQueueTest, FullQueueHoldsPlayersBackUntilItCloses) {
  GameQueue queue(1);
  ASSERT_THAT(queue.Push(Game(1)), IsOk());
  absl::Status pushed;
  std::jthread player([&] { pushed = queue.Push(Game(2)); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  queue.Close();
  player.join();
  EXPECT_THAT(pushed, StatusIs(absl::StatusCode::kCancelled, "closed"));
  EXPECT_GT(queue.PushSeconds(), 0);
}

TEST(GameQueueTest, NothingIsLostBetweenThreads) {
  constexpr uint32_t kGames = 2000;
  GameQueue queue(3);
  std::atomic<int> refused = 0;
  std::vector<std::jthread> players;
  for (uint32_t first : {0u, 1u}) {
    players.emplace_back([&queue, &refused, first] {
      for (uint32_t number = first; number < kGames; number += 2) {
        refused += queue.Push(Game(number)).ok() ? 0 : 1;
      }
    });
  }
  std::set<uint32_t> numbers;
  while (numbers.size() < kGames) {
    numbers.insert(queue.Pop(kLong).value().number);
  }
  players.clear();
  EXPECT_EQ(*numbers.rbegin(), kGames - 1);
  EXPECT_EQ(refused, 0);
}

}  // namespace
}  // namespace kvintet::training
