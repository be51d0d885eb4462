// Tests of MakeAgent: every form, and every refusal.
#include "arena/agents/agent_spec.h"

#include <set>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

#include "arena/agents/random_agent.h"
#include "arena/match.h"
#include "base/files/file.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/network_evaluator.h"

namespace kvintet::arena {
namespace {

using testing::StatusIs;

std::unique_ptr<envs::Game> MakeGame(const std::string& text) { return *envs::MakeGame(text); }

// Saves a model with random weights for a game.
void SaveModelFor(const envs::Game& game, const std::string& path) {
  network::Model model;
  model.head = {.game = game.Spec().text,
                .shape = network::NetworkSight(game).Shape(),
                .size = {.blocks = 1, .channels = 32, .value_hidden = 16},
                .provenance = {}};
  model.weights = network::MadeUpWeights(model.head.shape, model.head.size, 1);
  ASSERT_THAT(network::SaveModel(path, model), testing::IsOk());
}

TEST(AgentSpecTest, WhatIsNoAgentIsRefused) {
  const auto game = MakeGame("tic_tac_toe");
  for (const char* spec : {"", "rando", "mcts", "mcts:0", "mcts:x", "rollouts", "rollouts:0",
                           "rollouts:x", "model:", "grpc:host:1", "belief:", "belief:0",
                           "belief:9,slow", "belief:9,greedy,greedy", "lbr", "lbr:"}) {
    EXPECT_EQ(MakeAgent(*game, spec).status().code(), absl::StatusCode::kInvalidArgument) << spec;
  }
}

TEST(AgentSpecTest, MctsBeatsRandom) {
  const auto game = MakeGame("tic_tac_toe");
  ASSERT_OK_AND_ASSIGN(const auto mcts, MakeAgent(*game, "mcts:200"));
  ASSERT_OK_AND_ASSIGN(const auto random, MakeAgent(*game, "random"));
  ASSERT_OK_AND_ASSIGN(const MatchResult result,
                       PlayMatch(*game, mcts.get(), random.get(), {.pairs = 20}));
  EXPECT_GT(result.scores.Estimate().score, 0.85);
}

// Record of the agent's first game against random; depends on `seed` and on the rollout seed.
std::string RolloutsRecord(const envs::Game& game, uint64_t rollout_seed, uint64_t seed) {
  const auto agent = MakeAgent(game, "rollouts:16", {.rollout_seed = rollout_seed});
  EXPECT_THAT(agent, testing::IsOk());
  RandomAgent random(game);
  const auto result = PlayMatch(game, agent->get(), &random, {.pairs = 1, .seed = seed});
  EXPECT_THAT(result, testing::IsOk());
  return result->games[0].record;
}

TEST(AgentSpecTest, RolloutsRepeatByTheirSeedsAndElseDoNot) {
  const auto game = MakeGame("connect_four");
  EXPECT_EQ(RolloutsRecord(*game, 1, 1), RolloutsRecord(*game, 1, 1));
  EXPECT_NE(RolloutsRecord(*game, 1, 1), RolloutsRecord(*game, 2, 1));
  EXPECT_NE(RolloutsRecord(*game, 1, 1), RolloutsRecord(*game, 1, 2));
}

// With noise, three moves of almost the same value would take turns.
TEST(AgentSpecTest, RolloutsPlayTheBestMoveThatTheyFind) {
  const auto game = MakeGame("tic_tac_toe");
  ASSERT_OK_AND_ASSIGN(const auto agent, MakeAgent(*game, "rollouts:500"));
  ASSERT_OK_AND_ASSIGN(const envs::Playthrough play,
                       envs::Playthrough::FromRecord(*game, "tic_tac_toe; 0 b1; 1 b2"));
  const envs::ViewBuffer view = play.View(envs::Seat::k0);
  std::vector<Turn> turns;
  for (uint32_t row = 0; row < 40; ++row) {
    turns.push_back({.view = view[0], .key = {.seed = 1, .row = row}});
  }
  std::vector<Choice> choices(turns.size());
  ASSERT_THAT(agent->Choose(turns, choices), testing::IsOk());
  for (const Choice& choice : choices) {
    EXPECT_EQ(choice.action, choices[0].action);
  }
}

TEST(AgentSpecTest, RolloutsBeatRandomAlsoWhereBothActAtOnce) {
  for (const char* text : {"tic_tac_toe", "kontranto{board=3x3}"}) {
    const auto game = MakeGame(text);
    ASSERT_OK_AND_ASSIGN(const auto agent, MakeAgent(*game, "rollouts:32"));
    RandomAgent random(*game);
    ASSERT_OK_AND_ASSIGN(const MatchResult result,
                         PlayMatch(*game, agent.get(), &random, {.pairs = 40}));
    EXPECT_GT(result.scores.Estimate().low, 0.5) << text;
  }
}

TEST(AgentSpecTest, SearchOfHiddenGamesIsRefused) {
  const auto game = MakeGame("kuhn");
  EXPECT_EQ(MakeAgent(*game, "mcts:10").status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_FALSE(MakeAgent(*game, "rollouts:10").ok());
}

TEST(AgentSpecTest, BeliefBeatsRandomWhereSomethingIsHidden) {
  const auto game = MakeGame("tiny_tantrix");
  ASSERT_OK_AND_ASSIGN(const auto random, MakeAgent(*game, "random"));
  for (const char* spec : {"belief:40", "belief:20,greedy"}) {
    ASSERT_OK_AND_ASSIGN(const auto belief, MakeAgent(*game, spec));
    ASSERT_OK_AND_ASSIGN(const MatchResult result,
                         PlayMatch(*game, belief.get(), random.get(), {.pairs = 20}));
    EXPECT_GT(result.scores.Estimate().score, 0.7) << spec;
    EXPECT_EQ(result.Reasons().count("forfeit"), 0u) << spec;
  }
}

TEST(AgentSpecTest, BeliefOfGamesThatHideNothingIsRefused) {
  EXPECT_THAT(MakeAgent(*MakeGame("tic_tac_toe"), "belief:10"),
              StatusIs(absl::StatusCode::kUnimplemented, "hides nothing"));
  EXPECT_THAT(MakeAgent(*MakeGame("kuhn"), "belief:10,greedy"),
              StatusIs(absl::StatusCode::kNotFound, "kuhn"));
}

TEST(AgentSpecTest, ModelPlaysWithAndWithoutSearch) {
  const testing::TempDir folder;
  const auto game = MakeGame("tic_tac_toe");
  SaveModelFor(*game, folder.Path("m"));
  for (const char* options :
       {",simulations=8,precision=fp32", ",simulations=0,precision=fp32",
        ",search=puct,simulations=8,precision=fp32", ",simulations=4,variety=2.5,precision=fp32"}) {
    ASSERT_OK_AND_ASSIGN(const auto agent, MakeAgent(*game, "model:" + folder.Path("m") + options));
    RandomAgent random(*game);
    ASSERT_OK_AND_ASSIGN(const MatchResult result,
                         PlayMatch(*game, agent.get(), &random, {.pairs = 2}));
    EXPECT_EQ(result.Reasons().count("forfeit"), 0u);
  }
}

TEST(AgentSpecTest, TheMeanOverAllSymmetriesPrefersNoSide) {
  const testing::TempDir folder;
  const auto game = MakeGame("connect_four");
  SaveModelFor(*game, folder.Path("m"));
  const envs::Playthrough play(*game);
  const envs::ViewBuffer view = play.View(envs::Seat::k0);
  const auto asymmetry = [&](const std::string& options) {
    auto agent = MakeAgent(
        *game, absl::StrCat("model:", folder.Path("m"), ",simulations=0,precision=fp32", options));
    KVINTET_CHECK(agent.ok());
    const Turn turn = {.view = view.Span(), .history = &play.history()};
    std::vector<double> policy;
    KVINTET_CHECK((*agent)->TellPolicies({&turn, 1}, {&policy, 1}).ok());
    return std::abs(policy.front() - policy.back());
  };
  EXPECT_GT(asymmetry(""), 1e-3);
  EXPECT_LT(asymmetry(",symmetries=all"), 1e-6);
}

TEST(AgentSpecTest, ModelPlaysTheSamePlayAndOtherRulesOnlyIfThatIsAskedFor) {
  const testing::TempDir folder;
  SaveModelFor(*MakeGame("tiny_tantrix"), folder.Path("m"));
  const std::string spec = absl::StrCat("model:", folder.Path("m"), ",precision=fp32");
  EXPECT_THAT(MakeAgent(*MakeGame("tiny_tantrix{colours=blue-red,lottery=no}"), spec),
              testing::IsOk());
  const auto open = MakeGame("tiny_tantrix{racks=open}");
  EXPECT_THAT(MakeAgent(*open, spec),
              StatusIs(absl::StatusCode::kFailedPrecondition, "a model for tiny_tantrix{"));
  EXPECT_THAT(MakeAgent(*open, spec + ",fit=similar"), testing::IsOk());
  EXPECT_THAT(MakeAgent(*MakeGame("tantrix"), spec + ",fit=similar"),
              StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_THAT(MakeAgent(*open, spec + ",fit=any"),
              StatusIs(absl::StatusCode::kInvalidArgument, "fit=similar"));
}

TEST(AgentSpecTest, ModelTakesSettingsOfSearchByTheirNames) {
  const testing::TempDir folder;
  const auto game = MakeGame("kuhn");
  SaveModelFor(*game, folder.Path("m"));
  const std::string spec =
      absl::StrCat("model:", folder.Path("m"), ",precision=fp32,simulations=4");
  EXPECT_THAT(MakeAgent(*game, spec + ",max_considered=2,kl_to_policy=0.05,known_returns=false"),
              testing::IsOk());
  EXPECT_THAT(MakeAgent(*game, spec + ",max_considered=two"),
              StatusIs(absl::StatusCode::kInvalidArgument, "max_considered=two"));
  EXPECT_THAT(MakeAgent(*game, spec + ",max_considered=-1"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "belief.max_considered must be between 0 and 100000, is -1"));
  EXPECT_THAT(MakeAgent(*game, spec + ",kl_to_policy=0"),
              StatusIs(absl::StatusCode::kInvalidArgument, "belief.kl_to_policy must be above 0"));
  EXPECT_THAT(MakeAgent(*game, spec + ",rollouts=2000"),
              StatusIs(absl::StatusCode::kInvalidArgument, "trial_rollouts must be between"));
  for (const char* unknown : {",algorithm=GUMBEL", ",boltzmann=1", ",considered=2"}) {
    EXPECT_THAT(MakeAgent(*game, spec + unknown),
                StatusIs(absl::StatusCode::kInvalidArgument, "after the path are allowed"))
        << unknown;
  }
}

TEST(AgentSpecTest, ModelTakesSettingsByTheirEarlierNames) {
  const testing::TempDir folder;
  const auto game = MakeGame("kuhn");
  SaveModelFor(*game, folder.Path("m"));
  const std::string spec =
      absl::StrCat("model:", folder.Path("m"), ",precision=fp32,simulations=4");
  EXPECT_THAT(MakeAgent(*game, spec + ",belief_max_considered=2,belief_moves=0"), testing::IsOk());
  EXPECT_THAT(MakeAgent(*game, spec + ",belief_max_considered=-1"),
              StatusIs(absl::StatusCode::kInvalidArgument, "belief.max_considered must be"));
}

TEST(AgentSpecTest, SettingsAreThoseOfTheSearchThatPlays) {
  const testing::TempDir folder;
  const auto game = MakeGame("tic_tac_toe");
  SaveModelFor(*game, folder.Path("m"));
  const std::string spec = absl::StrCat("model:", folder.Path("m"), ",precision=fp32");
  EXPECT_THAT(MakeAgent(*game, spec + ",c_scale=0.3"), testing::IsOk());
  EXPECT_THAT(MakeAgent(*game, spec + ",c_puct=2,search=PUCT"), testing::IsOk());
  EXPECT_THAT(MakeAgent(*game, spec + ",c_puct=2"),
              StatusIs(absl::StatusCode::kInvalidArgument, "search.gumbel has no setting c_puct"));
  EXPECT_THAT(MakeAgent(*game, spec + ",search=boltzmann"),
              StatusIs(absl::StatusCode::kInvalidArgument, "found 'search=boltzmann'"));
  // Without a search, settings of searches have no effect.
  EXPECT_THAT(MakeAgent(*game, spec + ",simulations=0,c_puct=2,temperature=0.5"), testing::IsOk());
  EXPECT_THAT(MakeAgent(*game, spec + ",simulations=0,threat_nodes=9"),
              StatusIs(absl::StatusCode::kInvalidArgument, "threat_nodes needs a search"));
}

TEST(AgentSpecTest, ModelRefusesAVarietyThatIsNone) {
  const auto game = MakeGame("tic_tac_toe");
  for (const char* variety : {"-1", "11", "nan", "much"}) {
    EXPECT_THAT(MakeAgent(*game, absl::StrCat("model:m,variety=", variety)),
                StatusIs(absl::StatusCode::kInvalidArgument, "variety=0..10"))
        << variety;
  }
}

TEST(AgentSpecTest, ModelOfAHiddenGamePlaysByItsPolicyOrByBelief) {
  const testing::TempDir folder;
  const auto game = MakeGame("kuhn");
  SaveModelFor(*game, folder.Path("m"));
  RandomAgent random(*game);
  // Plays by its policy alone, or with simulations by belief search.
  for (const char* options : {",precision=fp32", ",simulations=4,precision=fp32"}) {
    ASSERT_OK_AND_ASSIGN(const auto agent, MakeAgent(*game, "model:" + folder.Path("m") + options));
    ASSERT_OK_AND_ASSIGN(const MatchResult result,
                         PlayMatch(*game, agent.get(), &random, {.pairs = 2}));
    EXPECT_EQ(result.Reasons().count("forfeit"), 0u) << options;
  }
}

// Number of different actions that a model's policy takes at the initial view with this ply.
size_t DifferentActions(const envs::Game& game, uint32_t ply, const std::string& settings = "") {
  const testing::TempDir folder;
  SaveModelFor(game, folder.Path("m"));
  auto agent = MakeAgent(
      game, absl::StrCat("model:", folder.Path("m"), ",simulations=0,precision=fp32", settings));
  EXPECT_OK(agent.status());
  const envs::Playthrough play(game);
  const envs::ViewBuffer view = play.View(envs::Seat::k0);
  std::vector<Turn> turns;
  for (uint32_t number = 0; number < 50; ++number) {
    turns.push_back({.view = view.Span(), .key = {1, number, ply, 0}});
  }
  std::vector<Choice> choices(turns.size());
  EXPECT_OK((*agent)->Choose(turns, choices));
  std::set<envs::Action> actions;
  for (const Choice& choice : choices) {
    actions.insert(choice.action);
  }
  return actions.size();
}

TEST(AgentSpecTest, AMixedStrategyIsOneToTheEnd) {
  EXPECT_GT(DifferentActions(*MakeGame("oshi_zumo"), 60), 3u);
  EXPECT_EQ(DifferentActions(*MakeGame("tic_tac_toe"), 60), 1u);
  // Unless the agent's text says otherwise.
  EXPECT_EQ(DifferentActions(*MakeGame("oshi_zumo"), 60, ",temperature_plies=60"), 1u);
  EXPECT_GT(DifferentActions(*MakeGame("oshi_zumo"), 59, ",temperature_plies=60"), 3u);
}

TEST(AgentSpecTest, APolicyDrawsInTheFirstPliesOnly) {
  EXPECT_GT(DifferentActions(*MakeGame("tic_tac_toe"), 7), 3u);
  EXPECT_EQ(DifferentActions(*MakeGame("tic_tac_toe"), 8), 1u);
}

TEST(AgentSpecTest, SearchesThatDoNotFitAreRefused) {
  const testing::TempDir folder;
  const auto game = MakeGame("kuhn");
  SaveModelFor(*game, folder.Path("m"));
  const std::string model = "model:" + folder.Path("m");
  EXPECT_THAT(MakeAgent(*game, model + ",search=GUMBEL"),
              StatusIs(absl::StatusCode::kUnimplemented, "hidden information"));
  EXPECT_THAT(MakeAgent(*game, model + ",search=best"),
              StatusIs(absl::StatusCode::kInvalidArgument, "found 'search=best'"));
  for (const char* const option : {",search=PUCT", ",variety=2", ",c_puct=3", ",rollouts=4"}) {
    EXPECT_THAT(MakeJudge(*game, model + option),
                StatusIs(absl::StatusCode::kInvalidArgument, "are only for agents in matches"));
  }
  EXPECT_THAT(MakeJudge(*game, model + ",simulations=4,variety=0,precision=fp32"), testing::IsOk());
}

TEST(AgentSpecTest, ModelOfAnotherGameIsRefused) {
  const testing::TempDir folder;
  SaveModelFor(*MakeGame("kuhn"), folder.Path("m"));
  EXPECT_THAT(MakeAgent(*MakeGame("tic_tac_toe"), "model:" + folder.Path("m")),
              StatusIs(absl::StatusCode::kFailedPrecondition, "kuhn"));
}

TEST(AgentSpecTest, BestAnswersAreForJudgesAlone) {
  const auto game = MakeGame("kontranto");
  EXPECT_THAT(MakeAgent(*game, "lbr:greedy"),
              StatusIs(absl::StatusCode::kPermissionDenied, "kvintet arena"));
  ASSERT_OK_AND_ASSIGN(const auto agent, MakeAgent(*game, "lbr:3:greedy", {.judges = true}));
  EXPECT_EQ(agent->Spec(), "lbr:3:greedy");
}

TEST(AgentSpecTest, WhatFollowsLbrIsTheOtherAgents) {
  const testing::TempDir folder;
  const auto game = MakeGame("kontranto{board=3x3}");
  SaveModelFor(*game, folder.Path("m"));
  const std::string model = "model:" + folder.Path("m") + ",simulations=2,precision=fp32";
  ASSERT_OK_AND_ASSIGN(const auto agent, MakeAgent(*game, "lbr:" + model, {.judges = true}));
  RandomAgent random(*game);
  ASSERT_OK_AND_ASSIGN(const MatchResult result,
                       PlayMatch(*game, agent.get(), &random, {.pairs = 1}));
  EXPECT_EQ(result.scores.NumPairs(), 1);
}

TEST(AgentSpecTest, BestAnswersToNobodyAreRefused) {
  const auto game = MakeGame("kontranto");
  for (const auto& [spec, wanted] :
       {std::pair("lbr:0:greedy", "SEEDS must be 1..64, is '0'"),
        std::pair("lbr:65:greedy", "is '65'"), std::pair("lbr:2:", "found ''"),
        std::pair("lbr:somebody", "found 'somebody'")}) {
    EXPECT_THAT(MakeAgent(*game, spec, {.judges = true}),
                StatusIs(absl::StatusCode::kInvalidArgument, wanted));
  }
}

TEST(AgentSpecTest, MissingModelIsNamed) {
  EXPECT_THAT(MakeAgent(*MakeGame("tic_tac_toe"), "model:/no/such"),
              StatusIs(absl::StatusCode::kNotFound, "/no/such"));
}

TEST(AgentSpecTest, UnknownModelOptionIsNamed) {
  EXPECT_THAT(MakeAgent(*MakeGame("tic_tac_toe"), "model:m,simulation=3"),
              StatusIs(absl::StatusCode::kInvalidArgument, "simulation=3"));
}

}  // namespace
}  // namespace kvintet::arena
