// Tests that known returns of simultaneous stages equal the value of the matrix game that follows.
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "selfplay/solvers/matrix/matrix_game.h"
#include "tests/conformance/walk.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using envs::Game;
using envs::Playthrough;
using selfplay::solvers::MatrixGame;

std::vector<Action> LegalOf(const Playthrough& play, Seat seat) {
  return envs::LegalList(play.game(), play.View(seat).Span());
}

Playthrough After(const Playthrough& play, Action first, Action second) {
  Playthrough next = play;
  EXPECT_OK(next.Apply(Actor::kSeat0, first));
  EXPECT_OK(next.Apply(Actor::kSeat1, second));
  return next;
}

// The exact value for seat 0 by full enumeration; none if that takes more than `positions`
// positions. Assumes that each seat has one action in a stage.
std::optional<double> ExactValue(const Playthrough& play, int* positions) {
  if (play.Ended()) {
    return play.Result().returns[0];
  }
  if (!play.Actors().Simultaneous() || --*positions < 0) {
    return std::nullopt;
  }
  const std::vector<Action> rows = LegalOf(play, Seat::k0);
  const std::vector<Action> columns = LegalOf(play, Seat::k1);
  MatrixGame matrix(rows.size(), columns.size());
  for (size_t row = 0; row < rows.size(); ++row) {
    for (size_t column = 0; column < columns.size(); ++column) {
      const std::optional<double> value =
          ExactValue(After(play, rows[row], columns[column]), positions);
      if (!value) {
        return std::nullopt;
      }
      matrix.At(row, column) = *value;
    }
  }
  return selfplay::solvers::SolveMatrixGame(matrix).value;
}

// The final two-step [K11].
TEST(KnownMatrixReturnTest, TheFinalTwoStepOfKontrantoIsWorthWhatTheRulesSay) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game,
                       envs::MakeGame("kontranto{board=3x3,white=ct,black=ct}"));
  int known = 0;
  for (uint32_t number = 0; number < 3000 && known < 40; ++number) {
    RandomStream random(1, number, 0, Purpose::kTest);
    Playthrough play(*game);
    for (bool first = true; !play.Ended(); first = false) {
      const std::optional<float> value =
          play.Actors().Simultaneous()
              ? game->known_returns()->KnownReturn(play.View(Seat::k0).Span())
              : std::nullopt;
      if (value && !first) {
        int positions = 1000;
        const std::optional<double> exact = ExactValue(play, &positions);
        ASSERT_TRUE(exact.has_value()) << play.Record();
        EXPECT_NEAR(*exact, *value, 1e-9) << play.Record();
        EXPECT_EQ(game->known_returns()->KnownReturn(play.View(Seat::k1).Span()), -*value);
        ++known;
      }
      const RandomChoice choice = ChooseRandomly(play, &random);
      ASSERT_OK(play.Apply(choice.actor, choice.action));
    }
  }
  EXPECT_GE(known, 40);
}

// The seat that decides which of two shapes meet decides who is White [K2]. Whatever that is worth,
// the choice itself is worth 0.
TEST(KnownMatrixReturnTest, TheChoiceOfColoursOfKontrantoMatchesOrDoesNot) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game,
                       envs::MakeGame("kontranto{board=3x3,white=cct,black=c}"));
  const Playthrough start(*game);
  ASSERT_EQ(game->known_returns()->KnownReturn(start.View(Seat::k0).Span()), 0.0f);
  const std::vector<Action> first = LegalOf(start, Seat::k0);
  const std::vector<Action> second = LegalOf(start, Seat::k1);
  ASSERT_EQ(first.size(), 2u);
  ASSERT_EQ(second.size(), 2u);
  std::array<std::array<std::string, 2>, 2> text;
  for (const size_t row : {0u, 1u}) {
    for (const size_t column : {0u, 1u}) {
      const Playthrough next = After(start, first[row], second[column]);
      text[row][column] = game->PositionText(next.Position());
    }
  }
  EXPECT_EQ(text[0][0], text[1][1]);
  EXPECT_EQ(text[0][1], text[1][0]);
  EXPECT_NE(text[0][0], text[0][1]);
}

}  // namespace
}  // namespace kvintet::conformance
