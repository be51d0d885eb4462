// Tests of EventFile: checksums and bytes as TensorBoard's format prescribes.
#include "training/run/event_file.h"

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::training {
namespace {

// Vectors of RFC 3720, B.4, and the usual check value.
TEST(EventFileTest, Crc32cIsTheStandards) {
  EXPECT_EQ(Crc32c("123456789"), 0xE3069283u);
  EXPECT_EQ(Crc32c(std::string(32, '\0')), 0x8A9136AAu);
}

TEST(EventFileTest, FrameHasLengthChecksumsAndBytes) {
  const std::string frame = FrameEvent("abc");
  ASSERT_EQ(frame.size(), 8u + 4 + 3 + 4);
  EXPECT_EQ(frame.substr(0, 8), std::string("\3\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(frame.substr(12, 3), "abc");
}

TEST(EventFileTest, ScalarsFollowTheVersion) {
  const testing::TempDir folder;
  ASSERT_OK_AND_ASSIGN(EventFile file, EventFile::Create(folder.Path(), 1700000000, "test"));
  ASSERT_THAT(file.Write(7, 1700000001.5, {{"loss", 0.5}}), testing::IsOk());
  ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(file.Path()));
  // wall_time, step 7, summary { value { tag "loss" simple_value 0.5 } }
  const std::string value = std::string("\x0a\x04loss\x15\x00\x00\x00\x3f", 11);
  EXPECT_NE(bytes.find("brain.Event:2"), std::string::npos);
  EXPECT_NE(bytes.find(std::string("\x10\x07\x2a\x0d\x0a\x0b", 6) + value), std::string::npos);
}

}  // namespace
}  // namespace kvintet::training
