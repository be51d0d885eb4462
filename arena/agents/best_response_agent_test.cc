// Tests of BestResponseAgent: over all joint moves, no move gains more than the one it plays.
#include "arena/agents/best_response_agent.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

#include "arena/agents/agent_spec.h"
#include "arena/agents/random_agent.h"
#include "arena/match.h"
#include "arena/policy_functions.h"
#include "base/status_macros.h"
#include "envs/games/kontranto/position.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using envs::Action;
using envs::Seat;
using testing::StatusIs;

std::unique_ptr<envs::Game> MakeGame(const std::string& text) { return *envs::MakeGame(text); }

std::unique_ptr<BestResponseAgent> AnswerTo(const envs::Game& game, const std::string& spec,
                                            int seeds = 1) {
  auto agent = BestResponseAgent::Make(game, "lbr:" + spec, seeds, *MakeAgent(game, spec));
  EXPECT_OK(agent.status());
  return *std::move(agent);
}

envs::kontranto::Position PositionOf(const GameState& state) {
  envs::kontranto::Position position;
  std::memcpy(&position, state.position.Span().Row(0), sizeof(position));
  return position;
}

// Lead of a seat in conquered cells.
int Lead(const GameState& state, Seat seat) {
  const envs::kontranto::Position p = PositionOf(state);
  const int white = std::popcount(p.conquered[0]) - std::popcount(p.conquered[1]);
  return p.white_seat == envs::Index(seat) ? white : -white;
}

PolicyOf PolicyOfAgent(Agent* agent) {
  return [agent](envs::ConstViews one) -> absl::StatusOr<std::vector<double>> {
    const Turn turn = {.view = one};
    std::vector<double> policy;
    KVINTET_RETURN_IF_ERROR(agent->TellPolicies({&turn, 1}, {&policy, 1}));
    return policy;
  };
}

// The agent's action for a seat.
Action Ask(const envs::Game& game, Agent* agent, const GameState& state, Seat seat,
           uint32_t number) {
  const envs::ViewBuffer view = envs::ViewOf(game, state.position.Span(), seat);
  const auto decision =
      static_cast<uint32_t>(2 * game.MoveProgress(view.Span()) + envs::Index(seat));
  const Turn turn = {
      .view = view.Span(), .history = &state.history, .key = {1, number, decision, 0}};
  Choice choice;
  EXPECT_OK(agent->Choose({&turn, 1}, {&choice, 1}));
  return choice.action;
}

// The whole move of an agent, without changing the caller's state.
std::vector<Action> WholeMove(const envs::Game& game, Agent* agent, GameState state, Seat seat,
                              uint32_t number) {
  std::vector<Action> move;
  do {
    move.push_back(Ask(game, agent, state, seat, number));
    Advance(game, envs::ActorOf(seat), move.back(), &state);
  } while (envs::ActorsOf(game, state.position.Span()).Has(seat) &&
           game.MoveProgress(envs::ViewOf(game, state.position.Span(), seat).Span()) > 0);
  return move;
}

// A seat's mean gain from a move against the other's moves, by the rules.
double MeanGain(const envs::Game& game, const GameState& state, Seat seat,
                const std::vector<Action>& own, const std::vector<MixedMove>& others) {
  const GameState begun = AfterMove(game, state, seat, own);
  double mean = 0;
  for (const MixedMove& other : others) {
    if (other.probability > 0) {
      mean +=
          other.probability * Lead(AfterMove(game, begun, envs::Other(seat), other.actions), seat);
    }
  }
  return mean - Lead(state, seat);
}

struct Checked {
  int steps = 0;
  int extraordinary = 0;
  int given_up = 0;
};

// Plays a game of a random player against the best response to `spec`, and checks each step of both
// seats.
void CheckGame(const envs::Game& game, const std::string& spec, uint32_t number, Checked* checked) {
  const auto asked = *MakeAgent(game, spec);
  const auto agent = AnswerTo(game, spec);
  RandomAgent random(game);
  GameState state = StartOf(game);
  for (uint32_t stage = 0; !envs::ActorsOf(game, state.position.Span()).Empty(); ++stage) {
    const uint32_t name = 1000 * number + stage;
    const bool both = envs::ActorsOf(game, state.position.Span()).Simultaneous();
    if (both && PositionOf(state).stage == envs::kontranto::Stage::kStep) {
      checked->extraordinary += PositionOf(state).due != 0 ? 1 : 0;
      for (const Seat seat : {Seat::k0, Seat::k1}) {
        ASSERT_OK_AND_ASSIGN(const auto others, MovesOf(game, state, envs::Other(seat),
                                                        PolicyOfAgent(asked.get()), 10000));
        ASSERT_OK_AND_ASSIGN(const auto all,
                             MovesOf(game, state, seat, UniformPolicy(game), 10000));
        const std::vector<Action> taken = WholeMove(game, agent.get(), state, seat, name);
        const double gain = MeanGain(game, state, seat, taken, others);
        for (const MixedMove& move : all) {
          ASSERT_LE(MeanGain(game, state, seat, move.actions, others), gain + 1e-9)
              << game.PositionText(state.position.Span());
        }
        ++checked->steps;
        checked->given_up += std::ranges::count(taken, envs::kontranto::kGiveUp) > 0 ? 1 : 0;
      }
    }
    for (const Seat seat : {Seat::k0, Seat::k1}) {
      if (envs::ActorsOf(game, state.position.Span()).Has(seat)) {
        const std::vector<Action> move = WholeMove(game, &random, state, seat, name);
        state = AfterMove(game, state, seat, move);
      }
    }
  }
}

TEST(BestResponseAgentTest, NoWholeMoveBringsMoreAgainstGreedy) {
  Checked checked;
  for (const char* text : {"kontranto{board=3x3,white=ct,black=ct}",
                           "kontranto{board=3x2,white=c,black=t,zones=none}"}) {
    const auto game = MakeGame(text);
    for (uint32_t number = 0; number < 60; ++number) {
      CheckGame(*game, "greedy", number, &checked);
    }
  }
  EXPECT_GT(checked.steps, 60);
  EXPECT_GT(checked.extraordinary, 3);
}

TEST(BestResponseAgentTest, NoWholeMoveBringsMoreAgainstMixedStrategies) {
  Checked checked;
  const auto game = MakeGame("kontranto{board=3x3,white=ct,black=ct}");
  for (uint32_t number = 0; number < 20; ++number) {
    CheckGame(*game, "random", number, &checked);
  }
  const auto crowded = MakeGame("kontranto{board=3x2,white=cct,black=ctt,zones=none}");
  for (uint32_t number = 0; number < 20; ++number) {
    CheckGame(*crowded, "random", number, &checked);
  }
  EXPECT_GT(checked.steps, 30);
  EXPECT_GT(checked.given_up, 0);
}

// Always takes the last legal action, and reveals that policy.
class LastActionAgent final : public Agent {
 public:
  explicit LastActionAgent(const envs::Game& game) : game_(game) {}
  std::string Spec() const override { return "last"; }
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override {
    for (size_t i = 0; i < turns.size(); ++i) {
      choices[i] = {.action = envs::LegalList(game_, turns[i].view).back()};
    }
    return absl::OkStatus();
  }
  absl::Status TellPolicies(std::span<const Turn> turns,
                            std::span<std::vector<double>> policies) override {
    for (size_t i = 0; i < turns.size(); ++i) {
      policies[i].assign(envs::LegalList(game_, turns[i].view).size(), 0.0);
      policies[i].back() = 1;
    }
    return absl::OkStatus();
  }

 private:
  const envs::Game& game_;
};

TEST(BestResponseAgentTest, K11_TheLastStageIsAnsweredByItsResult) {
  const auto game = MakeGame("kontranto");
  for (const char* shapes : {"circle circle", "circle triangle"}) {
    GameState state = StartOf(*game);
    ASSERT_OK(game->ParsePosition(
        absl::StrCat("conquered A1 A2 / B1 B2; W c A1; B t B2; white 0; two-step ", shapes),
        state.position.Span()));
    for (const Seat seat : {Seat::k0, Seat::k1}) {
      ASSERT_OK_AND_ASSIGN(
          const auto agent,
          BestResponseAgent::Make(*game, "lbr:last", 1, std::make_unique<LastActionAgent>(*game)));
      LastActionAgent last(*game);
      for (uint32_t number = 0; number < 8; ++number) {
        const auto own = WholeMove(*game, agent.get(), state, seat, number);
        const auto other = WholeMove(*game, &last, state, envs::Other(seat), number);
        const GameState end =
            AfterMove(*game, AfterMove(*game, state, seat, own), envs::Other(seat), other);
        EXPECT_EQ(game->Result(end.position.Span()).returns[static_cast<size_t>(seat)], 1)
            << shapes;
      }
    }
  }
}

TEST(BestResponseAgentTest, ItBeatsWhomItKnows) {
  const auto game = MakeGame("kontranto{board=4x4}");
  const auto agent = AnswerTo(*game, "greedy");
  ASSERT_OK_AND_ASSIGN(const auto greedy, GreedyAgent::Make(*game));
  ASSERT_OK_AND_ASSIGN(const MatchResult result,
                       PlayMatch(*game, agent.get(), greedy.get(), {.pairs = 30}));
  EXPECT_GT(result.scores.Estimate().low, 0.5);
  EXPECT_EQ(result.Reasons().count("forfeit"), 0u);
}

// Records of a match from openings that end within a move.
std::string Records(const envs::Game& game, int seeds, int parallel_games) {
  const auto agent = AnswerTo(game, "rollouts:12", seeds);
  const auto opponent = *MakeAgent(game, "rollouts:12");
  const auto result = PlayMatch(
      game, agent.get(), opponent.get(),
      {.pairs = 2, .opening_random_plies = 3, .parallel_games = parallel_games, .seed = 5});
  EXPECT_OK(result.status());
  std::string records;
  for (const MatchGame& one : result->games) {
    EXPECT_NE(one.reason.substr(0, 7), "forfeit");
    absl::StrAppend(&records, one.record, "\n");
  }
  return records;
}

TEST(BestResponseAgentTest, SameSeedSameGamesHoweverManyAtATime) {
  const auto game = MakeGame("kontranto{board=3x3,white=ct,black=ct}");
  EXPECT_EQ(Records(*game, 1, 1), Records(*game, 1, 4));
  EXPECT_EQ(Records(*game, 3, 1), Records(*game, 3, 4));
}

TEST(BestResponseAgentTest, ASealedMoveChangesNothing) {
  const auto game = MakeGame("kontranto{board=3x3,white=ct,black=ct}");
  GameState state = StartOf(*game);
  ASSERT_OK(game->ParsePosition("conquered B2 / -; W c A1 t C1; B c A3 t C3; white 0; step",
                                state.position.Span()));
  const auto agent = AnswerTo(*game, "greedy");
  ASSERT_OK_AND_ASSIGN(const auto all, MovesOf(*game, state, Seat::k1, UniformPolicy(*game), 1000));
  const std::vector<Action> wanted = WholeMove(*game, agent.get(), state, Seat::k0, 1);
  ASSERT_GT(all.size(), 5u);
  for (const MixedMove& sealed : all) {
    const GameState chosen = AfterMove(*game, state, Seat::k1, sealed.actions);
    EXPECT_EQ(WholeMove(*game, AnswerTo(*game, "greedy").get(), chosen, Seat::k0, 1), wanted);
  }
}

// For the model in the repository, little of the policy is left out.
TEST(BestResponseAgentTest, LittleIsLeftOutOfAModelsPolicy) {
  const auto game = MakeGame("kontranto");
  const std::string model = "model:models/kontranto.model,simulations=0,precision=fp32";
  const auto agent = AnswerTo(*game, model);
  ASSERT_OK_AND_ASSIGN(const auto opponent, GreedyAgent::Make(*game));
  ASSERT_OK(PlayMatch(*game, agent.get(), opponent.get(), {.pairs = 1, .max_plies = 120}));
  EXPECT_GT(agent->MeanDropped(), 0);
  EXPECT_LT(agent->MeanDropped(), 0.1);
}

TEST(BestResponseAgentTest, GamesWithoutAnOracleAreRefused) {
  for (const char* text : {"oshi_zumo", "mini_kontranto", "renju", "kuhn"}) {
    EXPECT_THAT(MakeAgent(*MakeGame(text), "lbr:random", {.judges = true}),
                StatusIs(absl::StatusCode::kUnimplemented, "(kontranto), found "))
        << text;
  }
}

TEST(BestResponseAgentTest, AgentsThatDoNotTellTheirPolicyAreRefused) {
  const auto game = MakeGame("kontranto");
  for (const char* spec : {"lbr:exec:none", "lbr:lbr:greedy"}) {
    EXPECT_THAT(MakeAgent(*game, spec, {.judges = true}),
                StatusIs(absl::StatusCode::kUnimplemented, "does not reveal"))
        << spec;
  }
}

}  // namespace
}  // namespace kvintet::arena
