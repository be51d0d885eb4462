// Tests of the status macros: errors reach the caller, values are assigned, moves are moves.
#include "base/status_macros.h"

#include <memory>
#include <string>
#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"

namespace kvintet {
namespace {

using ::kvintet::testing::IsOk;
using ::kvintet::testing::IsOkAndHolds;
using ::kvintet::testing::StatusIs;

absl::StatusOr<int> ParseDigit(char c) {
  if (c < '0' || c > '9') {
    return absl::InvalidArgumentError(std::string("wanted a digit, found ") + c);
  }
  return c - '0';
}

absl::Status CheckDigit(char c, int& times) {
  KVINTET_RETURN_IF_ERROR(ParseDigit(c).status());
  ++times;
  return absl::OkStatus();
}

absl::StatusOr<int> SumDigits(char a, char b) {
  KVINTET_ASSIGN_OR_RETURN(const int first, ParseDigit(a));
  int second = 0;
  KVINTET_ASSIGN_OR_RETURN(second, ParseDigit(b));
  return first + second;
}

absl::StatusOr<std::unique_ptr<int>> MakeOwned(int value) { return std::make_unique<int>(value); }

absl::StatusOr<int> ReadOwned() {
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<int> owned, MakeOwned(4));
  return *owned;
}

TEST(StatusMacrosTest, ReturnIfErrorHandsTheErrorOn) {
  int times = 0;
  EXPECT_THAT(CheckDigit('x', times), StatusIs(absl::StatusCode::kInvalidArgument, "found x"));
  EXPECT_EQ(times, 0);
}

TEST(StatusMacrosTest, ReturnIfErrorGoesOnWhenOk) {
  int times = 0;
  EXPECT_THAT(CheckDigit('7', times), IsOk());
  EXPECT_EQ(times, 1);
}

TEST(StatusMacrosTest, AssignOrReturnAssigns) { EXPECT_THAT(SumDigits('3', '4'), IsOkAndHolds(7)); }

TEST(StatusMacrosTest, AssignOrReturnHandsTheErrorOn) {
  EXPECT_THAT(SumDigits('3', 'y'), StatusIs(absl::StatusCode::kInvalidArgument, "found y"));
}

TEST(StatusMacrosTest, AssignOrReturnMoves) { EXPECT_THAT(ReadOwned(), IsOkAndHolds(4)); }

}  // namespace
}  // namespace kvintet
