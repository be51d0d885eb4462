// Tests of tree search with chance and perfect information: Tantrix with open racks.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/one_row.h"
#include "envs/rules/rules_game.h"
#include "envs/text/playthrough.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/games/play_settings.h"
#include "selfplay/search/search.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/brute_force.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::StatusIs;

SearchSettings Settings(Algorithm algorithm, int simulations) {
  SearchSettings settings;
  SelectAlgorithm(algorithm, &settings);
  settings.simulations = simulations;
  return PlaySettings(settings, /*variety=*/0);
}

envs::Seat SeatToAct(const envs::Playthrough& play) { return envs::SeatOf(play.Actors().First()); }

// Applies one random action or chance draw.
void PlayRandomStep(envs::Playthrough* play, RandomStream* random) {
  if (play->Actors().Has(envs::Actor::kChance)) {
    play->ApplyChance(random);
    return;
  }
  const std::vector<envs::Action> legal =
      envs::LegalList(play->game(), play->View(SeatToAct(*play)).Span());
  const auto drawn = random->Below(static_cast<uint32_t>(legal.size()));
  ASSERT_OK(play->Apply(play->Actors().First(), legal[drawn]));
}

TEST(OpenRacksTest, TreesAreForGamesThatHideNothing) {
  const auto open = testing::Game("tantrix{racks=open}");
  const auto hidden = testing::Game("tantrix");
  for (const auto algorithm : {Algorithm::kGumbel, Algorithm::kPuct}) {
    EXPECT_OK(MakeSearch(*open, Settings(algorithm, 8)).status());
    EXPECT_THAT(MakeSearch(*hidden, Settings(algorithm, 8)).status(),
                StatusIs(absl::StatusCode::kUnimplemented, "has hidden information"));
  }
  EXPECT_EQ(AlgorithmOf(SupportedSettings(*open, SearchSettings())), Algorithm::kGumbel);
  EXPECT_EQ(AlgorithmOf(SupportedSettings(*hidden, SearchSettings())), Algorithm::kBelief);
}

// A seat sees everything, so its view determines the position from which it searches.
TEST(OpenRacksTest, AViewDeterminesThePosition) {
  const auto game = testing::Game("tantrix{racks=open}");
  envs::Playthrough play(*game);
  RandomStream random(1, 0, 0, Purpose::kTest);
  int decisions = 0;
  for (; !play.Ended(); PlayRandomStep(&play, &random)) {
    if (play.Actors().Has(envs::Actor::kChance)) {
      continue;
    }
    envs::PositionBuffer drawn(1, game->Spec().position_bytes);
    game->Resample(play.View(SeatToAct(play)).Span(), &random, drawn.Span());
    EXPECT_TRUE(std::ranges::equal(drawn.Span().Bytes(), play.Position().Bytes()))
        << game->PositionText(play.Position());
    ++decisions;
  }
  EXPECT_GT(decisions, 40);
}

// The greatest and the least value of the acting seat's actions.
std::pair<double, double> Range(const std::map<envs::Action, double>& values) {
  double best = -1;
  double worst = 1;
  for (const auto& [action, value] : values) {
    best = std::max(best, value);
    worst = std::min(worst, value);
  }
  return {best, worst};
}

// The same rules with the fourteen tiles without green and racks of one, so that chance still draws
// when few enough tiles are left to enumerate everything.
class SingleRack : public envs::tantrix::Tantrix {
 public:
  static constexpr std::string_view kName = "single_rack";
  static constexpr envs::tantrix::Box kBox = {
      .num_tiles = 14, .rack_size = 1, .colours = "BRY", .radius = 5};
  explicit SingleRack(const envs::RuleOptions& options) : Tantrix(options, kBox) {}
  static envs::OptionSchema Options() { return OptionsOf(kBox); }
};

int TilesInBag(const envs::Playthrough& play) {
  return reinterpret_cast<const SingleRack::Position*>(play.Position().Row(0))->now.bag_size;
}

struct Least {
  Algorithm algorithm;
  // Required number of best decisions out of 40.
  int best;
};

class OpenEndgameTest : public ::testing::TestWithParam<Least> {};

// The value of each action to the acting seat; empty if the position is too large to enumerate.
std::map<envs::Action, double> ExactValues(const envs::Playthrough& play) {
  envs::PositionBuffer position(1, play.game().Spec().position_bytes);
  envs::CopyRows<envs::PositionTag>(play.Position(), position.Span());
  testing::BruteForce exact(play.game(), 10000);
  std::map<envs::Action, double> values = exact.ValuesOfActions(position);
  if (exact.GaveUp()) {
    return {};
  }
  for (auto& [action, value] : values) {
    value = SeatToAct(play) == envs::Seat::k0 ? value : -value;
  }
  return values;
}

// Plays on to the first decision with two tiles in the bag whose actions differ in value by 0.2.
// Returns its values; empty if the game has no such decision.
std::map<envs::Action, double> GoOnToDecision(envs::Playthrough* play, RandomStream* random) {
  for (; !play->Ended(); PlayRandomStep(play, random)) {
    if (play->Actors().Has(envs::Actor::kChance) || TilesInBag(*play) != 2) {
      continue;
    }
    const std::map<envs::Action, double> values = ExactValues(*play);
    const auto [best, worst] = Range(values);
    if (best - worst >= 0.2) {
      return values;
    }
  }
  return {};
}

TEST_P(OpenEndgameTest, FindsTheBestMeanOverDraws) {
  const auto game = *envs::RulesGame<SingleRack>::Make({{"racks", "open"}});
  UniformEvaluator evaluator(*game, 3);
  SearchSettings settings = Settings(GetParam().algorithm, 8000);
  if (GetParam().algorithm == Algorithm::kGumbel) {
    // All actions are considered.
    Select<GumbelSettings>(&settings).max_considered = 4096;
  }
  const auto search = MakeSearch(*game, settings);
  ASSERT_OK(search.status());
  int decided = 0;
  int found = 0;
  double found_blindly = 0;
  int by_chance = 0;
  for (uint32_t number = 0; decided < 40; ++number) {
    envs::Playthrough play(*game);
    RandomStream random(2, number, 0, Purpose::kTest);
    const std::map<envs::Action, double> values = GoOnToDecision(&play, &random);
    if (values.empty()) {
      continue;
    }
    const double best = Range(values).first;
    const envs::ViewBuffer view = play.View(SeatToAct(play));
    const SearchRoot root = {.view = view.Span(), .seed = 1, .game = number};
    const auto decision = Decide(search->get(), &evaluator, root);
    ASSERT_OK(decision.status());
    ++decided;
    found += values.at(decision->action) == best ? 1 : 0;
    const auto bests = std::ranges::count(values, best, [](const auto& one) { return one.second; });
    found_blindly += static_cast<double>(bests) / static_cast<double>(values.size());
    by_chance += std::abs(best) == 0.5 ? 1 : 0;
  }
  EXPECT_GE(found, GetParam().best);
  EXPECT_LT(found_blindly, 15);
  // Decisions that depend on chance: half of the outcomes won, half drawn.
  EXPECT_GT(by_chance, 5);
}

// Gumbel may never retry an action that looks bad at first at an inner node.
INSTANTIATE_TEST_SUITE_P(Algorithms, OpenEndgameTest,
                         ::testing::Values(Least{Algorithm::kGumbel, 32},
                                           Least{Algorithm::kPuct, 40}));

}  // namespace
}  // namespace kvintet::selfplay
