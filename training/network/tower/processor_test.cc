// Processor detection, with oneDNN's answer and without it.
#include "training/network/tower/processor.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace kvintet::network {
namespace {

TEST(ProcessorTest, OnlyInstructionsThatMultiplyBf16AreFastAtIt) {
  // Values of oneDNN 2 and 3, up to AVX-512 with VNNI and to AVX2 that only converts bf16.
  for (const unsigned slow : {0x0u, 0x1u, 0x3u, 0x7u, 0xfu, 0x1fu, 0x27u, 0x67u}) {
    EXPECT_FALSE(InstructionsOf(slow).fast_bf16) << slow;
  }
  for (const unsigned fast : {0xe7u, 0x1efu, 0x3e7u, 0xfefu, 0x1fefu}) {
    EXPECT_TRUE(InstructionsOf(fast).fast_bf16) << fast;
  }
}

TEST(ProcessorTest, InstructionsHaveNames) {
  EXPECT_EQ(InstructionsOf(0x7).name, "AVX2");
  EXPECT_EQ(InstructionsOf(0xe7).name, "AVX512_CORE_BF16");
  EXPECT_EQ(InstructionsOf(0xabcde7).name, "instructions 0xabcde7");
}

TEST(ProcessorTest, WithoutOneDnnsHelpTheUnitsCount) {
  EXPECT_TRUE(InstructionsWithin(true, "").fast_bf16);
  EXPECT_FALSE(InstructionsWithin(false, "").fast_bf16);
}

TEST(ProcessorTest, WithoutOneDnnsHelpItsLimitCounts) {
  for (const char* const low : {"AVX2", "avx2", "SSE41", "AVX512_CORE", "AVX512_CORE_VNNI"}) {
    EXPECT_FALSE(InstructionsWithin(true, low).fast_bf16) << low;
  }
  for (const char* const high : {"ALL", "DEFAULT", "AVX512_CORE_BF16", "AVX512_CORE_AMX", "?"}) {
    EXPECT_TRUE(InstructionsWithin(true, high).fast_bf16) << high;
    EXPECT_FALSE(InstructionsWithin(false, high).fast_bf16) << high;
  }
}

// Also run with ONEDNN_MAX_CPU_ISA=AVX2, which makes any processor one without bf16 units.
TEST(ProcessorTest, ThisOneIsKnown) {
  const Processor& processor = ThisProcessor();
  EXPECT_FALSE(processor.kind.empty());
  EXPECT_FALSE(processor.instructions.empty());
  const char* const limit = std::getenv("ONEDNN_MAX_CPU_ISA");
  if (limit != nullptr && std::string(limit) == "AVX2") {
    EXPECT_FALSE(processor.fast_bf16) << processor.instructions;
  }
}

}  // namespace
}  // namespace kvintet::network
