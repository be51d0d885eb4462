// Tests of Match: Tantrix's tournament rules on colours, late players and wrong pauses.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serving/errors/refusal.h"
#include "tests/support/matches/driven_tournament.h"
#include "tests/support/matches/tournament_points.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::DrivenTournament;
using ::testing::HasSubstr;
using testing::IsOk;

using Kind = DirectorActKind;

constexpr double kDay = 24 * 3600;
constexpr int64_t kSecond = 1'000'000;
constexpr int64_t kBudget = 20 * 60 * kSecond;

// Matches a refusal with this reason and this field (or "").
MATCHER_P2(IsRefusedFor, reason, field, "") {
  const absl::Status& status = testing::StatusOf(arg);
  *result_listener << "which is " << status.ToString() << ", field " << FieldOf(status);
  return ReasonOf(status) == reason && FieldOf(status) == field;
}

// Settings of a match that waits for player 1.
MatchSettings Waiting(const std::string& game, const ColourWish& wish = {}) {
  MatchSettings settings = DrivenMatch::Settings(game);
  settings.players[0].colours = wish;
  settings.players[1].open = true;
  return settings;
}

absl::Status Join(DrivenMatch* world, const JoinAct& act) {
  return world->table
      ->Join(world->match, act, {},
             [world](const Admission& made) {
               const auto player = static_cast<size_t>(made.player);
               world->tokens[player] = made.tokens[player];
               return std::string();
             })
      .status();
}

std::string GameSeen(DrivenMatch* world) { return world->See().knowledge.game->Spec().text; }

PlayerSight Player(DrivenMatch* world, int player) {
  return world->See().players[static_cast<size_t>(player)];
}
int64_t Left(DrivenMatch* world, int player) { return *Player(world, player).left; }

TEST(TantrixColoursTest, T7_WhoJoinsHasTheColourThatItWishes) {
  DrivenMatch world;
  world.Create(Waiting("tantrix", {.first = "green"}));
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=green-red"));
  ASSERT_THAT(Join(&world, {.name = "Bob", .colours = ColourWish{.first = "blue"}}), IsOk());
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=green-blue"));
  EXPECT_EQ(Player(&world, 0).seat, envs::Seat::k0);
  EXPECT_EQ(world.See().phase, Phase::kReady);
  world.Open();
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=green-blue"));
}

TEST(TantrixColoursTest, T7_WhoHasRegisteredNothingHindersNobodyWhoJoins) {
  DrivenMatch world;
  world.Create(Waiting("tantrix"));
  ASSERT_THAT(Join(&world, {.colours = ColourWish{.first = "red"}}), IsOk());
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=yellow-red"));
}

TEST(TantrixColoursTest, T7_OfTheSameFirstColourEachGetsTheSecond) {
  DrivenMatch world;
  world.Create(Waiting("tantrix", {.first = "green", .second = "red"}));
  ASSERT_THAT(Join(&world, {.colours = ColourWish{.first = "green", .second = "blue"}}), IsOk());
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=red-blue"));
}

TEST(TantrixColoursTest, T7_WhereBothWishTheSameWhoJoinsWishesOthersOrNone) {
  DrivenMatch world;
  world.Create(Waiting("tantrix", {.first = "green"}));
  const auto refused = Join(&world, {.colours = ColourWish{.first = "green"}});
  EXPECT_THAT(refused, IsRefusedFor(v1::REASON_BAD_FIELD, "colours"));
  EXPECT_THAT(std::string(refused.message()), HasSubstr("both players wish the same"));
  EXPECT_TRUE(Player(&world, 1).open);
  ASSERT_THAT(Join(&world, {}), IsOk());
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=green-red"));
}

TEST(TantrixColoursTest, RefusesAWishThatCannotBe) {
  DrivenMatch world;
  world.Create(Waiting("tantrix"));
  EXPECT_THAT(Join(&world, {.colours = ColourWish{.first = "pink"}}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "colours"));
  MatchSettings lot = Waiting("tantrix");
  lot.lot = true;
  world.Create(lot);
  EXPECT_THAT(Join(&world, {.colours = ColourWish{.first = "red"}}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "colours"));
  for (const ColourWish& wish : {ColourWish{.first = "red"}, ColourWish{.colour_blind = true}}) {
    world.Create(Waiting("renju"));
    EXPECT_THAT(Join(&world, {.colours = wish}), IsRefusedFor(v1::REASON_BAD_FIELD, "colours"));
    EXPECT_TRUE(Player(&world, 1).open);
  }
  EXPECT_THAT(world.table->Create(Waiting("renju", {.first = "red"}), {},
                                  [](const Admission&) { return std::string(); }),
              IsRefusedFor(v1::REASON_BAD_FIELD, "players.colours"));
}

TEST(TantrixColoursTest, T7_WhatWasWishedByJoiningIsKeptInARematch) {
  DrivenMatch world;
  world.Create(Waiting("tantrix"));
  ASSERT_THAT(Join(&world, {.colours = ColourWish{.first = "blue"}}), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  world.Open();
  ASSERT_THAT(world.Rematch(0), IsOk());
  ASSERT_THAT(world.Rematch(1), IsOk());
  EXPECT_EQ(Player(&world, 1).seat, envs::Seat::k1);
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=red-blue"));
}

TEST(TantrixColoursTest, T7_AgainstWhoIsColourBlindTheOtherMayChooseBoth) {
  DrivenMatch world;
  world.Create(Waiting("tantrix", {.first = "blue", .opponent = "yellow"}));
  const ColourWish blind = {.first = "blue", .second = "red", .colour_blind = true};
  ASSERT_THAT(Join(&world, {.colours = blind}), IsOk());
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=blue-yellow"));
  EXPECT_FALSE(Player(&world, 0).colour_blind);
  EXPECT_TRUE(Player(&world, 1).colour_blind);
}

TEST(TantrixColoursTest, T7_ThePaletteAloneChangesNoColour) {
  DrivenMatch world;
  world.Create(Waiting("tantrix{colours=blue-green}"));
  ASSERT_THAT(Join(&world, {.colours = ColourWish{.colour_blind = true}}), IsOk());
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=blue-green"));
  EXPECT_TRUE(Player(&world, 1).colour_blind);
}

TEST(TantrixColoursTest, T7_WhatTheDirectorHasRegisteredStands) {
  DrivenTournament world("tantrix");
  TournamentPair pair = DrivenTournament::Between("Ada", "Bob");
  pair.players[1].colours.first = "blue";
  ASSERT_THAT(world.Add({.pairs = {pair}}), IsOk());
  const auto& [ada, bob] = world.added.back().invitations;
  EXPECT_THAT(Join(&world, {.invitation = bob, .colours = ColourWish{.first = "red"}}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "colours"));
  ASSERT_THAT(Join(&world, {.invitation = bob}), IsOk());
  EXPECT_THAT(Join(&world, {.invitation = ada, .colours = ColourWish{.first = "blue"}}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "colours"));
  ASSERT_THAT(Join(&world, {.invitation = ada, .colours = ColourWish{.first = "green"}}), IsOk());
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=green-blue"));
  // The same holds in the match that replaces this one.
  ASSERT_THAT(world.Do(Kind::kVoided), IsOk());
  ASSERT_THAT(world.Replay(), IsOk());
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=green-blue"));
}

TEST(TantrixLateTest, T7_AfterFiveMinutesTheClockOfWhoIsLateMayBeStarted) {
  DrivenMatch world;
  world.Create("tantrix");
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
  world.Pass(299);
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  EXPECT_EQ(Player(&world, 1).late, 299 * kSecond);
  EXPECT_FALSE(Player(&world, 0).late);
  world.Pass(1);
  EXPECT_THAT(world.Act(1, ActKind::kStartClock), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  ASSERT_THAT(world.Act(0, ActKind::kStartClock), IsOk());
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_ALREADY_CHOSEN, ""));
  EXPECT_TRUE(Player(&world, 1).running);
  EXPECT_EQ(world.Told(Audience::kSpectators).back().kind, EventKind::kClockStarted);
  world.Pass(60);
  world.Open();
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_EQ(Left(&world, 0), kBudget);
  EXPECT_EQ(Left(&world, 1), kBudget - 60 * kSecond);
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_NOT_NOW, ""));
}

TEST(TantrixLateTest, T7_WhoIsNotThereInTenMinutesHasForfeitedToTheOneWhoInsists) {
  DrivenTournament world("tantrix");
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}}), IsOk());
  ASSERT_THAT(world.Come(0), IsOk());
  world.Pass(300);
  ASSERT_THAT(world.Act(0, ActKind::kStartClock), IsOk());
  world.Pass(299);
  EXPECT_EQ(world.See().phase, Phase::kOpen);
  EXPECT_EQ(Player(&world, 1).spent, 299 * kSecond);
  world.Open();
  EXPECT_EQ(Player(&world, 1).spent, 299 * kSecond);
  world.Pass(1);
  ASSERT_EQ(world.See().phase, Phase::kOver);
  EXPECT_EQ(world.See().end->reason, "forfeit");
  EXPECT_EQ(world.Ranking(), "1 Ada 150, 2 Bob 50");
}

TEST(TantrixLateTest, T7_WhoComesLateHasUsedTheTimeAndTheMinutesGoOnUntilItIsReady) {
  for (const bool ready : {true, false}) {
    DrivenTournament world("tantrix");
    ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}}), IsOk());
    world.Pass(120);
    ASSERT_THAT(world.Come(0), IsOk());
    world.Pass(180);
    ASSERT_THAT(world.Act(0, ActKind::kStartClock), IsOk());
    world.Pass(120);
    ASSERT_THAT(world.Come(1), IsOk());
    EXPECT_EQ(world.See().phase, Phase::kReady);
    EXPECT_EQ(Player(&world, 1).late, 420 * kSecond);
    EXPECT_EQ(Player(&world, 0).late, 0);
    EXPECT_TRUE(Player(&world, 1).running);
    ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
    world.Pass(179);
    if (ready) {
      ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
      EXPECT_EQ(Left(&world, 1), kBudget - 299 * kSecond);
      EXPECT_EQ(Left(&world, 0), kBudget);
    } else {
      world.Pass(1);
      EXPECT_EQ(world.See().end->reason, "forfeit");
      EXPECT_EQ(world.See().end->returns[1], -1);
    }
  }
}

TEST(TantrixLateTest, T7_WithoutADirectorsActWhoNeverComesForfeits) {
  DrivenTournament world("tantrix");
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}}), IsOk());
  ASSERT_THAT(world.Come(1), IsOk());
  world.Pass(kDay - 1);
  EXPECT_EQ(world.See().phase, Phase::kOpen);
  world.Pass(1);
  EXPECT_EQ(world.See().end->reason, "forfeit");
  EXPECT_EQ(world.Ranking(), "1 Bob 150, 2 Ada 50");
  // If neither player joins, neither has lost.
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Cy", "Di")}}), IsOk());
  world.Pass(kDay);
  EXPECT_EQ(world.See().end->reason, "void");
}

TEST(TantrixLateTest, T7_AMatchThatBeginsPausedIsLateFromWhenItMayBegin) {
  DrivenTournament world("tantrix");
  ASSERT_THAT(
      world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}, .paused_for = "at ten"}),
      IsOk());
  ASSERT_THAT(world.Come(0), IsOk());
  world.Pass(3600);
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_MATCH_PAUSED, ""));
  ASSERT_THAT(world.Do(Kind::kResumed), IsOk());
  world.Pass(299);
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  world.Pass(1);
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsOk());
  // When the director starts the match anew, both players get the full time again.
  ASSERT_THAT(world.Do(Kind::kPaused), IsOk());
  ASSERT_THAT(world.Do(Kind::kResumed), IsOk());
  EXPECT_FALSE(Player(&world, 1).running);
  world.Pass(400);
  EXPECT_EQ(world.See().phase, Phase::kOpen);
}

TEST(TantrixLateTest, T7_WhereAnHourIsSetTheMinutesCountFromIt) {
  for (const bool comes : {true, false}) {
    DrivenTournament world("tantrix");
    const int64_t hour = world.sources.time.WallMillis() + 3'600'000;
    ASSERT_THAT(
        world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}, .start_millis = hour}),
        IsOk());
    ASSERT_THAT(world.Come(0), IsOk());
    ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
    world.Pass(3599);
    EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_NOT_NOW, ""));
    world.Pass(1);
    world.Pass(299);
    EXPECT_EQ(Player(&world, 1).late, 299 * kSecond);
    EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_NOT_NOW, ""));
    world.Pass(1);
    ASSERT_THAT(world.Act(0, ActKind::kStartClock), IsOk());
    world.Pass(60);
    const ColourWish wish = {.first = "blue"};
    const std::string& bob = world.added.back().invitations[1];
    if (comes) {
      EXPECT_THAT(Join(&world, {.invitation = bob, .colours = wish}),
                  IsRefusedFor(v1::REASON_BAD_FIELD, "colours"));
      ASSERT_THAT(Join(&world, {.invitation = bob, .colours = ColourWish{.colour_blind = true}}),
                  IsOk());
      EXPECT_TRUE(Player(&world, 1).colour_blind);
      ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
      EXPECT_EQ(world.See().phase, Phase::kToMove);
      EXPECT_EQ(Left(&world, 1), kBudget - 60 * kSecond);
    } else {
      world.Pass(240);
      EXPECT_EQ(world.See().end->reason, "forfeit");
      EXPECT_EQ(world.Ranking(), "1 Ada 150, 2 Bob 50");
    }
  }
}

TEST(TantrixLateTest, T7_TheGameThatBeginsAtItsHourHasTheColoursWished) {
  DrivenTournament world("tantrix");
  TournamentPair pair = DrivenTournament::Between("Ada", "Bob");
  pair.players[1].colours.first = "blue";
  const int64_t hour = world.sources.time.WallMillis() + 60'000;
  ASSERT_THAT(world.Add({.pairs = {pair}, .start_millis = hour}), IsOk());
  ASSERT_THAT(Join(&world, {.invitation = world.added.back().invitations[0],
                            .colours = ColourWish{.first = "green"}}),
              IsOk());
  world.Pass(60);
  EXPECT_EQ(world.See().phase, Phase::kReady);
  EXPECT_THAT(GameSeen(&world), HasSubstr("colours=green-blue"));
}

TEST(TantrixLateTest, RefusesToStartAClockThatNobodyCanBeLateBy) {
  DrivenMatch world;
  world.Create(Waiting("tantrix"));
  world.Pass(600);
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  EXPECT_THAT(world.table->Act(world.match, world.tokens[0], 2, ActKind::kStartClock, {}),
              IsRefusedFor(v1::REASON_MATCH_WAITS, ""));
  world.Pass(kDay);
  EXPECT_EQ(world.See().end->reason, "void");
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_GAME_OVER, ""));
  world.Create("renju");
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_NOT_IN_RULES, "kind"));
  MatchSettings timeless = DrivenMatch::Settings("tantrix");
  timeless.clock = {};
  world.Create(timeless);
  EXPECT_THAT(world.Act(0, ActKind::kStartClock), IsRefusedFor(v1::REASON_NOT_IN_RULES, "kind"));
  world.Create("tantrix");
  EXPECT_THAT(world.table->Act(world.match, world.tokens[0], 2, ActKind::kStartClock, {}),
              IsRefusedFor(v1::REASON_STALE_PLY, "game_number"));
}

// Makes both players ready; then the player who is not to move pauses.
void BeginPaused(DrivenMatch* world) {
  ASSERT_THAT(world->Act(0, ActKind::kReady), IsOk());
  ASSERT_THAT(world->Act(1, ActKind::kReady), IsOk());
  ASSERT_THAT(world->Act(1 - world->ToAct(), ActKind::kPause), IsOk());
}

TEST(TantrixPauseTest, T7_APauseThatTheOtherContestsIsWrongAndCostsHalfAMinute) {
  DrivenMatch world;
  world.Create("tantrix");
  BeginPaused(&world);
  const int mover = world.ToAct();
  world.Pass(10);
  ASSERT_THAT(world.Act(mover, ActKind::kContestPause), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_EQ(Left(&world, mover), kBudget + 30 * kSecond);
  EXPECT_EQ(Left(&world, 1 - mover), kBudget - 30 * kSecond);
  const std::vector<SeenEvent> told = world.Told(Audience::kSpectators);
  EXPECT_EQ(told[told.size() - 2].kind, EventKind::kPauseContested);
  EXPECT_EQ(told[told.size() - 2].player, mover);
  EXPECT_EQ(told.back().kind, EventKind::kPauseWrong);
  EXPECT_EQ(told.back().player, -1);
  world.Open();
  EXPECT_EQ(Left(&world, mover), kBudget + 30 * kSecond);
  ASSERT_THAT(world.Move(mover, world.Legal(mover, 1)[0]), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  ASSERT_OK_AND_ASSIGN(const MatchReport report,
                       world.table->Report(world.match, Audience::kSpectators, 1));
  EXPECT_THAT(ReportText(report), HasSubstr(absl::StrCat("player ", 1 - mover,
                                                         "'s was wrong, 0:30.0 of its time to "
                                                         "player ",
                                                         mover)));
}

TEST(TantrixPauseTest, T7_InAnEventWhoHasPausedAdmitsIt) {
  DrivenTournament world("tantrix");
  world.Begin();
  BeginPaused(&world);
  const int mover = world.ToAct();
  ASSERT_THAT(world.Act(mover, ActKind::kContestPause), IsOk());
  EXPECT_TRUE(world.See().pause_contested);
  EXPECT_EQ(Left(&world, mover), kBudget);
  EXPECT_THAT(world.Act(mover, ActKind::kContestPause),
              IsRefusedFor(v1::REASON_ALREADY_CHOSEN, ""));
  EXPECT_THAT(world.Act(mover, ActKind::kAdmitPause), IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
  // Agreeing to resume is not an admission. The director may settle the pause at any time.
  ASSERT_THAT(world.Act(1 - mover, ActKind::kResume), IsOk());
  EXPECT_TRUE(Player(&world, 1 - mover).resumed);
  EXPECT_FALSE(Player(&world, mover).resumed);
  world.Pass(3 * kDay);
  EXPECT_EQ(world.See().phase, Phase::kPaused);
  ASSERT_THAT(world.Act(1 - mover, ActKind::kAdmitPause), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_FALSE(world.See().pause_contested);
  EXPECT_EQ(Left(&world, mover), kBudget + 30 * kSecond);
  EXPECT_EQ(Left(&world, 1 - mover), kBudget - 30 * kSecond);
  EXPECT_EQ(world.Told(Audience::kPlayer0).back().player, 1 - mover);
}

TEST(TantrixPauseTest, T7_OrTheDirectorDecidesWhetherThePauseWasWrong) {
  for (const bool wrong : {true, false}) {
    DrivenTournament world("tantrix");
    world.Begin();
    BeginPaused(&world);
    const int mover = world.ToAct();
    ASSERT_THAT(world.Act(mover, ActKind::kContestPause), IsOk());
    ASSERT_THAT(world.Do({.kind = Kind::kResumed, .wrong_pause = wrong}), IsOk());
    EXPECT_EQ(world.See().phase, Phase::kToMove);
    EXPECT_EQ(Left(&world, mover), kBudget + (wrong ? 30 * kSecond : 0));
    EXPECT_EQ(world.See().acts.back().act.wrong_pause, wrong);
    world.Open();
    EXPECT_EQ(Left(&world, mover), kBudget + (wrong ? 30 * kSecond : 0));
  }
}

TEST(TantrixPauseTest, T7_WhoGoesOnTakesTheContestBack) {
  DrivenTournament world("tantrix");
  world.Begin();
  BeginPaused(&world);
  const int mover = world.ToAct();
  ASSERT_THAT(world.Act(mover, ActKind::kContestPause), IsOk());
  ASSERT_THAT(world.Act(mover, ActKind::kResume), IsOk());
  EXPECT_FALSE(world.See().pause_contested);
  EXPECT_THAT(world.Act(mover, ActKind::kContestPause), IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
  EXPECT_THAT(world.Act(1 - mover, ActKind::kAdmitPause),
              IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
  ASSERT_THAT(world.Act(1 - mover, ActKind::kResume), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_EQ(Left(&world, mover), kBudget);
}

TEST(TantrixPauseTest, T7_WhatAWrongPauseCostsCountsInThePriceOfTime) {
  DrivenMatch world;
  world.Create("tantrix");
  BeginPaused(&world);
  const int slow = world.ToAct();
  ASSERT_THAT(world.Act(slow, ActKind::kContestPause), IsOk());
  // Without the 30 s from the wrong pause, the clock would be overdrawn.
  world.Pass(20 * 60 + 20);
  while (world.See().phase != Phase::kOver) {
    ASSERT_THAT(world.Move(world.ToAct(), world.Legal(world.ToAct(), 1)[0]), IsOk());
  }
  const MatchEnd end = *world.See().end;
  EXPECT_EQ(*end.tenths,
            TournamentPoints(end.reason == "deadlock" ? std::array<int32_t, 2>{} : end.margin));
}

TEST(TantrixPauseTest, RefusesToContestWhatIsNoPauseOrCostsNothing) {
  DrivenTournament world("tantrix");
  world.Begin();
  EXPECT_THAT(world.Act(0, ActKind::kContestPause), IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
  BeginPaused(&world);
  const int caller = 1 - world.ToAct();
  EXPECT_THAT(world.Act(caller, ActKind::kContestPause),
              IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
  EXPECT_THAT(world.Act(caller, ActKind::kAdmitPause), IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
  ASSERT_THAT(world.Do(Kind::kPaused), IsOk());
  EXPECT_THAT(world.Act(1 - caller, ActKind::kContestPause),
              IsRefusedFor(v1::REASON_MATCH_PAUSED, ""));
  ASSERT_THAT(world.Do({.kind = Kind::kResumed, .wrong_pause = true}), IsOk());
  ASSERT_THAT(world.Do(Kind::kPaused), IsOk());
  EXPECT_THAT(world.Do({.kind = Kind::kResumed, .wrong_pause = true}),
              IsRefusedFor(v1::REASON_NO_SUCH_OFFER, ""));
  MatchSettings timeless = DrivenMatch::Settings("tantrix");
  timeless.clock = {};
  world.Create(timeless);
  BeginPaused(&world);
  EXPECT_THAT(world.Act(world.ToAct(), ActKind::kContestPause),
              IsRefusedFor(v1::REASON_NOT_IN_RULES, "kind"));
  world.Create("renju");
  EXPECT_THAT(world.Act(0, ActKind::kContestPause), IsRefusedFor(v1::REASON_NOT_IN_RULES, "kind"));
}

}  // namespace
}  // namespace kvintet::matches
