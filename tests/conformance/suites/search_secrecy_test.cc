// Tests that searches use only what their seats know, and that a leak would be found.
#include "tests/conformance/search_secrecy.h"

#include <cstdlib>
#include <utility>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

#include "envs/rules/rules_game.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/search_factory.h"
#include "tests/conformance/suites/broken_games.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using selfplay::Search;

struct Case {
  const char* game;
  int belief_moves;
  int64_t views;
  int64_t twins;
  // 0: the evaluator judges trials.
  int trial_rollouts = 0;
  bool random_answers = false;
  int rollout_tries = 1;
};

std::unique_ptr<Search> MakeBelief(const Game& game, const Case& wanted) {
  const selfplay::SearchSettings settings = {
      .simulations = 16,
      .algorithm = selfplay::BeliefSettings{.moves = wanted.belief_moves,
                                            .trial_rollouts = wanted.trial_rollouts,
                                            .endgame_nodes = 2000,
                                            .temperature_plies = 100000,
                                            .random_answers = wanted.random_answers,
                                            .rollout_tries = wanted.rollout_tries}};
  auto search = selfplay::MakeSearch(game, settings);
  EXPECT_OK(search.status());
  return *std::move(search);
}

// The same view, record and seed must give the same decision, whatever is hidden.
void ExpectNoLeak(const Case& wanted) {
  const auto game = testing::Game(wanted.game);
  selfplay::UniformEvaluator evaluator(*game, 3);
  SecrecyTask task = {.game = game.get(),
                      .make_search = [&] { return MakeBelief(*game, wanted); },
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
                                           Case{"tantrix", 0, 60, 30, 2},
                                           Case{"tantrix", 0, 60, 30, 2, true},
                                           Case{"tantrix", 0, 60, 30, 2, true, 4},
                                           Case{"tiny_tantrix", 1, 300, 60},
                                           Case{"tiny_tantrix", 0, 300, 60, 2, true},
                                           Case{"leduc", 1, 300, 60}, Case{"kuhn", 2, 300, 60}),
                         [](const auto& test) {
                           const Case& one = test.param;
                           return absl::StrCat(one.game, "_moves_", one.belief_moves,
                                               one.rollout_tries > 1    ? "_careful"
                                               : one.random_answers     ? "_random_answers"
                                               : one.trial_rollouts > 0 ? "_rollouts"
                                                                        : "");
                         });

TEST(SearchSecrecyTest, FindsAGameWhoseViewsTellTheOthersRack) {
  ASSERT_OK_AND_ASSIGN(const auto game, envs::RulesGame<OpenTantrix>::Make({}));
  selfplay::UniformEvaluator evaluator(*game, 3);
  const SecrecyTask task = {.game = game.get(),
                            .make_search =
                                [&] {
                                  return MakeBelief(*game, {"tantrix", 0, 30, 30});
                                },
                            .evaluator = &evaluator,
                            .views = 30,
                            .seed = 11};
  ASSERT_OK_AND_ASSIGN(const SecrecyReport twins, CertifySearchByTwins(task, "tantrix"));
  EXPECT_GT(twins.leaks, 5);
}

}  // namespace
}  // namespace kvintet::conformance
