// Tests of BeliefSearch: one step of improvement, beliefs from observations, endgames, refusals.
#include "selfplay/belief/belief_search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "envs/text/playthrough.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/games/play_settings.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/algorithm.h"
#include "selfplay/solvers/game_tree.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using envs::Action;
using envs::Actor;
using envs::Seat;
using ::kvintet::testing::FakeEvaluator;
using ::kvintet::testing::StatusIs;

SearchSettings Settings(int simulations) {
  SearchSettings settings;
  settings.simulations = simulations;
  Select<BeliefSettings>(&settings).temperature = 0;
  return settings;
}

Decision DecideWith(const SearchSettings& settings, Evaluator* evaluator, const SearchRoot& root) {
  auto search = MakeSearch(evaluator->game(), settings);
  EXPECT_OK(search.status());
  auto decision = Decide(search->get(), evaluator, root);
  EXPECT_OK(decision.status());
  return *decision;
}

// A root that owns its view.
struct OwnRoot : SearchRoot {
  envs::ViewBuffer held;
};

OwnRoot RootOf(const envs::Playthrough& play) {
  const Seat seat = envs::SeatOf(play.Actors().First());
  OwnRoot root = {{.seed = 5, .record = [&play, seat] { return play.SeatRecord(seat); }},
                  play.View(seat)};
  root.view = root.held.Span();
  return root;
}

bool Same(const Decision& a, const Decision& b) {
  return a.action == b.action && a.value == b.value && a.line == b.line &&
         std::ranges::equal(a.actions, b.actions, [](const auto& x, const auto& y) {
           return x.action == y.action && x.visits == y.visits && x.policy == y.policy &&
                  x.value == y.value;
         });
}

// Plays a random game until `wanted` returns true.
envs::Playthrough PlayUntil(const envs::Game& game, uint32_t number,
                            const std::function<bool(const envs::Playthrough&)>& wanted) {
  RandomStream random(3, number, 0, Purpose::kTest);
  envs::Playthrough play(game);
  while (!wanted(play)) {
    if (play.Actors().Has(Actor::kChance)) {
      play.ApplyChance(&random);
      continue;
    }
    const Actor actor = play.Actors().First();
    const auto legal = envs::LegalList(game, play.View(envs::SeatOf(actor)).Span());
    EXPECT_OK(play.Apply(actor, legal[random.Below(static_cast<uint32_t>(legal.size()))]));
  }
  return play;
}

// A strategy that follows a search for one seat of a card game and is uniform elsewhere.
solvers::Strategy Improved(const envs::Game& game, const solvers::GameTree& tree, int seat) {
  RolloutEvaluator evaluator(game, 32, 0);
  solvers::Strategy strategy = solvers::UniformStrategy(tree);
  SearchSettings settings = Settings(200);
  Select<BeliefSettings>(&settings).kl_to_policy = 0.001;
  auto search = MakeSearch(game, settings);
  EXPECT_OK(search.status());
  for (size_t i = 0; i < tree.sets.size(); ++i) {
    if (tree.sets[i].seat != seat) {
      continue;
    }
    const SearchRoot root = {.view = tree.sets[i].view.Span(), .ply = static_cast<uint32_t>(i)};
    std::vector<float> logits;
    Wdl wdl;
    (*search)->Begin(root);
    while ((*search)->Advance()) {
      const std::span<const Action> legal = (*search)->Legal();
      logits.resize(legal.size());
      const std::array<int32_t, 2> offsets = {0, static_cast<int32_t>(legal.size())};
      EXPECT_OK(evaluator.Evaluate({(*search)->View(), legal, offsets},
                                   {.policy_logits = logits, .wdl = {&wdl, 1}}));
      (*search)->Resume({logits, wdl});
    }
    for (size_t k = 0; k < strategy[i].size(); ++k) {
      strategy[i][k] = static_cast<double>((*search)->Result().actions[k].policy);
    }
  }
  return strategy;
}

// Seat 1 of Kuhn poker acts once, so a step of improvement against the uniform policy is a best
// response.
TEST(BeliefSearchTest, IsABestAnswerWhereASeatActsOnce) {
  const auto game = testing::Game("kuhn");
  ASSERT_OK_AND_ASSIGN(const auto tree, solvers::WriteOut(*game, solvers::Payoff::kReturn, 100000));
  const solvers::Strategy uniform = solvers::UniformStrategy(tree);
  const double best = solvers::BestAnswer(tree, 1, uniform);
  const double improved = -solvers::ExpectedPayoff(tree, Improved(*game, tree, 1));
  EXPECT_GT(best, -solvers::ExpectedPayoff(tree, uniform) + 0.1);
  EXPECT_NEAR(improved, best, 1e-3);
}

TEST(BeliefSearchTest, ImprovesOnThePolicyItStartsFrom) {
  for (const std::string name : {"kuhn", "leduc"}) {
    const auto game = testing::Game(name);
    ASSERT_OK_AND_ASSIGN(const auto tree,
                         solvers::WriteOut(*game, solvers::Payoff::kReturn, 100000));
    const solvers::Strategy uniform = solvers::UniformStrategy(tree);
    const double before = solvers::ExpectedPayoff(tree, uniform);
    EXPECT_GT(solvers::ExpectedPayoff(tree, Improved(*game, tree, 0)), before + 0.05) << name;
    EXPECT_LT(solvers::ExpectedPayoff(tree, Improved(*game, tree, 1)), before - 0.05) << name;
  }
}

// Always bets a king, a jack one time in three, and never a queen; other decisions are even.
FakeEvaluator Bluffer(const envs::Game& game) {
  return {game, [&game](envs::ConstViews one, std::span<const Action>, std::span<float> logits) {
            const std::string text = game.ViewText(one);
            const auto first = text.find("betting -") != std::string::npos;
            if (first && logits.size() == 2) {
              logits[1] = text.find("cards K") == 0   ? 20.0f
                          : text.find("cards J") == 0 ? static_cast<float>(std::log(0.5))
                                                      : -20.0f;
            }
            return Wdl{.win = 0.5, .draw = 0, .loss = 0.5};
          }};
}

// The belief in a king of a seat 1 that holds a queen and faces a bet: the share of worlds, and
// what is told of it.
struct KingBelief {
  double share = 0;
  double told = 0;
  bool operator==(const KingBelief&) const = default;
};
KingBelief BeliefInAKing(int belief_moves) {
  const auto game = testing::Game("kuhn");
  FakeEvaluator evaluator = Bluffer(*game);
  auto play = envs::Playthrough::FromRecord(*game, "kuhn; chance deal K; chance deal Q; 0 bet");
  EXPECT_OK(play.status());
  Worlds worlds(*game);
  const envs::ViewBuffer view = play->View(Seat::k1);
  worlds.Start(view.Span(), Key128{1, 2}, play->SeatRecord(Seat::k1), belief_moves);
  Dialogue asks;
  asks.Begin(worlds.Weigh(&asks));
  while (asks.Advance()) {
    std::vector<float> logits(asks.Asked().Legal().size());
    Wdl wdl;
    const std::array<int32_t, 2> offsets = {0, static_cast<int32_t>(logits.size())};
    EXPECT_OK(evaluator.Evaluate({asks.Asked().View(), asks.Asked().Legal(), offsets},
                                 {.policy_logits = logits, .wdl = {&wdl, 1}}));
    asks.Resume({logits, wdl});
  }
  int kings = 0;
  constexpr int kSamples = 20000;
  envs::PositionBuffer position(1, game->Spec().position_bytes);
  for (int i = 0; i < kSamples; ++i) {
    worlds.Draw(static_cast<uint32_t>(i), position.Span());
    kings += game->PositionText(std::as_const(position).Span()).find("cards K") == 0 ? 1 : 0;
  }
  const Belief told = worlds.Held(*game->held_things());
  EXPECT_FALSE(told.certain);
  EXPECT_EQ(told.probabilities[1], 0) << "a queen is its own";
  EXPECT_NEAR(told.probabilities[0] + told.probabilities[2], 1, 1e-9);
  return {static_cast<double>(kings) / kSamples, told.probabilities[2]};
}

TEST(WorldsTest, AreWeighedByWhatTheOtherWouldHaveDone) {
  EXPECT_NEAR(BeliefInAKing(0).share, 0.5, 0.02);
  EXPECT_NEAR(BeliefInAKing(0).told, 0.5, 0.06);
  // Likelihoods 1 against 1/3; each card has about half of the 32 particles.
  EXPECT_NEAR(BeliefInAKing(1).share, 0.75, 0.12);
  EXPECT_NEAR(BeliefInAKing(1).told, BeliefInAKing(1).share, 0.02);
  // The record holds only one move of the other seat, so asking for more changes nothing.
  EXPECT_EQ(BeliefInAKing(1), BeliefInAKing(5));
}

// Every sampled world gives the seat its view and the other seat's last moves.
TEST(WorldsTest, FitWhatWasSeen) {
  for (const std::string name : {"tantrix", "tiny_tantrix", "leduc"}) {
    const auto game = testing::Game(name);
    UniformEvaluator evaluator(*game, 1);
    Worlds worlds(*game);
    int weighed = 0;
    for (uint32_t number = 0; number < 40; ++number) {
      int left = 1 + static_cast<int>(name == "leduc" ? number % 5 : number);
      const auto play = PlayUntil(*game, number, [&](const envs::Playthrough& so_far) {
        const bool seat = so_far.Ended() || !so_far.Actors().Has(Actor::kChance);
        left -= seat ? 1 : 0;
        return so_far.Ended() || (seat && left <= 0);
      });
      if (play.Ended()) {
        continue;
      }
      const Seat seat = envs::SeatOf(play.Actors().First());
      const envs::ViewBuffer view = play.View(seat);
      worlds.Start(view.Span(), Key128{number, 2}, play.SeatRecord(seat), 1);
      Dialogue asks;
      asks.Begin(worlds.Weigh(&asks));
      while (asks.Advance()) {
        const std::vector<float> logits(asks.Asked().Legal().size());
        asks.Resume({.logits = logits});
      }
      weighed += worlds.Weights().empty() ? 0 : 1;
      envs::PositionBuffer position(1, game->Spec().position_bytes);
      for (uint32_t i = 0; i < 8; ++i) {
        worlds.Draw(i, position.Span());
        const envs::ViewBuffer seen = envs::ViewOf(*game, std::as_const(position).Span(), seat);
        ASSERT_TRUE(std::ranges::equal(seen.Span().Bytes(), view.Span().Bytes())) << play.Record();
      }
    }
    EXPECT_GT(weighed, 8) << name;
  }
}

TEST(BeliefSearchTest, TheSameRootGivesTheSameDecisionFromPositionOrView) {
  for (const std::string name : {"tantrix", "tiny_tantrix", "leduc"}) {
    const auto game = testing::Game(name);
    UniformEvaluator evaluator(*game, 1);
    const auto play = PlayUntil(*game, 1, [](const envs::Playthrough& so_far) {
      return !so_far.Actors().Has(Actor::kChance) && so_far.Events().size() > 2;
    });
    auto search = MakeSearch(*game, Settings(60));
    ASSERT_OK(search.status());
    ASSERT_OK_AND_ASSIGN(const Decision first, Decide(search->get(), &evaluator, RootOf(play)));
    ASSERT_OK_AND_ASSIGN(const Decision again, Decide(search->get(), &evaluator, RootOf(play)));
    EXPECT_TRUE(Same(first, again)) << name;
    OwnRoot root = RootOf(play);
    root.seed = 6;
    EXPECT_FALSE(Same(first, DecideWith(Settings(60), &evaluator, root))) << name;
    double sum = 0;
    for (const ActionStatistics& action : first.actions) {
      sum += static_cast<double>(action.policy);
    }
    EXPECT_NEAR(sum, 1, 1e-5);
    EXPECT_EQ(first.line.front(), first.action);
  }
}

// A large kl_to_policy keeps the policy close; a small one moves to the best action.
TEST(BeliefSearchTest, KlToPolicySaysHowFarThePolicyMoves) {
  const auto game = testing::Game("leduc");
  UniformEvaluator evaluator(*game, 4);
  const auto play = PlayUntil(*game, 2, [](const envs::Playthrough& so_far) {
    return !so_far.Actors().Has(Actor::kChance) && so_far.Events().size() > 2;
  });
  SearchSettings settings = Settings(300);
  Select<BeliefSettings>(&settings).kl_to_policy = 100;
  for (const ActionStatistics& action : DecideWith(settings, &evaluator, RootOf(play)).actions) {
    EXPECT_NEAR(action.policy, action.prior, 0.02);
  }
  Select<BeliefSettings>(&settings).kl_to_policy = 0.001;
  const Decision sharp = DecideWith(settings, &evaluator, RootOf(play));
  const auto best = std::ranges::max_element(sharp.actions, {}, &ActionStatistics::value);
  EXPECT_EQ(best->action, sharp.action);
  EXPECT_GT(best->policy, 0.99f);
}

TEST(BeliefSearchTest, TriesEachMoveOnceEvenWithOneSimulation) {
  const auto game = testing::Game("tantrix");
  UniformEvaluator evaluator(*game, 4);
  const auto play = PlayUntil(*game, 2, [](const envs::Playthrough& so_far) {
    return !so_far.Actors().Has(Actor::kChance) && so_far.Events().size() > 20;
  });
  OwnRoot root = RootOf(play);
  for (const ActionStatistics& action : DecideWith(Settings(1), &evaluator, root).actions) {
    EXPECT_GT(action.visits, 0);
  }
  root.simulations = 500;
  int visits = 0;
  for (const ActionStatistics& action : DecideWith(Settings(1), &evaluator, root).actions) {
    visits += action.visits;
  }
  EXPECT_GT(visits, 350);
  EXPECT_LE(visits, 500);
}

TEST(BeliefSearchTest, PlaysEndgamesExactlyWhereTheyAreSettled) {
  const auto game = testing::Game("tiny_tantrix");
  UniformEvaluator evaluator(*game, 4);
  const auto endgame = MakeEndgame(*game);
  int settled = 0;
  for (uint32_t number = 0; number < 30; ++number) {
    const auto play = PlayUntil(*game, number, [&](const envs::Playthrough& so_far) {
      return so_far.Ended() ||
             (!so_far.Actors().Has(Actor::kChance) &&
              endgame->IsOpen(so_far.View(envs::SeatOf(so_far.Actors().First())).Span()));
    });
    if (play.Ended()) {
      continue;
    }
    const OwnRoot root = RootOf(play);
    const auto exact = endgame->Solve(root.view, 1000000);
    ASSERT_TRUE(exact.has_value());
    const Decision decision = DecideWith(Settings(1), &evaluator, root);
    if (!decision.forced) {
      ++settled;
      EXPECT_EQ(decision.action, exact->action);
      EXPECT_EQ(decision.value, static_cast<double>(exact->value));
      // With too few nodes the position is searched as usual.
      SearchSettings settings = Settings(100);
      Select<BeliefSettings>(&settings).endgame_nodes = 1;
      EXPECT_GT(DecideWith(settings, &evaluator, root).actions[0].visits, 0);
    }
  }
  EXPECT_GT(settled, 3);
}

TEST(BeliefSearchTest, AtATemperatureDrawsFromThePolicy) {
  const auto game = testing::Game("kuhn");
  UniformEvaluator evaluator(*game, 4);
  const auto play = PlayUntil(*game, 2, [](const envs::Playthrough& so_far) {
    return !so_far.Actors().Has(Actor::kChance);
  });
  SearchSettings settings = Settings(20);
  Select<BeliefSettings>(&settings).kl_to_policy = 1;
  Select<BeliefSettings>(&settings).temperature = 1;
  OwnRoot root = RootOf(play);
  std::map<Action, int> taken;
  double expected = 0;
  constexpr int kDecisions = 2000;
  for (int i = 0; i < kDecisions; ++i) {
    root.game = static_cast<uint32_t>(i);
    const Decision decision = DecideWith(settings, &evaluator, root);
    ++taken[decision.action];
    expected += static_cast<double>(decision.actions[0].policy);
    const auto chosen =
        std::ranges::find(decision.actions, decision.action, &ActionStatistics::action);
    EXPECT_NEAR(decision.behaviour, static_cast<double>(chosen->policy), 1e-6);
  }
  EXPECT_NEAR(taken[0], expected, 4 * std::sqrt(kDecisions * 0.25));
}

// Halfway to the full handicap a player acts by its policy, and at the full handicap uniformly; in
// endgames too.
TEST(BeliefSearchTest, AWeakPlayerErrsAsItsPolicyDoesAndTheWeakestAnyhow) {
  const auto game = testing::Game("tiny_tantrix");
  const auto endgame = MakeEndgame(*game);
  testing::FakeEvaluator evaluator(*game, [](envs::ConstViews, auto, std::span<float> logits) {
    for (size_t i = 0; i < logits.size(); ++i) {
      logits[i] = 0.1f * static_cast<float>(i);
    }
    return Wdl{0.5f, 0, 0.5f};
  });
  for (const bool ending : {false, true}) {
    const auto play = PlayUntil(*game, 4, [&](const envs::Playthrough& so_far) {
      if (so_far.Ended() || so_far.Actors().Has(Actor::kChance)) {
        return so_far.Ended();
      }
      const envs::ViewBuffer view = so_far.View(envs::SeatOf(so_far.Actors().First()));
      return envs::LegalList(*game, view.Span()).size() > 2 &&
             (!ending || endgame->IsOpen(view.Span()));
    });
    ASSERT_FALSE(play.Ended());
    OwnRoot root = RootOf(play);
    std::map<Action, int> taken;
    constexpr int kDecisions = 400;
    for (int i = 0; i < kDecisions; ++i) {
      root.game = static_cast<uint32_t>(i);
      for (const double variety : {(1 + kMaxVariety) / 2, kMaxVariety}) {
        const Decision decision = DecideWith(PlaySettings(Settings(1), variety), &evaluator, root);
        ASSERT_FALSE(decision.forced);
        const auto chosen =
            std::ranges::find(decision.actions, decision.action, &ActionStatistics::action);
        ASSERT_NE(chosen, decision.actions.end());
        const double any = 1 / static_cast<double>(decision.actions.size());
        const double wanted = variety == kMaxVariety ? any : static_cast<double>(chosen->prior);
        EXPECT_NEAR(decision.behaviour, wanted, 1e-6);
        EXPECT_EQ(decision.line.front(), decision.action);
        ++taken[decision.action];
      }
    }
    // Over the seeds, every legal action is taken.
    EXPECT_EQ(taken.size(), DecideWith(Settings(1), &evaluator, root).actions.size());
  }
}

TEST(BeliefSearchTest, GamesItCannotPlayAreRefusedByName) {
  for (const std::string name : {"renju", "tic_tac_toe", "kontranto", "goofspiel"}) {
    const auto game = testing::Game(name);
    EXPECT_THAT(MakeSearch(*game, Settings(8)).status(),
                StatusIs(absl::StatusCode::kUnimplemented, name));
  }
}

// Games that random play always decides for the same seat: trials get that value, whatever the
// evaluator's values are.
TEST(BeliefSearchTest, RolloutsTakeThePlaceOfValues) {
  const auto game = testing::Game("tiny_tantrix");
  envs::Playthrough play(*game);
  for (RandomStream random(3, 0, 0, Purpose::kChance); play.Actors().Has(Actor::kChance);) {
    play.ApplyChance(&random);
  }
  const auto saying = [&](float win) {
    return FakeEvaluator(*game, [win](envs::ConstViews, auto, auto) {
      return Wdl{win, 0, 1 - win};
    });
  };
  FakeEvaluator sure = saying(1);
  FakeEvaluator lost = saying(0);
  SearchSettings settings = Settings(200);
  const OwnRoot root = RootOf(play);
  EXPECT_GT(DecideWith(settings, &sure, root).value, DecideWith(settings, &lost, root).value + 0.5);
  Select<BeliefSettings>(&settings).trial_rollouts = 2;
  const Decision decided = DecideWith(settings, &sure, root);
  EXPECT_TRUE(Same(decided, DecideWith(settings, &lost, root)));
  EXPECT_TRUE(Same(decided, DecideWith(settings, &sure, root))) << "repeatable";
  double tried = 0;
  for (const ActionStatistics& action : decided.actions) {
    EXPECT_LE(std::abs(action.value), 1);
    tried += action.visits;
  }
  EXPECT_GE(tried, 100);
}

// An early position of tiny_tantrix in which a seat has many moves.
envs::Playthrough ManyMoves(const envs::Game& game) {
  return PlayUntil(game, 2, [&](const envs::Playthrough& play) {
    return !play.Actors().Has(Actor::kChance) && play.Record().size() > 60;
  });
}

Decision DecideForPlay(const SearchSettings& settings, Evaluator* evaluator,
                       const envs::Playthrough& play) {
  OwnRoot root = RootOf(play);
  root.explore = false;
  return DecideWith(settings, evaluator, root);
}

int NumTried(const SearchSettings& settings, Evaluator* evaluator, const envs::Playthrough& play) {
  int tried = 0;
  for (const ActionStatistics& action : DecideForPlay(settings, evaluator, play).actions) {
    tried += action.visits;
  }
  return tried;
}

// Nothing is then asked about views of the other seat.
TEST(BeliefSearchTest, RandomAnswersNeedNoEvaluation) {
  const auto game = testing::Game("tiny_tantrix");
  const envs::Playthrough play = ManyMoves(*game);
  const OwnRoot root = RootOf(play);
  int of_other = 0;
  FakeEvaluator evaluator(*game, [&](envs::ConstViews one, auto, auto) {
    of_other += game->ViewSeat(one) != game->ViewSeat(root.view) ? 1 : 0;
    return Wdl{0.5f, 0, 0.5f};
  });
  SearchSettings settings = Settings(64);
  Select<BeliefSettings>(&settings).trial_rollouts = 1;
  DecideWith(settings, &evaluator, root);
  EXPECT_GT(of_other, 0);
  of_other = 0;
  Select<BeliefSettings>(&settings).random_answers = true;
  const Decision decided = DecideWith(settings, &evaluator, root);
  EXPECT_EQ(of_other, 0);
  EXPECT_TRUE(Same(decided, DecideWith(settings, &evaluator, root))) << "repeatable";
  EXPECT_EQ(NumTried(settings, &evaluator, play), 64);
}

TEST(BeliefSearchTest, CarefulRolloutsAreOtherGames) {
  const auto game = testing::Game("tiny_tantrix");
  const envs::Playthrough play = ManyMoves(*game);
  const OwnRoot root = RootOf(play);
  UniformEvaluator evaluator(*game, 4);
  SearchSettings settings = Settings(64);
  Select<BeliefSettings>(&settings).trial_rollouts = 4;
  const Decision random = DecideWith(settings, &evaluator, root);
  Select<BeliefSettings>(&settings).rollout_tries = 6;
  EXPECT_FALSE(Same(random, DecideWith(settings, &evaluator, root)));
  EXPECT_THAT(MakeSearch(*testing::Game("leduc"), settings),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "rollout_tries must be 1 for leduc, whose rules have no measure"));
}

// What is left over would not give each move of the next round a trial.
TEST(BeliefSearchTest, SpendsItsSimulations) {
  const auto game = testing::Game("tiny_tantrix");
  const envs::Playthrough play = ManyMoves(*game);
  UniformEvaluator evaluator(*game, 4);
  const int all = NumTried(Settings(1), &evaluator, play);
  ASSERT_GT(all, 8);
  for (int simulations = all; simulations <= 8 * all; ++simulations) {
    const int tried = NumTried(Settings(simulations), &evaluator, play);
    EXPECT_LE(tried, simulations);
    EXPECT_GT(tried, simulations - (all + 1) / 2);
  }
}

TEST(BeliefSearchTest, TriesTheLikeliestMoves) {
  const auto game = testing::Game("tiny_tantrix");
  const envs::Playthrough play = ManyMoves(*game);
  FakeEvaluator falling(*game, [](auto, auto, std::span<float> logits) {
    for (size_t i = 0; i < logits.size(); ++i) {
      logits[i] = -static_cast<float>(i);
    }
    return Wdl{0.5, 0, 0.5};
  });
  SearchSettings settings = Settings(1);
  const int all = NumTried(settings, &falling, play);
  ASSERT_GT(all, 4) << "every move once";
  Select<BeliefSettings>(&settings).max_considered = 3;
  EXPECT_EQ(NumTried(settings, &falling, play), 3);
  Select<BeliefSettings>(&settings).max_considered = 1;
  const Decision decided = DecideForPlay(settings, &falling, play);
  EXPECT_EQ(decided.action, decided.actions.front().action);
  UniformEvaluator uniform(*game);
  EXPECT_EQ(NumTried(settings, &uniform, play), NumTried(Settings(1), &uniform, play))
      << "moves as likely as the last are tried";
}

TEST(BeliefSearchTest, DrawsTheMovesToTryWhereTheRootExplores) {
  const auto game = testing::Game("tiny_tantrix");
  const envs::Playthrough play = ManyMoves(*game);
  UniformEvaluator evaluator(*game);
  SearchSettings settings = Settings(1);
  Select<BeliefSettings>(&settings).max_considered = 1;
  std::map<std::vector<Action>, int> lines;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    OwnRoot root = RootOf(play);
    root.seed = seed;
    ++lines[DecideWith(settings, &evaluator, root).line];
  }
  EXPECT_GT(lines.size(), 2u);
}

// With very many prior trials at the mean of all moves, real trials have no effect and the policy
// stays.
TEST(BeliefSearchTest, PriorTrialsHoldThePolicy) {
  const auto game = testing::Game("tiny_tantrix");
  const envs::Playthrough play = ManyMoves(*game);
  UniformEvaluator evaluator(*game);
  SearchSettings settings = Settings(1);
  Select<BeliefSettings>(&settings).trial_rollouts = 1;
  const auto furthest = [&] {
    float most = 0;
    for (const ActionStatistics& action : DecideWith(settings, &evaluator, RootOf(play)).actions) {
      most = std::max(most, std::abs(action.policy - action.prior));
    }
    return most;
  };
  EXPECT_GT(furthest(), 0.1F);
  Select<BeliefSettings>(&settings).prior_trials = 100000;
  EXPECT_LT(furthest(), 0.01F);
}

// SupportedSettings selects the search that can play the game.
TEST(BeliefSearchTest, SuitsGamesThatHideSomethingFromSeatsThatTakeTurns) {
  SearchSettings tree;
  tree.simulations = 7;
  for (const auto& [name, algorithm] :
       {std::pair("tantrix", Algorithm::kBelief), std::pair("kuhn", Algorithm::kBelief),
        std::pair("tic_tac_toe", Algorithm::kGumbel),
        std::pair("kontranto", Algorithm::kEquilibrium)}) {
    const auto game = testing::Game(name);
    const SearchSettings suited = SupportedSettings(*game, tree);
    EXPECT_EQ(AlgorithmOf(suited), algorithm) << name;
    EXPECT_EQ(suited.simulations, 7);
    const bool rollouts = name == std::string("tantrix");
    EXPECT_EQ(OwnSettings<BeliefSettings>(suited).trial_rollouts, rollouts ? 16 : 0);
    EXPECT_EQ(OwnSettings<BeliefSettings>(suited).random_answers, rollouts);
    EXPECT_OK(MakeSearch(*game, suited).status());
  }
  SearchSettings own = Settings(9);
  Select<BeliefSettings>(&own).kl_to_policy = 0.5;
  EXPECT_EQ(
      OwnSettings<BeliefSettings>(SupportedSettings(*testing::Game("kuhn"), own)).kl_to_policy,
      0.5);
  EXPECT_EQ(AlgorithmOf(SupportedSettings(*testing::Game("renju"), own)), Algorithm::kGumbel);
}

}  // namespace
}  // namespace kvintet::selfplay
