// Tests of CallGate: how many calls it admits.
#include "serving/calls/call.h"

#include <gtest/gtest.h>

#include "serving/errors/refusal.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;

class TestCall final : public Call {
 public:
  TestCall() : Call(Clock::now(), Clock::now() + std::chrono::seconds(60)) {}
  void Finish(const absl::Status& /*status*/) override { FreePlace(); }
};

CallGate Gate(int max_calls) {
  return {max_calls, [](absl::string_view, absl::string_view) { return absl::OkStatus(); },
          [](const CallReport&) {}};
}

// gRPC may be slow to complete calls that have been answered, above all on busy processors. Their
// callers must not be refused because of that.
TEST(CallGateTest, CountsCallsUntilTheyAreAnswered) {
  CallGate gate = Gate(2);
  TestCall first;
  TestCall second;
  TestCall third;
  ASSERT_THAT(gate.Enter("method", {}, &first), IsOk());
  ASSERT_THAT(gate.Enter("method", {}, &second), IsOk());
  EXPECT_EQ(ReasonOf(gate.Enter("method", {}, &third)), v1::REASON_TOO_MANY_CALLS);
  first.Finish(absl::OkStatus());
  EXPECT_THAT(gate.Enter("method", {}, &third), IsOk());
  // All three exist until gRPC has completed them.
  EXPECT_EQ(gate.InProgress(), 3);
  for (TestCall* call : {&first, &second, &third}) {
    gate.Leave(call);
  }
  EXPECT_EQ(gate.InProgress(), 0);
}

}  // namespace
}  // namespace kvintet::serving
