// Tests of luck correction: no bias with any values, and no luck left with true values.
#include "arena/luck_correction.h"

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "tests/support/evaluations.h"
#include "tests/support/hashed_play.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using envs::Actor;
using envs::Playthrough;
using testing::HashedPolicy;
using testing::HashedValue;

// All courses of a game between two policies, with their probabilities.
class AllGames {
 public:
  using Visitor = std::function<void(const Playthrough& play, double probability)>;

  AllGames(const envs::Game& game, const std::array<PolicyOf, 2>& policies)
      : game_(game), policies_(policies) {}

  void ForEach(const Visitor& visit) const { Walk(Playthrough(game_), 1, visit); }

 private:
  void Walk(const Playthrough& play, double probability, const Visitor& visit) const {
    if (play.Ended()) {
      visit(play, probability);
      return;
    }
    const Actor actor = play.Actors().First();
    std::vector<envs::ChanceOutcome> choices;
    if (actor == Actor::kChance) {
      game_.ChanceOutcomes(play.Position(), &choices);
    } else {
      const envs::ViewBuffer view = play.View(envs::SeatOf(actor));
      const std::vector<double> policy =
          *policies_[static_cast<size_t>(envs::Index(actor))](view.Span());
      for (const envs::Action action : envs::LegalList(game_, view.Span())) {
        choices.push_back({action, policy[choices.size()]});
      }
    }
    for (const envs::ChanceOutcome& choice : choices) {
      if (choice.probability > 0) {
        Playthrough next = play;
        ASSERT_OK(next.Apply(actor, choice.outcome));
        Walk(next, probability * choice.probability, visit);
      }
    }
  }

  const envs::Game& game_;
  const std::array<PolicyOf, 2> policies_;
};

const char* const kGames[] = {
    "kuhn", "goofspiel{cards=3}", "goofspiel{cards=3,order=descending,objective=win}",
    "pursuit{columns=2,rows=2,evader=B2,steps=2}", "mini_kontranto{start=2x3_c0t1_c4,steps=1}"};

// Compares the exact means of plain and corrected results over all games.
void ExpectNoBias(const std::string& text, const std::array<bool, 2>& known) {
  const auto game = testing::Game(text);
  const std::array<PolicyOf, 2> policies = {HashedPolicy(*game, 1), HashedPolicy(*game, 2)};
  PolicyFunctions play = {.value = HashedValue(3)};
  for (size_t seat = 0; seat < 2; ++seat) {
    play.policies[seat] = known[seat] ? policies[seat] : PolicyOf();
  }
  double plain = 0;
  double corrected = 0;
  double luck = 0;
  AllGames(*game, policies).ForEach([&](const Playthrough& one, double probability) {
    ASSERT_OK_AND_ASSIGN(const CorrectedGame result, CorrectGame(one, play));
    plain += probability * result.result;
    corrected += probability * result.Corrected();
    luck += probability * std::abs(result.chance_luck + result.policy_luck);
  });
  EXPECT_NEAR(corrected, plain, 1e-9) << text;
  EXPECT_GT(luck, 0.05) << text;
}

TEST(LuckCorrectionTest, BothPoliciesKnownAnyValuesNoBias) {
  for (const char* const text : kGames) {
    ExpectNoBias(text, {true, true});
  }
}

TEST(LuckCorrectionTest, OnePolicyKnownAnyValuesNoBias) {
  for (const char* const text : kGames) {
    ExpectNoBias(text, {true, false});
    ExpectNoBias(text, {false, true});
  }
}

TEST(LuckCorrectionTest, ChanceAloneAnyValuesNoBias) {
  ExpectNoBias("kuhn", {false, false});
  ExpectNoBias("goofspiel{cards=3}", {false, false});
}

// With true values every corrected result equals the game's mean.
TEST(LuckCorrectionTest, TrueValuesLeaveNoLuck) {
  for (const char* const text : kGames) {
    const auto game = testing::Game(text);
    const std::array<PolicyOf, 2> policies = {HashedPolicy(*game, 1), HashedPolicy(*game, 2)};
    const PolicyFunctions known = {.policies = policies,
                                   .value = testing::TrueValue(*game, policies)};
    const double mean = testing::MeanReturn(*game, policies, StartOf(*game));
    LuckSummary summary;
    AllGames(*game, policies).ForEach([&](const Playthrough& one, double) {
      ASSERT_OK_AND_ASSIGN(const CorrectedGame result, CorrectGame(one, known));
      EXPECT_NEAR(result.Corrected(), mean, 1e-9) << text;
      summary.Add(result);
    });
    EXPECT_NEAR(summary.LuckShare(), 1, 1e-6);
  }
}

// A policy other than the one that played biases the result; the one that played does not.
TEST(LuckCorrectionTest, AWrongPolicyIsNoticedByItsBias) {
  const auto game = testing::Game("kuhn");
  const std::array<PolicyOf, 2> played = {HashedPolicy(*game, 1), HashedPolicy(*game, 2)};
  const std::array<PolicyOf, 2> believed = {HashedPolicy(*game, 4), HashedPolicy(*game, 5)};
  const PolicyFunctions known = {.policies = believed, .value = testing::TrueValue(*game, played)};
  double corrected = 0;
  AllGames(*game, played).ForEach([&](const Playthrough& one, double probability) {
    ASSERT_OK_AND_ASSIGN(const CorrectedGame result, CorrectGame(one, known));
    corrected += probability * result.Corrected();
  });
  EXPECT_GT(std::abs(corrected - testing::MeanReturn(*game, played, StartOf(*game))), 0.01);
}

// Rough values come from a few random games from each position. Games are sampled, so errors
// matter.
TEST(LuckCorrectionTest, RoughValuesMakeFewerGamesTellAsMuch) {
  const auto game = testing::Game("goofspiel{cards=4}");
  const PolicyOf uniform = UniformPolicy(*game);
  selfplay::RolloutEvaluator rollouts(*game, 16, 1);
  const PolicyFunctions known = {.policies = {uniform, uniform}, .value = ValueFrom(&rollouts)};
  LuckSummary summary;
  for (uint32_t i = 0; i < 100; ++i) {
    RandomStream random(7, i, 0, Purpose::kTest);
    Playthrough play(*game);
    while (!play.Ended()) {
      const Actor actor = play.Actors().First();
      if (actor == Actor::kChance) {
        play.ApplyChance(&random);
        continue;
      }
      const std::vector<envs::Action> legal =
          envs::LegalList(*game, play.View(envs::SeatOf(actor)).Span());
      const uint32_t place = random.Below(static_cast<uint32_t>(legal.size()));
      ASSERT_OK(play.Apply(actor, legal[place]));
    }
    ASSERT_OK_AND_ASSIGN(const CorrectedGame result, CorrectGame(play, known));
    summary.Add(result);
  }
  // Equal policies: the truth is 0.
  EXPECT_LT(std::abs(summary.Corrected().mean), 4 * summary.Corrected().standard_error + 1e-9);
  EXPECT_LT(summary.Corrected().standard_error, 0.5 * summary.Plain().standard_error);
  EXPECT_GT(summary.Efficiency(), 4);
  EXPECT_GT(summary.LuckShare(), 0.5);
  EXPECT_LT(summary.ChanceShare(), summary.LuckShare());
}

TEST(LuckCorrectionTest, LargeStagesAreLeftAsTheyAre) {
  const auto game = testing::Game("goofspiel{cards=3,order=descending}");
  const std::array<PolicyOf, 2> policies = {UniformPolicy(*game), UniformPolicy(*game)};
  const PolicyFunctions known = {.policies = policies, .value = HashedValue(1)};
  AllGames(*game, policies).ForEach([&](const Playthrough& one, double) {
    ASSERT_OK_AND_ASSIGN(const CorrectedGame result, CorrectGame(one, known, 1));
    EXPECT_EQ(result.Corrected(), result.result);
  });
}

TEST(LuckCorrectionTest, JointLuckIsThatOfOneAfterTheOther) {
  const std::vector<double> baseline = {1, -2, 0.5, 3, 0, -1};
  const std::vector<double> rows = {0.3, 0.7};
  const std::vector<double> columns = {0.2, 0.5, 0.3};
  for (size_t row = 0; row < 2; ++row) {
    std::vector<double> means(2, 0.0);
    for (size_t i = 0; i < 6; ++i) {
      means[i / 3] += columns[i % 3] * baseline[i];
    }
    for (size_t column = 0; column < 3; ++column) {
      const std::span<const double> own = std::span(baseline).subspan(3 * row, 3);
      EXPECT_NEAR(JointLuck(baseline, rows, columns, row, column),
                  DrawLuck(means, rows, row) + DrawLuck(own, columns, column), 1e-12);
    }
  }
}

TEST(LuckSummaryTest, FewGamesTellNothing) {
  LuckSummary summary;
  EXPECT_EQ(summary.Plain().standard_error, 2);
  EXPECT_EQ(summary.LuckShare(), 0);
  summary.Add({.result = 1});
  EXPECT_EQ(summary.Plain().mean, 1);
  EXPECT_EQ(summary.Plain().standard_error, 2);
  summary.Add({.result = -1, .chance_luck = -1});
  EXPECT_NEAR(summary.Plain().standard_error, 1, 1e-12);
  EXPECT_NEAR(summary.ChanceShare(), 0.25, 1e-12);
}

}  // namespace
}  // namespace kvintet::arena
