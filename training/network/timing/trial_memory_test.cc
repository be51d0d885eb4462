// What is stored of trials, who finds it, and how bad files are handled.
#include "training/network/timing/trial_memory.h"

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::network {
namespace {

using testing::TempDir;

const TrialKey kKey = {.processor = {"AuthenticAMD a10f11 EPYC", "AVX512_CORE_BF16", true},
                       .library = "LibTorch 1.13.1",
                       .channels = 32};
const TrialRates kRates = {.fp32 = 5000.5, .winograd = 7000, .bf16 = 8000};

class TrialMemoryTest : public ::testing::Test {
 protected:
  const TempDir folder_;
  const std::string file_ = folder_.Path("a/b/precision.jsonl");
  const TrialMemory memory_{file_};
};

TEST_F(TrialMemoryTest, AnotherProgramFindsWhatWasKept) {
  EXPECT_EQ(memory_.Find(kKey), std::nullopt);
  ASSERT_OK(memory_.Keep(kKey, kRates));
  EXPECT_EQ(TrialMemory(file_).Find(kKey), kRates);
}

TEST_F(TrialMemoryTest, RemembersThatAFormatWasNotTried) {
  const TrialRates without_bf16 = {.fp32 = 5000.5, .winograd = 7000};
  ASSERT_OK(memory_.Keep(kKey, without_bf16));
  EXPECT_EQ(memory_.Find(kKey), without_bf16);
}

TEST_F(TrialMemoryTest, TheFirstThatFitsCounts) {
  ASSERT_OK(memory_.Keep(kKey, kRates));
  ASSERT_OK(memory_.Keep(kKey, {.fp32 = 1, .bf16 = 2}));
  EXPECT_EQ(memory_.Find(kKey), kRates);
}

TEST_F(TrialMemoryTest, WhatWasTriedElsewhereDoesNotCount) {
  ASSERT_OK(memory_.Keep(kKey, kRates));
  TrialKey other = kKey;
  other.processor.kind = "GenuineIntel 806f8 Xeon";
  EXPECT_EQ(memory_.Find(other), std::nullopt) << "another processor";
  other = kKey;
  other.processor.instructions = "AVX512_CORE_AMX";
  EXPECT_EQ(memory_.Find(other), std::nullopt) << "other instructions";
  other = kKey;
  other.library = "LibTorch 2.11.0";
  EXPECT_EQ(memory_.Find(other), std::nullopt) << "another library";
  other = kKey;
  other.channels = 64;
  EXPECT_EQ(memory_.Find(other), std::nullopt) << "another width";
}

TEST_F(TrialMemoryTest, BadLinesArePassedOver) {
  ASSERT_OK(memory_.Keep(kKey, kRates));
  ASSERT_OK_AND_ASSIGN(const std::string good, ReadFile(file_));
  for (const std::string bad :
       {"\n", "{\n", "[1]\n", "null\n", "\xff\xfe\x01\n", "{\"trial\":1}\n"}) {
    ASSERT_OK(WriteFileAtomically(file_, bad + good));
    EXPECT_EQ(memory_.Find(kKey), kRates) << bad;
  }
}

TEST_F(TrialMemoryTest, RatesThatCannotBeAreNone) {
  ASSERT_OK(memory_.Keep(kKey, kRates));
  ASSERT_OK_AND_ASSIGN(const std::string good, ReadFile(file_));
  for (const char* const bad : {"-1", "0", "null", "\"5000.5\"", "1e999", "NaN"}) {
    std::string line = good;
    line.replace(line.find("5000.5"), 6, bad);
    ASSERT_OK(WriteFileAtomically(file_, line));
    EXPECT_EQ(memory_.Find(kKey), std::nullopt) << bad;
    ASSERT_OK(memory_.Keep(kKey, kRates));
    EXPECT_EQ(memory_.Find(kKey), kRates) << bad;
  }
}

TEST_F(TrialMemoryTest, ATornFileIsMended) {
  ASSERT_OK(memory_.Keep(kKey, kRates));
  ASSERT_OK_AND_ASSIGN(const std::string good, ReadFile(file_));
  for (const size_t bytes : {size_t{0}, size_t{1}, good.size() / 2, good.size() - 1}) {
    ASSERT_OK(WriteFileAtomically(file_, good.substr(0, bytes)));
    EXPECT_EQ(memory_.Find(kKey), std::nullopt) << bytes;
    ASSERT_OK(memory_.Keep(kKey, kRates));
    EXPECT_EQ(memory_.Find(kKey), kRates) << bytes;
  }
}

TEST_F(TrialMemoryTest, AFileThatHasGrownTooLargeIsBegunAgain) {
  ASSERT_OK(memory_.Keep(kKey, kRates));
  ASSERT_OK(AppendLine(file_, std::string(100'000, 'x')));
  EXPECT_EQ(memory_.Find(kKey), std::nullopt);
  ASSERT_OK(memory_.Keep(kKey, kRates));
  EXPECT_EQ(memory_.Find(kKey), kRates);
  ASSERT_OK_AND_ASSIGN(const std::string text, ReadFile(file_));
  EXPECT_LT(text.size(), 1000u);
}

TEST_F(TrialMemoryTest, WhereNothingCanBeWrittenThatIsTold) {
  // Not even root can create a folder inside a file.
  ASSERT_OK(WriteFileAtomically(folder_.Path("a"), "no folder"));
  EXPECT_EQ(memory_.Find(kKey), std::nullopt);
  EXPECT_FALSE(memory_.Keep(kKey, kRates).ok());
  const TrialMemory folder(folder_.Path());
  EXPECT_EQ(folder.Find(kKey), std::nullopt);
  EXPECT_FALSE(folder.Keep(kKey, kRates).ok());
}

TEST_F(TrialMemoryTest, WithoutAFileNothingIsKept) {
  const TrialMemory none("");
  EXPECT_OK(none.Keep(kKey, kRates));
  EXPECT_EQ(none.Find(kKey), std::nullopt);
}

// Sets or unsets an environment variable, and restores it.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* const before = std::getenv(name); before != nullptr) {
      before_ = before;
    }
    Set(value);
  }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;
  ~ScopedVariable() { Set(before_); }

 private:
  void Set(const std::optional<std::string>& value) const {
    if (value.has_value()) {
      setenv(name_, value->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }

  const char* const name_;
  std::optional<std::string> before_;
};

using Value = std::optional<std::string>;

std::string FileWith(const Value& ours, const Value& caches, const Value& home) {
  const ScopedVariable first("KVINTET_CACHE", ours);
  const ScopedVariable second("XDG_CACHE_HOME", caches);
  const ScopedVariable third("HOME", home);
  return TrialFile();
}

TEST(TrialFileTest, TheMostParticularVariableCounts) {
  EXPECT_EQ(FileWith("/ours", "/caches", "/ann"), "/ours/precision.jsonl");
  EXPECT_EQ(FileWith(std::nullopt, "/caches", "/ann"), "/caches/kvintet/precision.jsonl");
  EXPECT_EQ(FileWith(std::nullopt, std::nullopt, "/ann"), "/ann/.cache/kvintet/precision.jsonl");
}

TEST(TrialFileTest, ThereIsNoneWithoutAPlaceOrWhereThatIsAskedFor) {
  EXPECT_EQ(FileWith(std::nullopt, std::nullopt, std::nullopt), "");
  EXPECT_EQ(FileWith("", "/caches", "/ann"), "");
}

TEST(TrialFileTest, RelativePathsCountAsNotSet) {
  EXPECT_EQ(FileWith("ours", "caches", "/ann"), "/ann/.cache/kvintet/precision.jsonl");
  EXPECT_EQ(FileWith(std::nullopt, std::nullopt, "ann"), "");
}

}  // namespace
}  // namespace kvintet::network
