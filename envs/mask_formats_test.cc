// Tests of WriteMaskBytes and WriteActionList.
#include "envs/mask_formats.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::envs {
namespace {

TEST(MaskFormatsTest, BytesAreTheBitsAndNothingBeyondIsWritten) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (size_t size = 1; size <= 200; ++size) {
    std::vector<uint64_t> mask = {random.Next64(), random.Next64(), random.Next64(),
                                  random.Next64()};
    std::vector<uint8_t> bytes(size + 1, 77);
    WriteMaskBytes(mask, std::span(bytes).first(size));
    for (size_t i = 0; i < size; ++i) {
      ASSERT_EQ(bytes[i], mask[i / 64] >> (i % 64) & 1) << "bit " << i << " of " << size;
    }
    ASSERT_EQ(bytes[size], 77);
  }
}

TEST(MaskFormatsTest, ListHasTheSetBitsAscending) {
  const std::vector<uint64_t> mask = {0x8000000000000001, 0, 0x6};
  std::vector<int32_t> list(5, -1);
  WriteActionList(mask, list);
  EXPECT_EQ(list, (std::vector<int32_t>{0, 63, 129, 130, -1}));
}

}  // namespace
}  // namespace kvintet::envs
