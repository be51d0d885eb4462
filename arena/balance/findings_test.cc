// Tests of FindingsOf: studies of games whose balance is known exactly.
#include "arena/balance/findings.h"

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
    settings.rungs.push_back({.name = player, .specs = std::vector<std::string>(games, player)});
  }
  return settings;
}

// Where nothing has been decided yet.
absl::StatusOr<double> NoValue(envs::ConstPositions) { return 0.0; }

// Plays the study to its end.
Findings Study(const StudySettings& settings, const Games& games, ValueOf judge = NoValue) {
  const testing::TempDir folder;
  auto file = StudyFile::Open(folder.Path("games"), settings);
  EXPECT_THAT(file, testing::IsOk());
  const StudyMakers makers = {
      .player = [](const envs::Game& game, const std::string& spec,
                   uint64_t seed) { return MakeAgent(game, spec, {.rollout_seed = seed}); },
      .judge = [judge](const envs::Game&, uint64_t) { return judge; }};
  StudyRun run(settings, games, makers, 2, &*file);
  EXPECT_THAT(run.Run({}, [](const StudyProgress&) {}), testing::IsOk());
  auto findings = FindingsOf(settings, file->Games(), games);
  EXPECT_THAT(findings, testing::IsOk());
  return *std::move(findings);
}

TEST(FindingsTest, AGameWhoseFirstSeatAlwaysWins) {
  const auto game = testing::MakeDecidedGame<kTurns, -1>();
  const Findings found = Study(Settings(1, {"random"}), {game.get()});
  EXPECT_TRUE(found.complete);
  const RungFindings& rung = found.rungs[0][0];
  EXPECT_TRUE(rung.complete);
  EXPECT_EQ(rung.fairness, Fairness::kFirstBeyond);
  EXPECT_EQ(rung.wins_draws_losses, (std::array<int64_t, 3>{rung.games, 0, 0}));
  EXPECT_EQ(rung.score.score, 1);
  ASSERT_EQ(rung.reasons.size(), 1u);
  EXPECT_EQ(rung.reasons[0].reason, "first");
  EXPECT_EQ(rung.reasons[0].first_wins, rung.games);
  EXPECT_EQ(rung.length.mean, 4);
  EXPECT_EQ(rung.length.low, 4);
  EXPECT_EQ(rung.choices.mean, 2);
  EXPECT_EQ(rung.forced.mean, 0);
  EXPECT_EQ(rung.finished.score, 1);
  EXPECT_LE(rung.distinct_games, 16);
  EXPECT_FALSE(rung.luck.has_value());
}

TEST(FindingsTest, AGameThatACoinOfTheFirstPlayerDecidesIsFair) {
  const auto game = testing::MakeDecidedGame<kTurns, 0>();
  const RungFindings rung = Study(Settings(1, {"random"}), {game.get()}).rungs[0][0];
  EXPECT_EQ(rung.fairness, Fairness::kFair) << rung.verdict;
  EXPECT_LE(rung.score.low, 0.5);
  EXPECT_GE(rung.score.high, 0.5);
  EXPECT_TRUE(rung.complete);
  // Its own first move says it all.
  ASSERT_EQ(rung.openings.lines.size(), 2u);
  EXPECT_EQ(rung.openings.shown_moves, 1);
  EXPECT_NEAR(rung.openings.depths[0].effective, 2, 0.01);
  for (const OpeningLine& line : rung.openings.lines) {
    EXPECT_EQ(line.score.score, line.moves == "0 a" ? 1 : 0);
  }
}

// Uniformly random play of tic-tac-toe: the first player wins 737 of 1,260 and draws 160.
TEST(FindingsTest, RandomTicTacToeIsWhatCountingSays) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  StudySettings settings = Settings(1, {"random"});
  settings.games = {"tic_tac_toe"};
  settings.margin = 0.149;
  const RungFindings rung = Study(settings, {game.get()}).rungs[0][0];
  const double exact = (737 + 80) / 1260.0;
  EXPECT_LE(rung.score.low, exact);
  EXPECT_GE(rung.score.high, exact);
  EXPECT_EQ(rung.games, std::accumulate(rung.wins_draws_losses.begin(),
                                        rung.wins_draws_losses.end(), int64_t{0}));
  EXPECT_EQ(rung.reasons.size(), 2u);
  EXPECT_EQ(std::ssize(rung.lengths), rung.games);
}

TEST(FindingsTest, AResultThatIsDrawnIsAllLuck) {
  const auto game = testing::MakeDecidedGame<kWithDraw, 1>();
  const RungFindings rung = Study(Settings(1, {"random"}), {game.get()}).rungs[0][0];
  // The outcome 0, at three to one, is the first player's.
  EXPECT_LE(rung.score.low, 0.75);
  EXPECT_GE(rung.score.high, 0.75);
  ASSERT_TRUE(rung.luck.has_value());
  EXPECT_NEAR(rung.luck->share.mean, 1, 0.05);
}

TEST(FindingsTest, AResultThatIsChosenIsNoLuck) {
  const auto game = testing::MakeDecidedGame<kWithDraw, 0>();
  const RungFindings rung = Study(Settings(1, {"random"}), {game.get()}).rungs[0][0];
  ASSERT_TRUE(rung.luck.has_value());
  EXPECT_EQ(rung.luck->games, StudyRun::kReplicas);
  EXPECT_LE(rung.luck->share.low, 0);
  EXPECT_GE(rung.luck->share.high, 0);
}

TEST(FindingsTest, OfTwoVariantsOnlyWhatDiffersStands) {
  const auto fair = testing::MakeDecidedGame<kTurns, 0>();
  const auto sure = testing::MakeDecidedGame<kTurns, -1>();
  const Findings found = Study(Settings(2, {"random"}), {fair.get(), sure.get()});
  EXPECT_EQ(found.rungs[0][0].games, found.rungs[1][0].games);
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

TEST(FindingsTest, OfEqualVariantsNothingStands) {
  const auto a = testing::MakeDecidedGame<kTurns, 0>();
  const auto b = testing::MakeDecidedGame<kTurns, 0>();
  const Findings found = Study(Settings(2, {"random"}), {a.get(), b.get()});
  for (const Difference& one : found.differences) {
    EXPECT_FALSE(one.stands) << one.measure;
  }
}

TEST(FindingsTest, WhoWinsDuelsIsStrongerAndSpeaksOnTheFrontPage) {
  const auto game = testing::MakeDecidedGame<kLong, 7>();
  StudySettings settings = Settings(1, {"mcts:32", "random"});
  settings.max_games = 64;
  const Findings found = Study(settings, {game.get()});
  ASSERT_EQ(found.duels.size(), 1u);
  // The last choice is seat 1's: a search always wins there, and in seat 0 what a coin gives. The
  // counts are of the later rung.
  EXPECT_NEAR(found.duels[0].score.score, 0.25, 0.2);
  EXPECT_EQ(found.headline, 0u);
  ASSERT_EQ(found.strengths.size(), 1u);
  EXPECT_EQ(found.strengths[0][0].elo, 0);
  EXPECT_LT(found.strengths[0][1].high, 0);
  // With a search the second player always wins; without, the game is even.
  EXPECT_EQ(found.rungs[0][0].wins_draws_losses[2], found.rungs[0][0].games);
  EXPECT_GT(found.rungs[0][1].wins_draws_losses[0], 10);
}

TEST(FindingsTest, AStudyCutShortSpeaksOfTheStrongestThatHasPlayed) {
  const auto game = testing::MakeDecidedGame<kTurns, 0>();
  const StudySettings settings = Settings(1, {"a", "b", "c"});
  StudyGames played;
  const auto headline = [&] {
    const auto findings = FindingsOf(settings, played, {game.get()});
    EXPECT_THAT(findings, testing::IsOk());
    return findings->headline;
  };
  EXPECT_EQ(headline(), 2u);
  const StudyGame one = {
      .first_return = 1, .reason = "first", .record = "decided; 0 a; 1 a; 0 a; 1 a"};
  played.games[{.variant = 0, .rung = 0}] = {one};
  EXPECT_EQ(headline(), 0u);
  played.games[{.variant = 0, .rung = 1}] = {one};
  EXPECT_EQ(headline(), 1u);
  // By duels the first is certainly the strongest.
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

// A draw of chance, 61 % of it the first player's, whatever anybody does: a planted bias.
class PlantedGame : public testing::DecidedGame<kPlanted, 0> {
 public:
  using testing::DecidedGame<kPlanted, 0>::DecidedGame;
  static constexpr std::string_view kName = "planted";
  // Each draw is 0 at three to one.
  envs::Outcome Result(const Position& p) const {
    const bool first = (p.path & 3) == 0 || (p.path & 7) == 3;
    const float value = first ? 1 : -1;
    return {.returns = {value, -value}, .reason = first ? "first" : "second"};
  }
};

TEST(FindingsTest, APlantedBiasOfTenPointsIsSeenWithTheStrongestPlayersToo) {
  const auto game = envs::RulesGame<PlantedGame>::Make({});
  ASSERT_THAT(game, testing::IsOk());
  StudySettings settings = Settings(1, {"random", "rollouts:2", "mcts:8"});
  settings.margin = 0.05;
  settings.min_games = 200;
  settings.max_games = 2500;
  settings.duel_pairs = 2;
  const Findings found = Study(settings, {game->get()});
  const StrengthVerdict& verdict = found.ladders[0].by_seat;
  EXPECT_EQ(verdict.finding, Finding::kSettled);
  EXPECT_EQ(verdict.place, Place::kAbove);
  EXPECT_NE(verdict.witness, 0u);
  EXPECT_TRUE(verdict.against.empty());
}

TEST(FindingsTest, ABiasThatOnlyThoseWhoLookAheadFindIsOne) {
  // Random moves make it even; whoever searches wins with the first player.
  const auto game = testing::MakeDecidedGame<kTurns, 0>();
  StudySettings settings = Settings(1, {"random", "mcts:32"});
  settings.min_games = 200;
  const Findings found = Study(settings, {game.get()});
  EXPECT_EQ(found.rungs[0][0].fairness, Fairness::kFair);
  const StrengthVerdict& verdict = found.ladders[0].by_seat;
  EXPECT_EQ(verdict.finding, Finding::kSettled);
  EXPECT_EQ(verdict.place, Place::kAbove);
}

TEST(FindingsTest, YardsticksAloneJudgeNothing) {
  const auto game = testing::MakeDecidedGame<kTurns, -1>();
  const Findings found = Study(Settings(1, {"random"}), {game.get()});
  EXPECT_EQ(found.rungs[0][0].fairness, Fairness::kFirstBeyond);
  EXPECT_EQ(found.ladders[0].by_seat.finding, Finding::kNoJudge);
  EXPECT_EQ(found.ladders[0].draws.finding, Finding::kNoJudge);
  EXPECT_FALSE(found.ladders[0].by_seat.witness.has_value());
}

TEST(FindingsTest, TensionIsWhatTheJudgeSaw) {
  const auto game = testing::MakeDecidedGame<kTurns, 0>();
  // The judge knows after the first choice who has won.
  const ValueOf judge = [](envs::ConstPositions one) -> absl::StatusOr<double> {
    testing::DecidedGame<kTurns, 0>::Position position;
    std::memcpy(&position, one.Row(0), sizeof(position));
    return (position.path & 1) == 0 ? 1.0 : -1.0;
  };
  const RungFindings rung = Study(Settings(1, {"random"}), {game.get()}, judge).rungs[0][0];
  EXPECT_EQ(rung.tension.games, 20);
  EXPECT_EQ(rung.tension.lead_changes.mean, 0);
  EXPECT_EQ(rung.tension.drama.mean, 0);
  EXPECT_EQ(rung.tension.decided_at.mean, 0);
  EXPECT_EQ(rung.tension.comebacks.score, 0);
  EXPECT_EQ(rung.tension.courses.size(), 20u);
}

TEST(FindingsTest, AStudyWithoutGamesSaysNothing) {
  const auto game = testing::MakeDecidedGame<kTurns, 0>();
  ASSERT_OK_AND_ASSIGN(const Findings found,
                       FindingsOf(Settings(1, {"random", "greedy"}), {}, {game.get()}));
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.rungs[0][1].games, 0);
  EXPECT_TRUE(found.strengths.empty());
}

}  // namespace
}  // namespace kvintet::arena
