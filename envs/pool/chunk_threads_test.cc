// OwnThreads: every chunk is done once a round, on every number of threads.
#include "envs/pool/chunk_threads.h"

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet::envs {
namespace {

class OwnThreadsTest : public ::testing::TestWithParam<size_t> {};

TEST_P(OwnThreadsTest, DoesEveryChunkOnceARound) {
  const size_t chunks = GetParam();
  OwnThreads threads(chunks);
  std::vector<int> done(chunks);
  for (int round = 1; round <= 300; ++round) {
    threads.Run([&](size_t chunk) { ++done[chunk]; });
    ASSERT_EQ(std::ranges::count(done, round), static_cast<std::ptrdiff_t>(chunks)) << round;
  }
}

TEST_P(OwnThreadsTest, EachChunkHasAThreadOfItsOwn) {
  const size_t chunks = GetParam();
  OwnThreads threads(chunks);
  std::vector<std::thread::id> ids(chunks);
  threads.Run([&](size_t chunk) { ids[chunk] = std::this_thread::get_id(); });
  EXPECT_EQ(ids[0], std::this_thread::get_id());
  EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), chunks);
}

TEST_P(OwnThreadsTest, TheSecondDeedSeesAllOfTheFirst) {
  const size_t chunks = GetParam();
  OwnThreads threads(chunks);
  std::vector<size_t> first(chunks);
  std::vector<size_t> sums(chunks);
  for (size_t round = 1; round <= 100; ++round) {
    threads.RunTwice([&](size_t chunk) { first[chunk] = round; }, [] { return false; },
                     [&](size_t chunk) {
                       sums[chunk] = 0;
                       for (const size_t value : first) {
                         sums[chunk] += value;
                       }
                     });
    ASSERT_EQ(sums, std::vector<size_t>(chunks, chunks * round));
  }
}

TEST_P(OwnThreadsTest, NoSecondDeedWhereTheFirstWasEnough) {
  OwnThreads threads(GetParam());
  int second = 0;
  threads.RunTwice([](size_t) {}, [] { return true; }, [&](size_t) { ++second; });
  EXPECT_EQ(second, 0);
}

INSTANTIATE_TEST_SUITE_P(Chunks, OwnThreadsTest, ::testing::Values<size_t>(1, 2, 3, 8));

}  // namespace
}  // namespace kvintet::envs
