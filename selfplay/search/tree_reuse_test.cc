// Tests of search.reuse_tree: which parts of the tree are kept after actions, and which are not.
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "selfplay/records/replay_rows.h"
#include "selfplay/search/puct.h"
#include "selfplay/search/tree_search.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/script_game.h"
#include "tests/support/status_matchers.h"
#include "tests/support/view_to_move.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::PlayRecords;
using ::kvintet::testing::SmallTask;

SearchSettings Settings(int simulations) {
  SearchSettings settings;
  settings.simulations = simulations;
  Select<PuctSettings>(&settings).reuse_tree = true;
  return settings;
}

// A search over tic-tac-toe and the game it follows.
class ReuseTest : public ::testing::Test {
 protected:
  explicit ReuseTest(const SearchSettings& settings = Settings(200))
      : search_(*game_, settings, std::make_unique<PuctRule>(OwnSettings<PuctSettings>(settings))),
        position_(1, game_->Spec().position_bytes) {
    game_->Initialize(position_.Span());
  }

  // Plays the decision's action and reports it to the search.
  void Play(envs::Action action) {
    const envs::Actor actor = plies_ % 2 == 0 ? envs::Actor::kSeat0 : envs::Actor::kSeat1;
    envs::RepetitionHistory history(game_->Spec().history_capacity);
    game_->Step(position_.Span(), {&history, 1}, {&actor, 1}, {&action, 1});
    search_.Follow(actor, action);
    ++plies_;
  }
  SearchRoot Root(int simulations = 0) {
    view_ = testing::ViewToMove(*game_, position_.Span());
    return {.view = view_.Span(),
            .seed = 5,
            .ply = static_cast<uint32_t>(plies_),
            .simulations = simulations};
  }
  Decision Search(int simulations = 0) {
    auto decision = Decide(&search_, &evaluator_, Root(simulations));
    EXPECT_OK(decision.status());
    return *decision;
  }
  static int Visits(const Decision& decision) {
    int visits = 0;
    for (const ActionStatistics& action : decision.actions) {
      visits += action.visits;
    }
    return visits;
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator_{*game_, 3};
  TreeSearch search_;
  envs::PositionBuffer position_;
  envs::ViewBuffer view_{1, game_->Spec().view_bytes};
  int plies_ = 0;
};

// The statistics of a subtree, node by node in order of creation.
struct NodeFacts {
  envs::Action action;
  int visits;
  double value_sum;
  double draw_sum;
  float raw_value;
  int num_edges;
  int opened;
  bool operator==(const NodeFacts&) const = default;
};

std::vector<NodeFacts> Subtree(const SearchTree& tree, int root) {
  std::vector<NodeFacts> facts;
  std::vector<bool> below(static_cast<size_t>(tree.Size()));
  for (int node = root; node < tree.Size(); ++node) {
    const TreeNode& n = tree.Node(node);
    if (node == root || (n.parent >= 0 && below[static_cast<size_t>(n.parent)])) {
      below[static_cast<size_t>(node)] = true;
      facts.push_back({node == root ? envs::kNoAction : n.action, n.visits, n.value_sum, n.draw_sum,
                       n.raw_value, n.num_edges, n.opened});
    }
  }
  return facts;
}

TEST_F(ReuseTest, StatisticsAreThoseOfTheSubtree) {
  const Decision first = Search();
  const int child = search_.Tree().Find(0, first.action);
  ASSERT_GT(child, 0);
  const std::vector<NodeFacts> below = Subtree(search_.Tree(), child);
  const int visits = search_.Tree().Node(child).visits;
  const double value = -search_.Tree().Node(child).Mean();
  ASSERT_GT(below.size(), 10);
  Play(first.action);
  // No simulation is left.
  search_.Begin(Root(visits - 1));
  ASSERT_FALSE(search_.Advance());
  EXPECT_EQ(Subtree(search_.Tree(), 0), below);
  EXPECT_EQ(Visits(search_.Result()), visits - 1);
  EXPECT_EQ(search_.Result().value, value);
}

TEST_F(ReuseTest, PositionsAreTheOnesReached) {
  for (Decision decision = Search(); plies_ < 4; decision = Search()) {
    const SearchTree& tree = search_.Tree();
    for (int node = 1; node < tree.Size(); ++node) {
      const TreeNode& n = tree.Node(node);
      envs::PositionBuffer expected(1, game_->Spec().position_bytes);
      envs::CopyRows<envs::PositionTag>(tree.Position(n.parent), expected.Span());
      envs::RepetitionHistory history(game_->Spec().history_capacity);
      const auto actor = static_cast<envs::Actor>(tree.Node(n.parent).kind);
      game_->Step(expected.Span(), {&history, 1}, {&actor, 1}, {&n.action, 1});
      EXPECT_TRUE(std::ranges::equal(tree.Position(node).Bytes(), expected.Span().Bytes()));
    }
    Play(decision.action);
  }
}

TEST_F(ReuseTest, VisitsKeptCountAsSimulations) {
  int kept = 0;
  while (plies_ < 4) {
    const Decision decision = Search();
    EXPECT_EQ(Visits(decision), 200);
    EXPECT_EQ(search_.Tree().Node(0).visits, 201);
    kept = search_.Tree().Node(search_.Tree().Find(0, decision.action)).visits;
    EXPECT_GT(kept, 1);
    Play(decision.action);
  }
}

// The tree below the root never holds noise, and the new root gets its own.
TEST_F(ReuseTest, NoiseIsDrawnAnewAndDoesNotStay) {
  const Decision first = Search();
  Play(first.action);
  const Decision second = Search();
  const SearchTree& tree = search_.Tree();
  SearchSettings fresh_settings = Settings(1);
  TreeSearch fresh(*game_, fresh_settings,
                   std::make_unique<PuctRule>(OwnSettings<PuctSettings>(fresh_settings)));
  ASSERT_OK_AND_ASSIGN(const Decision reference, Decide(&fresh, &evaluator_, Root()));
  for (size_t i = 0; i < second.actions.size(); ++i) {
    EXPECT_EQ(second.actions[i].prior, reference.actions[i].prior);
    bool found = false;
    for (int edge = 0; edge < tree.Node(0).num_edges; ++edge) {
      for (int other = 0; other < tree.Node(0).num_edges; ++other) {
        if (tree.EdgeAction(0, edge) == second.actions[i].action &&
            fresh.Tree().EdgeAction(0, other) == second.actions[i].action) {
          EXPECT_EQ(tree.Prior(0, edge), fresh.Tree().Prior(0, other));
          EXPECT_NE(tree.Prior(0, edge), second.actions[i].prior);
          found = true;
        }
      }
    }
    EXPECT_TRUE(found);
  }
}

TEST_F(ReuseTest, NothingIsKeptForAnotherGame) {
  const Decision first = Search();
  Play(first.action);
  search_.Forget();
  search_.Begin(Root());
  EXPECT_TRUE(search_.Advance());
  EXPECT_EQ(search_.Tree().Size(), 1);
}

TEST_F(ReuseTest, NothingIsKeptBelowAnActionThatWasNotTried) {
  Search(1);
  const int tried = search_.Tree().Node(1).action;
  Play(tried == 0 ? 1 : 0);
  search_.Begin(Root());
  EXPECT_TRUE(search_.Advance());
  EXPECT_EQ(search_.Tree().Size(), 1);
}

// Opens the best edges by the new priors, even if others were best by the old ones.
TEST(ReusedTreeTest, RootPriorsOrderWhatIsNotOpenedYet) {
  const auto game = testing::Game("tic_tac_toe");
  envs::PositionBuffer position(1, game->Spec().position_bytes);
  game->Initialize(position.Span());
  SearchTree tree(*game, false);
  tree.Reset(position.Span(), nullptr);
  const std::vector<envs::Action> actions = {0, 1, 2, 3};
  tree.Expand(0, actions, std::vector<float>{0.5f, 0.25f, 0.125f, 0.125f}, {}, EdgeOrder::kByPrior);
  tree.BackUp(tree.Follow(0, 0));
  tree.SetRootPriors(actions, std::vector<float>{0.25f, 0, 0.25f, 0.5f});
  EXPECT_EQ(tree.Prior(0, 0), 0.25f);
  EXPECT_EQ(tree.Node(0).unopened_prior, 0.75);
  EXPECT_EQ(tree.EdgeAction(0, 1), 3);
  tree.Follow(0, 1);
  EXPECT_EQ(tree.EdgeAction(0, 2), 2);
}

class ReuseSelfPlayTest : public ::testing::TestWithParam<std::string> {};

// Includes games with repetition rules.
TEST_P(ReuseSelfPlayTest, GamesAreSoundTheSameWhoeverPlaysThemAndTakeFewerEvaluations) {
  const auto game = testing::Game(GetParam());
  SelfPlayTask task = SmallTask(*game, 6);
  Select<PuctSettings>(&task.search);
  task.search.simulations = 32;
  task.self_play.max_plies = 30;
  const auto evaluations = [](const std::vector<GameRecord>& records) {
    double sum = 0;
    double rows = 0;
    for (const GameRecord& record : records) {
      sum += record.evaluations;
      rows += static_cast<double>(record.rows.size());
    }
    return sum / rows;
  };
  const double without = evaluations(PlayRecords(task));
  Select<PuctSettings>(&task.search).reuse_tree = true;
  const std::vector<GameRecord> records = PlayRecords(task);
  for (const GameRecord& record : records) {
    EXPECT_OK(CheckRecord(*game, record));
  }
  const double share = evaluations(records) / without;
  std::printf("%s: %.2f of the evaluations\n", GetParam().c_str(), share);
  EXPECT_LT(share, 1);
  for (const auto& [threads, batch, slots] : {std::tuple(3, 1, 3), std::tuple(1, 64, 1)}) {
    task.self_play.threads = threads;
    task.self_play.batch_size = batch;
    task.self_play.slots_per_thread = slots;
    EXPECT_EQ(PlayRecords(task), records);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, ReuseSelfPlayTest,
                         ::testing::Values("tic_tac_toe", "connect_four", "renju", "konkvest",
                                           "tiny_punct"),
                         [](const auto& test) { return test.param; });

constexpr std::string_view kWithChance = "0c1c0c10c";

TEST(ReuseChanceTest, WhatIsKeptLiesBehindTheOutcomeDrawn) {
  const auto game = testing::MakeScriptGame<kWithChance>();
  SelfPlayTask task = SmallTask(*game, 200);
  task.search = Settings(40);
  const std::vector<GameRecord> records = PlayRecords(task);
  task.self_play.slots_per_thread = 1;
  EXPECT_EQ(PlayRecords(task), records);
  int reused = 0;
  for (const GameRecord& record : records) {
    EXPECT_OK(CheckRecord(*game, record));
    reused += record.evaluations < 100 ? 1 : 0;
  }
  EXPECT_GT(reused, 100);
}

// Full and quick searches share the tree; only full ones have noise.
TEST(ReuseCapTest, GoesTogetherWithQuickSearches) {
  const auto game = testing::Game("connect_four");
  SelfPlayTask task = SmallTask(*game, 20);
  task.search = Settings(24);
  task.self_play.full_search_share = 0.3;
  task.self_play.quick_simulations = 6;
  const std::vector<GameRecord> records = PlayRecords(task);
  task.self_play.threads = 2;
  task.self_play.slots_per_thread = 2;
  EXPECT_EQ(PlayRecords(task), records);
}

}  // namespace
}  // namespace kvintet::selfplay
