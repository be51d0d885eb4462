// Tests of backward induction: sums over all node kinds, whole moves, refusals.
#include "selfplay/solvers/backward_induction.h"

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay::solvers {
namespace {

using testing::StatusIs;

absl::StatusOr<MarkovValue> Solve(const std::string& text, int64_t max_positions) {
  const auto game = *envs::MakeGame(text);
  auto solver = BackwardInduction::Make(*game, Payoff::kReturn, max_positions);
  return solver.ok() ? solver->Value(envs::InitialPosition(*game).Span()) : solver.status();
}

TEST(BackwardInductionTest, PerfectInformationIsTheSimplestCase) {
  ASSERT_OK_AND_ASSIGN(const MarkovValue value, Solve("tic_tac_toe", 10000));
  EXPECT_EQ(value.value, 0);
  EXPECT_EQ(value.NashConv(), 0);
}

TEST(BackwardInductionTest, AMixedChoiceIsValuedByItsMatrix) {
  // With two cells the evader is caught with probability one half in each step.
  ASSERT_OK_AND_ASSIGN(const MarkovValue value,
                       Solve("pursuit{columns=2,rows=1,catcher=A1,evader=B1,steps=2}", 1000));
  EXPECT_NEAR(value.value, 2 * 0.75 - 1, 1e-12);
  EXPECT_LT(value.NashConv(), 1e-12);
  EXPECT_LE(value.low, value.high);
}

TEST(BackwardInductionTest, HiddenCardsAreRefused) {
  EXPECT_THAT(Solve("kuhn", 1000), StatusIs(absl::StatusCode::kUnimplemented, "hidden"));
  EXPECT_THAT(Solve("leduc", 100000), StatusIs(absl::StatusCode::kUnimplemented, "hidden"));
}

TEST(BackwardInductionTest, HistoriesThatCountAreRefused) {
  EXPECT_THAT(Solve("konkvest", 1000),
              StatusIs(absl::StatusCode::kUnimplemented, "rules about earlier positions"));
}

TEST(BackwardInductionTest, StopsAtItsLimit) {
  EXPECT_THAT(Solve("goofspiel{cards=8}", 100),
              StatusIs(absl::StatusCode::kResourceExhausted, "more than 100"));
}

// A search that stops at its limit leaves positions without a value, which must not count as
// repeated later.
TEST(BackwardInductionTest, StopsAtItsLimitAgain) {
  const auto game = *envs::MakeGame("goofspiel{cards=8}");
  ASSERT_OK_AND_ASSIGN(auto solver, BackwardInduction::Make(*game, Payoff::kReturn, 100));
  const envs::PositionBuffer start = envs::InitialPosition(*game);
  for (int again = 0; again < 2; ++again) {
    EXPECT_THAT(solver.Value(start.Span()),
                StatusIs(absl::StatusCode::kResourceExhausted, "more than 100"));
  }
}

TEST(BackwardInductionTest, MarginsThatDoNotCancelAreRefused) {
  const auto game = *envs::MakeGame("goofspiel{cards=3}");
  ASSERT_OK_AND_ASSIGN(auto solver, BackwardInduction::Make(*game, Payoff::kMargin, 10000));
  EXPECT_THAT(solver.Value(envs::InitialPosition(*game).Span()),
              StatusIs(absl::StatusCode::kInvalidArgument, "use lead"));
}

}  // namespace
}  // namespace kvintet::selfplay::solvers
