// Tests of JsonLines: what is read, and how errors name the line.
#include "base/reports/json_lines.h"

#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status_macros.h"
#include "tests/support/status_matchers.h"

namespace kvintet {
namespace {

using ::kvintet::testing::IsOk;
using ::testing::ElementsAre;

// Adds the member "n" of each line.
absl::Status ReadNumbers(const std::string& text, std::vector<int64_t>* numbers) {
  return ReadJsonLines(text, "f", [&](const Json& line) -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(const int64_t number, JsonMember<int64_t>(line, "n"));
    numbers->push_back(number);
    return absl::OkStatus();
  });
}

absl::Status StatusOf(const std::string& text) {
  std::vector<int64_t> numbers;
  return ReadNumbers(text, &numbers);
}

TEST(JsonLinesTest, AreReadInOrder) {
  std::vector<int64_t> numbers;
  EXPECT_THAT(ReadNumbers("{\"n\":3}\n{\"n\":1}\n", &numbers), IsOk());
  EXPECT_THAT(numbers, ElementsAre(3, 1));
}

TEST(JsonLinesTest, ALastLineWithoutItsNewlineNeverCounts) {
  EXPECT_THAT(StatusOf(""), IsOk());
  EXPECT_THAT(StatusOf("{\"n\""), IsOk());
  std::vector<int64_t> numbers;
  EXPECT_THAT(ReadNumbers("{\"n\":3}\n{\"n\":1}", &numbers), IsOk());
  EXPECT_THAT(numbers, ElementsAre(3));
}

TEST(JsonLinesTest, ABrokenMemberIsDataLossOfItsLine) {
  EXPECT_EQ(StatusOf("{\"n\":1}\n{}\n"),
            absl::DataLossError("f:2: n: wanted a member, found none"));
}

TEST(JsonLinesTest, ABrokenLineIsDataLossAndNamesItsColumn) {
  const absl::Status status = StatusOf("{\"n\":1}\n{\"n\":x}\n");
  EXPECT_TRUE(absl::IsDataLoss(status));
  EXPECT_THAT(std::string(status.message()), ::testing::StartsWith("f:2:6: "));
  EXPECT_EQ(StatusOf(std::string("1\0\n", 3)), absl::DataLossError("f:1: zero byte at offset 1"));
  // A line must not be empty.
  EXPECT_TRUE(absl::IsDataLoss(StatusOf("\n")));
}

TEST(JsonLinesTest, NothingIsReadAfterAnError) {
  std::vector<int64_t> numbers;
  EXPECT_TRUE(absl::IsDataLoss(ReadNumbers("{\"n\":3}\n{}\n{\"n\":1}\n", &numbers)));
  EXPECT_THAT(numbers, ElementsAre(3));
}

TEST(JsonLinesTest, AnotherErrorKeepsItsCode) {
  const auto refuse = [](const Json&) { return absl::FailedPreconditionError("another game"); };
  EXPECT_EQ(ReadJsonLines("{}\n", "f", refuse), absl::FailedPreconditionError("f:1: another game"));
}

}  // namespace
}  // namespace kvintet
