// Tests of BoltzmannRule: the actions it finds, its policy target, and the settings it refuses.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "proto/textproto.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/search/search.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/settings_of.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"
#include "tests/support/view_to_move.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::StatusIs;

SearchSettings Settings(const std::string& text) {
  SearchConfig config;
  EXPECT_OK(MergeTextProto(text, "test", config));
  return SettingsOf(config);
}

absl::Status Refusal(const std::string& game, const std::string& text) {
  return MakeSearch(*testing::Game(game), Settings(text)).status();
}

// The decision of a search of one tic-tac-toe position over the hash evaluator.
Decision Searched(const std::string& settings, const std::string& text, uint64_t seed,
                  bool explore = true) {
  const auto game = testing::Game("tic_tac_toe");
  envs::PositionBuffer position(1, game->Spec().position_bytes);
  EXPECT_OK(game->ParsePosition(text, position.Span()));
  auto search = MakeSearch(*game, Settings(settings));
  EXPECT_OK(search.status());
  UniformEvaluator evaluator(*game, 21);
  const envs::ViewBuffer view = testing::ViewToMove(*game, position.Span());
  const SearchRoot root = {.view = view.Span(), .seed = seed, .explore = explore};
  auto decision = Decide(search->get(), &evaluator, root);
  EXPECT_OK(decision.status());
  return *decision;
}

std::vector<int> Visits(const Decision& decision) {
  std::vector<int> visits;
  for (const ActionStatistics& action : decision.actions) {
    visits.push_back(action.visits);
  }
  return visits;
}

constexpr char kGreedy[] = "simulations: 200 boltzmann { play_temperature: 0 }";

// X wins at once with 2.
constexpr char kWon[] = "XX./OO./...";
// O threatens to win with 5, and X has no win.
constexpr char kThreatened[] = "X../OO./..X";

TEST(BoltzmannTest, FindsTheWin) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Decision decision = Searched(kGreedy, kWon, seed);
    EXPECT_EQ(decision.action, 2) << seed;
    EXPECT_GT(decision.actions.front().policy, 0.9f) << seed;
    int visits = 0;
    for (const int each : Visits(decision)) {
      visits += each;
    }
    EXPECT_EQ(visits, 200);
  }
}

// Despite a low prior: the hash evaluator gives it 0.02, and 0.17 to a blunder.
TEST(BoltzmannTest, FindsTheOnlyDefence) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Decision decision =
        Searched("simulations: 2000 boltzmann { play_temperature: 0 }", kThreatened, seed);
    EXPECT_EQ(decision.action, 5) << seed;
    EXPECT_GT(decision.actions[2].policy, 0.8f) << seed;
  }
}

// prior * exp(value * ln(e + visits) / temperature), computed by hand; the root itself has one
// visit.
TEST(BoltzmannTest, PolicyIsThePriorTimesAnExponential) {
  constexpr char kSettings[] = "simulations: 6 boltzmann { temperature: 0.7 play_temperature: 0 }";
  const Decision decision = Searched(kSettings, ".../.../...", 3);
  const double sharpness = std::log(std::exp(1.0) + 7) / 0.7;
  std::vector<double> wanted;
  double sum = 0;
  int unvisited = 0;
  for (const ActionStatistics& action : decision.actions) {
    unvisited += action.visits == 0;
    const double value = action.visits > 0 ? action.value : decision.value;
    wanted.push_back(static_cast<double>(action.prior) * std::exp(value * sharpness));
    sum += wanted.back();
  }
  EXPECT_GE(unvisited, 3);
  for (size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_NEAR(decision.actions[i].policy, wanted[i] / sum, 1e-5);
  }
}

TEST(BoltzmannTest, DrawsAreNamedByTheSeed) {
  EXPECT_EQ(Visits(Searched(kGreedy, kThreatened, 1)), Visits(Searched(kGreedy, kThreatened, 1)));
  EXPECT_NE(Visits(Searched(kGreedy, kThreatened, 1)), Visits(Searched(kGreedy, kThreatened, 2)));
}

// Of 200 visits, a losing move gets its share of the uniform draws, and almost none without
// exploration.
TEST(BoltzmannTest, ExploresOnlyWhereTheRootDoes) {
  constexpr char kSettings[] =
      "simulations: 200 boltzmann { temperature: 0.1 exploration: 1 play_temperature: 0 }";
  const auto others = [](const Decision& decision) {
    return 200 - std::ranges::max(Visits(decision));
  };
  EXPECT_GT(others(Searched(kSettings, kWon, 1)), 25);
  EXPECT_LT(others(Searched(kSettings, kWon, 1, /*explore=*/false)), 15);
}

TEST(BoltzmannTest, DrawsActionsAtTheTemperature) {
  constexpr char kSettings[] = "simulations: 8 boltzmann { play_plies: 1 }";
  std::vector<envs::Action> actions;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const Decision decision = Searched(kSettings, ".../.../...", seed);
    const auto chosen =
        std::ranges::find(decision.actions, decision.action, &ActionStatistics::action);
    EXPECT_NEAR(decision.behaviour, chosen->policy, 1e-6);
    actions.push_back(decision.action);
  }
  std::ranges::sort(actions);
  EXPECT_GT(std::unique(actions.begin(), actions.end()) - actions.begin(), 3);
}

TEST(BoltzmannTest, RefusesGamesThatHideOrActAtOnce) {
  for (const char* game : {"kuhn", "goofspiel"}) {
    EXPECT_THAT(Refusal(game, "boltzmann {}"),
                StatusIs(absl::StatusCode::kUnimplemented, "search.boltzmann needs a game"));
  }
}

}  // namespace
}  // namespace kvintet::selfplay
