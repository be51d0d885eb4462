// Tests of commitments and of what else keeps choices and tokens secret.
#include "matches/game/commitment.h"

#include <string>

#include <gtest/gtest.h>

#include "absl/strings/escaping.h"

#include "base/files/sha256.h"

namespace kvintet::matches {
namespace {

// Independent of the code: the digest of seven lines, joined by newlines.
TEST(CommitmentTest, IsTheDigestOfItsLines) {
  const Commitment choice = {
      .match = "m", .game = 2, .ply = 7, .player = 1, .nonce = "00ff", .move = "E3>E2"};
  EXPECT_EQ(CommitmentTo(choice), Sha256Hex("kvintet.v1.seal\nm\n2\n7\n1\n00ff\nE3>E2"));
}

TEST(CommitmentTest, TokensAreStoredAsDigests) {
  EXPECT_EQ(HashToken("abc"), Sha256Hex("kvintet.v1.token\nabc"));
}

TEST(CommitmentTest, SameBytesComparesAll) {
  EXPECT_TRUE(SameBytes("", ""));
  EXPECT_TRUE(SameBytes("abc", "abc"));
  EXPECT_FALSE(SameBytes("abc", "abd"));
  EXPECT_FALSE(SameBytes("abc", "ab"));
}

// Each block of 32 bytes has a pad of its own.
TEST(MaskReplyTest, TheMaskOfZerosIsThePad) {
  const auto block = [](int number) {
    return absl::HexStringToBytes(
        Sha256Hex("kvintet.v1.reply\n" + std::to_string(number) + "\nrequest"));
  };
  EXPECT_EQ(MaskReply("request", std::string(70, '\0')),
            block(0) + block(1) + block(2).substr(0, 6));
}

TEST(MaskReplyTest, AppliedTwiceItGivesTheReplyAndNeedsTheRequest) {
  const std::string reply(100, 'r');
  const std::string masked = MaskReply("request", reply);
  EXPECT_NE(masked, reply);
  EXPECT_EQ(MaskReply("request", masked), reply);
  EXPECT_NE(MaskReply("another", masked), reply);
}

}  // namespace
}  // namespace kvintet::matches
