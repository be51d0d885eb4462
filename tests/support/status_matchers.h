// IsOk, IsOkAndHolds, StatusIs, ASSERT_OK_AND_ASSIGN: expectations on absl::Status and StatusOr.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::testing {

inline const absl::Status& StatusOf(const absl::Status& status) { return status; }

template <typename T>
const absl::Status& StatusOf(const absl::StatusOr<T>& value) {
  return value.status();
}

MATCHER(IsOk, negation ? "is an error" : "is ok") {
  *result_listener << "which is " << StatusOf(arg).ToString();
  return StatusOf(arg).ok();
}

// An ok StatusOr whose value equals `expected`.
MATCHER_P(IsOkAndHolds, expected, "") {
  *result_listener << "which is " << StatusOf(arg).ToString();
  return arg.ok() && *arg == expected;
}

// A status with this code whose message contains `part`.
MATCHER_P2(StatusIs, code, part, "") {
  const absl::Status& status = StatusOf(arg);
  *result_listener << "which is " << status.ToString();
  return status.code() == code && status.message().find(part) != absl::string_view::npos;
}

// A status with this code and any message.
MATCHER_P(StatusIs, code, "") {
  *result_listener << "which is " << StatusOf(arg).ToString();
  return StatusOf(arg).code() == code;
}

}  // namespace kvintet::testing

#define KVINTET_TEST_CONCAT_INNER_(a, b) a##b
#define KVINTET_TEST_CONCAT_(a, b) KVINTET_TEST_CONCAT_INNER_(a, b)

#define ASSERT_OK(expression) ASSERT_THAT(expression, ::kvintet::testing::IsOk())
#define EXPECT_OK(expression) EXPECT_THAT(expression, ::kvintet::testing::IsOk())

// Ends the test if `expression` is an error, otherwise assigns its value to `left`.
#define ASSERT_OK_AND_ASSIGN(left, expression) \
  ASSERT_OK_AND_ASSIGN_(KVINTET_TEST_CONCAT_(kvintet_test_value_, __COUNTER__), left, expression)

#define ASSERT_OK_AND_ASSIGN_(result, left, expression)   \
  auto result = (expression);                             \
  ASSERT_TRUE(result.ok()) << result.status().ToString(); \
  left = *std::move(result)
