// Tests of DecideDirectorAct and Match: the effects of a director's acts, and when they are
// refused.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "serving/errors/refusal.h"
#include "tests/support/matches/driven_tournament.h"
#include "tests/support/matches/tournament_points.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenTournament;
using testing::IsOk;
using testing::PlayAll;
using testing::StatusIs;

using Kind = DirectorActKind;

constexpr char kPlaced[] =
    "konkvest; 0 R@b1; 1 R@l7; 0 R@b7; 1 R@l1; 0 G@a3; 1 G@m4; 0 G@a4; 1 G@m3; 0 H@a1; 1 H@m6; "
    "0 H@a6; 1 H@m1; 0 N@b3; 1 N@l5; 0 N@b5; 1 N@l3";
constexpr char kCycle[] = "konkvest; 0 b3-b2; 1 l5-l6; 0 b2-b3; 1 l6-l5";

// Matches a refusal with this reason and this field (or "").
MATCHER_P2(IsRefusedFor, reason, field, "") {
  const absl::Status& status = testing::StatusOf(arg);
  *result_listener << "which is " << status.ToString() << ", field " << FieldOf(status);
  return ReasonOf(status) == reason && FieldOf(status) == field;
}

// A tournament of Renju with one minute per player for all moves.
TournamentSettings MinuteRenju() {
  TournamentSettings settings = DrivenTournament::EventOf("renju{opening=free}");
  settings.match.clock = {.kind = ClockKind::kStages, .stages = {{.millis = 60'000}}};
  return settings;
}

int64_t Left(DrivenTournament* world, int player) {
  return *world->See().players[static_cast<size_t>(player)].left;
}

TEST(DirectorTest, PausedClocksStandAndNobodyMoves) {
  DrivenTournament world(MinuteRenju());
  world.Begin();
  world.Pass(10);
  ASSERT_THAT(world.Do({.kind = Kind::kPaused, .reason = "fire alarm"}), IsOk());
  world.Pass(1000);
  EXPECT_EQ(world.See().phase, Phase::kHeld);
  EXPECT_EQ(Left(&world, 0), 50'000'000);
  EXPECT_EQ(Left(&world, 1), 60'000'000);
  EXPECT_THAT(world.Move(0, "h8"), IsRefusedFor(v1::REASON_MATCH_PAUSED, ""));
  EXPECT_THAT(world.Act(1, ActKind::kAcceptDraw), IsRefusedFor(v1::REASON_MATCH_PAUSED, ""));
  EXPECT_THAT(world.Do(Kind::kPaused), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  for (int audience = 0; audience < kAudiences; ++audience) {
    const SeenEvent told = world.Told(static_cast<Audience>(audience)).back();
    EXPECT_EQ(told.kind, EventKind::kDirectorActed);
    EXPECT_EQ(told.text, "fire alarm");
    EXPECT_EQ(told.act->act.kind, Kind::kPaused);
  }
  ASSERT_THAT(world.Do(Kind::kResumed), IsOk());
  EXPECT_THAT(world.Do(Kind::kResumed), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  world.Pass(49);
  ASSERT_THAT(world.Move(0, "h8"), IsOk());
  world.Pass(61);
  EXPECT_EQ(world.See().end->reason, "time");
}

TEST(DirectorTest, WhoHasChosenShowsInNoPause) {
  DrivenTournament world("goofspiel");
  world.Begin();
  const int ply = world.See().ply;
  ASSERT_THAT(world.MoveAt(0, ply, world.Legal(0, 1)[0]), IsOk());
  const size_t told = world.Told(Audience::kPlayer1).size();
  ASSERT_THAT(world.Do(Kind::kPaused), IsOk());
  EXPECT_EQ(world.Told(Audience::kPlayer1).size(), told + 1);
  EXPECT_THAT(world.MoveAt(0, ply, world.Legal(0, 1)[0]),
              IsRefusedFor(v1::REASON_MATCH_PAUSED, ""));
  EXPECT_THAT(world.MoveAt(1, ply, world.Legal(1, 1)[0]),
              IsRefusedFor(v1::REASON_MATCH_PAUSED, ""));
  ASSERT_THAT(world.Do(Kind::kResumed), IsOk());
  EXPECT_THAT(world.MoveAt(1, ply, world.Legal(1, 1)[0]), IsOk());
}

TEST(DirectorTest, T7_TheDirectorEndsAPlayersPause) {
  DrivenTournament world("tantrix");
  world.Begin();
  ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kPause), IsOk());
  ASSERT_THAT(world.Do(Kind::kPaused), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kHeld);
  EXPECT_THAT(world.Act(1, ActKind::kResume), IsRefusedFor(v1::REASON_MATCH_PAUSED, ""));
  ASSERT_THAT(world.Do(Kind::kResumed), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
}

TEST(DirectorTest, AnAgentWhoseMoveCameInAPauseIsAskedAgain) {
  DrivenTournament world("tic_tac_toe");
  TournamentPair pair = DrivenTournament::Between("Ada", "Robot");
  pair.players[1].kind = PlayerKind::kAgent;
  ASSERT_THAT(world.Add({.pairs = {pair}}), IsOk());
  EXPECT_TRUE(world.added[0].invitations[1].empty());
  ASSERT_THAT(world.Come(0), IsOk());
  ASSERT_THAT(world.Move(0, "a1"), IsOk());
  const std::vector<AgentTurn> turns = world.table->TakeAgentTurns(world.match);
  ASSERT_EQ(turns.size(), 1u);
  ASSERT_THAT(world.Do(Kind::kPaused), IsOk());
  EXPECT_THAT(world.table->PlayAgent(turns[0], "b1"), IsRefusedFor(v1::REASON_MATCH_PAUSED, ""));
  EXPECT_TRUE(world.table->TakeAgentTurns(world.match).empty());
  ASSERT_THAT(world.Do(Kind::kResumed), IsOk());
  EXPECT_EQ(world.table->TakeAgentTurns(world.match).size(), 1u);
}

TEST(DirectorTest, ClocksAreAdjustedEachByItself) {
  DrivenTournament world(MinuteRenju());
  world.Begin();
  world.Pass(10);
  ASSERT_THAT(world.Do({.kind = Kind::kClocksAdjusted, .clock_millis = {-30'000, 15'000}}), IsOk());
  EXPECT_EQ(Left(&world, 0), 20'000'000);
  EXPECT_EQ(Left(&world, 1), 75'000'000);
  const auto adjust = [&](int64_t first, int64_t second) {
    return world.Do({.kind = Kind::kClocksAdjusted, .clock_millis = {first, second}});
  };
  // Emptying a clock would end the game, which is a separate act.
  EXPECT_THAT(adjust(-20'000, 0), IsRefusedFor(v1::REASON_BAD_FIELD, "clock_ms"));
  EXPECT_THAT(adjust(0, 0), IsRefusedFor(v1::REASON_BAD_FIELD, "clock_ms"));
  EXPECT_THAT(adjust(0, 86'400'001), IsRefusedFor(v1::REASON_BAD_FIELD, "clock_ms"));
  world.Pass(19);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  world.Pass(2);
  EXPECT_EQ(world.See().end->reason, "time");
  EXPECT_THAT(adjust(1000, 0), IsRefusedFor(v1::REASON_GAME_OVER, ""));
}

TEST(DirectorTest, Q9_WhatIsGivenByTheDirectorFlowsToNobody) {
  DrivenTournament world("konkvest");
  world.Begin();
  ASSERT_THAT(world.Do({.kind = Kind::kClocksAdjusted, .clock_millis = {60'000, 0}}), IsOk());
  EXPECT_EQ(Left(&world, 0), 360'000'000);
  EXPECT_EQ(Left(&world, 1), 300'000'000);
}

TEST(DirectorTest, K13_AnInformativeClockHasNothingToAdjust) {
  DrivenTournament world("kontranto");
  world.Begin();
  EXPECT_THAT(world.Do({.kind = Kind::kClocksAdjusted, .clock_millis = {1000, 0}}),
              IsRefusedFor(v1::REASON_NOT_IN_RULES, "clock_ms"));
}

TEST(DirectorTest, T7_AWrongPauseCostsItsCallerHalfAMinuteThatTheOtherGets) {
  DrivenTournament world("tantrix");
  world.Begin();
  ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  const int slow = world.ToAct();
  std::array<int64_t, kPlayers> wrong = {-30'000, -30'000};
  wrong[static_cast<size_t>(slow)] = 30'000;
  // Without the 30 s that the director added, the clock would be overdrawn by 20 s.
  world.Pass(20 * 60 + 20);
  ASSERT_THAT(world.Do({.kind = Kind::kClocksAdjusted, .clock_millis = wrong}), IsOk());
  EXPECT_EQ(Left(&world, slow), 10'000'000);
  while (world.See().phase != Phase::kOver) {
    ASSERT_THAT(world.Move(world.ToAct(), world.Legal(world.ToAct(), 1)[0]), IsOk());
  }
  const MatchEnd end = *world.See().end;
  EXPECT_EQ(*end.tenths,
            TournamentPoints(end.reason == "deadlock" ? std::array<int32_t, 2>{} : end.margin));
}

TEST(DirectorTest, PointsAreAdjustedAfterTheEnd) {
  DrivenTournament world("tic_tac_toe");
  world.Begin();
  const DirectorAct act = {.kind = Kind::kPointsAdjusted, .tenths = {3, 8}};
  EXPECT_THAT(world.Do(act), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  ASSERT_THAT(world.Act(1, ActKind::kResign), IsOk());
  EXPECT_EQ(world.Ranking(), "1 Ada 10, 2 Bob 0");
  ASSERT_THAT(world.Do(act), IsOk());
  const ToldAct told = *world.Told(Audience::kSpectators).back().act;
  EXPECT_EQ(*told.former->tenths, (std::array{10, 0}));
  EXPECT_EQ(*told.end->tenths, (std::array{3, 8}));
  EXPECT_EQ(world.Ranking(), "1 Bob 8, 2 Ada 3");
  EXPECT_THAT(world.Do({.kind = Kind::kPointsAdjusted, .tenths = {-1, 0}}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "points"));
}

TEST(DirectorTest, T7_AForfeitIsFifteenToFiveUnlessTheDirectorChangesIt) {
  DrivenTournament world("tantrix");
  // No player has joined.
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}}), IsOk());
  ASSERT_THAT(world.Do(Kind::kForfeited, 1), IsOk());
  EXPECT_EQ(world.See().end->reason, "forfeit");
  EXPECT_EQ(world.Ranking(), "1 Ada 150, 2 Bob 50");
  ASSERT_THAT(world.Do({.kind = Kind::kPointsAdjusted, .tenths = {200, 0}}), IsOk());
  EXPECT_EQ(world.Ranking(), "1 Ada 200, 2 Bob 0");
  EXPECT_THAT(world.Do(Kind::kForfeited, 0), IsRefusedFor(v1::REASON_GAME_OVER, ""));
}

TEST(DirectorTest, T7_GamesThatWereMissedAreCountedAndThoseDecidedAreNot) {
  for (const bool present : {false, true}) {
    DrivenTournament world("tantrix");
    for (int i = 0; i < 3; ++i) {
      world.Begin("Ada", "Bob");
      ASSERT_THAT(world.Do({.kind = Kind::kForfeited, .player = 1, .present = present}), IsOk());
      EXPECT_EQ(world.See().end->reason, present ? "adjudged" : "forfeit");
    }
    EXPECT_EQ(world.Ranking(), present ? "1 Ada 450, 2 Bob 150" : "");
  }
}

TEST(DirectorTest, ADisqualifiedPlayerLoses) {
  DrivenTournament world("kontranto");
  world.Begin();
  ASSERT_THAT(world.Move(0, "circle"), IsOk());
  EXPECT_THAT(world.Do(Kind::kDisqualified, 2), IsRefusedFor(v1::REASON_BAD_FIELD, "player"));
  ASSERT_THAT(world.Do(Kind::kDisqualified, 0), IsOk());
  const MatchEnd end = *world.See().end;
  EXPECT_EQ(end.reason, "disqualified");
  EXPECT_EQ(world.Ranking(), "1 Bob 10, 2 Ada 0");
  // A hidden choice remains hidden.
  for (const SeenEvent& told : world.Told(Audience::kPlayer1)) {
    EXPECT_NE(told.text, "circle");
  }
}

TEST(DirectorTest, Q7_DisqualifiedAfterTheEndBothOldAndNewResultAreTold) {
  DrivenTournament world("konkvest");
  world.Begin();
  ASSERT_THAT(world.Act(1, ActKind::kResign), IsOk());
  ASSERT_THAT(world.Do({.kind = Kind::kDisqualified, .reason = "a foreign move", .player = 0}),
              IsOk());
  for (int audience = 0; audience < kAudiences; ++audience) {
    const std::vector<SeenEvent> told = world.Told(static_cast<Audience>(audience));
    const ToldAct& act = *told[told.size() - 2].act;
    EXPECT_EQ(act.former->reason, "resigned");
    EXPECT_EQ(act.former->returns[0], 1);
    EXPECT_EQ(act.end->reason, "disqualified");
    EXPECT_EQ(act.end->returns[0], -1);
    EXPECT_EQ(told.back().kind, EventKind::kEnded);
    EXPECT_EQ(told.back().text, "disqualified");
  }
  EXPECT_EQ(world.See().end->returns[0], -1);
  EXPECT_EQ(world.Ranking(), "1 Bob 10, 2 Ada 0");
  EXPECT_THAT(world.Do(Kind::kDisqualified, 1), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  ASSERT_OK_AND_ASSIGN(const MatchReport report,
                       world.table->Report(world.match, Audience::kSpectators, 1));
  const std::string text = ReportText(report);
  EXPECT_NE(text.find("result    -1 : 1 (disqualified)"), std::string::npos) << text;
  EXPECT_NE(text.find("disqualified player 0: a foreign move"), std::string::npos) << text;
  EXPECT_NE(text.find("result before: 1 : -1 (resigned), points 1.0 : 0.0"), std::string::npos)
      << text;
}

TEST(DirectorTest, AVoidMatchCountsForNothing) {
  DrivenTournament world("tic_tac_toe");
  world.Begin();
  ASSERT_THAT(world.Act(1, ActKind::kResign), IsOk());
  ASSERT_THAT(world.Do(Kind::kVoided), IsOk());
  EXPECT_EQ(world.See().end->reason, "void");
  EXPECT_FALSE(world.See().end->tenths);
  EXPECT_EQ(world.See().acts.back().former->reason, "resigned");
  EXPECT_EQ(world.Ranking(), "");
  EXPECT_THAT(world.Do(Kind::kVoided), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  EXPECT_THAT(world.Do(Kind::kDisqualified, 1), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  EXPECT_THAT(world.Do({.kind = Kind::kPointsAdjusted, .tenths = {10, 0}}),
              IsRefusedFor(v1::REASON_NOT_NOW, ""));
}

// "Ada 1/2": games won, a draw counting half.
std::string Wins(DrivenTournament* world) {
  const auto rows = world->table->Standings(world->event, "");
  KVINTET_CHECK(rows.ok());
  std::string text;
  for (const TableRow& row : *rows) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", row.player, " ", row.halves, "/2");
  }
  return text;
}

TEST(DirectorTest, T7_TheDirectorEndsAGameAsADraw) {
  DrivenTournament world("tantrix");
  world.Begin();
  ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  ASSERT_THAT(world.Do({.kind = Kind::kDecided, .reason = "the board was knocked over"}), IsOk());
  EXPECT_EQ(world.See().end->reason, "adjudged");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{0, 0}));
  EXPECT_EQ(world.Ranking(), "1 Ada 100, 1 Bob 100");
  EXPECT_EQ(Wins(&world), "Ada 1/2, Bob 1/2");
  ASSERT_OK_AND_ASSIGN(const MatchReport report,
                       world.table->Report(world.match, Audience::kSpectators, 1));
  EXPECT_NE(ReportText(report).find("decided as a draw: the board was knocked over"),
            std::string::npos);
}

TEST(DirectorTest, T7_OrByPointsAndWhoHasMoreHasWon) {
  DrivenTournament world("tantrix");
  world.Begin();
  const DirectorAct act = {.kind = Kind::kDecided, .tenths = {70, 110}, .by_points = true};
  ASSERT_THAT(world.Do(act), IsOk());
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{-1, 1}));
  EXPECT_EQ(world.Ranking(), "1 Bob 110, 2 Ada 70");
  EXPECT_EQ(Wins(&world), "Bob 2/2, Ada 0/2");
  EXPECT_EQ(world.Told(Audience::kPlayer0).back().text, "adjudged");
  EXPECT_EQ(world.See().acts.back().act.player, 0);
  EXPECT_EQ(*world.See().acts.back().end->tenths, (std::array{70, 110}));
}

TEST(DirectorTest, R8_TheDirectorDecidesAlsoAfterTheEnd) {
  DrivenTournament world("renju{opening=free}");
  world.Begin();
  ASSERT_THAT(world.Act(1, ActKind::kResign), IsOk());
  ASSERT_THAT(world.Do(Kind::kDecided), IsOk());
  EXPECT_EQ(world.See().acts.back().former->reason, "resigned");
  EXPECT_EQ(world.Ranking(), "1 Ada 5, 1 Bob 5");
  EXPECT_EQ(Wins(&world), "Ada 1/2, Bob 1/2");
  ASSERT_THAT(world.Do({.kind = Kind::kDecided, .tenths = {10, 10}, .by_points = true}), IsOk());
  EXPECT_EQ(world.Ranking(), "1 Ada 10, 1 Bob 10");
  EXPECT_EQ(Wins(&world), "Ada 1/2, Bob 1/2");
  // The points may still be adjusted, and the match may still be made void.
  ASSERT_THAT(world.Do({.kind = Kind::kPointsAdjusted, .tenths = {0, 10}}), IsOk());
  EXPECT_EQ(Wins(&world), "Bob 1/2, Ada 1/2");
  ASSERT_THAT(world.Do(Kind::kVoided), IsOk());
  EXPECT_EQ(world.Ranking(), "");
}

TEST(DirectorTest, AVoidMatchIsGivenAResultUnlessAnotherIsPlayedInItsPlace) {
  DrivenTournament world("tantrix");
  // No player joins.
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}}), IsOk());
  world.Pass(24 * 3600);
  ASSERT_EQ(world.See().end->reason, "void");
  ASSERT_THAT(world.Do({.kind = Kind::kDecided, .by_points = true}), IsOk());
  EXPECT_EQ(world.Ranking(), "1 Ada 0, 1 Bob 0");
  ASSERT_THAT(world.Do(Kind::kVoided), IsOk());
  ASSERT_THAT(world.Replay(), IsOk());
  world.match = world.added.back().match;
  EXPECT_THAT(world.Do(Kind::kDecided), IsRefusedFor(v1::REASON_NOT_NOW, ""));
}

TEST(DirectorTest, T7_AGameThatIsDecidedIsNotMissed) {
  DrivenTournament world("tantrix");
  for (int i = 0; i < 3; ++i) {
    world.Begin("Ada", "Bob");
    ASSERT_THAT(world.Do(Kind::kForfeited, 1), IsOk());
  }
  EXPECT_EQ(world.Ranking(), "");
  ASSERT_THAT(world.Do({.kind = Kind::kDecided, .tenths = {100, 0}, .by_points = true}), IsOk());
  EXPECT_EQ(world.Ranking(), "1 Ada 400, 2 Bob 100");
}

TEST(DirectorTest, RefusesADecisionThatCannotBe) {
  DrivenTournament world("tic_tac_toe");
  world.Begin();
  for (const int tenths : {-1, 10'001}) {
    EXPECT_THAT(world.Do({.kind = Kind::kDecided, .tenths = {tenths, 0}, .by_points = true}),
                IsRefusedFor(v1::REASON_BAD_FIELD, "points"));
  }
  EXPECT_THAT(world.table->Direct(world.match, world.tokens[0],
                                  {.kind = Kind::kDecided, .reason = "mine"}, {}),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
  EXPECT_THAT(world.table->Direct(world.match, world.director, {.kind = Kind::kDecided}, {}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "reason"));
  EXPECT_EQ(world.See().phase, Phase::kToMove);
}

TEST(DirectorTest, InPlaceOfAVoidMatchAnotherIsPlayedWithTheSameTokens) {
  DrivenTournament world("tic_tac_toe");
  world.Begin();
  ASSERT_THAT(world.Move(0, "a1"), IsOk());
  EXPECT_THAT(world.Replay(), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  ASSERT_THAT(world.Do(Kind::kVoided), IsOk());
  const std::string old = world.match;
  ASSERT_THAT(world.Replay(), IsOk());
  ASSERT_NE(world.match, old);
  EXPECT_EQ(world.See().event->replays, old);
  EXPECT_EQ(world.See().ply, 0);
  ASSERT_OK_AND_ASSIGN(const FeedPage told,
                       world.table->EventsAfter(old, Audience::kPlayer0, 0, 1000));
  EXPECT_EQ(told.events.back().act->act.match, world.match);
  ASSERT_THAT(world.Move(0, "b2"), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kResign), IsOk());
  EXPECT_EQ(world.Ranking(), "1 Ada 10, 2 Bob 0");
  ASSERT_OK_AND_ASSIGN(const MatchPage own, world.table->List({.token = world.tokens[0]}));
  ASSERT_EQ(own.matches.size(), 1u);
  EXPECT_EQ(own.matches[0].id, world.match);
  world.match = old;
  EXPECT_THAT(world.Replay(), IsRefusedFor(v1::REASON_NOT_NOW, ""));
}

TEST(DirectorTest, AReplayMayBeginPausedAndWaitsForWhoHadNotCome) {
  DrivenTournament world("tic_tac_toe");
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}}), IsOk());
  ASSERT_THAT(world.Come(1), IsOk());
  ASSERT_THAT(world.Do(Kind::kVoided), IsOk());
  ASSERT_THAT(world.Replay(true), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kHeld);
  ASSERT_THAT(world.Come(0), IsOk());
  EXPECT_THAT(world.Move(0, "a1"), IsRefusedFor(v1::REASON_MATCH_PAUSED, ""));
  ASSERT_THAT(world.Do(Kind::kResumed), IsOk());
  EXPECT_THAT(world.Move(0, "a1"), IsOk());
  EXPECT_THAT(world.Move(1, "b1"), IsOk());
}

TEST(DirectorTest, Q8_TheDirectorMayForceAResetWherePlayersGoOnCycling) {
  DrivenTournament world("konkvest");
  world.Begin();
  PlayAll(&world, kPlaced);
  EXPECT_THAT(world.Do(Kind::kReset), IsRefusedFor(v1::REASON_NOT_NOW, ""));
  PlayAll(&world, kCycle);
  ASSERT_THAT(world.Do(Kind::kReset), IsOk());
  EXPECT_EQ(world.Told(Audience::kPlayer0).back().kind, EventKind::kResetAccepted);
  // The first move is exchanged, and each clock has half of its half.
  EXPECT_EQ(world.ToAct(), 1);
  EXPECT_EQ(Left(&world, 0), 150'000'000);
  EXPECT_THAT(world.Do(Kind::kReset), IsRefusedFor(v1::REASON_NOT_NOW, ""));
}

TEST(DirectorTest, AResetIsOfKonkvestAlone) {
  DrivenTournament world("renju");
  world.Begin();
  EXPECT_THAT(world.Do(Kind::kReset), IsRefusedFor(v1::REASON_NOT_IN_RULES, "match"));
}

TEST(DirectorTest, EveryActNeedsAGoodReason) {
  DrivenTournament world("tic_tac_toe");
  world.Begin();
  for (const std::string& reason :
       {std::string("  "), std::string(501, 'x'), std::string("a\nb"), std::string("\xc3\x28")}) {
    EXPECT_THAT(world.Do({.kind = Kind::kPaused, .reason = reason}),
                IsRefusedFor(v1::REASON_BAD_FIELD, "reason"));
  }
  EXPECT_THAT(world.table->Direct(world.match, world.director, {.kind = Kind::kPaused}, {}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "reason"));
  EXPECT_THAT(world.Do({.kind = Kind::kPaused, .reason = "b\xc3\xbcro, " + std::string(490, 'x')}),
              IsOk());
}

TEST(DirectorTest, OnlyTheDirectorActsAndItPlaysNobodysPart) {
  DrivenTournament world("tic_tac_toe");
  world.Begin();
  const DirectorAct act = {.kind = Kind::kVoided, .reason = "why"};
  for (const std::string& token : {std::string(), world.tokens[0], std::string("nobody's")}) {
    EXPECT_THAT(world.table->Direct(world.match, token, act, {}),
                IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
  }
  EXPECT_THAT(world.table->Direct("nothing", world.director, act, {}),
              IsRefusedFor(v1::REASON_UNKNOWN_MATCH, "match"));
  EXPECT_THAT(world.table->Act(world.match, world.director, 1, ActKind::kResign, {}),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
  const std::string director = world.director;
  world.Create("tic_tac_toe");
  EXPECT_THAT(world.table->Direct(world.match, director, act, {}),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
}

TEST(DirectorTest, ARequestThatComesTwiceIsDoneOnce) {
  DrivenTournament world("tic_tac_toe");
  world.Begin();
  ASSERT_THAT(world.Do({.kind = Kind::kPaused}, {"1", "pause"}), IsOk());
  ASSERT_THAT(world.Do({.kind = Kind::kPaused}, {"1", "pause"}), IsOk());
  EXPECT_EQ(world.See().acts.size(), 1u);
  EXPECT_THAT(world.Do({.kind = Kind::kResumed}, {"1", "resume"}),
              IsRefusedFor(v1::REASON_REQUEST_ID_USED, "request_id"));
}

TEST(DirectorTest, AnEventsMatchHasOneGame) {
  DrivenTournament world("tic_tac_toe");
  world.Begin();
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  EXPECT_THAT(world.Rematch(0), IsRefusedFor(v1::REASON_NOT_IN_RULES, "match"));
}

TEST(DirectorTest, ActsInAMatchAreBounded) {
  DrivenTournament world("tic_tac_toe");
  world.Begin();
  for (int i = 0; i < 100; ++i) {
    ASSERT_THAT(world.Do(i % 2 == 0 ? Kind::kPaused : Kind::kResumed), IsOk());
  }
  EXPECT_THAT(world.Do(Kind::kVoided), StatusIs(absl::StatusCode::kFailedPrecondition, "100"));
}

TEST(DirectorTest, AMatchThatEndsBeforeItsGameBeganIsOver) {
  DrivenTournament world("tic_tac_toe");
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}}), IsOk());
  ASSERT_THAT(world.Come(0), IsOk());
  const auto rematch = [&] { return world.table->Rematch(world.match, world.tokens[0], 1, {}); };
  EXPECT_THAT(rematch(), IsRefusedFor(v1::REASON_MATCH_WAITS, ""));
  ASSERT_THAT(world.Do(Kind::kForfeited, 1), IsOk());
  EXPECT_THAT(rematch(), StatusIs(absl::StatusCode::kFailedPrecondition,
                                  "the match ended before its game began"));
  EXPECT_THAT(rematch(), IsRefusedFor(v1::REASON_GAME_OVER, ""));
  EXPECT_THAT(world.table->Act(world.match, world.tokens[0], 1, ActKind::kResign, {}),
              IsRefusedFor(v1::REASON_GAME_OVER, ""));
  EXPECT_THAT(world.table->Move(world.match, world.tokens[0], {1, 0, "a1", false}, {},
                                [](const MoveReceipt&) { return std::string(); }),
              IsRefusedFor(v1::REASON_GAME_OVER, ""));
  EXPECT_THAT(world.Do(Kind::kReset), IsRefusedFor(v1::REASON_GAME_OVER, ""));
  const absl::Status report = world.table->Report(world.match, Audience::kSpectators, 0).status();
  EXPECT_THAT(report, IsRefusedFor(v1::REASON_NO_SUCH_RESOURCE, "game_number"));
  EXPECT_THAT(report, StatusIs(absl::StatusCode::kNotFound,
                               "the match ended before its game began, so there is no report"));
}

}  // namespace
}  // namespace kvintet::matches
