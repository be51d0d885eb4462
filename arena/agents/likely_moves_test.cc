// Tests of LikelyMoves: whole moves and their probabilities, and that agents play the policies they
// reveal.
#include "arena/agents/likely_moves.h"

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "arena/agents/agent_spec.h"
#include "arena/agents/random_agent.h"
#include "arena/policy_functions.h"
#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using envs::Action;
using envs::Seat;
using selfplay::JointMove;
using testing::StatusIs;

// A step on the small board, with both sides in the middle of their moves.
constexpr char kStep[] = "conquered B2 / -; W c A1 t C1; B c A3 t C3; white 0; step";

struct Scene {
  explicit Scene(const std::string& options = "{board=3x3,white=ct,black=ct}",
                 const std::string& text = kStep)
      : game(*envs::MakeGame("kontranto" + options)), state(StartOf(*game)) {
    EXPECT_OK(game->ParsePosition(text, state.position.Span()));
  }
  envs::ViewBuffer View(Seat seat) const {
    return envs::ViewOf(*game, state.position.Span(), seat);
  }

  std::unique_ptr<envs::Game> game;
  GameState state;
};

TEST(LikelyMovesTest, OfAUniformAgentTheyAreAllMovesWithTheirProbabilities) {
  const Scene scene;
  RandomAgent random(*scene.game);
  const envs::ViewBuffer view = scene.View(Seat::k0);
  const Turn turn = {.view = view.Span(), .history = &scene.state.history};
  ASSERT_OK_AND_ASSIGN(const auto told, AskLikelyMoves(*scene.game, &random, {&turn, 1}));
  ASSERT_OK_AND_ASSIGN(
      const std::vector<MixedMove> wanted,
      MovesOf(*scene.game, scene.state, Seat::k1, UniformPolicy(*scene.game), 1000));
  std::map<JointMove, double> found;
  double sum = 0;
  for (size_t k = 0; k < told[0].moves.size(); ++k) {
    found[told[0].moves[k]] = told[0].probabilities[k];
    sum += told[0].probabilities[k];
  }
  ASSERT_GT(wanted.size(), 5u);
  ASSERT_EQ(found.size(), wanted.size());
  EXPECT_EQ(told[0].moves.size(), wanted.size());
  for (const MixedMove& move : wanted) {
    EXPECT_NEAR(found.at(move.actions), move.probability, 1e-12);
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_NEAR(told[0].dropped, 0, 1e-12);
}

TEST(LikelyMovesTest, WhatTheAskerHasChosenChangesNothing) {
  const Scene scene;
  ASSERT_OK_AND_ASSIGN(const auto greedy, GreedyAgent::Make(*scene.game));
  const envs::ViewBuffer before = scene.View(Seat::k0);
  GameState begun = scene.state;
  const Action first = envs::LegalList(*scene.game, before.Span())[0];
  Advance(*scene.game, envs::Actor::kSeat0, first, &begun);
  const envs::ViewBuffer after = envs::ViewOf(*scene.game, begun.position.Span(), Seat::k0);
  const std::array<Turn, 2> turns = {Turn{.view = before.Span(), .history = &begun.history},
                                     Turn{.view = after.Span(), .history = &begun.history}};
  ASSERT_OK_AND_ASSIGN(const auto told, AskLikelyMoves(*scene.game, greedy.get(), turns));
  EXPECT_EQ(told[0].moves, told[1].moves);
  EXPECT_EQ(told[0].probabilities, told[1].probabilities);
}

// Takes the first legal action except once in a hundred thousand times.
class SteadyAgent final : public Agent {
 public:
  static constexpr double kRest = 1e-5;
  explicit SteadyAgent(const envs::Game& game) : game_(game) {}
  std::string Spec() const override { return "steady"; }
  absl::Status Choose(std::span<const Turn>, std::span<Choice>) override {
    return absl::UnimplementedError("it is only asked");
  }
  absl::Status TellPolicies(std::span<const Turn> turns,
                            std::span<std::vector<double>> policies) override {
    for (size_t i = 0; i < turns.size(); ++i) {
      const size_t legal = envs::LegalList(game_, turns[i].view).size();
      policies[i].assign(legal, legal > 1 ? kRest / static_cast<double>(legal - 1) : 0);
      policies[i][0] = legal > 1 ? 1 - kRest : 1;
    }
    return absl::OkStatus();
  }

 private:
  const envs::Game& game_;
};

TEST(LikelyMovesTest, WhatGoesOnFromAnUnlikelyBeginningIsLeftOutAndCounted) {
  const Scene scene;
  SteadyAgent steady(*scene.game);
  const envs::ViewBuffer view = scene.View(Seat::k0);
  const Turn turn = {.view = view.Span(), .history = &scene.state.history};
  ASSERT_OK_AND_ASSIGN(const auto told, AskLikelyMoves(*scene.game, &steady, {&turn, 1}));
  EXPECT_NEAR(told[0].dropped, SteadyAgent::kRest, 1e-9);
  double sum = 0;
  for (const double probability : told[0].probabilities) {
    sum += probability;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  for (const JointMove& move : told[0].moves) {
    EXPECT_EQ(move[0], told[0].moves[0][0]);
  }
}

// Counts the agent's actions for a view over many turns that differ only in their random numbers.
std::map<Action, double> Frequencies(Agent* agent, envs::ConstViews view) {
  constexpr int kTurns = 4000;
  std::vector<Turn> turns;
  for (uint32_t k = 0; k < kTurns; ++k) {
    turns.push_back({.view = view, .key = {1, 0, k, static_cast<uint32_t>(Purpose::kAgent)}});
  }
  std::map<Action, double> shares;
  Choice choice;
  for (const Turn& turn : turns) {
    EXPECT_OK(agent->Choose({&turn, 1}, {&choice, 1}));
    shares[choice.action] += 1.0 / kTurns;
  }
  return shares;
}

TEST(LikelyMovesTest, AgentsTellWhatTheyPlay) {
  const Scene scene;
  const envs::ViewBuffer view = scene.View(Seat::k1);
  const std::vector<Action> legal = envs::LegalList(*scene.game, view.Span());
  for (const char* spec : {"random", "greedy", "rollouts:40"}) {
    ASSERT_OK_AND_ASSIGN(const auto agent, MakeAgent(*scene.game, spec));
    const Turn turn = {.view = view.Span(), .key = {1, 0, 0, 0}};
    std::vector<double> policy;
    ASSERT_OK(agent->TellPolicies({&turn, 1}, {&policy, 1}));
    ASSERT_EQ(policy.size(), legal.size()) << spec;
    std::map<Action, double> played = Frequencies(agent.get(), view.Span());
    double sum = 0;
    for (size_t i = 0; i < legal.size(); ++i) {
      sum += policy[i];
      // Four standard deviations.
      EXPECT_NEAR(played[legal[i]], policy[i], 4 * std::sqrt(0.25 / 4000)) << spec;
    }
    EXPECT_NEAR(sum, 1, 1e-6) << spec;
  }
}

TEST(LikelyMovesTest, AgentsThatCannotTellSaySo) {
  const Scene scene;
  ASSERT_OK_AND_ASSIGN(const auto agent, MakeAgent(*scene.game, "exec:none"));
  const envs::ViewBuffer view = scene.View(Seat::k0);
  const Turn turn = {.view = view.Span()};
  EXPECT_THAT(AskLikelyMoves(*scene.game, agent.get(), {&turn, 1}),
              StatusIs(absl::StatusCode::kUnimplemented, "does not reveal"));
}

}  // namespace
}  // namespace kvintet::arena
