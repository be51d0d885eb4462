// Tests of BalanceLights on studies with known figures.
#include "cli/balance/balance_lights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// How one player's games ended: the wins of the first player and the draws in every hundred games.
struct Played {
  std::string player;
  int64_t games = 0;
  int64_t won = 0;
  int64_t drawn = 0;
  bool truncated = false;
};

std::vector<arena::StudyGame> GamesOf(const Played& played) {
  std::vector<arena::StudyGame> games;
  for (int64_t i = 0; i < played.games; ++i) {
    // 61 and 100 are coprime, so every hundred games contain each remainder once.
    const int64_t place = i * 61 % 100;
    const double result = place < played.won ? 1 : place < played.won + played.drawn ? 0 : -1;
    games.push_back({.first_return = result,
                     .reason = "line",
                     .truncated = played.truncated,
                     .moves = 5,
                     .decisions = 5,
                     .choices = 7,
                     .record = "tic_tac_toe; 0 a1; 1 b1; 0 a2; 1 b2; 0 a3"});
  }
  return games;
}

// The lights of a study with these results; `game` only provides the rules.
class Study {
 public:
  explicit Study(const std::vector<Played>& all) : game_(*envs::MakeGame("tic_tac_toe")) {
    arena::StudySettings settings = {.games = {game_->Spec().text}, .margin = 0.05};
    settings.min_games = 200;
    settings.max_games = 2400;
    settings.judged_games = 0;
    settings.duel_pairs = 0;
    arena::StudyGames played;
    for (size_t level = 0; level < all.size(); ++level) {
      settings.levels.push_back({.name = all[level].player, .specs = {all[level].player}});
      played.games[{.variant = 0, .level = level}] = GamesOf(all[level]);
    }
    auto report = MakeBalanceReport(settings, {game_.get()}, played);
    EXPECT_THAT(report, kvintet::testing::IsOk());
    report_ = *std::move(report);
  }
  FrontLine Line(const std::string& question) const {
    for (const FrontLine& line : FrontLines(report_, 0)) {
      if (line.question == question) {
        return line;
      }
    }
    ADD_FAILURE() << question;
    return {};
  }
  const BalanceReport& Report() const { return report_; }

 private:
  std::unique_ptr<envs::Game> game_;
  BalanceReport report_;
};

TEST(BalanceLightsTest, FreeRenjuDependsOnStrengthWithTheTrendInWords) {
  const Study study({{"random", 200, 17},
                     {"greedy", 200, 34},
                     {"rollouts:8", 2400, 42},
                     {"rollouts:32", 2400, 49}});
  const FrontLine fair = study.Line("fair");
  EXPECT_EQ(fair.light, Light::kDepends);
  EXPECT_EQ(fair.label, "depends on strength");
  EXPECT_THAT(fair.sentence,
              HasSubstr("The better the players look ahead, the better for the first player."));
  EXPECT_EQ(fair.trend,
            "Score of the first player: without looking ahead 17 % random, 34 % one move ahead; "
            "looking ahead, the weakest first, 42 % look-ahead 8, 49 % look-ahead 32.");
}

TEST(BalanceLightsTest, APlantedBiasOfTenPointsTurnsRed) {
  const Study study({{"random", 2400, 60}, {"rollouts:8", 2400, 60}, {"rollouts:32", 2400, 60}});
  const FrontLine fair = study.Line("fair");
  EXPECT_EQ(fair.light, Light::kBad);
  EXPECT_EQ(fair.label, "no");
  EXPECT_THAT(fair.sentence, HasSubstr("first player favoured by at least 5."));
}

TEST(BalanceLightsTest, RandomAndGreedyAloneLightNothing) {
  const Study study({{"random", 2400, 80, 0}, {"greedy", 2400, 20, 60}});
  for (const char* question : {"finishes", "fair", "decisive"}) {
    const FrontLine line = study.Line(question);
    EXPECT_EQ(line.light, Light::kNotJudged) << question;
    EXPECT_EQ(line.label, "not judged");
  }
  EXPECT_THAT(study.Line("fair").sentence, HasSubstr("80 % random"));
}

TEST(BalanceLightsTest, TooFewGamesAreNoAlarm) {
  const Study study({{"random", 300, 50}, {"rollouts:8", 90, 50}});
  for (const char* question : {"finishes", "fair", "decisive"}) {
    EXPECT_EQ(study.Line(question).light, Light::kTooFew) << question;
    EXPECT_EQ(study.Line(question).label, "too few games");
  }
  // 112 of 112 games finished, which is reported without raising an alarm.
  const FrontLine finishes = Study({{"random", 300, 50}, {"rollouts:8", 112, 50}}).Line("finishes");
  EXPECT_EQ(finishes.light, Light::kTooFew);
  EXPECT_THAT(finishes.sentence, HasSubstr("100.0 %"));
}

TEST(BalanceLightsTest, BeforeAnyGameThereIsNothingToJudge) {
  const Study study({{"random", 0}, {"rollouts:8", 0}});
  for (const FrontLine& line : FrontLines(study.Report(), 0)) {
    EXPECT_EQ(line.light, Light::kTooFew) << line.question;
  }
}

TEST(BalanceLightsTest, DrawsHaveALightOfTheirOwn) {
  const Study few({{"rollouts:8", 800, 45, 10}, {"rollouts:32", 800, 45, 10}});
  EXPECT_EQ(few.Line("decisive").light, Light::kGood);
  const Study many({{"rollouts:8", 800, 10, 80}, {"rollouts:32", 800, 10, 80}});
  EXPECT_EQ(many.Line("decisive").light, Light::kBad);
  EXPECT_THAT(many.Line("decisive").sentence, HasSubstr("have no winner"));
  const Study some({{"rollouts:8", 2400, 30, 40}, {"rollouts:32", 2400, 30, 40}});
  EXPECT_EQ(some.Line("decisive").label, "some draws");
  const Study fewer({{"greedy", 800, 26, 48}, {"rollouts:32", 800, 49, 2}});
  EXPECT_EQ(fewer.Line("decisive").light, Light::kDepends);
  EXPECT_THAT(fewer.Line("decisive").sentence,
              HasSubstr("The better the players look ahead, the fewer draws."));
}

TEST(BalanceLightsTest, DepthIsCountedFromTheWeakestWhereverItIsNamed) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  arena::StudySettings settings = {.games = {game->Spec().text}, .margin = 0.05};
  settings.max_games = 100;
  settings.levels = {{.name = "rollouts:8", .specs = {"rollouts:8"}},
                     {.name = "random", .specs = {"random"}}};
  arena::StudyGames played;
  for (const size_t level : {0u, 1u}) {
    played.games[{.variant = 0, .level = level}] = GamesOf({.player = "", .games = 100, .won = 50});
  }
  // The second level loses all duels with the first.
  played.duels = {{.a = 1, .b = 0, .a_first = {0, 0, 40}, .b_first = {0, 0, 40}}};
  played.duels[0].scores.pairs[0] = 40;
  const auto report = MakeBalanceReport(settings, {game.get()}, played);
  ASSERT_THAT(report, kvintet::testing::IsOk());
  const FrontLine deep = FrontLines(*report, 0)[4];
  EXPECT_EQ(deep.light, Light::kGood) << deep.sentence;
  EXPECT_THAT(deep.sentence, HasSubstr("look-ahead 8, would score more than 99 of 100 games "
                                       "against random"));
}

TEST(BalanceLightsTest, LengthIsAFigure) {
  const FrontLine line = Study({{"rollouts:8", 800, 50}}).Line("long");
  EXPECT_EQ(line.light, Light::kTell);
  EXPECT_EQ(line.label, "about 5 moves");
}

TEST(BalanceLightsTest, AGameThatABoundEndsDoesNotFinish) {
  const Study study({{"rollouts:8", 800, 50, 0, true}, {"rollouts:32", 800, 50, 0, true}});
  EXPECT_EQ(study.Line("finishes").light, Light::kBad);
}

TEST(BalanceLightsTest, AProofAndAMeasurementAreOneAnswer) {
  const auto game = *envs::MakeGame("kontranto{board=3x3}");
  arena::StudySettings settings = {.games = {game->Spec().text}, .margin = 0.05};
  settings.max_games = 100;
  settings.levels = {{.name = "random", .specs = {"random"}}};
  const auto report = MakeBalanceReport(settings, {game.get()}, {});
  ASSERT_THAT(report, kvintet::testing::IsOk());
  const FrontLine fair = FrontLines(*report, 0)[1];
  EXPECT_EQ(fair.light, Light::kGood);
  EXPECT_EQ(fair.label, "yes, by proof");
  EXPECT_THAT(fair.sentence, HasSubstr("exactly the same"));
  EXPECT_THAT(fair.sentence, Not(HasSubstr("not decided")));
}

TEST(BalanceLightsTest, JsonHoldsVerdictsAndLights) {
  const Study study({{"random", 200, 17},
                     {"greedy", 200, 34},
                     {"rollouts:8", 2400, 42},
                     {"rollouts:32", 2400, 49}});
  const Json front = BalanceJson(study.Report())["front"][0];
  EXPECT_EQ(front["lights"]["fair"]["light"], "depends on strength");
  const Json& verdict = front["verdicts"]["by_seat"];
  EXPECT_EQ(verdict["finding"], "depends on strength");
  EXPECT_EQ(verdict["witness"], "rollouts:32");
  EXPECT_EQ(verdict["place"], "inside");
  EXPECT_EQ(verdict["against"], Json({"random", "greedy", "rollouts:8"}));
}

}  // namespace
}  // namespace kvintet::cli
