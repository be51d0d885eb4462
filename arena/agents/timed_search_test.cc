// Tests of TimedSearch: it wins, and respects the allowed actions and its limits.
#include "arena/agents/timed_search.h"

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A position of a game with its legal actions.
struct Spot {
  Spot(const std::string& game_text, const std::string& record)
      : game(*envs::MakeGame(game_text)), play(*envs::Playthrough::FromRecord(*game, record)) {
    root.view = view.Span();
    allowed = envs::LegalList(*game, root.view);
  }
  Thought Think(const ThinkLimits& limits) {
    TimedSearch search(std::make_unique<selfplay::RolloutEvaluator>(*game, 1, 0));
    const absl::StatusOr<Thought> thought = search.Think(root, allowed, limits);
    EXPECT_OK(thought);
    return *thought;
  }

  std::unique_ptr<envs::Game> game;
  envs::Playthrough play;
  envs::ViewBuffer view = play.View(envs::SeatOf(play.Actors().First()));
  selfplay::SearchRoot root;
  std::vector<envs::Action> allowed;
};

TEST(TimedSearchTest, WinsAtOnceWithoutASimulation) {
  Spot spot("tic_tac_toe", "tic_tac_toe; 0 a1; 1 a2; 0 b1; 1 b2");
  const Thought thought = spot.Think({.simulations = 300});
  EXPECT_EQ(thought.simulations, 0);
  EXPECT_EQ(thought.line, std::vector<envs::Action>{2});
}

TEST(TimedSearchTest, FindsWhatKeepsTheDraw) {
  // X has a1 and b2, and threatens c3.
  Spot spot("tic_tac_toe", "tic_tac_toe; 0 a1; 1 a2; 0 b2");
  const Thought thought = spot.Think({.simulations = 1000});
  EXPECT_EQ(thought.action, 8);
  EXPECT_EQ(thought.simulations, 1000);
}

TEST(TimedSearchTest, NeverLeavesWhatIsAllowed) {
  Spot spot("tic_tac_toe", "tic_tac_toe; 0 a1; 1 a2; 0 b1; 1 b2");
  spot.allowed = {5, 8};
  const envs::Action action = spot.Think({.simulations = 300}).action;
  EXPECT_TRUE(action == 5 || action == 8) << action;
}

TEST(TimedSearchTest, SameSimulationsSameThought) {
  Spot spot("connect_four", "connect_four; 0 d");
  const Thought first = spot.Think({.simulations = 200});
  const Thought second = spot.Think({.simulations = 200});
  EXPECT_EQ(first.line, second.line);
  EXPECT_EQ(first.value, second.value);
}

TEST(TimedSearchTest, StopsAtTheDeadlineAlsoWhereAWinNeedsNoEvaluation) {
  Spot spot("tic_tac_toe", "tic_tac_toe; 0 a1; 1 a2; 0 b2; 1 c3");
  const auto start = steady_clock::now();
  const Thought thought = spot.Think(
      {.deadline = start + milliseconds(60), .simulations = 2000000000, .tree_bytes = 1LL << 50});
  EXPECT_GT(thought.simulations, 10);
  EXPECT_LT(steady_clock::now() - start, milliseconds(2000));
}

TEST(TimedSearchTest, ADeadlineThatHasPassedStillGivesAnAction) {
  Spot spot("connect_four", "connect_four; 0 d");
  const Thought thought = spot.Think({.deadline = steady_clock::now() - milliseconds(1)});
  EXPECT_EQ(thought.simulations, 0);
  EXPECT_GE(thought.action, 0);
  EXPECT_EQ(thought.line.size(), 1u);
}

TEST(TimedSearchTest, StopsWhenTold) {
  Spot spot("connect_four", "connect_four; 0 d");
  int asked = 0;
  const Thought thought =
      spot.Think({.simulations = 2000000000, .stop = [&asked] { return ++asked == 2; }});
  EXPECT_EQ(asked, 2);
  EXPECT_GT(thought.simulations, 0);
}

TEST(TimedSearchTest, KeepsToItsMemory) {
  Spot spot("connect_four", "connect_four; 0 d");
  EXPECT_LE(spot.Think({.tree_bytes = 1 << 20}).simulations, 1 << 12);
}

}  // namespace
}  // namespace kvintet::arena
