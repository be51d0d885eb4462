// Tests of what every search must do: forced results, chance, moves of several actions, refusals.
#include "selfplay/search/search.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/games/play_settings.h"
#include "selfplay/search/anytime_search.h"
#include "selfplay/search/gumbel.h"
#include "selfplay/search/tree_search.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/script_game.h"
#include "tests/support/status_matchers.h"
#include "tests/support/view_to_move.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::FakeEvaluator;
using ::kvintet::testing::StatusIs;

SearchSettings Settings(Algorithm algorithm, int simulations) {
  SearchSettings settings;
  SelectAlgorithm(algorithm, &settings);
  settings.simulations = simulations;
  settings = PlaySettings(settings, /*variety=*/0);
  if (algorithm == Algorithm::kGumbel) {
    // With this scaling it gives many visits to actions other than the best.
    Select<GumbelSettings>(&settings).stretch_values = true;
    Select<GumbelSettings>(&settings).c_scale = 0.1;
  }
  return settings;
}

Decision DecideAt(Evaluator* evaluator, const SearchSettings& settings, const std::string& text) {
  const envs::Game& game = evaluator->game();
  envs::PositionBuffer position(1, game.Spec().position_bytes);
  EXPECT_OK(game.ParsePosition(text, position.Span()));
  const envs::ViewBuffer view = testing::ViewToMove(game, position.Span());
  const SearchRoot root = {.view = view.Span()};
  auto search = MakeSearch(game, settings);
  EXPECT_OK(search.status());
  auto decision = Decide(search->get(), evaluator, root);
  EXPECT_OK(decision.status());
  return *decision;
}

class TreeSearchTest : public ::testing::TestWithParam<Algorithm> {};

TEST_P(TreeSearchTest, FindsForcedWins) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game);
  const SearchSettings settings = Settings(GetParam(), 200);
  EXPECT_EQ(DecideAt(&evaluator, settings, "XX./OO./...").action, 2);
  EXPECT_EQ(DecideAt(&evaluator, settings, "XX./OO./X..").action, 5);
  // The fork at c3 makes two threats.
  const Decision fork = DecideAt(&evaluator, Settings(GetParam(), 2000), "X../.O./..X");
  EXPECT_GT(fork.value, -0.2);
}

TEST_P(TreeSearchTest, StopsForcedLosses) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game);
  EXPECT_EQ(DecideAt(&evaluator, Settings(GetParam(), 200), "XX./O../...").action, 2);
}

TEST_P(TreeSearchTest, ValueOfAWinNearsOneAndOfALossMinusOne) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game);
  const SearchSettings settings = Settings(GetParam(), 400);
  const auto chosen_value = [&](const std::string& text) {
    const Decision decision = DecideAt(&evaluator, settings, text);
    return std::ranges::find(decision.actions, decision.action, &ActionStatistics::action)->value;
  };
  EXPECT_GT(chosen_value("XX./OO./..."), 0.9);
  // O cannot stop both lines of X.
  EXPECT_LT(chosen_value("X.X/.O./X.O"), -0.7);
}

// At variety 0 a search looks for the best move as one whose root does not explore.
TEST_P(TreeSearchTest, PlayToWinExploresNothing) {
  const auto game = testing::Game("hex{size=3}");
  UniformEvaluator evaluator(*game, 7);
  SearchSettings settings;
  SelectAlgorithm(GetParam(), &settings);
  if (GetParam() == Algorithm::kGumbel) {
    Select<GumbelSettings>(&settings) = {.max_considered = 4, .uniform = 0.9, .c_scale = 0.01};
  } else {
    Select<PuctSettings>(&settings).forced_playouts = 50;
    Select<PuctSettings>(&settings).temperature = 0;
  }
  const envs::PositionBuffer start = envs::InitialPosition(*game);
  const envs::ViewBuffer view = testing::ViewToMove(*game, start.Span());
  const auto visits = [&](double variety, bool explore) {
    auto search = MakeSearch(*game, PlaySettings(settings, variety));
    EXPECT_OK(search.status());
    const auto decision =
        Decide(search->get(), &evaluator, {.view = view.Span(), .explore = explore});
    EXPECT_OK(decision.status());
    std::vector<int> counts;
    for (const ActionStatistics& action : decision->actions) {
      counts.push_back(action.visits);
    }
    return counts;
  };
  EXPECT_EQ(visits(0, true), visits(1, false));
  EXPECT_NE(visits(1, true), visits(1, false));
}

// Black's open three wins by e8 and by i8. White has no defence, which the rules know.
TEST_P(TreeSearchTest, WhatTheRulesKnowIsNotAskedOfTheNetwork) {
  constexpr std::array<envs::Action, 3> kLikely = {0, 109, 113};  // a1, e8, i8
  const auto game = testing::Game("renju{opening=free}");
  std::string board = "...............";
  for (int row = 1; row < 15; ++row) {
    board += row == 7                            ? "/.....XXX......."
             : row == 1 || row == 4 || row == 13 ? "/..........O...."
                                                 : "/...............";
  }
  for (const bool known_returns : {false, true}) {
    FakeEvaluator evaluator(*game, [&](auto, std::span<const envs::Action> legal, auto logits) {
      for (size_t i = 0; i < legal.size(); ++i) {
        logits[i] = std::ranges::count(kLikely, legal[i]) > 0 ? 8 : 0;
      }
      return Wdl{.draw = 1};
    });
    SearchSettings settings = Settings(GetParam(), 60);
    settings.known_returns = known_returns;
    settings.forced_wins = false;
    const Decision decision = DecideAt(&evaluator, settings, board + " black 0 k2");
    int sure = 0;
    for (const ActionStatistics& action : decision.actions) {
      sure += action.visits > 0 && action.value == 1 ? 1 : 0;
    }
    EXPECT_EQ(sure, known_returns ? 2 : 0);
    EXPECT_LE(decision.draw, 1);
    EXPECT_EQ(evaluator.Batches().size() < 40, known_returns);
  }
}

// Plays e8 or i8, where a root that samples its actions would often play elsewhere.
TEST_P(TreeSearchTest, AWinThatTheRulesSeeIsPlayedAndLearntWithoutAnEvaluation) {
  const auto game = testing::Game("renju{opening=free}");
  std::string board = "...............";
  for (int row = 1; row < 15; ++row) {
    board += row == 7                            ? "/.....XXX......."
             : row == 1 || row == 4 || row == 13 ? "/..........O...."
                                                 : "/...............";
  }
  for (const bool forced_wins : {false, true}) {
    FakeEvaluator evaluator(*game, [](auto, auto, auto) { return Wdl{.loss = 1}; });
    SearchSettings settings = Settings(GetParam(), 1);
    if (GetParam() == Algorithm::kPuct) {
      Select<PuctSettings>(&settings).temperature = 1;
    }
    settings.forced_wins = forced_wins;
    const Decision decision = DecideAt(&evaluator, settings, board + " black 0 k2");
    EXPECT_EQ(evaluator.Batches().empty(), forced_wins);
    if (!forced_wins) {
      continue;
    }
    EXPECT_TRUE(decision.action == 109 || decision.action == 113) << decision.action;
    EXPECT_EQ(decision.value, 1);
    EXPECT_EQ(decision.draw, 0);
    EXPECT_EQ(decision.behaviour, 1);
    EXPECT_FALSE(decision.forced);
    EXPECT_EQ(decision.line, std::vector<envs::Action>{decision.action});
    // 225 points minus 6 stones, plus a pass.
    EXPECT_EQ(decision.actions.size(), 220);
    for (const ActionStatistics& action : decision.actions) {
      EXPECT_EQ(action.policy, action.action == decision.action ? 1 : 0);
      EXPECT_EQ(action.visits, 0);
    }
  }
}

// Black threatens to join two sides. Only G4-D4/1 prevents that; the other pieces and the kinds of
// the supply do not (P5).
TEST_P(TreeSearchTest, ActionsThatLoseAtOnceAreNotTried) {
  const auto game = testing::Game("tiny_punct");
  for (const bool defences : {false, true}) {
    FakeEvaluator evaluator(*game, [](auto, auto, auto) { return Wdl{.draw = 1}; });
    SearchSettings settings = Settings(GetParam(), 24);
    settings.defences = defences;
    const Decision decision =
        DecideAt(&evaluator, settings,
                 "w C D7/0 w E G4/1 b C B4/2 b E I7/1 b L F4/1; white T1 L1; black T1; white");
    EXPECT_EQ(decision.actions.size(), 4);
    EXPECT_EQ(decision.forced, defences);
    if (!defences) {
      continue;
    }
    EXPECT_EQ(decision.action, 46);  // the piece at G4
    for (const ActionStatistics& action : decision.actions) {
      EXPECT_EQ(action.prior, action.action == 46 ? 1 : 0);
      EXPECT_EQ(action.policy, action.action == 46 ? 1 : 0);
    }
  }
}

// After C5/1 White has no defence against a join, which the search finds without an evaluation.
TEST_P(TreeSearchTest, APositionWithoutADefenceIsLost) {
  constexpr envs::Action kWinning = 129;
  const auto game = testing::Game("tiny_punct");
  for (const bool defences : {false, true}) {
    FakeEvaluator evaluator(*game, [](auto, auto, auto) { return Wdl{.draw = 1}; });
    SearchSettings settings = Settings(GetParam(), 100);
    if (GetParam() == Algorithm::kGumbel) {
      Select<GumbelSettings>(&settings).max_considered = 23;
    }
    settings.defences = defences;
    const Decision decision =
        DecideAt(&evaluator, settings,
                 "w T F4/4 w C E5/2 b T E6/2 b E H5/3 b L F8/4; white E1 L1; black C1; black H5");
    ASSERT_EQ(decision.actions.size(), 23);
    for (const ActionStatistics& action : decision.actions) {
      EXPECT_GT(action.visits, 0);
      EXPECT_EQ(action.value == 1, defences && action.action == kWinning) << action.action;
    }
    EXPECT_EQ(decision.action == kWinning, defences);
  }
}

TEST_P(TreeSearchTest, OneLegalActionIsForcedAndCostsOneEvaluation) {
  const auto game = testing::Game("tic_tac_toe");
  FakeEvaluator evaluator(*game, [](auto, auto, auto) { return Wdl{0.5f, 0.5f, 0}; });
  const Decision decision = DecideAt(&evaluator, Settings(GetParam(), 50), "XOX/OOX/.XO");
  EXPECT_TRUE(decision.forced);
  EXPECT_EQ(decision.action, 6);
  EXPECT_EQ(decision.value, 0.5);
  EXPECT_EQ(decision.actions.at(0).policy, 1);
  EXPECT_EQ(evaluator.Batches().size(), 1);
}

TEST_P(TreeSearchTest, SpendsTheSimulationsAndNoMore) {
  const auto game = testing::Game("tic_tac_toe");
  FakeEvaluator evaluator(*game, [](auto, auto, auto) { return Wdl{0.25f, 0.5f, 0.25f}; });
  const Decision decision = DecideAt(&evaluator, Settings(GetParam(), 24), ".../.../...");
  int visits = 0;
  for (const ActionStatistics& action : decision.actions) {
    visits += action.visits;
  }
  EXPECT_EQ(visits, 24);
  EXPECT_EQ(evaluator.Batches().size(), 25);
  EXPECT_EQ(decision.draw, 0.5);
}

// The decision so far is that of a search with fewer simulations.
TEST_P(TreeSearchTest, TellsItsDecisionSoFar) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game, 7);
  SearchSettings settings = Settings(GetParam(), 24);
  const envs::ViewBuffer view = testing::ViewToMove(*game, envs::InitialPosition(*game).Span());
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Search> search, MakeSearch(*game, settings));
  auto* const anytime = dynamic_cast<AnytimeSearch*>(search.get());
  ASSERT_NE(anytime, nullptr);
  search->Begin({.view = view.Span()});
  Decision now;
  EXPECT_FALSE(anytime->CurrentDecision(&now));
  for (int simulations = 0; search->Advance(); ++simulations) {
    // Asking again does not go on.
    ASSERT_TRUE(search->Advance());
    std::vector<float> logits(search->Legal().size());
    Wdl wdl;
    const std::vector<int32_t> offsets = {0, static_cast<int32_t>(logits.size())};
    ASSERT_OK(evaluator.Evaluate({search->View(), search->Legal(), offsets},
                                 {.policy_logits = logits, .wdl = {&wdl, 1}}));
    search->Resume({.logits = logits, .wdl = wdl});
    if (simulations < 2) {
      continue;
    }
    ASSERT_TRUE(anytime->CurrentDecision(&now));
    int visits = 0;
    for (const ActionStatistics& action : now.actions) {
      visits += action.visits;
    }
    EXPECT_EQ(visits, simulations);
    EXPECT_EQ(now.line.at(0), now.action);
    EXPECT_GT(std::ranges::find(now.actions, now.action, &ActionStatistics::action)->visits, 0);
  }
  ASSERT_TRUE(anytime->CurrentDecision(&now));
  EXPECT_EQ(now.action, search->Result().action);
  EXPECT_EQ(now.value, search->Result().value);
}

TEST_P(TreeSearchTest, EvaluatorErrorsAreHandedOn) {
  const auto game = testing::Game("tic_tac_toe");
  FakeEvaluator evaluator(*game, [](auto, auto, auto) { return Wdl{}; });
  evaluator.SetStatus(absl::InternalError("no electricity"));
  const envs::ViewBuffer view = testing::ViewToMove(*game, envs::InitialPosition(*game).Span());
  ASSERT_OK_AND_ASSIGN(auto search, MakeSearch(*game, Settings(GetParam(), 4)));
  EXPECT_THAT(Decide(search.get(), &evaluator, {.view = view.Span()}),
              StatusIs(absl::StatusCode::kInternal, "no electricity"));
}

constexpr std::string_view kAlternating = "010101";
constexpr std::string_view kSeveralActions = "001101100";
constexpr std::string_view kShallow = "001";
constexpr std::string_view kWithChance = "0c1c01";

// The search of the whole script game approaches the exact value and chooses an action with that
// value.
template <const std::string_view& kScript>
void ExpectExact(Algorithm algorithm, double tolerance) {
  const auto game = testing::MakeScriptGame<kScript>();
  const testing::ScriptGame<kScript> rules{envs::RuleOptions()};
  FakeEvaluator evaluator(*game, [](auto, auto, auto) { return Wdl{0.25f, 0.5f, 0.25f}; });
  const Decision decision = DecideAt(&evaluator, Settings(algorithm, 20000), "");
  const auto chosen = static_cast<size_t>(decision.action);
  EXPECT_NEAR(decision.actions[chosen].value, rules.Solve({}), tolerance);
  typename testing::ScriptGame<kScript>::Position next = {};
  next.depth = 1;
  next.path = static_cast<uint16_t>(decision.action);
  EXPECT_DOUBLE_EQ(rules.Solve(next), rules.Solve({}));
}

TEST(PuctSearchTest, NearsTheExactValueOfAlternatingGames) {
  ExpectExact<kAlternating>(Algorithm::kPuct, 0.05);
}

TEST(PuctSearchTest, ValuesFollowTheActorThroughMovesOfSeveralActions) {
  ExpectExact<kSeveralActions>(Algorithm::kPuct, 0.05);
}

TEST(PuctSearchTest, AveragesChance) { ExpectExact<kWithChance>(Algorithm::kPuct, 0.05); }

// Gumbel follows the improved policy and drops bad-looking actions early, so only shallow games
// must come out exactly.
TEST(GumbelSearchTest, ValuesFollowTheActorThroughMovesOfSeveralActions) {
  ExpectExact<kShallow>(Algorithm::kGumbel, 0.05);
}

TEST(GumbelSearchTest, AveragesChance) { ExpectExact<kWithChance>(Algorithm::kGumbel, 0.05); }

TEST_P(TreeSearchTest, BegunAgainForgetsWhatWas) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game, 8);
  envs::PositionBuffer position(1, game->Spec().position_bytes);
  game->Initialize(position.Span());
  const envs::ViewBuffer start = testing::ViewToMove(*game, position.Span());
  ASSERT_OK(game->ParsePosition("X../.O./...", position.Span()));
  const envs::ViewBuffer later = testing::ViewToMove(*game, position.Span());
  const SearchSettings settings = Settings(GetParam(), 60);
  ASSERT_OK_AND_ASSIGN(auto fresh, MakeSearch(*game, settings));
  ASSERT_OK_AND_ASSIGN(auto used, MakeSearch(*game, settings));
  ASSERT_OK(Decide(used.get(), &evaluator, {.view = start.Span()}));
  used->Begin({.view = start.Span()});
  used->Advance();
  ASSERT_OK_AND_ASSIGN(const Decision a, Decide(fresh.get(), &evaluator, {.view = later.Span()}));
  ASSERT_OK_AND_ASSIGN(const Decision b, Decide(used.get(), &evaluator, {.view = later.Span()}));
  EXPECT_EQ(a.value, b.value);
  for (size_t i = 0; i < a.actions.size(); ++i) {
    EXPECT_EQ(a.actions[i].visits, b.actions[i].visits);
    EXPECT_EQ(a.actions[i].policy, b.actions[i].policy);
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, TreeSearchTest,
                         ::testing::Values(Algorithm::kGumbel, Algorithm::kPuct),
                         [](const auto& test) { return AlgorithmName(test.param); });

TEST(SearchPositionsTest, PositionsKnowTheRepetitionsOfTheirPath) {
  const auto game = testing::MakeScriptGame<kAlternating>();
  using Rules = testing::ScriptGame<kAlternating>;
  const Rules rules{envs::RuleOptions()};
  const SearchSettings settings = Settings(Algorithm::kGumbel, 100);
  TreeSearch search(*game, settings, std::make_unique<GumbelRule>(settings));
  envs::PositionBuffer position(1, game->Spec().position_bytes);
  game->Initialize(position.Span());
  envs::RepetitionHistory history(game->Spec().history_capacity);
  UniformEvaluator evaluator(*game, 2);
  const envs::ViewBuffer view = testing::ViewToMove(*game, position.Span());
  ASSERT_OK(Decide(&search, &evaluator, {.view = view.Span(), .history = &history}));
  int deepest = 0;
  for (int node = 0; node < search.Tree().Size(); ++node) {
    Rules::Position known;
    std::memcpy(&known, search.Tree().Position(node).Row(0), sizeof(known));
    Rules::Position walked = {};
    envs::RepetitionHistory walked_history(game->Spec().history_capacity);
    for (int i = 0; i < known.depth; ++i) {
      rules.Step(&walked, &walked_history, envs::Actor::kSeat0, known.path >> i & 1);
    }
    EXPECT_EQ(known.repetitions, walked.repetitions);
    deepest = std::max<int>(deepest, known.depth);
  }
  EXPECT_EQ(deepest, kAlternating.size());
}

TEST(PuctSearchTest, NoiseAndTemperatureExplore) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game, 4);
  envs::PositionBuffer position(1, game->Spec().position_bytes);
  game->Initialize(position.Span());
  const envs::ViewBuffer view = testing::ViewToMove(*game, position.Span());
  const auto actions_seen = [&](double noise, double temperature) {
    SearchSettings settings = Settings(Algorithm::kPuct, 16);
    Select<PuctSettings>(&settings).dirichlet_fraction = noise;
    Select<PuctSettings>(&settings).temperature = temperature;
    Select<PuctSettings>(&settings).temperature_plies = 1000;
    auto search = MakeSearch(*game, settings);
    std::set<envs::Action> seen;
    for (uint32_t ply = 0; ply < 60; ++ply) {
      const SearchRoot root = {.view = view.Span(), .ply = ply};
      seen.insert(Decide(search->get(), &evaluator, root)->action);
    }
    return seen.size();
  };
  EXPECT_EQ(actions_seen(0, 0), 1);
  EXPECT_GT(actions_seen(0.5, 0), 1);
  EXPECT_GT(actions_seen(0, 1), 1);
}

TEST(SearchSettingsTest, ThreatsNeedATreeSearchAndForcedWins) {
  const auto game = testing::Game("tic_tac_toe");
  SearchSettings settings = Settings(Algorithm::kPuct, 4);
  settings.threat_nodes = 10;
  EXPECT_OK(MakeSearch(*game, settings));
  settings.forced_wins = false;
  EXPECT_THAT(MakeSearch(*game, settings),
              StatusIs(absl::StatusCode::kInvalidArgument, "there are puct and forced_wins false"));
  settings.forced_wins = true;
  Select<PolicySettings>(&settings);
  EXPECT_THAT(MakeSearch(*game, settings),
              StatusIs(absl::StatusCode::kInvalidArgument, "there are policy and forced_wins"));
}

}  // namespace
}  // namespace kvintet::selfplay
