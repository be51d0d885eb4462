// Checkpoints can be read back, and damaged ones are refused.
#include "training/network/files/checkpoint.h"

#include <cstdint>
#include <cstring>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/sha256.h"
#include "base/rng.h"

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

Checkpoint Sample() {
  return {{{"game", "renju{opening=free}"}, {"note", "one \"two\"\n"}},
          {{"a.weight", {2, 3}, {1, 2, 3, 4, 5, 6}}, {"b", {1}, {-0.5f}}}};
}

// A file with this header, followed by `values` bytes of zeros.
std::string File(const std::string& header, size_t values) {
  const uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + std::string(values, '\0');
}

std::string Message(const std::string& bytes) {
  const auto decoded = DecodeCheckpoint(bytes, "x.kvm");
  EXPECT_EQ(decoded.status().code(), absl::StatusCode::kDataLoss);
  return std::string(decoded.status().message());
}

std::string Entry(const std::string& shape, const std::string& offsets) {
  return R"({"a":{"dtype":"F32","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
}

TEST(CheckpointTest, ReadsBackWhatWasWritten) {
  const auto decoded = DecodeCheckpoint(EncodeCheckpoint(Sample()), "x.kvm");
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(*decoded, Sample());
}

TEST(CheckpointTest, HasTheDocumentedBytes) {
  const std::string before = R"({"__metadata__":{"k":"v")";
  const std::string after = R"(},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  const float values[] = {1, -2};
  const std::string data(reinterpret_cast<const char*>(values), 8);
  std::string header =
      before + R"(,"sha256":")" + Sha256Hex(before + after + data) + R"(")" + after;
  header.resize((header.size() + 7) / 8 * 8, ' ');
  EXPECT_EQ(EncodeCheckpoint({{{"k", "v"}}, {{"a", {2}, {1, -2}}}}), File(header, 0) + data);
}

TEST(CheckpointTest, AcceptsAHeaderWrittenByOthers) {
  const auto decoded = DecodeCheckpoint(
      File("{ \"a\" : {\"data_offsets\": [0, 4], \"shape\": [1], \"dtype\": \"F32\"} }", 4), "x");
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(decoded->tensors[0].values, std::vector<float>{0});
}

TEST(CheckpointTest, TruncatedFilesAreRefused) {
  const std::string bytes = EncodeCheckpoint(Sample());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DecodeCheckpoint(bytes.substr(0, size), "x").ok()) << size;
  }
}

TEST(CheckpointTest, LongerFilesAreRefused) {
  EXPECT_THAT(Message(EncodeCheckpoint(Sample()) + "x"), HasSubstr("wanted 28 bytes of values"));
}

// Except in the name of the checksum member, without which a file looks like one by other programs.
TEST(CheckpointTest, FlippedBitsAreNoticed) {
  const std::string bytes = EncodeCheckpoint(Sample());
  const size_t name = bytes.find("sha256");
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    if (bit / 8 < name || bit / 8 >= name + 6) {
      EXPECT_FALSE(DecodeCheckpoint(flipped, "x").ok()) << bit;
    }
  }
}

TEST(CheckpointTest, RandomHeadersNeverCrashTheReader) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  const std::string bytes = EncodeCheckpoint(Sample());
  for (int trial = 0; trial < 2000; ++trial) {
    std::string changed = bytes;
    for (uint32_t change = random.Below(8) + 1; change > 0; --change) {
      changed[random.Below(static_cast<uint32_t>(changed.size()))] =
          "{}[]\":,0123456789-eF"[random.Below(20)];
    }
    // The only expectation is that it returns, also under the sanitizers.
    static_cast<void>(DecodeCheckpoint(changed, "x").ok());
  }
}

TEST(CheckpointTest, HeaderLengthIsBounded) {
  std::string bytes = EncodeCheckpoint(Sample());
  for (const uint64_t length :
       {uint64_t{1} << 20 | 8, uint64_t{1} << 40, std::numeric_limits<uint64_t>::max() - 7}) {
    std::memcpy(bytes.data(), &length, 8);
    EXPECT_THAT(Message(bytes), HasSubstr("header of at most 1048576 bytes wanted"));
  }
}

TEST(CheckpointTest, OtherTypesAreRefused) {
  EXPECT_THAT(Message(File(R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})", 8)),
              HasSubstr("x.kvm: tensor a: dtype F32 wanted, found \"F64\""));
}

TEST(CheckpointTest, ShapesMustFitTheFile) {
  for (const char* const shape :
       {"[0]", "[-1]", "[2]", "[1,0]", "[4294967296,4294967296]", "[9223372036854775807,4]",
        "[1.5]", "[\"1\"]", "[1,1,1,1,1,1,1,1,1]", "1", "null"}) {
    EXPECT_THAT(Message(File(Entry(shape, "[0,4]"), 4)), HasSubstr("shape")) << shape;
  }
}

TEST(CheckpointTest, OffsetsMustFollowEachOther) {
  for (const char* const offsets :
       {"[0,8]", "[4,8]", "[4,0]", "[0]", "[0,4,4]", "[-4,0]", "[0,18446744073709551616]"}) {
    EXPECT_THAT(Message(File(Entry("[1]", offsets), 4)), HasSubstr("data_offsets")) << offsets;
  }
  // Two tensors on the same bytes, and a gap between two tensors.
  const std::string a = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":)";
  EXPECT_THAT(Message(File(a + R"({"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 8)),
              HasSubstr("tensor b: data_offsets [4, 8] wanted, found [0, 4]"));
  EXPECT_THAT(Message(File(a + R"({"dtype":"F32","shape":[1],"data_offsets":[8,12]}})", 12)),
              HasSubstr("tensor b: data_offsets"));
}

TEST(CheckpointTest, ATensorTwiceIsRefused) {
  const std::string a = R"("a":{"dtype":"F32","shape":[1],"data_offsets":)";
  EXPECT_FALSE(DecodeCheckpoint(File("{" + a + "[0,4]}," + a + "[4,8]}}", 8), "x").ok());
}

TEST(CheckpointTest, ValuesMustBeFinite) {
  for (const float value :
       {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    Checkpoint checkpoint = Sample();
    checkpoint.tensors[0].values[4] = value;
    EXPECT_THAT(Message(EncodeCheckpoint(checkpoint)),
                HasSubstr("tensor a.weight: value 4 is not finite"));
  }
}

TEST(CheckpointTest, HeadersMustBeObjects) {
  EXPECT_THAT(Message(File("[]", 0)), HasSubstr("header: wanted an object"));
  EXPECT_THAT(Message(File(R"({"a":1})", 0)), HasSubstr("tensor a: dtype"));
  EXPECT_THAT(Message(File(R"({"__metadata__":{"k":1}})", 0)), HasSubstr("__metadata__: k"));
  EXPECT_THAT(Message(File(R"({"__metadata__":[]})", 0)), HasSubstr("wanted an object"));
  EXPECT_THAT(Message(File(std::string(100000, '['), 0)), HasSubstr("header"));
}

}  // namespace
}  // namespace kvintet::network
