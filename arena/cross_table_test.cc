// Tests of CrossTable: which agents played each other, and the point of view of results.
#include "arena/cross_table.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arena/agents/agent_spec.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using testing::StatusIs;

// Agents for tic-tac-toe, and the table of their matches.
struct Tournament {
  explicit Tournament(const std::vector<std::string>& specs) {
    for (const std::string& spec : specs) {
      agents.push_back(*MakeAgent(*game, spec));
      players.push_back(agents.back().get());
    }
  }
  absl::StatusOr<CrossTable> Play(int pairs) const {
    return PlayCrossTable(*game, players, {.pairs = pairs, .opening_random_plies = 1, .seed = 3});
  }

  std::unique_ptr<envs::Game> game = *envs::MakeGame("tic_tac_toe");
  std::vector<std::unique_ptr<Agent>> agents;
  std::vector<Agent*> players;
};

TEST(CrossTableTest, EachPlaysEachOther) {
  const Tournament tournament({"random", "mcts:8", "mcts:64", "mcts:32"});
  ASSERT_OK_AND_ASSIGN(const CrossTable table, tournament.Play(4));
  EXPECT_EQ(table.agents, (std::vector<std::string>{"random", "mcts:8", "mcts:64", "mcts:32"}));
  ASSERT_EQ(table.matches.size(), 6u);
  size_t next = 0;
  for (size_t a = 0; a < 4; ++a) {
    for (size_t b = a + 1; b < 4; ++b) {
      EXPECT_EQ(&table.Match(a, b), &table.matches[next++]);
      EXPECT_EQ(table.Scores(a, b).NumPairs(), 4);
    }
    EXPECT_EQ(table.Total(a).NumPairs(), 12);
  }
}

TEST(CrossTableTest, AMatchIsTheSameAsWithoutTheOthers) {
  const Tournament tournament({"random", "mcts:8", "mcts:32"});
  ASSERT_OK_AND_ASSIGN(const CrossTable table, tournament.Play(5));
  const Tournament alone({"mcts:8", "mcts:32"});
  ASSERT_OK_AND_ASSIGN(const CrossTable match, alone.Play(5));
  EXPECT_EQ(table.Scores(1, 2).pairs, match.Scores(0, 1).pairs);
}

TEST(CrossTableTest, TheSameMatchFromBothSides) {
  const Tournament tournament({"random", "mcts:100"});
  ASSERT_OK_AND_ASSIGN(const CrossTable table, tournament.Play(10));
  const Interval random = table.Scores(0, 1).Estimate();
  const Interval mcts = table.Scores(1, 0).Estimate();
  EXPECT_LT(random.score, 0.4);
  EXPECT_NEAR(random.score, 1 - mcts.score, 1e-12);
  EXPECT_NEAR(random.low, 1 - mcts.high, 1e-12);
  EXPECT_EQ(table.Total(1).pairs, table.Scores(1, 0).pairs);
}

TEST(CrossTableTest, OneAgentIsNoTable) {
  EXPECT_THAT(Tournament({"random"}).Play(1), StatusIs(absl::StatusCode::kInvalidArgument, "two"));
}

}  // namespace
}  // namespace kvintet::arena
