// Tests of PlayMatch: pairs, determinism, forfeits.
#include "arena/match.h"

#include <algorithm>
#include <iterator>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/match.h"

#include "arena/agents/random_agent.h"
#include "envs/registry.h"
#include "tests/support/matches/first_agent.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using testing::FirstAgent;
using testing::NotingAgent;

// Fails like a program that has crashed.
class CrashedAgent final : public Agent {
 public:
  std::string Spec() const override { return "crashed"; }
  absl::Status Choose(std::span<const Turn>, std::span<Choice> choices) override {
    for (Choice& choice : choices) {
      choice.failure = "it crashed";
    }
    return absl::OkStatus();
  }
};

std::unique_ptr<envs::Game> TicTacToe() { return *envs::MakeGame("tic_tac_toe"); }

TEST(MatchTest, SeatsAreExchangedWithinAPair) {
  const auto game = TicTacToe();
  FirstAgent a(*game);
  FirstAgent b(*game);
  ASSERT_OK_AND_ASSIGN(const MatchResult result, PlayMatch(*game, &a, &b, {.pairs = 3}));
  ASSERT_EQ(result.games.size(), 6u);
  for (const MatchGame& one : result.games) {
    EXPECT_EQ(one.a_seat, one.index % 2);
    EXPECT_EQ(one.a_return, one.a_seat == 0 ? 1 : -1) << "the lowest cells win for seat 0";
  }
  EXPECT_DOUBLE_EQ(result.scores.Estimate().score, 0.5);
}

TEST(MatchTest, SameGamesWhateverTheNumberInPlay) {
  const auto game = TicTacToe();
  std::vector<std::string> records[2];
  for (const int parallel : {1, 7}) {
    RandomAgent a(*game);
    RandomAgent b(*game);
    ASSERT_OK_AND_ASSIGN(
        const MatchResult result,
        PlayMatch(*game, &a, &b,
                  {.pairs = 10, .opening_random_plies = 2, .parallel_games = parallel, .seed = 5}));
    for (const MatchGame& one : result.games) {
      records[parallel == 1 ? 0 : 1].push_back(one.record);
    }
  }
  EXPECT_EQ(records[0], records[1]);
}

TEST(MatchTest, BothGamesOfAPairOpenAlike) {
  const auto game = TicTacToe();
  FirstAgent a(*game);
  FirstAgent b(*game);
  ASSERT_OK_AND_ASSIGN(const MatchResult result,
                       PlayMatch(*game, &a, &b, {.pairs = 8, .opening_random_plies = 3}));
  for (size_t i = 0; i < result.games.size(); i += 2) {
    EXPECT_EQ(result.games[i].record, result.games[i + 1].record);
  }
  EXPECT_NE(result.games[0].record, result.games[2].record);
}

TEST(MatchTest, AnAgentThatFailsLosesWithItsReason) {
  const auto game = TicTacToe();
  FirstAgent a(*game);
  CrashedAgent b;
  ASSERT_OK_AND_ASSIGN(const MatchResult result, PlayMatch(*game, &a, &b, {.pairs = 1}));
  for (const MatchGame& one : result.games) {
    EXPECT_EQ(one.a_return, 1);
    EXPECT_EQ(one.reason, "forfeit: it crashed");
  }
}

TEST(MatchTest, WhereBothFailAtOnceNeitherWins) {
  const auto game = *envs::MakeGame("oshi_zumo");
  CrashedAgent a;
  CrashedAgent b;
  ASSERT_OK_AND_ASSIGN(const MatchResult result, PlayMatch(*game, &a, &b, {.pairs = 1}));
  for (const MatchGame& one : result.games) {
    EXPECT_EQ(one.a_return, 0);
    EXPECT_EQ(one.reason, "forfeit: it crashed; and it crashed");
  }
}

// Settings count the plies from a game's start: temperature_plies is 16 plies of both seats.
TEST(MatchTest, AnEpisodeIsThePlyOfTheDecision) {
  const auto game = TicTacToe();
  NotingAgent a(*game);
  FirstAgent b(*game);
  ASSERT_OK(PlayMatch(*game, &a, &b, {.pairs = 1, .parallel_games = 1}).status());
  EXPECT_EQ(a.Episodes(), (std::vector<uint32_t>{0, 2, 4, 6, 1, 3, 5}));
}

// If they did not, equal agents would make equal choices.
TEST(MatchTest, SimultaneousChoicesDrawFromTheirOwnStreams) {
  const auto game = *envs::MakeGame("oshi_zumo");
  NotingAgent a(*game);
  NotingAgent b(*game);
  ASSERT_OK(PlayMatch(*game, &a, &b, {.pairs = 1}).status());
  ASSERT_FALSE(a.Keys().empty());
  for (const RandomKey& key : a.Keys()) {
    EXPECT_EQ(std::ranges::count(b.Keys(), key), 0);
  }
}

TEST(MatchTest, GreedyNeedsABaseline) {
  const auto game = TicTacToe();
  EXPECT_THAT(GreedyAgent::Make(*game), testing::StatusIs(absl::StatusCode::kNotFound, "greedy"));
}

TEST(MatchTest, EnoughEndsTheMatchAtTheSamePairWhateverTheNumberInPlay) {
  const auto game = TicTacToe();
  std::vector<PairScores> seen[2];
  for (const int parallel : {1, 9}) {
    RandomAgent a(*game);
    RandomAgent b(*game);
    std::vector<PairScores>& scores = seen[parallel == 1 ? 0 : 1];
    const auto enough = [&](const PairScores& now) {
      scores.push_back(now);
      return now.pairs[2] + now.pairs[4] >= 5;
    };
    ASSERT_OK_AND_ASSIGN(
        const MatchResult result,
        PlayMatch(*game, &a, &b,
                  {.pairs = 1000, .parallel_games = parallel, .seed = 5, .enough = enough}));
    EXPECT_EQ(result.scores.NumPairs(), std::ssize(scores));
    EXPECT_EQ(result.scores.pairs, scores.back().pairs);
    EXPECT_EQ(result.scores.pairs[2] + result.scores.pairs[4], 5);
    ASSERT_EQ(result.games.size(), 2 * scores.size());
    EXPECT_FALSE(result.games.back().record.empty());
  }
  EXPECT_EQ(seen[0].size(), seen[1].size());
  EXPECT_EQ(seen[0].back().pairs, seen[1].back().pairs);
}

TEST(MatchTest, AStopRequestKeepsThePairsThatAreComplete) {
  const auto game = TicTacToe();
  RandomAgent a(*game);
  RandomAgent b(*game);
  std::stop_source stop;
  int ended = 0;
  ASSERT_OK_AND_ASSIGN(
      const MatchResult result,
      PlayMatch(*game, &a, &b, {.pairs = 1000, .parallel_games = 4, .stop = stop.get_token()},
                [&](const MatchGame&) {
                  if (++ended == 21) {
                    stop.request_stop();
                  }
                }));
  EXPECT_GE(result.scores.NumPairs(), 5);
  EXPECT_LE(result.scores.NumPairs(), 12);
  EXPECT_EQ(std::ssize(result.games), 2 * result.scores.NumPairs());
}

TEST(MatchTest, NoPairsIsRefused) {
  const auto game = TicTacToe();
  FirstAgent a(*game);
  EXPECT_FALSE(PlayMatch(*game, &a, &a, {.pairs = 0}).ok());
}

}  // namespace
}  // namespace kvintet::arena
