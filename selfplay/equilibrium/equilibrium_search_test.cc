// Tests of EquilibriumSearch: known values, secrecy, moves of several actions, determinism.
#include "selfplay/equilibrium/equilibrium_search.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/hash.h"
#include "envs/games/kontranto/position.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"
#include "selfplay/equilibrium/position_judge.h"
#include "selfplay/games/play_settings.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/algorithm.h"
#include "selfplay/solvers/backward_induction.h"
#include "selfplay/solvers/game_tree.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using envs::Seat;
using ::kvintet::testing::FakeEvaluator;
using ::kvintet::testing::StatusIs;

SearchSettings Settings(int simulations, int rounds) {
  SearchSettings settings;
  settings.simulations = simulations;
  Select<EquilibriumSettings>(&settings).oracle_rounds = rounds;
  Select<EquilibriumSettings>(&settings).explore_uniform = 0;
  Select<EquilibriumSettings>(&settings).least_probability = 0;
  Select<EquilibriumSettings>(&settings).kl_to_policy = 0;
  return settings;
}

Wdl WdlOf(double value) {
  return {.win = static_cast<float>((1 + value) / 2),
          .draw = 0,
          .loss = static_cast<float>((1 - value) / 2)};
}

// An evaluator that depends on everything that a seat sees, and on nothing else.
FakeEvaluator Observer(const envs::Game& game) {
  return {game,
          [&game](envs::ConstViews one, std::span<const envs::Action>, std::span<float> logits) {
            std::vector<uint8_t> planes(static_cast<size_t>(game.Spec().PlaneBytes()));
            std::vector<float> globals(static_cast<size_t>(game.Spec().globals));
            game.Observe(one, planes, globals);
            const Key128 seen = HashBytes(std::as_bytes(std::span(planes)));
            const Key128 rest = HashBytes(std::as_bytes(std::span(globals)));
            RandomStream random(seen.low ^ rest.high, 0, 0, Purpose::kTest);
            for (float& logit : logits) {
              logit = static_cast<float>(random.Normal());
            }
            return WdlOf(2 * random.Uniform() - 1);
          }};
}

// Runs a search that has begun to its end.
Decision Finish(EquilibriumSearch* search, Evaluator* evaluator) {
  std::vector<float> logits;
  Wdl wdl;
  while (search->Advance()) {
    const std::span<const envs::Action> legal = search->Legal();
    logits.resize(legal.size());
    const std::array<int32_t, 2> offsets = {0, static_cast<int32_t>(legal.size())};
    EXPECT_OK(evaluator->Evaluate({search->View(), legal, offsets},
                                  {.policy_logits = logits, .wdl = {&wdl, 1}}));
    search->Resume({logits, wdl});
  }
  return search->Result();
}

Decision DecideFrom(EquilibriumSearch* search, Evaluator* evaluator, envs::ConstViews view,
                    const envs::RepetitionHistory* history, uint32_t ply = 0) {
  search->Begin({.view = view, .history = history, .seed = 1, .game = 2, .ply = ply});
  return Finish(search, evaluator);
}

bool Same(const Decision& a, const Decision& b) {
  return a.action == b.action && a.value == b.value && a.behaviour == b.behaviour &&
         std::ranges::equal(a.actions, b.actions, [](const auto& x, const auto& y) {
           return x.action == y.action && x.prior == y.prior && x.policy == y.policy;
         });
}

// NashConv of the strategy that a search plays at all information sets, under exact values.
double NashConvOfSearch(const std::string& text, const SearchSettings& settings) {
  const auto game = testing::Game(text);
  auto exact = solvers::BackwardInduction::Make(*game, solvers::Payoff::kReturn, 1000000);
  EXPECT_OK(exact);
  FakeEvaluator evaluator(
      *game, [&](envs::ConstViews one, std::span<const envs::Action>, std::span<float>) {
        envs::PositionBuffer position(1, game->Spec().position_bytes);
        RandomStream unused;
        game->Resample(one, &unused, position.Span());
        const auto value = exact->Value(position.Span());
        EXPECT_OK(value);
        return WdlOf(game->ViewSeat(one) == Seat::k0 ? value->value : -value->value);
      });
  const auto tree = solvers::WriteOut(*game, solvers::Payoff::kReturn, 1000000);
  EXPECT_OK(tree);
  EquilibriumSearch search(*game, settings);
  const envs::RepetitionHistory history(0);
  solvers::Strategy strategy;
  for (const solvers::InformationSet& set : tree->sets) {
    std::vector<double> probabilities;
    for (const ActionStatistics& one :
         DecideFrom(&search, &evaluator, set.view.Span(), &history).actions) {
      probabilities.push_back(static_cast<double>(one.policy));
    }
    strategy.push_back(probabilities);
  }
  return solvers::NashConv(*tree, strategy);
}

TEST(EquilibriumSearchTest, ExactValuesGiveAnEquilibriumOfTheWholeGame) {
  for (const char* text :
       {"mini_kontranto{start=2x2_c0_c3,steps=3}", "mini_kontranto{start=2x3_c0t1_c4,steps=2}",
        "oshi_zumo{coins0=5,coins1=4,size=1}", "mini_kontranto{start=2x3_c0c3_c2t5,steps=2}"}) {
    EXPECT_LT(NashConvOfSearch(text, Settings(100000, 0)), 0.005) << text;
  }
}

// 2 x 3 cells and two pieces a side give up to 14 moves each, of which 8 are initial candidates.
TEST(EquilibriumSearchTest, ChallengersMendWhatCandidatesLack) {
  const char* text = "mini_kontranto{start=2x3_c0c3_c2t5,steps=1}";
  const double without = NashConvOfSearch(text, Settings(16, 0));
  const double with = NashConvOfSearch(text, Settings(120, 30));
  EXPECT_GT(without, 0.05);
  EXPECT_LT(with, 0.01);
}

// With exact values it loses little by staying near an uninformed policy.
TEST(EquilibriumSearchTest, ALittleOfThePolicyIsNearlyAnEquilibrium) {
  const char* text = "mini_kontranto{start=2x3_c0t1_c4,steps=2}";
  SearchSettings settings = Settings(100000, 0);
  Select<EquilibriumSettings>(&settings).kl_to_policy = 0.002;
  EXPECT_LT(NashConvOfSearch(text, settings), 0.01);
  Select<EquilibriumSettings>(&settings).kl_to_policy = 1;
  EXPECT_GT(NashConvOfSearch(text, settings), 0.05);
}

TEST(EquilibriumSearchTest, OtherGamesAreRefused) {
  for (const char* text : {"tic_tac_toe", "kuhn", "goofspiel{order=random}"}) {
    EXPECT_THAT(MakeSearch(*testing::Game(text), Settings(16, 0)),
                StatusIs(absl::StatusCode::kUnimplemented, "search.equilibrium needs a game"));
  }
}

// As in step_game_test; cells are 7 * row + column.
struct KnownStep {
  const char* position;
  double value;
};

const std::array<KnownStep, 8> kKnownSteps = {{
    {"conquered A5 C2 E5 / -; W c F1 G1 t D1 F4; B c E4 G4 t D2 D4", -1.0 / 4},
    {"conquered - / -; W c A3 B4 t A2 A4; B c C4 D4 t A1 B2", 1.0 / 4},
    {"conquered - / -; W c A2 C3 t C1 D2; B c B1 B2 t D1 D4", 1.0 / 8},
    {"conquered B4 F4 G1 / -; W c E2 F3 t D4 E3; B c G3 G4 t D3 E1", 1.0 / 6},
    {"conquered - / -; W c B4 C3 t B1 D1; B c A4 C4 t D2 D3", 1.0 / 4},
    {"conquered - / -; W c D3 E2 t B1 C4; B c B2 B4 t C2 C3", -1.0 / 11},
    {"conquered C5 D3 D5 / -; W c D4 F2 t F4 G2; B c E2 G1 t E3 G4", 15.0 / 56},
    {"conquered A3 B4 D1 / -; W c E5 F5 t F3 G4; B c D2 G5 t D5 E3", 1.0 / 4},
}};

// A point is worth an eighth; White is seat 0.
TEST(EquilibriumSearchTest, EightKnownStepsHaveTheirValues) {
  const auto game = testing::Game("kontranto{colour_choice=false}");
  for (const KnownStep& step : kKnownSteps) {
    const std::string text = std::string(step.position) + "; white 0; step";
    const auto play = envs::Playthrough::FromPosition(*game, text);
    ASSERT_OK(play);
    const auto lead = [](envs::ConstPositions one) {
      envs::kontranto::Position position;
      std::memcpy(&position, one.Row(0), sizeof(position));
      // Evaluators may see images in which seat 0 is Black.
      return envs::kontranto::CountCells(position.conquered[position.white_seat]) -
             envs::kontranto::CountCells(position.conquered[1 - position.white_seat]);
    };
    const int before = lead(play->Position());
    FakeEvaluator evaluator(
        *game, [&](envs::ConstViews one, std::span<const envs::Action>, std::span<float>) {
          envs::PositionBuffer position(1, game->Spec().position_bytes);
          RandomStream unused;
          game->Resample(one, &unused, position.Span());
          const double points = lead(position.Span()) - before;
          return WdlOf((game->ViewSeat(one) == Seat::k0 ? points : -points) / 8);
        });
    EquilibriumSearch search(*game, Settings(1600, 0));
    const Decision decision =
        DecideFrom(&search, &evaluator, play->View(Seat::k0).Span(), &play->history());
    EXPECT_NEAR(8 * decision.value, step.value, 0.006) << text;
  }
}

// A game of Kontranto after its random first actions, between stages or in the middle of one.
envs::Playthrough After(const envs::Game& game, int actions, uint32_t number) {
  RandomStream random(3, number, 0, Purpose::kTest);
  envs::Playthrough play(game);
  for (int i = 0; i < actions && !play.Ended(); ++i) {
    const envs::Actor actor = play.Actors().First();
    const auto legal = envs::LegalList(game, play.View(envs::SeatOf(actor)).Span());
    EXPECT_OK(play.Apply(actor, legal[random.Below(static_cast<uint32_t>(legal.size()))]));
  }
  return play;
}

// The value that the judge finds for the position after both moves of a stage.
double Payoff(const envs::Game& game, Evaluator* evaluator, envs::ConstPositions base,
              const envs::RepetitionHistory& history,
              const std::array<const JointMove*, 2>& moves) {
  envs::PositionBuffer position(1, game.Spec().position_bytes);
  envs::CopyRows<envs::PositionTag>(base, position.Span());
  envs::RepetitionHistory passed(game.Spec().history_capacity);
  passed.CopyFrom(history);
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    for (const envs::Action action : *moves[static_cast<size_t>(envs::Index(seat))]) {
      envs::StepOne(game, position.Span(), &passed, envs::ActorOf(seat), action);
    }
  }
  PositionJudge judge(game, /*known_returns=*/true);
  for (judge.Start(position.Span()); judge.Waiting();) {
    const std::vector<envs::Action> legal = envs::LegalList(game, judge.View());
    const std::array<int32_t, 2> offsets = {0, static_cast<int32_t>(legal.size())};
    std::vector<float> logits(legal.size());
    Wdl wdl;
    EXPECT_OK(evaluator->Evaluate({judge.View(), legal, offsets},
                                  {.policy_logits = logits, .wdl = {&wdl, 1}}));
    judge.Hear(wdl);
  }
  return judge.Value();
}

// K8: a situation that recurs makes an extraordinary step due, also where a seat has begun its move
// with an action that no candidate begins with, so that the stage is searched again.
TEST(EquilibriumSearchTest, AStageSearchedAgainKnowsItsHistory) {
  const auto game = testing::Game("kontranto{board=3x2,white=cc,black=ct,zones=none,target=6}");
  FakeEvaluator evaluator = Observer(*game);
  int payoffs = 0;
  int recurring = 0;
  for (uint32_t number = 0; number < 2000; ++number) {
    const envs::Playthrough play = After(*game, 8 + static_cast<int>(number % 20), number);
    if (play.Ended() || play.history().Keys().empty()) {
      continue;
    }
    const Seat seat = envs::SeatOf(play.Actors().First());
    const envs::ViewBuffer view = play.View(seat);
    if (game->MoveProgress(view.Span()) == 0 || envs::LegalList(*game, view.Span()).size() == 1) {
      continue;
    }
    EquilibriumSearch search(*game, Settings(36, 0));
    DecideFrom(&search, &evaluator, view.Span(), &play.history());
    const size_t own = static_cast<size_t>(envs::Index(seat));
    const std::array<std::span<const JointMove>, 2> moves = {search.Table().Moves(0),
                                                             search.Table().Moves(1)};
    if (moves[own][0].size() != 1) {
      continue;  // A candidate begins with the action, and the stage was searched once.
    }
    envs::PositionBuffer base(1, game->Spec().position_bytes);
    RandomStream unused;
    game->Resample(view.Span(), &unused, base.Span());
    for (size_t row = 0; row < moves[0].size(); ++row) {
      for (size_t column = 0; column < moves[1].size(); ++column) {
        const std::array<const JointMove*, 2> pair = {&moves[0][row], &moves[1][column]};
        const double payoff = Payoff(*game, &evaluator, base.Span(), play.history(), pair);
        EXPECT_EQ(*search.Table().Payoff({row, column}), payoff);
        ++payoffs;
        const envs::RepetitionHistory none(game->Spec().history_capacity);
        recurring += payoff != Payoff(*game, &evaluator, base.Span(), none, pair) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(payoffs, 100);
  EXPECT_GT(recurring, 0);
}

// Otherwise the seat with more responses to the other would come out ahead in any position.
TEST(EquilibriumSearchTest, BothSeatsMayLookAtAsManyMoves) {
  const auto game = testing::Game("kontranto");
  FakeEvaluator evaluator = Observer(*game);
  for (const int simulations : {8, 16, 40}) {
    std::array<double, 2> looked_at = {};
    for (uint32_t number = 0; number < 40; ++number) {
      const envs::Playthrough play = After(*game, 10 + 8 * static_cast<int>(number % 6), number);
      if (play.Ended() || !play.Actors().Simultaneous() || play.StageOpen()) {
        continue;
      }
      EquilibriumSearch search(*game, Settings(simulations, 4));
      DecideFrom(&search, &evaluator, play.View(Seat::k0).Span(), &play.history());
      for (size_t seat = 0; seat < 2; ++seat) {
        looked_at[seat] += static_cast<double>(search.Table().Moves(seat).size());
      }
    }
    EXPECT_GT(looked_at[0], 40);
    EXPECT_NEAR(looked_at[0] / looked_at[1], 1, 0.1) << simulations;
  }
}

// All moves are worth the same and equally likely, each of them less than a hundredth.
TEST(EquilibriumSearchTest, ChallengersAreJudgedWhereNoMoveIsLikely) {
  const auto game = testing::Game("kontranto{colour_choice=false}");
  FakeEvaluator evaluator(
      *game, [&](envs::ConstViews one, std::span<const envs::Action>, std::span<float> logits) {
        std::ranges::fill(logits, 0.0f);
        return WdlOf(game->ViewSeat(one) == Seat::k0 ? -0.5 : 0.5);
      });
  constexpr size_t kEach = 120;
  EquilibriumSearch search(*game, Settings(2 * kEach * kEach, 2));
  const envs::Playthrough play = After(*game, 8, 0);
  DecideFrom(&search, &evaluator, play.View(Seat::k0).Span(), &play.history());
  const PayoffTable& table = search.Table();
  EXPECT_EQ(table.NumJoined(0), kEach);
  EXPECT_EQ(table.NumJoined(1), kEach);
  EXPECT_GT(table.Moves(0).size(), kEach);
  for (size_t column = 0; column < kEach; ++column) {
    EXPECT_EQ(table.Payoff({kEach, column}), std::optional(-0.5));
  }
}

// The other extreme: the policy, action by action, restricted to the candidate moves.
TEST(EquilibriumSearchTest, MuchOfThePolicyIsThePolicy) {
  const auto game = testing::Game("kontranto");
  FakeEvaluator evaluator = Observer(*game);
  SearchSettings settings = Settings(64, 2);
  Select<EquilibriumSettings>(&settings).kl_to_policy = 100;
  const envs::Playthrough play = After(*game, 10, 5);
  EquilibriumSearch search(*game, settings);
  DecideFrom(&search, &evaluator, play.View(Seat::k0).Span(), &play.history());
  const std::span<const JointMove> table = search.Table().Moves(0);
  const std::vector<JointMove> moves(table.begin(), table.end());
  const std::vector<double> played = search.Equilibrium().probabilities[0];
  std::vector<double> likely(moves.size(), 0.0);
  for (size_t k = 0; k < moves.size(); ++k) {
    envs::Playthrough begun = play;
    likely[k] = search.Table().Joined(0, k) ? 1 : 0;
    for (size_t i = 0; i < moves[k].size() && likely[k] > 0; ++i) {
      EquilibriumSearch other(*game, settings);
      const Decision at =
          DecideFrom(&other, &evaluator, begun.View(Seat::k0).Span(), &begun.history());
      const auto found = std::ranges::find(at.actions, moves[k][i], &ActionStatistics::action);
      likely[k] *= static_cast<double>(found->prior);
      ASSERT_OK(begun.Apply(envs::Actor::kSeat0, moves[k][i]));
    }
  }
  const double sum = std::accumulate(likely.begin(), likely.end(), 0.0);
  for (size_t k = 0; k < moves.size(); ++k) {
    EXPECT_NEAR(played[k], likely[k] / sum, 0.01);
  }
}

// With a plain equilibrium, and with one near the policy.
class NearnessTest : public ::testing::TestWithParam<double> {
 protected:
  static SearchSettings NearSettings(int simulations, int rounds) {
    SearchSettings settings = Settings(simulations, rounds);
    Select<EquilibriumSettings>(&settings).kl_to_policy = GetParam();
    return settings;
  }
};
INSTANTIATE_TEST_SUITE_P(Kl, NearnessTest, ::testing::Values(0, 0.05));

TEST_P(NearnessTest, WhatTheOtherHasChosenDoesNotShow) {
  const auto game = testing::Game("kontranto");
  FakeEvaluator evaluator = Observer(*game);
  int twins = 0;
  for (uint32_t number = 0; number < 40; ++number) {
    envs::Playthrough open = After(*game, 10 + 8 * static_cast<int>(number % 6), number);
    if (open.Ended() || !open.Actors().Simultaneous() || open.StageOpen()) {
      continue;
    }
    RandomStream random(4, number, 0, Purpose::kTest);
    EquilibriumSearch search(*game, NearSettings(36, 2));
    const Decision known =
        DecideFrom(&search, &evaluator, open.View(Seat::k1).Span(), &open.history());
    for (int i = 0; i < 3; ++i) {
      envs::Playthrough hidden = open;
      const int actions = 1 + static_cast<int>(random.Below(4));
      for (int k = 0; k < actions && hidden.Actors().Has(Seat::k0); ++k) {
        const auto legal = envs::LegalList(*game, hidden.View(Seat::k0).Span());
        ASSERT_OK(hidden.Apply(envs::Actor::kSeat0,
                               legal[random.Below(static_cast<uint32_t>(legal.size()))]));
      }
      EquilibriumSearch other(*game, NearSettings(36, 2));
      EXPECT_TRUE(Same(
          known, DecideFrom(&other, &evaluator, hidden.View(Seat::k1).Span(), &hidden.history())));
      ++twins;
    }
  }
  EXPECT_GT(twins, 30);
}

TEST_P(NearnessTest, AFreshSearchDecidesAsOneThatRemembers) {
  const auto game = testing::Game("kontranto");
  FakeEvaluator evaluator = Observer(*game);
  SearchSettings settings = NearSettings(50, 2);
  Select<EquilibriumSettings>(&settings).explore_uniform = 0.2;
  EquilibriumSearch used(*game, settings);
  for (uint32_t number = 0; number < 3; ++number) {
    envs::Playthrough play = After(*game, 11 + static_cast<int>(number), number);
    for (uint32_t ply = 0; ply < 24 && !play.Ended(); ++ply) {
      const Seat seat = envs::SeatOf(play.Actors().First());
      const envs::ViewBuffer view = play.View(seat);
      EquilibriumSearch fresh(*game, settings);
      const Decision decision = DecideFrom(&fresh, &evaluator, view.Span(), &play.history(), ply);
      EXPECT_TRUE(Same(decision, DecideFrom(&used, &evaluator, view.Span(), &play.history(), ply)));
      double sum = 0;
      for (const ActionStatistics& one : decision.actions) {
        sum += static_cast<double>(one.policy);
      }
      EXPECT_NEAR(sum, 1, 1e-5);
      ASSERT_OK(play.Apply(envs::ActorOf(seat), decision.action));
    }
  }
}

// Halfway to the full handicap a player acts by its policy, and at the full handicap uniformly; at
// variety 1 neither has a share.
TEST_P(NearnessTest, AWeakPlayerErrsAsItsPolicyDoesAndTheWeakestAnyhow) {
  const auto game = testing::Game("kontranto");
  FakeEvaluator evaluator = Observer(*game);
  const SearchSettings settings = NearSettings(50, 2);
  for (int seed = 11; seed < 16; ++seed) {
    const envs::Playthrough play = After(*game, seed, 0);
    const envs::ViewBuffer view = play.View(envs::SeatOf(play.Actors().First()));
    for (const double variety : {1.0, (1 + kMaxVariety) / 2, kMaxVariety}) {
      EquilibriumSearch search(*game, PlaySettings(settings, variety));
      const Decision decision = DecideFrom(&search, &evaluator, view.Span(), &play.history(), 0);
      if (decision.forced) {
        continue;
      }
      const auto taken =
          std::ranges::find(decision.actions, decision.action, &ActionStatistics::action);
      const float wanted = variety == 1 ? taken->policy
                           : variety == kMaxVariety
                               ? 1 / static_cast<float>(decision.actions.size())
                               : taken->prior;
      EXPECT_NEAR(decision.behaviour, wanted, 1e-5) << "seed " << seed << ", variety " << variety;
    }
  }
}

// The action probabilities of a move multiply to its probability in the equilibrium.
TEST_P(NearnessTest, ActionsMultiplyToTheEquilibrium) {
  const auto game = testing::Game("kontranto");
  FakeEvaluator evaluator = Observer(*game);
  const SearchSettings settings = NearSettings(64, 2);
  envs::Playthrough play = After(*game, 10, 5);
  ASSERT_FALSE(play.StageOpen());
  EquilibriumSearch search(*game, settings);
  DecideFrom(&search, &evaluator, play.View(Seat::k0).Span(), &play.history());
  const std::span<const JointMove> table = search.Table().Moves(0);
  const std::vector<JointMove> moves(table.begin(), table.end());
  const std::vector<double> wanted = search.Equilibrium().probabilities[0];
  for (size_t k = 0; k < moves.size(); ++k) {
    envs::Playthrough begun = play;
    double probability = 1;
    for (const envs::Action action : moves[k]) {
      if (probability == 0) {
        break;
      }
      const Decision decision =
          DecideFrom(&search, &evaluator, begun.View(Seat::k0).Span(), &begun.history());
      const auto found = std::ranges::find(decision.actions, action, &ActionStatistics::action);
      ASSERT_NE(found, decision.actions.end());
      probability *= static_cast<double>(found->policy);
      ASSERT_OK(begun.Apply(envs::Actor::kSeat0, action));
    }
    EXPECT_NEAR(probability, wanted[k], 1e-5);
  }
}

TEST(EquilibriumSearchTest, WhatIsUnlikelyIsNotPlayed) {
  const auto game = testing::Game("kontranto");
  FakeEvaluator evaluator = Observer(*game);
  SearchSettings settings = Settings(64, 2);
  Select<EquilibriumSettings>(&settings).least_probability = 0.1;
  envs::Playthrough play = After(*game, 10, 5);
  for (uint32_t ply = 0; ply < 30; ++ply) {
    EquilibriumSearch search(*game, settings);
    const Decision decision =
        DecideFrom(&search, &evaluator, play.View(Seat::k0).Span(), &play.history(), ply);
    const auto found =
        std::ranges::find(decision.actions, decision.action, &ActionStatistics::action);
    EXPECT_GE(found->policy, 0.1f);
  }
}

}  // namespace
}  // namespace kvintet::selfplay
