// Tests of settings that exclude each other.
#include "training/learning/settings_check.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::StatusIs;

absl::Status Check(const std::string& text, const std::string& game = "tic_tac_toe") {
  Config config;
  EXPECT_THAT(MergeTextProto(text, "test", config), IsOk());
  return CheckSettings(*testing::Game(game), config);
}

TEST(SettingsCheckTest, TakesTheDefaults) { EXPECT_THAT(Check(""), IsOk()); }

TEST(SettingsCheckTest, DerivedPlanesAreThoseOfTheGame) {
  EXPECT_THAT(Check("network { derived_planes: true }", "tiny_punct"), IsOk());
  EXPECT_THAT(Check("network { derived_planes: true }"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "network.derived_planes must be false for tic_tac_toe"));
}

TEST(SettingsCheckTest, FeaturesOfSlotsAreThoseOfTheGame) {
  EXPECT_THAT(Check("network { slot_features: true }", "tiny_tantrix"), IsOk());
  EXPECT_THAT(Check("network { slot_features: true }"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "network.slot_features must be false for tic_tac_toe"));
}

TEST(SettingsCheckTest, PolicyGradientsNeedPlayByPolicy) {
  EXPECT_THAT(
      Check("learner { objective: POLICY_GRADIENT }"),
      StatusIs(absl::StatusCode::kInvalidArgument, "requires search.policy, found search.gumbel"));
  EXPECT_THAT(Check("learner { objective: POLICY_GRADIENT } search { policy { } }"), IsOk());
}

TEST(SettingsCheckTest, AnPolicyLossStandsInThePlaceOfTheObjective) {
  EXPECT_THAT(Check("learner { advantage_weighted {} }"), IsOk());
  EXPECT_THAT(Check("search { policy { } } "
                    "learner { advantage_weighted {} objective: POLICY_GRADIENT }"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "learner.advantage_weighted replaces learner.objective"));
}

TEST(SettingsCheckTest, AnPolicyLossHasOfPolicyGradientsWhatMakesAdvantages) {
  const std::string loss = "learner { advantage_weighted {} policy_gradient { ";
  EXPECT_THAT(Check(loss + "advantage_lambda: 0.9 advantage_filter: 0.5 "
                           "normalize_advantages: true } }"),
              IsOk());
  for (const char* other :
       {"clip: 0.2", "kl_to_data: 0", "kl_to_uniform: 0", "kl_to_magnet: 0", "anneal_steps: 5"}) {
    EXPECT_THAT(Check(loss + other + " } }"),
                StatusIs(absl::StatusCode::kInvalidArgument, "with learner.advantage_weighted"));
  }
}

TEST(SettingsCheckTest, AdvantageWeightedRegressionNeedsValues) {
  EXPECT_THAT(Check("learner { advantage_weighted {} } self_play { demonstration_games: 5 }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "demonstration_games must be 0"));
}

TEST(SettingsCheckTest, ASparringModelNeedsAShareOfTheGames) {
  EXPECT_THAT(Check("self_play { sparring_model: 'a.model' }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "sparring_share must be above 0"));
  EXPECT_THAT(Check("self_play { sparring_share: 1 sparring_model: 'a.model' }"), IsOk());
  EXPECT_THAT(Check("self_play { sparring_share: 1 sparring_simulations: 8 }"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "sparring_simulations must be 0 without self_play.sparring_model"));
  EXPECT_THAT(Check("self_play { sparring_past: true }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "sparring_share must be above 0"));
  EXPECT_THAT(Check("self_play { sparring_share: 1 sparring_past: true sparring_model: 'a' }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "sparring_past excludes"));
  EXPECT_THAT(Check("self_play { sparring_share: 1 sparring_past: true sparring_simulations: 8 }"),
              IsOk());
}

TEST(SettingsCheckTest, WithoutASparringModelThereIsNoSumOfIt) {
  EXPECT_THAT(Check("self_play { sparring_share: 1 sparring_model_sha256: '00' }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "must be empty without"));
}

TEST(SettingsCheckTest, WithoutAnInitialModelThereIsNoSumOfIt) {
  EXPECT_THAT(Check("network { initial_model_sha256: '00' }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "must be empty without"));
}

TEST(SettingsCheckTest, TheCosineExcludesTheRoot) {
  EXPECT_THAT(Check("learner { cosine_steps: 10 decay_steps: 20 }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "one must be 0, they are 10 and 20"));
  EXPECT_THAT(Check("learner { cosine_steps: 10 }"), IsOk());
}

TEST(SettingsCheckTest, AnnealingExcludesOtherSchedules) {
  const std::string gradient =
      "search { policy { } } learner { objective: POLICY_GRADIENT policy_gradient { "
      "anneal_steps: 30 } ";
  EXPECT_THAT(Check(gradient + "}"), IsOk());
  for (const char* other : {"cosine_steps: 10 }", "decay_steps: 10 }"}) {
    EXPECT_THAT(Check(gradient + other),
                StatusIs(absl::StatusCode::kInvalidArgument, "anneal_steps excludes"));
  }
}

TEST(SettingsCheckTest, ImitationHasNoAdvantages) {
  EXPECT_THAT(Check("learner { policy_gradient { advantage_filter: 0.5 } }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "advantage_filter must be 0"));
  EXPECT_THAT(Check("learner { policy_gradient { anneal_steps: 5 } }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "are 5 and 0"));
}

TEST(SettingsCheckTest, PolicyGradientsHaveNoPolicyToSoften) {
  const std::string gradient =
      "search { policy { } } learner { objective: POLICY_GRADIENT reply_policy_weight: 1 ";
  EXPECT_THAT(Check(gradient + "}"), IsOk());
  EXPECT_THAT(Check(gradient + "soft_policy_weight: 2 }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "soft_policy_weight must be 0"));
}

TEST(SettingsCheckTest, PolicyGradientsLearnFromNoDemonstrations) {
  const std::string self_play = "self_play { demonstration_games: 5 } ";
  EXPECT_THAT(Check(self_play), IsOk());
  EXPECT_THAT(Check(self_play + "search { policy { } } "
                                "learner { objective: POLICY_GRADIENT }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "demonstration_games must be 0"));
}

TEST(SettingsCheckTest, PolicyGradientsKnowNoSurprise) {
  EXPECT_THAT(Check("search { policy { } } "
                    "learner { objective: POLICY_GRADIENT surprise_weight: 0.5 }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "surprise_weight must be 0"));
  EXPECT_THAT(Check("learner { surprise_weight: 0.5 }"), IsOk());
}

TEST(SettingsCheckTest, OnlyPolicyGradientsHaveAPrivilegedCritic) {
  const std::string critic = "policy_gradient { privileged_critic { blocks: 1 } }";
  EXPECT_THAT(Check("learner { " + critic + " }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "privileged_critic.blocks must be 0"));
  EXPECT_THAT(Check("search { policy { } } learner { objective: POLICY_GRADIENT " + critic + " }"),
              IsOk());
}

TEST(SettingsCheckTest, OnlyPolicyGradientsHaveAMagnet) {
  const std::string magnet = "policy_gradient { kl_to_magnet: 0.1 }";
  EXPECT_THAT(
      Check("learner { " + magnet + " }"),
      StatusIs(absl::StatusCode::kInvalidArgument, "kl_to_magnet and neurd_max_weight must be 0"));
  EXPECT_THAT(Check("search { policy { } } learner { objective: POLICY_GRADIENT " + magnet + " }"),
              IsOk());
}

TEST(SettingsCheckTest, MarginsShapeReturnsOnlyWhereGamesHaveThem) {
  EXPECT_THAT(Check("learner { margin_return { share: 0.5 } }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "margin_return.share must be 0"));
  EXPECT_THAT(Check("learner { margin_return { share: 0.5 } }", "goofspiel"), IsOk());
}

TEST(SettingsCheckTest, GamesWithoutAStandingHaveNoLeadWhereTheyAreCut) {
  EXPECT_THAT(Check("learner { cut_lead: 3 }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "cut_lead must be 0 for"));
}

TEST(SettingsCheckTest, HeadsNeedAGameThatHasWhatTheyLearn) {
  EXPECT_THAT(Check("learner { margin_weight: 1 }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "must be 0 for tic_tac_toe"));
  EXPECT_THAT(Check("learner { margin_weight: 1 }", "goofspiel"), IsOk());
  EXPECT_THAT(Check("learner { ownership_weight: 1 }", "goofspiel"),
              StatusIs(absl::StatusCode::kInvalidArgument, "must be 0 for goofspiel"));
  EXPECT_THAT(Check("learner { ownership_weight: 1 }"), IsOk());
  EXPECT_THAT(Check("learner { head: 'margin{weight=0.5}' }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "learner.head must not name margin"));
  EXPECT_THAT(Check("learner { head: 'margin{weight=0.5}' }", "goofspiel"), IsOk());
}

TEST(SettingsCheckTest, PartsMustExist) {
  EXPECT_THAT(Check("network { body: 'squeeze{ratio=8}' } learner { value_loss: 'brier' }"),
              IsOk());
  EXPECT_THAT(Check("network { body: 'dense' }"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "network.body must be one of residual, squeeze, is 'dense'"));
  EXPECT_THAT(Check("learner { value_loss: 'hinge' }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "learner.value_loss must be one of"));
  EXPECT_THAT(Check("learner { head: 'nose' }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "learner.head must be one of"));
  EXPECT_THAT(Check("learner { margin_weight: 1 head: 'margin' }", "goofspiel"),
              StatusIs(absl::StatusCode::kInvalidArgument, "margin must be configured once"));
  EXPECT_THAT(Check("search { policy { } } learner { own_policy_loss: 'blunt' }"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "learner.own_policy_loss: no file registers any"));
}

}  // namespace
}  // namespace kvintet::training
