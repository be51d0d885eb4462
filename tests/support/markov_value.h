// ValueAfter: the exact value of a position of a simultaneous game, reached by a record.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "selfplay/solvers/backward_induction.h"
#include "tests/support/status_matchers.h"

namespace kvintet::testing {

using selfplay::solvers::Payoff;

// The value of `game_text` after the events, such as `; 0 1; 1 2`.
inline double ValueAfter(const std::string& game_text, const std::string& events,
                         Payoff payoff = Payoff::kReturn) {
  const auto game = envs::MakeGame(game_text);
  EXPECT_OK(game);
  const auto play = envs::Playthrough::FromRecord(**game, game_text + events);
  EXPECT_OK(play);
  auto solver = selfplay::solvers::BackwardInduction::Make(**game, payoff, 10000000);
  EXPECT_OK(solver);
  const auto value = solver->Value(play->Position());
  EXPECT_OK(value);
  // Best responses to the solution gain nothing.
  EXPECT_LT(value->NashConv(), 1e-8);
  return value->value;
}

inline double ValueAtStart(const std::string& game_text, Payoff payoff = Payoff::kReturn) {
  return ValueAfter(game_text, "", payoff);
}

}  // namespace kvintet::testing
