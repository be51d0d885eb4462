// Compares the fast forbidden test with the reference on random boards that are crowded enough for
// double threes that depend on one another. The long form: --gtest_also_run_disabled_tests.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/renju/forbidden.h"
#include "tests/reference/renju/renju.h"
#include "tests/support/status_matchers.h"

namespace kvintet {
namespace {

constexpr int kSize = 15;
#ifdef NDEBUG
constexpr uint32_t kBoards = 10000;
#else
constexpr uint32_t kBoards = 1000;
#endif

// A board with a cluster of stones, mostly black, with random place, width and density.
std::string RandomBoard(uint32_t number) {
  RandomStream random(1, number, 0, Purpose::kTest);
  std::string board(size_t{kSize * kSize}, '.');
  const auto width = 5 + random.Below(kSize - 4);
  const auto left = random.Below(kSize - width + 1);
  const auto bottom = random.Below(kSize - width + 1);
  const auto black_share = 10 + random.Below(40);
  const auto white_share = random.Below(30);
  for (uint32_t cell = 0; cell < width * width; ++cell) {
    const uint32_t draw = random.Below(100);
    const size_t point = kSize * (bottom + cell / width) + left + cell % width;
    board[point] = draw < black_share ? 'X' : draw < black_share + white_share ? 'O' : '.';
  }
  return board;
}

// Compares `count` boards, starting with number `first`.
void CompareBoards(uint32_t first, uint32_t count) {
  size_t forbidden = 0;
  for (uint32_t number = first; number < first + count; ++number) {
    const std::string board = RandomBoard(number);
    ASSERT_OK_AND_ASSIGN(const std::vector<int> points, envs::renju::ForbiddenPoints(board));
    ASSERT_EQ(points, reference::ForbiddenPoints(board)) << board;
    forbidden += points.size();
  }
  EXPECT_GT(forbidden, count / 2);
}

TEST(RenjuForbiddenLockstepTest, FastRulesAndReferenceAgree) { CompareBoards(0, kBoards); }

TEST(RenjuForbiddenLockstepTest, DISABLED_FastRulesAndReferenceAgreeForLong) {
  CompareBoards(kBoards, 1000000);
}

}  // namespace
}  // namespace kvintet
