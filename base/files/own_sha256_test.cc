// Tests of OwnSha256 against the examples of FIPS 180-4 and against OpenSSL.
#include "base/files/own_sha256.h"

#include <cstddef>
#include <string>

#include <absl/strings/escaping.h>
#include <gtest/gtest.h>

#include "base/files/sha256.h"

namespace kvintet {
namespace {

std::string HexOf(absl::string_view bytes) {
  const auto digest = OwnSha256(bytes);
  return absl::BytesToHexString(std::string(digest.begin(), digest.end()));
}

TEST(OwnSha256Test, GivesThePublishedDigests) {
  EXPECT_EQ(HexOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(HexOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(HexOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(HexOf(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// The padding depends on the length within a block of 64 bytes.
TEST(OwnSha256Test, EqualsOpenSslAtEveryLengthWithinTwoBlocks) {
  std::string bytes;
  for (size_t size = 0; size <= 130; ++size) {
    EXPECT_EQ(HexOf(bytes), Sha256Hex(bytes)) << size;
    bytes += static_cast<char>(size * 37);
  }
}

}  // namespace
}  // namespace kvintet
