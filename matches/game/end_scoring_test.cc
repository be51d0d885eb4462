// Tests of EndOf.
#include "matches/game/end_scoring.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/rng.h"
#include "envs/match_play.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "matches/settings/match_rules.h"

namespace kvintet::matches {
namespace {

using envs::Actor;
using envs::Seat;
using Tenths = std::array<int, envs::kNumSeats>;

constexpr int64_t kMinute = int64_t{60} * 1000 * 1000;
constexpr PlayerSeats kExchanged = {Seat::k1, Seat::k0};
constexpr Scoring kByScore = {.by_score = true};
constexpr Scoring kByResult = {.win = 30, .draw = 10, .loss = 1};
constexpr char kWonByFirst[] = "tic_tac_toe; 0 a1; 1 b1; 0 a2; 1 b2; 0 a3";

std::unique_ptr<envs::Game> Made(const std::string& text) {
  auto game = envs::MakeGame(text);
  KVINTET_CHECK(game.ok());
  return *std::move(game);
}

envs::Playthrough Played(const envs::Game& game, const std::string& record) {
  auto play = envs::Playthrough::FromRecord(game, record);
  KVINTET_CHECK(play.ok());
  return *std::move(play);
}

// Plays the first legal action each time.
envs::Playthrough PlayedOut(const envs::Game& game) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  envs::Playthrough play(game);
  while (!play.Ended()) {
    if (play.Actors().Has(Actor::kChance)) {
      play.ApplyChance(&random);
      continue;
    }
    const Seat seat = play.Actors().Has(Seat::k0) ? Seat::k0 : Seat::k1;
    const envs::ViewBuffer view = play.View(seat);
    KVINTET_CHECK(play.Apply(envs::ActorOf(seat), envs::LegalList(game, view.Span()).front()).ok());
  }
  return play;
}

TEST(EndScoringTest, TheGamesOwnEndHasItsOwnResult) {
  const auto game = Made("tic_tac_toe");
  const envs::Playthrough play = Played(*game, kWonByFirst);
  const MatchClock clock({});
  const MatchEnd end = EndOf({.game = *game, .play = &play, .clock = clock}, {});
  EXPECT_EQ(end.returns, (std::array<double, 2>{1, -1}));
  EXPECT_EQ(end.reason, play.Result().reason);
  EXPECT_FALSE(end.tenths.has_value());
}

TEST(EndScoringTest, WhoLosesByMatchPlayLosesWithItsSeat) {
  const auto game = Made("tic_tac_toe");
  const envs::Playthrough play(*game);
  const MatchClock clock({});
  const MatchEnd end = EndOf({.game = *game, .play = &play, .seats = kExchanged, .clock = clock},
                             {.reason = "time", .loser = 0, .claimed = true});
  EXPECT_EQ(end.returns, (std::array<double, 2>{1, -1}));
  EXPECT_EQ(end.reason, "time");
  EXPECT_TRUE(end.claimed);
}

TEST(EndScoringTest, NobodyWinsAGameThatIsTooLong) {
  const auto game = Made("tic_tac_toe");
  const envs::Playthrough play(*game);
  const MatchClock clock({});
  const MatchEnd end =
      EndOf({.game = *game, .play = &play, .clock = clock}, {.reason = kMaxPliesEnd});
  EXPECT_EQ(end.returns, (std::array<double, 2>{}));
  EXPECT_TRUE(end.truncated);
}

TEST(EndScoringTest, ATournamentCountsResultsButNoVoidGame) {
  const auto game = Made("tic_tac_toe");
  const envs::Playthrough play = Played(*game, kWonByFirst);
  const MatchClock clock({});
  const ScoredGame scored = {.game = *game, .play = &play, .clock = clock, .points = &kByResult};
  EXPECT_EQ(EndOf(scored, {}).tenths, (Tenths{30, 1}));
  EXPECT_EQ(EndOf(scored, {.reason = "agreed"}).tenths, (Tenths{10, 10}));
  EXPECT_EQ(EndOf(scored, {.reason = "resigned", .loser = 0}).tenths, (Tenths{1, 30}));
  EXPECT_FALSE(EndOf(scored, {.reason = kVoidEnd}).tenths.has_value());
}

TEST(EndScoringTest, T7_AForfeitHasItsPointsEvenBeforeTheFirstGame) {
  const auto game = Made("tantrix");
  const envs::TournamentRules rules = RulesOf(*game).tournament;
  const MatchClock clock({});
  const MatchEnd end = EndOf({.game = *game, .clock = clock}, {.reason = kForfeitEnd, .loser = 1});
  EXPECT_EQ(end.tenths, (Tenths{rules.forfeit, rules.total - rules.forfeit}));
}

TEST(EndScoringTest, ByScoreALossWithoutAScoreIsAForfeitAndADrawIsEven) {
  const auto game = Made("tantrix");
  const envs::TournamentRules rules = RulesOf(*game).tournament;
  const envs::Playthrough play(*game);
  const MatchClock clock({});
  const ScoredGame scored = {.game = *game, .play = &play, .clock = clock, .points = &kByScore};
  EXPECT_EQ(EndOf(scored, {.reason = "resigned", .loser = 0}).tenths,
            (Tenths{rules.total - rules.forfeit, rules.forfeit}));
  EXPECT_EQ(EndOf(scored, {.reason = "adjudged"}).tenths,
            (Tenths{rules.total / 2, rules.total / 2}));
}

TEST(EndScoringTest, T7_EachBegunMinuteBeyondTheBudgetCostsPoints) {
  const auto game = Made("tantrix");
  const envs::MatchRules rules = RulesOf(*game);
  const envs::Playthrough play = PlayedOut(*game);
  MatchClock clock(rules.clock);
  const ScoredGame scored = {.game = *game, .play = &play, .seats = kExchanged, .clock = clock};
  const int within = (*EndOf(scored, {}).tenths)[1];
  const EndCause late = {.spent = {clock.Budget() + kMinute / 2, 0}};
  EXPECT_EQ((*EndOf(scored, late).tenths)[1], within - rules.tournament.penalty_per_minute);
  // Time that was given does not count.
  clock.Give(0, kMinute);
  EXPECT_EQ((*EndOf(scored, late).tenths)[1], within);
}

}  // namespace
}  // namespace kvintet::matches
