// Tests of CallerQuotas: what one caller may use, with a clock set by the test.
#include "serving/calls/caller_quotas.h"

#include <gtest/gtest.h>

#include <vector>

#include "serving/errors/refusal.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using std::chrono::milliseconds;
using testing::IsOk;
using testing::StatusIs;

class CallerQuotasTest : public ::testing::Test {
 protected:
  CallerQuotasTest() {
    Quota* each = given_.mutable_each();
    each->set_calls(3);
    each->set_streams(1);
    each->set_evaluations_per_second(100);
    each->set_evaluations_burst(50);
  }

  CallerQuotas Make() {
    return CallerQuotas(given_, [this] { return now_; });
  }

  Quotas given_;
  CallerQuotas::Time now_ = {};
};

TEST_F(CallerQuotasTest, BoundsCallsInProgress) {
  CallerQuotas quotas = Make();
  std::vector<std::unique_ptr<CallerPlace>> places;
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK_AND_ASSIGN(std::unique_ptr<CallerPlace> place,
                         quotas.Enter("", "ipv4:1.2.3.4", CallKind::kPlain));
    places.push_back(std::move(place));
  }
  const absl::Status refused = quotas.Enter("", "ipv4:1.2.3.4", CallKind::kPlain).status();
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted, "3 calls in progress"));
  EXPECT_EQ(ReasonOf(refused), v1::REASON_QUOTA);
  EXPECT_TRUE(RetryOf(refused));
  EXPECT_THAT(quotas.Enter("", "ipv4:4.3.2.1", CallKind::kPlain), IsOk());
  EXPECT_THAT(quotas.Enter("ann", "ipv4:1.2.3.4", CallKind::kPlain), IsOk());
  places.pop_back();
  EXPECT_THAT(quotas.Enter("", "ipv4:1.2.3.4", CallKind::kPlain), IsOk());
}

TEST_F(CallerQuotasTest, BoundsStreams) {
  CallerQuotas quotas = Make();
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<CallerPlace> place,
                       quotas.Enter("ann", "", CallKind::kStream));
  EXPECT_THAT(quotas.Enter("ann", "", CallKind::kStream),
              StatusIs(absl::StatusCode::kResourceExhausted, "1 streams of analysis"));
  EXPECT_THAT(quotas.Enter("ann", "", CallKind::kAnalysis), IsOk());
  place.reset();
  EXPECT_THAT(quotas.Enter("ann", "", CallKind::kStream), IsOk());
}

TEST_F(CallerQuotasTest, LetsEvaluationsFlowBackAtTheRate) {
  CallerQuotas quotas = Make();
  {
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<CallerPlace> place,
                         quotas.Enter("ann", "", CallKind::kAnalysis));
    place->Spend(50 + 100);
  }
  const absl::Status refused = quotas.Enter("ann", "", CallKind::kAnalysis).status();
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted, "100 evaluations a second"));
  // The bucket is overdrawn by 100, in addition to the first evaluation.
  EXPECT_EQ(RetryOf(refused), milliseconds(1010));
  EXPECT_THAT(quotas.Enter("ann", "", CallKind::kPlain), IsOk());
  EXPECT_THAT(quotas.Enter("bob", "", CallKind::kAnalysis), IsOk());
  now_ += milliseconds(1000);
  EXPECT_THAT(quotas.Enter("ann", "", CallKind::kAnalysis),
              StatusIs(absl::StatusCode::kResourceExhausted));
  now_ += milliseconds(10);
  EXPECT_THAT(quotas.Enter("ann", "", CallKind::kAnalysis), IsOk());
}

TEST_F(CallerQuotasTest, SavesUpNoMoreThanTheBurst) {
  CallerQuotas quotas = Make();
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<CallerPlace> place,
                       quotas.Enter("ann", "", CallKind::kAnalysis));
  now_ += std::chrono::hours(1);
  ASSERT_THAT(quotas.Enter("ann", "", CallKind::kAnalysis), IsOk());
  place->Spend(50);
  EXPECT_THAT(quotas.Enter("ann", "", CallKind::kAnalysis),
              StatusIs(absl::StatusCode::kResourceExhausted));
}

TEST_F(CallerQuotasTest, AreWithoutLimitAtARateOfZero) {
  given_.mutable_each()->set_evaluations_per_second(0);
  CallerQuotas quotas = Make();
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<CallerPlace> place,
                       quotas.Enter("ann", "", CallKind::kAnalysis));
  place->Spend(1'000'000'000);
  EXPECT_THAT(quotas.Enter("ann", "", CallKind::kAnalysis), IsOk());
}

TEST_F(CallerQuotasTest, MayBeOthersForSomeTokens) {
  TokenQuota* own = given_.add_token();
  own->set_name("robot");
  own->mutable_quota()->set_calls(1);
  CallerQuotas quotas = Make();
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<CallerPlace> place,
                       quotas.Enter("robot", "", CallKind::kPlain));
  EXPECT_THAT(quotas.Enter("robot", "", CallKind::kPlain),
              StatusIs(absl::StatusCode::kResourceExhausted, "1 calls"));
}

// A caller that invents addresses cannot fill the memory.
TEST_F(CallerQuotasTest, ForgetCallersThatHaveNothingInUse) {
  CallerQuotas quotas = Make();
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<CallerPlace> place,
                       quotas.Enter("ann", "", CallKind::kPlain));
  for (int i = 0; i < 100000; ++i) {
    ASSERT_THAT(quotas.Enter("", std::to_string(i), CallKind::kPlain), IsOk());
  }
  EXPECT_LE(quotas.Callers(), 2048u);
  place->Spend(1);
}

TEST(AddressTest, IsThePeerWithoutItsPort) {
  EXPECT_EQ(AddressOf("ipv4:127.0.0.1:4711"), "ipv4:127.0.0.1");
  EXPECT_EQ(AddressOf("ipv6:%5B::1%5D:4711"), "ipv6:%5B::1%5D");
  EXPECT_EQ(AddressOf("unix:/run/kvintet"), "unix");
  EXPECT_EQ(AddressOf(""), "");
}

TEST(CallKindTest, IsToldByTheMethod) {
  EXPECT_EQ(KindOf("kvintet.v1.RulesService/Describe"), CallKind::kPlain);
  EXPECT_EQ(KindOf("kvintet.v1.AnalysisService/Evaluate"), CallKind::kAnalysis);
  EXPECT_EQ(KindOf("kvintet.v1.AnalysisService/ChooseMove"), CallKind::kAnalysis);
  EXPECT_EQ(KindOf("kvintet.v1.AnalysisService/Analyze"), CallKind::kStream);
  EXPECT_EQ(KindOf("kvintet.v1.AnalysisService/AnalyzeGame"), CallKind::kStream);
}

}  // namespace
}  // namespace kvintet::serving
