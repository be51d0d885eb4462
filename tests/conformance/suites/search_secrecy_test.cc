// Tests that searches use only what their seats know, and that a leak would be found.
#include "tests/conformance/search_secrecy.h"

#include <cstdlib>
#include <utility>

#include <gtest/gtest.h>

#include "envs/rules/rules_game.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/search_factory.h"
#include "tests/conformance/suites/broken_games.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using selfplay::Search;

std::unique_ptr<Search> MakeBelief(const Game& game, int belief_moves) {
  const selfplay::SearchSettings settings = {
      .simulations = 16,
      .algorithm = selfplay::BeliefSettings{
          .moves = belief_moves, .endgame_nodes = 2000, .temperature_plies = 100000}};
  auto search = selfplay::MakeSearch(game, settings);
  EXPECT_OK(search.status());
  return *std::move(search);
}

struct Case {
  const char* game;
  int belief_moves;
  int64_t views;
  int64_t twins;
};

// The same view, record and seed must give the same decision, whatever is hidden.
void ExpectNoLeak(const Case& wanted) {
  const auto game = testing::Game(wanted.game);
  selfplay::UniformEvaluator evaluator(*game, 3);
  SecrecyTask task = {.game = game.get(),
                      .make_search = [&] { return MakeBelief(*game, wanted.belief_moves); },
                      .evaluator = &evaluator,
                      .views = wanted.views,
                      .seed = 11};
  ASSERT_OK_AND_ASSIGN(const SecrecyReport report, CertifySearch(task));
  EXPECT_EQ(report.leaks, 0) << report.example;
  EXPECT_GT(report.secret_views, report.views / 2);
  task.views = wanted.twins;
  ASSERT_OK_AND_ASSIGN(const SecrecyReport twins, CertifySearchByTwins(task, wanted.game));
  EXPECT_EQ(twins.leaks, 0) << twins.example;
  EXPECT_GT(twins.secret_views, twins.views / 3);
}

class SearchSecrecyTest : public ::testing::TestWithParam<Case> {};

TEST_P(SearchSecrecyTest, BeliefSearchDependsOnNothingHidden) { ExpectNoLeak(GetParam()); }

// The full certificate, run by hand.
TEST(SearchSecrecyCertificateTest, DISABLED_OfTenThousandViews) {
  ExpectNoLeak({"tantrix", 0, 10000, 1000});
  ExpectNoLeak({"tantrix", 2, 10000, 10000});
}

INSTANTIATE_TEST_SUITE_P(Games, SearchSecrecyTest,
                         ::testing::Values(Case{"tantrix", 0, 300, 30}, Case{"tantrix", 2, 60, 30},
                                           Case{"tiny_tantrix", 1, 300, 60},
                                           Case{"leduc", 1, 300, 60}, Case{"kuhn", 2, 300, 60}),
                         [](const auto& test) {
                           return std::string(test.param.game) + "_moves_" +
                                  std::to_string(test.param.belief_moves);
                         });

TEST(SearchSecrecyTest, FindsAGameWhoseViewsTellTheOthersRack) {
  ASSERT_OK_AND_ASSIGN(const auto game, envs::RulesGame<OpenTantrix>::Make({}));
  selfplay::UniformEvaluator evaluator(*game, 3);
  const SecrecyTask task = {.game = game.get(),
                            .make_search = [&] { return MakeBelief(*game, 0); },
                            .evaluator = &evaluator,
                            .views = 30,
                            .seed = 11};
  ASSERT_OK_AND_ASSIGN(const SecrecyReport twins, CertifySearchByTwins(task, "tantrix"));
  EXPECT_GT(twins.leaks, 5);
}

}  // namespace
}  // namespace kvintet::conformance
