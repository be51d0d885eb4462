// Device names as users write them.
#include "training/network/tower/precision.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

TEST(DeviceTest, CpuIsAlwaysThere) {
  EXPECT_EQ(*ParseDevice("CPU"), Device{});
  EXPECT_EQ(*ParseDevice("cpu"), Device{});
}

TEST(DeviceTest, AutoIsAlwaysThere) { EXPECT_TRUE(ParseDevice("AUTO").ok()); }

TEST(DeviceTest, MissingCudaDeviceIsNamed) {
  const absl::Status status = ParseDevice("CUDA:4096").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("device CUDA:4096 wanted"));
}

TEST(DeviceTest, UnknownNamesAreInvalid) {
  for (const char* const text : {"", "GPU", "CUDA:", "CUDA:-1", "CUDA:x", "CPU:0", "CUDA:1:2"}) {
    EXPECT_EQ(ParseDevice(text).status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

TEST(DeviceTest, NamesReadBack) {
  EXPECT_EQ(DeviceName({.is_cuda = true, .index = 3}), "CUDA:3");
  EXPECT_EQ(DeviceName({}), "CPU");
}

}  // namespace
}  // namespace kvintet::network
