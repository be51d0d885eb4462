// Tests of ExactSolver: known values and refusals.
#include "selfplay/exact_value.h"

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

TEST(ExactSolverTest, TicTacToeIsADrawOfNinePlies) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  ASSERT_OK_AND_ASSIGN(ExactSolver solver, ExactSolver::Make(*game, 10000));
  const envs::PositionBuffer start = envs::InitialPosition(*game);
  ASSERT_OK_AND_ASSIGN(const ExactValue value, solver.Value(start.Span()));
  EXPECT_EQ(value.value, 0);
  EXPECT_EQ(value.plies, 9);
  EXPECT_EQ(solver.NumPositions(), 5478);
}

// The value after a record of tic_tac_toe.
ExactValue After(const std::string& record) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  ExactSolver solver = *ExactSolver::Make(*game, 10000);
  const auto play = envs::Playthrough::FromRecord(*game, record);
  EXPECT_OK(play);
  return *solver.Value(play->Position());
}

TEST(ExactSolverTest, WinnersHurryAndLosersDelay) {
  // O on an edge loses, but not before X's fourth mark.
  EXPECT_EQ(After("tic_tac_toe; 0 b2; 1 b1").value, 1);
  EXPECT_EQ(After("tic_tac_toe; 0 b2; 1 b1").plies, 5);
  EXPECT_EQ(After("tic_tac_toe; 0 a1; 1 a2; 0 b1; 1 b2").plies, 1);
  EXPECT_EQ(After("tic_tac_toe; 0 a1; 1 a2; 0 b1; 1 b2; 0 c1").plies, 0);
}

TEST(ExactSolverTest, RefusesWhatItCannotSolve) {
  for (const char* text : {"kuhn", "goofspiel", "tiny_tantrix", "konkvest"}) {
    EXPECT_EQ(ExactSolver::Make(**envs::MakeGame(text), 1000).status().code(),
              absl::StatusCode::kUnimplemented)
        << text;
  }
}

TEST(ExactSolverTest, StopsAtItsLimit) {
  const auto game = *envs::MakeGame("renju");
  ASSERT_OK_AND_ASSIGN(ExactSolver solver, ExactSolver::Make(*game, 1000));
  const envs::PositionBuffer start = envs::InitialPosition(*game);
  EXPECT_EQ(solver.Value(start.Span()).status().code(), absl::StatusCode::kResourceExhausted);
}

// A search that stops at its limit leaves positions without a value, which must not count as solved
// later, nor as repeated.
TEST(ExactSolverTest, WhatTheLimitLeavesUnsolvedStaysUnsolved) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  const envs::PositionBuffer start = envs::InitialPosition(*game);
  ASSERT_OK_AND_ASSIGN(ExactSolver all, ExactSolver::Make(*game, 10000));
  ASSERT_OK(all.Value(start.Span()).status());
  for (const int limit : {3, 10, 50, 400}) {
    ASSERT_OK_AND_ASSIGN(ExactSolver solver, ExactSolver::Make(*game, limit));
    for (int again = 0; again < 2; ++again) {
      EXPECT_EQ(solver.Value(start.Span()).status().code(), absl::StatusCode::kResourceExhausted)
          << limit;
    }
    // The line of first moves, along which the search descends.
    envs::PositionBuffer line = start;
    envs::RepetitionHistory history(0);
    while (!envs::ActorsOf(*game, line.Span()).Empty()) {
      const envs::Actor actor = envs::ActorsOf(*game, line.Span()).First();
      const envs::ViewBuffer view = envs::ViewOf(*game, line.Span(), envs::SeatOf(actor));
      envs::StepOne(*game, line.Span(), &history, actor,
                    envs::LegalList(*game, view.Span()).front());
      const absl::StatusOr<ExactValue> value = solver.Value(line.Span());
      const ExactValue right = *all.Value(line.Span());
      if (value.ok()) {
        EXPECT_EQ(value->value, right.value) << limit;
        EXPECT_EQ(value->plies, right.plies) << limit;
      } else {
        EXPECT_EQ(value.status().code(), absl::StatusCode::kResourceExhausted) << limit;
      }
    }
  }
}

}  // namespace
}  // namespace kvintet::selfplay
