// Tests of MatchStore: tournaments, with invitations, rounds, rankings, restarts and limits.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "serving/errors/refusal.h"
#include "tests/support/matches/driven_tournament.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenTournament;
using testing::IsOk;

using Kind = DirectorActKind;

constexpr auto kNothing = [](const auto&) { return std::string(); };

// Matches a refusal with this reason and this field (or "").
MATCHER_P2(IsRefusedFor, reason, field, "") {
  const absl::Status& status = testing::StatusOf(arg);
  *result_listener << "which is " << status.ToString() << ", field " << FieldOf(status);
  return ReasonOf(status) == reason && FieldOf(status) == field;
}

// What everyone may see of a match, as text, with the report once it is over.
std::string Seen(DrivenTournament* world) {
  std::string text;
  for (int audience = 0; audience < kAudiences; ++audience) {
    const MatchView sight = world->See(audience);
    absl::StrAppend(&text, static_cast<int>(sight.phase), " ", sight.cursor, " ",
                    sight.knowledge.record);
    for (const PlayerSight& player : sight.players) {
      absl::StrAppend(&text, " ", player.name, " ", player.spent, " ", player.left.value_or(-1));
    }
    for (const ToldAct& told : sight.acts) {
      absl::StrAppend(&text, "\n", absl::StrJoin(ActLines(told), "; "));
    }
    for (const SeenEvent& event : world->Told(static_cast<Audience>(audience))) {
      absl::StrAppend(&text, "\n", EventName(event.kind), " ", event.player, " ", event.text);
    }
    absl::StrAppend(&text, "\n");
  }
  const auto report = world->table->Report(world->match, Audience::kSpectators, 0);
  return absl::StrCat(text, report.ok() ? ReportText(*report) : "");
}

TEST(EventTableTest, EveryActIsThereAfterARestart) {
  TournamentSettings settings = DrivenTournament::EventOf("renju{opening=free}");
  settings.match.clock = {.kind = ClockKind::kStages, .stages = {{.millis = 600'000}}};
  DrivenTournament world(settings);
  world.Begin();
  ASSERT_THAT(world.Move(0, "h8"), IsOk());
  const std::vector<DirectorAct> acts = {
      {.kind = Kind::kPaused},
      {.kind = Kind::kClocksAdjusted, .clock_millis = {5000, -5000}},
      {.kind = Kind::kResumed},
      {.kind = Kind::kForfeited, .player = 1, .present = true},
      {.kind = Kind::kPointsAdjusted, .tenths = {7, 2}},
      {.kind = Kind::kDisqualified, .player = 0},
      {.kind = Kind::kDecided},
      {.kind = Kind::kDecided, .tenths = {3, 9}, .by_points = true},
      {.kind = Kind::kVoided}};
  for (const DirectorAct& act : acts) {
    world.Pass(3);
    const std::string key = absl::StrCat(DirectorActName(act.kind), act.by_points);
    ASSERT_THAT(world.Do(act, {key, "body"}), IsOk());
    const std::string before = Seen(&world);
    const std::string ranking = world.Ranking();
    world.Open();
    EXPECT_EQ(Seen(&world), before);
    EXPECT_EQ(world.Ranking(), ranking);
    // The request is remembered, too.
    EXPECT_THAT(world.Do(act, {key, "body"}), IsOk());
    EXPECT_EQ(Seen(&world), before);
  }
  const std::string old = world.match;
  ASSERT_THAT(world.Replay(true, {"again", "body"}), IsOk());
  const std::string made = world.match;
  const std::string before = Seen(&world);
  world.Open();
  EXPECT_EQ(Seen(&world), before);
  EXPECT_EQ(world.See().phase, Phase::kHeld);
  world.match = old;
  ASSERT_THAT(world.Replay(true, {"again", "body"}), IsOk());
  EXPECT_EQ(world.match, made);
  EXPECT_EQ(world.table->LookAtTournament(world.event, "")->matches, 2);
}

TEST(EventTableTest, APlaceIsForWhoeverHasItsInvitation) {
  DrivenTournament world("tic_tac_toe");
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}}), IsOk());
  EXPECT_THAT(world.Come("wrong"), IsRefusedFor(v1::REASON_NO_OPEN_PLACE, ""));
  EXPECT_THAT(world.Come(""), IsRefusedFor(v1::REASON_NO_OPEN_PLACE, ""));
  EXPECT_THAT(world.Come(world.director), IsRefusedFor(v1::REASON_NO_OPEN_PLACE, ""));
  ASSERT_THAT(world.Come(1), IsOk());
  EXPECT_THAT(world.Come(1), IsRefusedFor(v1::REASON_NO_OPEN_PLACE, ""));
  EXPECT_EQ(world.See().phase, Phase::kOpen);
  ASSERT_THAT(world.Come(0), IsOk());
  const MatchView sight = world.See();
  EXPECT_EQ(sight.phase, Phase::kToMove);
  EXPECT_EQ(sight.players[0].name, "Ada");
  EXPECT_EQ(sight.players[1].name, "Bob");
  EXPECT_THAT(world.Move(0, "a1"), IsOk());
}

TEST(EventTableTest, ARoundIsAddedWholeOrNotAtAll) {
  DrivenTournament world("tic_tac_toe");
  EXPECT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob"),
                                   DrivenTournament::Between("Cy", "Cy")}}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "pairs.players"));
  EXPECT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "")}}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "pairs.players"));
  EXPECT_THAT(world.Add({}), IsRefusedFor(v1::REASON_BAD_FIELD, "pairs"));
  EXPECT_THAT(world.Add({.round = 0, .pairs = {DrivenTournament::Between("Ada", "Bob")}}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "round"));
  EXPECT_EQ(world.table->LookAtTournament(world.event, "")->matches, 0);
  const RoundSettings round = {
      .round = 2,
      .pairs = {DrivenTournament::Between("Ada", "Bob"), DrivenTournament::Between("Cy", "Di")},
      .paused_for = "begins at ten"};
  ASSERT_THAT(world.Add(round, {"0123456789abcdef", "body"}), IsOk());
  const std::string first = world.match;
  ASSERT_THAT(world.Add(round, {"0123456789abcdef", "body"}), IsOk());
  EXPECT_EQ(world.match, first);
  EXPECT_EQ(world.table->LookAtTournament(world.event, "")->matches, 2);
  EXPECT_EQ(world.See().phase, Phase::kHeld);
  EXPECT_EQ(world.See().event->round, 2);
  // No player's patience runs while the match is paused.
  world.Pass(3 * 24 * 3600);
  ASSERT_THAT(world.Come(0), IsOk());
  ASSERT_THAT(world.Come(1), IsOk());
  ASSERT_THAT(world.Do(Kind::kResumed), IsOk());
  EXPECT_THAT(world.Move(0, "a1"), IsOk());
}

TEST(EventTableTest, TheRankingFollowsPointsThenTheOrderAgreedOn) {
  TournamentSettings settings = DrivenTournament::EventOf("tic_tac_toe");
  settings.match.event->points = {.win = 30, .draw = 10, .loss = 0};
  DrivenTournament world(settings);
  const auto play = [&](const std::string& winner, const std::string& loser) {
    world.Begin(winner, loser);
    ASSERT_THAT(world.Act(1, ActKind::kResign), IsOk());
  };
  play("Cy", "Ada");
  play("Bob", "Cy");
  play("Di", "Bob");
  // Cy has won none of the games among the three.
  EXPECT_EQ(world.Ranking(), "1 Bob 30, 1 Di 30, 3 Cy 30, 4 Ada 0");
  play("Cy", "Di");
  play("Bob", "Ada");
  // Bob has beaten Cy.
  EXPECT_EQ(world.Ranking(), "1 Bob 60, 2 Cy 60, 3 Di 30, 4 Ada 0");
  // A game in play does not count yet.
  world.Begin("Ada", "Bob");
  const std::string ranking = world.Ranking();
  world.Open();
  EXPECT_EQ(world.Ranking(), ranking);
}

TEST(EventTableTest, AClosedEventIsItsDirectorsAndPlayersAlone) {
  TournamentSettings settings = DrivenTournament::EventOf("kontranto");
  settings.match.spectators = false;
  DrivenTournament world(settings);
  world.Begin();
  EXPECT_THAT(world.table->LookAtTournament(world.event, ""),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
  EXPECT_THAT(world.table->Standings(world.event, world.tokens[0]),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
  EXPECT_THAT(world.table->List({.event = world.event}),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
  EXPECT_TRUE(world.table->ListTournaments({})->events.empty());
  EXPECT_THAT(world.table->LookAtTournament(world.event, world.director), IsOk());
  EXPECT_THAT(world.table->Standings(world.event, world.director), IsOk());
  EXPECT_EQ(world.table->List({.token = world.director, .event = world.event})->matches.size(), 1u);
  // The director sees what a spectator sees of its matches.
  EXPECT_THAT(world.table->Admit(world.match, ""), IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
  ASSERT_OK_AND_ASSIGN(const Audience audience, world.table->Admit(world.match, world.director));
  EXPECT_EQ(audience, Audience::kSpectators);
}

TEST(EventTableTest, EventsAreListedInPages) {
  DrivenTournament world("tic_tac_toe");
  const std::string first = world.event;
  world.Pass(1);
  std::string second;
  ASSERT_THAT(world.table->CreateTournament(DrivenTournament::EventOf("renju"), {},
                                            [&](const TournamentAdmission& made) {
                                              second = made.event;
                                              return std::string();
                                            }),
              IsOk());
  ASSERT_OK_AND_ASSIGN(const TournamentPage page, world.table->ListTournaments({.size = 1}));
  ASSERT_EQ(page.events.size(), 1u);
  EXPECT_EQ(page.events[0].event.id, second);
  ASSERT_OK_AND_ASSIGN(const TournamentPage next,
                       world.table->ListTournaments({.size = 1, .page = page.next}));
  ASSERT_EQ(next.events.size(), 1u);
  EXPECT_EQ(next.events[0].event.id, first);
  EXPECT_TRUE(next.next.empty());
  EXPECT_EQ(world.table->ListTournaments({.game = "renju"})->events.size(), 1u);
  EXPECT_THAT(world.table->ListTournaments({.page = "x"}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "page_token"));
}

TEST(EventTableTest, RefusesWhatCannotBe) {
  DrivenTournament world("tic_tac_toe");
  const auto refusal = [&](auto change) {
    TournamentSettings settings = DrivenTournament::EventOf("renju");
    change(&settings);
    return world.table->CreateTournament(settings, {}, kNothing).status();
  };
  EXPECT_THAT(refusal([](TournamentSettings* event) { event->name.clear(); }),
              IsRefusedFor(v1::REASON_BAD_FIELD, "name"));
  EXPECT_THAT(refusal([](TournamentSettings* event) { event->name = std::string(65, 'x'); }),
              IsRefusedFor(v1::REASON_BAD_FIELD, "name"));
  EXPECT_THAT(
      refusal([](TournamentSettings* event) { event->match.event->points.by_score = true; }),
      IsRefusedFor(v1::REASON_BAD_FIELD, "scoring"));
  EXPECT_THAT(refusal([](TournamentSettings* event) { event->match.event->points.loss = 11; }),
              IsRefusedFor(v1::REASON_BAD_FIELD, "scoring"));
  EXPECT_THAT(refusal([](TournamentSettings* event) {
                event->ranking.ties = {TieBreak::kWins, TieBreak::kWins};
              }),
              IsRefusedFor(v1::REASON_BAD_FIELD, "tie_breaks"));
  EXPECT_THAT(refusal([](TournamentSettings* event) { event->ranking.most_missed = -1; }),
              IsRefusedFor(v1::REASON_BAD_FIELD, "max_missed"));
  EXPECT_THAT(world.table->LookAtTournament("nothing", ""),
              IsRefusedFor(v1::REASON_UNKNOWN_TOURNAMENT, "tournament"));
  EXPECT_THAT(world.table->AddMatches(world.event, "", {}, {}, kNothing),
              IsRefusedFor(v1::REASON_BAD_TOKEN, "token"));
}

TEST(EventTableTest, KeepsAsManyEventsAsItMay) {
  testing::DrivenSources sources;
  const testing::TempDir folder;
  ASSERT_OK_AND_ASSIGN(
      const std::unique_ptr<MatchStore> table,
      MatchStore::Open({.folder = folder.Path(), .max_tournaments = 1, .watches_time = false},
                       testing::CachedGames(), sources.Borrow(), nullptr));
  const TournamentSettings settings = DrivenTournament::EventOf("tic_tac_toe");
  const RequestKey key = {"0123456789abcdef", "body"};
  ASSERT_THAT(table->CreateTournament(settings, key, kNothing), IsOk());
  EXPECT_THAT(table->CreateTournament(settings, key, kNothing), IsOk());
  EXPECT_THAT(table->CreateTournament(settings, {}, kNothing),
              IsRefusedFor(v1::REASON_TOO_MANY_TOURNAMENTS, ""));
}

// Rounds fill a tournament up. A match that is played again comes on top.
TEST(EventTableTest, AReplayedMatchOfAFullTournamentTakesNoResultAway) {
  DrivenTournament world("tic_tac_toe");
  world.Begin("Ada", "Bob");
  ASSERT_THAT(world.Act(1, ActKind::kResign), IsOk());
  const std::string ranking = world.Ranking();
  world.Pass(1);
  const auto add = [&](size_t pairs) {
    return world.Add(
        {.pairs = std::vector<TournamentPair>(pairs, DrivenTournament::Between("Cy", "Di"))});
  };
  for (size_t there = 1; there < 1000; there += 37) {
    ASSERT_THAT(add(37), IsOk());
  }
  EXPECT_THAT(add(1), IsRefusedFor(v1::REASON_TOO_MANY_MATCHES, ""));
  ASSERT_THAT(world.Do(Kind::kVoided), IsOk());
  ASSERT_THAT(world.Replay(), IsOk());
  EXPECT_EQ(world.table->LookAtTournament(world.event, "")->matches, 1001);
  EXPECT_EQ(world.Ranking(), ranking);
}

}  // namespace
}  // namespace kvintet::matches
