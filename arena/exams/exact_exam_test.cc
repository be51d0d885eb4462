// Tests of ExactExam: a perfect player answers everything, and a random player scores as by chance.
#include "arena/exams/exact_exam.h"

#include <gtest/gtest.h>

#include "arena/agents/agent_spec.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using testing::IsOk;
using testing::StatusIs;

ExamMarks MarksOf(const std::string& spec) {
  const auto game = testing::Game("tic_tac_toe");
  const auto exam = ExactExam::Make(*game, 10000);
  EXPECT_THAT(exam, IsOk());
  const auto agent = MakeAgent(*game, spec);
  EXPECT_THAT(agent, IsOk());
  const auto marks = exam->Mark(agent->get());
  EXPECT_THAT(marks, IsOk());
  return *marks;
}

TEST(ExactExamTest, ADeepSearchIsNearlyAlwaysRight) {
  EXPECT_GT(MarksOf("mcts:2000").Share(), 0.98);
}

TEST(ExactExamTest, ChanceIsRightAsOftenAsItSays) {
  const ExamMarks marks = MarksOf("random");
  // Of the 4,520 non-terminal positions, those with one empty cell and some others are not asked.
  EXPECT_GT(marks.questions, 1500);
  EXPECT_LT(marks.questions, 4520);
  EXPECT_GT(marks.by_chance, 0.2);
  EXPECT_LT(marks.by_chance, 0.7);
  EXPECT_NEAR(marks.Share(), marks.by_chance, 0.04);
}

TEST(ExactExamTest, GamesThatAreNotSolvedAreRefused) {
  EXPECT_THAT(ExactExam::Make(*testing::Game("kuhn"), 1000),
              StatusIs(absl::StatusCode::kUnimplemented, "hidden"));
  EXPECT_THAT(ExactExam::Make(*testing::Game("connect_four"), 1000),
              StatusIs(absl::StatusCode::kResourceExhausted, "more than 1000"));
}

}  // namespace
}  // namespace kvintet::arena
