// Tests of StudyResultsOf: studies of games whose balance is known exactly.
#include "arena/balance/study_results.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include <gtest/gtest.h>

#include "arena/agents/agent_spec.h"
#include "arena/balance/study/study_run.h"
#include "base/files/file.h"
#include "envs/registry.h"
#include "tests/support/decided_game.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::arena {
namespace {

constexpr std::string_view kTurns = "0101";
constexpr std::string_view kLong = "01010101";
constexpr std::string_view kWithDraw = "0c1";
constexpr std::string_view kPlanted = "ccc01";

using Games = std::vector<const envs::Game*>;

StudySettings Settings(size_t games, std::vector<std::string> players) {
  StudySettings settings = {.margin = 0.1, .max_games = 2000, .judged_games = 20};
  settings.duel_pairs = players.size() > 1 ? 30 : 0;
  for (size_t i = 0; i < games; ++i) {
    settings.games.push_back("decided" + std::to_string(i));
  }
  for (const std::string& player : players) {
    settings.levels.push_back({.name = player, .specs = std::vector<std::string>(games, player)});
  }
  return settings;
}

// The value 0 everywhere.
absl::StatusOr<double> NoValue(envs::ConstPositions) { return 0.0; }

// Plays the study to its end.
StudyResults Study(const StudySettings& settings, const Games& games, ValueOf judge = NoValue) {
  const testing::TempDir folder;
  auto file = StudyFile::Open(folder.Path("games"), settings);
  EXPECT_THAT(file, testing::IsOk());
  const StudyMakers makers = {
      .player = [](const envs::Game& game, const std::string& spec,
                   uint64_t seed) { return MakeAgent(game, spec, {.rollout_seed = seed}); },
      .judge = [judge](const envs::Game&, uint64_t) { return judge; }};
  StudyRun run(settings, games, makers, 2, &*file);
  EXPECT_THAT(run.Run({}, [](const StudyProgress&) {}), testing::IsOk());
  auto results = StudyResultsOf(settings, file->Games(), games);
  EXPECT_THAT(results, testing::IsOk());
  return *std::move(results);
}

TEST(StudyResultsTest, AGameWhoseFirstSeatAlwaysWins) {
  const auto game = testing::MakeDecidedGame<kTurns, -1>();
  const StudyResults found = Study(Settings(1, {"random"}), {game.get()});
  EXPECT_TRUE(found.complete);
  const LevelResults& level = found.levels[0][0];
  EXPECT_TRUE(level.complete);
  EXPECT_EQ(level.fairness, Fairness::kFirstBeyond);
  EXPECT_EQ(level.wins_draws_losses, (std::array<int64_t, 3>{level.games, 0, 0}));
  EXPECT_EQ(level.score.score, 1);
  ASSERT_EQ(level.reasons.size(), 1u);
  EXPECT_EQ(level.reasons[0].reason, "first");
  EXPECT_EQ(level.reasons[0].first_wins, level.games);
  EXPECT_EQ(level.length.mean, 4);
  EXPECT_EQ(level.length.low, 4);
  EXPECT_EQ(level.choices.mean, 2);
  EXPECT_EQ(level.forced.mean, 0);
  EXPECT_EQ(level.finished.score, 1);
  EXPECT_LE(level.distinct_games, 16);
  EXPECT_FALSE(level.luck.has_value());
}

TEST(StudyResultsTest, AGameThatACoinOfTheFirstPlayerDecidesIsFair) {
  const auto game = testing::MakeDecidedGame<kTurns, 0>();
  const LevelResults level = Study(Settings(1, {"random"}), {game.get()}).levels[0][0];
  EXPECT_EQ(level.fairness, Fairness::kFair) << level.verdict;
  EXPECT_LE(level.score.low, 0.5);
  EXPECT_GE(level.score.high, 0.5);
  EXPECT_TRUE(level.complete);
  // Its first move determines the result.
  ASSERT_EQ(level.openings.lines.size(), 2u);
  EXPECT_EQ(level.openings.shown_moves, 1);
  EXPECT_NEAR(level.openings.depths[0].effective, 2, 0.01);
  for (const OpeningLine& line : level.openings.lines) {
    EXPECT_EQ(line.score.score, line.moves == "0 a" ? 1 : 0);
  }
}

// In uniformly random tic-tac-toe the first player wins 737 of 1,260 games and draws 160.
TEST(StudyResultsTest, RandomTicTacToeIsWhatCountingSays) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  StudySettings settings = Settings(1, {"random"});
  settings.games = {"tic_tac_toe"};
  settings.margin = 0.149;
  const LevelResults level = Study(settings, {game.get()}).levels[0][0];
  const double exact = (737 + 80) / 1260.0;
  EXPECT_LE(level.score.low, exact);
  EXPECT_GE(level.score.high, exact);
  EXPECT_EQ(level.games, std::accumulate(level.wins_draws_losses.begin(),
                                         level.wins_draws_losses.end(), int64_t{0}));
  EXPECT_EQ(level.reasons.size(), 2u);
  EXPECT_EQ(std::ssize(level.lengths), level.games);
}

TEST(StudyResultsTest, AResultThatIsDrawnIsAllLuck) {
  const auto game = testing::MakeDecidedGame<kWithDraw, 1>();
  const LevelResults level = Study(Settings(1, {"random"}), {game.get()}).levels[0][0];
  // Outcome 0, with odds of three to one, is a win of the first player.
  EXPECT_LE(level.score.low, 0.75);
  EXPECT_GE(level.score.high, 0.75);
  ASSERT_TRUE(level.luck.has_value());
  EXPECT_NEAR(level.luck->share.mean, 1, 0.05);
}

TEST(StudyResultsTest, AResultThatIsChosenIsNoLuck) {
  const auto game = testing::MakeDecidedGame<kWithDraw, 0>();
  const LevelResults level = Study(Settings(1, {"random"}), {game.get()}).levels[0][0];
  ASSERT_TRUE(level.luck.has_value());
  EXPECT_EQ(level.luck->games, StudyRun::kReplicas);
  EXPECT_LE(level.luck->share.low, 0);
  EXPECT_GE(level.luck->share.high, 0);
}

// As `goofspiel{order=random}` beside `goofspiel{order=descending}`.
TEST(StudyResultsTest, OneVariantMayHaveChanceAndTheOtherNone) {
  const auto chosen = testing::MakeDecidedGame<kTurns, 0>();
  const auto drawn = testing::MakeDecidedGame<kWithDraw, 1>();
  for (const Games& games : {Games{chosen.get(), drawn.get()}, Games{drawn.get(), chosen.get()}}) {
    const StudyResults found = Study(Settings(2, {"random"}), games);
    EXPECT_TRUE(found.complete);
    const size_t with_chance = games[0] == drawn.get() ? 0 : 1;
    EXPECT_FALSE(found.levels[1 - with_chance][0].luck.has_value());
    ASSERT_TRUE(found.levels[with_chance][0].luck.has_value());
    EXPECT_EQ(found.levels[with_chance][0].luck->games, StudyRun::kReplicas);
  }
}

TEST(StudyResultsTest, OfTwoVariantsOnlyWhatDiffersStands) {
  const auto fair = testing::MakeDecidedGame<kTurns, 0>();
  const auto sure = testing::MakeDecidedGame<kTurns, -1>();
  const StudyResults found = Study(Settings(2, {"random"}), {fair.get(), sure.get()});
  EXPECT_EQ(found.levels[0][0].games, found.levels[1][0].games);
  ASSERT_FALSE(found.differences.empty());
  for (const Difference& one : found.differences) {
    EXPECT_EQ(one.variant, 1u);
    EXPECT_EQ(one.stands, one.measure == "score of first player") << one.measure;
    if (one.measure == "score of first player") {
      EXPECT_NEAR(one.difference.mean, 0.5, 0.05);
      EXPECT_GT(one.difference.low, 0);
    } else if (one.measure == "moves") {
      EXPECT_EQ(one.difference.mean, 0);
    }
  }
}

// All games of the first take four moves, and all of the second eight.
TEST(StudyResultsTest, WhatAFewGamesHaveInCommonIsNotCertain) {
  const auto short_game = testing::MakeDecidedGame<kTurns, 0>();
  const auto long_game = testing::MakeDecidedGame<kLong, 0>();
  for (const int64_t games : {2, 64}) {
    StudySettings settings = Settings(2, {"random"});
    settings.max_games = games;
    const StudyResults found = Study(settings, {short_game.get(), long_game.get()});
    const auto moves = std::ranges::find(found.differences, "moves", &Difference::measure);
    ASSERT_NE(moves, found.differences.end());
    EXPECT_EQ(moves->difference.mean, 4);
    EXPECT_EQ(moves->stands, games == 64) << games;
  }
}

TEST(StudyResultsTest, OfEqualVariantsNothingStands) {
  const auto a = testing::MakeDecidedGame<kTurns, 0>();
  const auto b = testing::MakeDecidedGame<kTurns, 0>();
  const StudyResults found = Study(Settings(2, {"random"}), {a.get(), b.get()});
  for (const Difference& one : found.differences) {
    EXPECT_FALSE(one.stands) << one.measure;
  }
}

TEST(StudyResultsTest, WhoWinsDuelsIsStrongerAndSpeaksOnTheFrontPage) {
  const auto game = testing::MakeDecidedGame<kLong, 7>();
  StudySettings settings = Settings(1, {"mcts:32", "random"});
  settings.max_games = 64;
  const StudyResults found = Study(settings, {game.get()});
  ASSERT_EQ(found.duels.size(), 1u);
  // Seat 1 has the last choice: a search always wins in seat 1, and half of its games in seat 0.
  // The counts are those of the later level.
  EXPECT_NEAR(found.duels[0].score.score, 0.25, 0.2);
  EXPECT_EQ(found.headline, 0u);
  ASSERT_EQ(found.strengths.size(), 1u);
  // Above the weakest, which the study names last.
  EXPECT_EQ(found.strengths[0][1].elo, 0);
  EXPECT_EQ(found.strengths[0][1].high, 0);
  EXPECT_GT(found.strengths[0][0].low, 0);
  // With search the second player always wins; without search the game is even.
  EXPECT_EQ(found.levels[0][0].wins_draws_losses[2], found.levels[0][0].games);
  EXPECT_GT(found.levels[0][1].wins_draws_losses[0], 10);
}

TEST(StudyResultsTest, AStudyCutShortSpeaksOfTheStrongestThatHasPlayed) {
  const auto game = testing::MakeDecidedGame<kTurns, 0>();
  const StudySettings settings = Settings(1, {"a", "b", "c"});
  StudyGames played;
  const auto headline = [&] {
    const auto results = StudyResultsOf(settings, played, {game.get()});
    EXPECT_THAT(results, testing::IsOk());
    return results->headline;
  };
  EXPECT_EQ(headline(), 2u);
  const StudyGame one = {
      .first_return = 1, .reason = "first", .record = "decided; 0 a; 1 a; 0 a; 1 a"};
  played.games[{.variant = 0, .level = 0}] = {one};
  EXPECT_EQ(headline(), 0u);
  played.games[{.variant = 0, .level = 1}] = {one};
  EXPECT_EQ(headline(), 1u);
  // By the duels the first level is certainly the strongest.
  for (const auto& [a, b] : {std::pair(1, 0), std::pair(2, 0), std::pair(2, 1)}) {
    StudyDuel duel = {.a = static_cast<size_t>(a), .b = static_cast<size_t>(b)};
    for (int pair = 0; pair < 20; ++pair) {
      duel.scores.Add(-1, -1);
    }
    duel.a_first = {0, 0, 20};
    duel.b_first = {0, 0, 20};
    played.duels.push_back(duel);
  }
  EXPECT_EQ(headline(), 0u);
}

// A chance draw that the first player wins with 61 % whatever the players do: a planted bias.
class PlantedGame : public testing::DecidedGame<kPlanted, 0> {
 public:
  using testing::DecidedGame<kPlanted, 0>::DecidedGame;
  static constexpr std::string_view kName = "planted";
  // Each draw is 0 with odds of three to one.
  envs::Outcome Result(const Position& p) const {
    const bool first = (p.path & 3) == 0 || (p.path & 7) == 3;
    const float value = first ? 1 : -1;
    return {.returns = {value, -value}, .reason = first ? "first" : "second"};
  }
};

TEST(StudyResultsTest, APlantedBiasOfTenPointsIsSeenWithTheStrongestPlayersToo) {
  const auto game = envs::RulesGame<PlantedGame>::Make({});
  ASSERT_THAT(game, testing::IsOk());
  StudySettings settings = Settings(1, {"random", "rollouts:2", "mcts:8"});
  settings.margin = 0.05;
  settings.min_games = 200;
  settings.max_games = 2500;
  settings.duel_pairs = 2;
  const StudyResults found = Study(settings, {game->get()});
  const StrengthVerdict& verdict = found.ladders[0].by_seat;
  EXPECT_EQ(verdict.finding, Finding::kSettled);
  EXPECT_EQ(verdict.place, Place::kAbove);
  EXPECT_NE(verdict.witness, 0u);
  EXPECT_TRUE(verdict.against.empty());
}

TEST(StudyResultsTest, ABiasThatOnlyThoseWhoLookAheadFindIsOne) {
  // Random moves make the game even; with search the first player wins.
  const auto game = testing::MakeDecidedGame<kTurns, 0>();
  StudySettings settings = Settings(1, {"random", "mcts:32"});
  settings.min_games = 200;
  const StudyResults found = Study(settings, {game.get()});
  EXPECT_EQ(found.levels[0][0].fairness, Fairness::kFair);
  const StrengthVerdict& verdict = found.ladders[0].by_seat;
  EXPECT_EQ(verdict.finding, Finding::kSettled);
  EXPECT_EQ(verdict.place, Place::kAbove);
}

TEST(StudyResultsTest, BaselinesAloneJudgeNothing) {
  const auto game = testing::MakeDecidedGame<kTurns, -1>();
  const StudyResults found = Study(Settings(1, {"random"}), {game.get()});
  EXPECT_EQ(found.levels[0][0].fairness, Fairness::kFirstBeyond);
  EXPECT_EQ(found.ladders[0].by_seat.finding, Finding::kNoJudge);
  EXPECT_EQ(found.ladders[0].draws.finding, Finding::kNoJudge);
  EXPECT_FALSE(found.ladders[0].by_seat.witness.has_value());
}

TEST(StudyResultsTest, TensionIsWhatTheJudgeSaw) {
  const auto game = testing::MakeDecidedGame<kTurns, 0>();
  // The judge knows the winner after the first choice.
  const ValueOf judge = [](envs::ConstPositions one) -> absl::StatusOr<double> {
    testing::DecidedGame<kTurns, 0>::Position position;
    std::memcpy(&position, one.Row(0), sizeof(position));
    return (position.path & 1) == 0 ? 1.0 : -1.0;
  };
  const LevelResults level = Study(Settings(1, {"random"}), {game.get()}, judge).levels[0][0];
  EXPECT_EQ(level.tension.games, 20);
  EXPECT_EQ(level.tension.lead_changes.mean, 0);
  EXPECT_EQ(level.tension.drama.mean, 0);
  EXPECT_EQ(level.tension.decided_at.mean, 0);
  EXPECT_EQ(level.tension.comebacks.score, 0);
  EXPECT_EQ(level.tension.courses.size(), 20u);
}

TEST(StudyResultsTest, AStudyWithoutGamesSaysNothing) {
  const auto game = testing::MakeDecidedGame<kTurns, 0>();
  ASSERT_OK_AND_ASSIGN(const StudyResults found,
                       StudyResultsOf(Settings(1, {"random", "greedy"}), {}, {game.get()}));
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.levels[0][1].games, 0);
  EXPECT_TRUE(found.strengths.empty());
}

}  // namespace
}  // namespace kvintet::arena
