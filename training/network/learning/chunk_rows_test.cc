// The division of batches into chunks.
#include "training/network/learning/chunk_rows.h"

#include <gtest/gtest.h>

namespace kvintet::network {
namespace {

constexpr NetworkShape kRenju = {.height = 15, .width = 15};
constexpr NetworkShape kKontranto = {.height = 5, .width = 7};
constexpr NetworkShape kHex = {.height = 8, .width = 8};

TEST(ChunkRowsTest, SmallBoardsGetMoreRows) {
  EXPECT_EQ(ChunkRows(kRenju, 1024), 64);
  EXPECT_EQ(ChunkRows(kHex, 1024), 128);
  EXPECT_EQ(ChunkRows(kKontranto, 1024), 256);
  EXPECT_EQ(ChunkRows({.height = 1, .width = 1}, 1 << 20), 512);
  EXPECT_EQ(ChunkRows({.height = 64, .width = 64}, 1024), 64);
}

TEST(ChunkRowsTest, ABatchHasTwoChunksIfItHasRowsForThem) {
  EXPECT_EQ(ChunkRows(kKontranto, 512), 256);
  EXPECT_EQ(ChunkRows(kKontranto, 511), 192);
  EXPECT_EQ(ChunkRows(kKontranto, 256), 128);
  EXPECT_EQ(ChunkRows(kKontranto, 128), 64);
  EXPECT_EQ(ChunkRows(kKontranto, 1), 64);
}

TEST(ChunkRowsTest, TheLastChunkMayBeSmaller) {
  EXPECT_EQ(ChunkCount(kRenju, 1), 1);
  EXPECT_EQ(ChunkCount(kRenju, 64), 1);
  EXPECT_EQ(ChunkCount(kRenju, 65), 2);
  EXPECT_EQ(ChunkCount(kKontranto, 511), 3);
  EXPECT_EQ(ChunkCount(kKontranto, 512), 2);
}

}  // namespace
}  // namespace kvintet::network
