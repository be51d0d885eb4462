// Tests of Sha256Hex against the examples of FIPS 180-4.
#include "base/files/sha256.h"

#include <string>

#include <gtest/gtest.h>

namespace kvintet {
namespace {

TEST(Sha256Test, GivesThePublishedDigests) {
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Hex(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256Test, TakesZeroBytes) {
  EXPECT_NE(Sha256Hex(std::string(1, '\0')), Sha256Hex(std::string(2, '\0')));
}

}  // namespace
}  // namespace kvintet
