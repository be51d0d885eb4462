// Tests of Match: games that could go on for ever (Konkvest Q8, PÜNCT P5), what ends them, and
// limits.
#include <string>
#include <vector>

#include "envs/rule_options.h"
#include "serving/errors/refusal.h"
#include "tests/support/matches/driven_tournament.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::DrivenTournament;
using testing::IsOk;
using testing::PlayAll;
using testing::StatusIs;

constexpr char kPlaced[] =
    "konkvest; 0 R@b1; 1 R@l7; 0 R@b7; 1 R@l1; 0 G@a3; 1 G@m4; 0 G@a4; 1 G@m3; 0 H@a1; 1 H@m6; "
    "0 H@a6; 1 H@m1; 0 N@b3; 1 N@l5; 0 N@b5; 1 N@l3";
constexpr char kCycle[] = "konkvest; 0 b3-b2; 1 l5-l6; 0 b2-b3; 1 l6-l5";

// Settings without a forced reset, so that players can repeat positions.
MatchSettings Circles(const std::string& game) {
  MatchSettings settings = DrivenMatch::Settings(game);
  settings.forced_reset = 0;
  return settings;
}

void GoRound(DrivenMatch* world, int plies) {
  PlayAll(world, kPlaced);
  while (world->See().phase == Phase::kToMove && world->See().ply + 4 <= plies) {
    PlayAll(world, kCycle);
  }
}

// Two agents repeat the same cycle, whoever moves first.
void AgentsGoRound(DrivenMatch* world) {
  const std::vector<std::string> placed = absl::StrSplit(kPlaced, "; ");
  const std::vector<std::string> cycle = absl::StrSplit(kCycle, "; ");
  while (world->See().phase == Phase::kToMove) {
    const std::vector<AgentTurn> turns = world->table->TakeAgentTurns(world->match);
    ASSERT_EQ(turns.size(), 1u);
    const std::string record = turns[0].knowledge.record;
    const auto made = static_cast<size_t>(std::ranges::count(record, ';'));
    const std::string& event =
        made + 1 < placed.size() ? placed[made + 1] : cycle[(made + 1 - placed.size()) % 4 + 1];
    ASSERT_THAT(world->table->PlayAgent(turns[0], event.substr(2)), IsOk()) << event;
  }
}

MatchSettings Agents(const std::string& game) {
  MatchSettings settings = Circles(game);
  for (PlayerSettings& player : settings.players) {
    player.kind = PlayerKind::kAgent;
  }
  return settings;
}

TEST(EndlessMatchTest, Q8_AMatchOfKonkvestGoesOnAsLongAsThePlayersLike) {
  DrivenMatch world;
  world.Create(Circles("konkvest"));
  GoRound(&world, 640);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_EQ(world.See().ply, 640);
  EXPECT_EQ(world.See().max_plies, 0);
  // A restart restores everything, including the counts of repetitions.
  const std::string record = world.See().knowledge.record;
  world.Open();
  EXPECT_EQ(world.See().knowledge.record, record);
  EXPECT_TRUE(world.See().reset_possible);
  ASSERT_THAT(world.Act(0, ActKind::kOfferReset), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kAcceptReset), IsOk());
  EXPECT_EQ(world.See().ply, 640);
  // The clock ends the game.
  world.Pass(600);
  EXPECT_EQ(world.See().end->reason, "abandoned");
}

TEST(EndlessMatchTest, P5_AMatchOfPunctDoesNotEndByANumberOfTurns) {
  DrivenMatch world;
  world.Create("punct{max_plies=3}");
  for (int ply = 0; ply < 8; ++ply) {
    const int player = world.ToAct();
    ASSERT_THAT(world.Move(player, world.Legal(player, 1)[0]), IsOk());
  }
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_EQ(world.See().max_plies, 0);
}

TEST(EndlessMatchTest, Q8_TwoAgentsWithoutAClockThatRunsOutHaveABoundThatIsNamed) {
  const ClockSettings none = {};
  const ClockSettings bare = {.kind = ClockKind::kStages, .stages = {{.millis = 60'000}}};
  ClockSettings claimed = bare;
  claimed.claimed = true;
  const ClockSettings with_increment = {.kind = ClockKind::kStages,
                                        .stages = {{.millis = 60'000, .increment_millis = 1}}};
  const ClockSettings again = {.kind = ClockKind::kStages,
                               .stages = {{.moves = 10, .millis = 60'000}}};
  const ClockSettings hourglass = {.kind = ClockKind::kHourglass, .total_millis = 60'000};
  MatchSettings settings = Agents("konkvest{max_plies=20}");
  settings.max_plies = 20;
  for (const ClockSettings& clock : {none, claimed, with_increment, again, hourglass}) {
    settings.clock = clock;
    EXPECT_EQ(TurnBound(settings), 20) << ClockName(clock.kind);
  }
  settings.clock = bare;
  EXPECT_EQ(TurnBound(settings), 0);
  settings.clock = none;
  settings.players[0].kind = PlayerKind::kPerson;
  EXPECT_EQ(TurnBound(settings), 0);
}

TEST(EndlessMatchTest, Q8_WhatTwoAgentsCannotEndEndsForNobodyAtItsBound) {
  DrivenMatch world;
  world.Create(Agents("konkvest{max_plies=26}"));
  EXPECT_EQ(world.See().max_plies, 26);
  AgentsGoRound(&world);
  const MatchView sight = world.See();
  EXPECT_EQ(sight.ply, 26);
  ASSERT_TRUE(sight.end.has_value());
  EXPECT_EQ(sight.end->reason, "max_plies");
  EXPECT_TRUE(sight.end->truncated);
  EXPECT_EQ(sight.end->returns, (std::array<double, 2>{0, 0}));
  EXPECT_EQ(sight.end->margin, (std::array<int32_t, 2>{19, 19}));
}

TEST(EndlessMatchTest, Q8_TheBoundCountsTheTurnsBeforeResetsToo) {
  DrivenMatch world;
  MatchSettings settings = Agents("konkvest{max_plies=45}");
  settings.forced_reset = 2;
  world.Create(settings);
  AgentsGoRound(&world);
  EXPECT_TRUE(world.WasTold(Audience::kSpectators, EventKind::kResetAccepted));
  EXPECT_EQ(world.See().ply, 45);
  EXPECT_EQ(world.See().end->reason, "max_plies");
}

TEST(EndlessMatchTest, AgentsSearchAGameThatEndsNoEarlierThanTheMatch) {
  for (const char* name : {"konkvest", "punct", "tiny_punct"}) {
    const testing::DrivenMatch world;
    const std::shared_ptr<const envs::Game> asked = *world.games(name);
    const std::string played = PlayedText(*asked);
    EXPECT_NE(played.find("max_plies=60000"), std::string::npos) << played;
    const std::shared_ptr<const envs::Game> match = *world.games(played);
    const std::shared_ptr<const envs::Game> searched = *world.games(AgentsText(*match));
    EXPECT_EQ(searched->Spec().history_capacity, match->Spec().history_capacity);
    EXPECT_EQ(searched->Spec().max_game_length, match->Spec().max_game_length);
  }
}

TEST(EndlessMatchTest, AtTheQuotaOfItsHistoryAMatchIsVoid) {
  DrivenMatch world;
  world.max_plies = 40;
  world.Open();
  world.Create(Circles("konkvest"));
  EXPECT_EQ(world.See().history_plies, 40);
  GoRound(&world, 100);
  const MatchView sight = world.See();
  EXPECT_EQ(sight.ply, 40);
  ASSERT_TRUE(sight.end.has_value());
  EXPECT_EQ(sight.end->reason, "history_full");
  EXPECT_EQ(sight.end->returns, (std::array<double, 2>{0, 0}));
  world.Open();
  EXPECT_EQ(world.See().end->reason, "history_full");
}

TEST(EndlessMatchTest, AtAnEventAFullHistoryCountsForNothingAndMayBePlayedAgain) {
  TournamentSettings settings = DrivenTournament::EventOf("konkvest");
  settings.match.forced_reset = 0;
  DrivenTournament world(settings);
  world.max_plies = 40;
  world.Open();
  world.Begin();
  GoRound(&world, 100);
  EXPECT_EQ(world.See().end->reason, "history_full");
  EXPECT_EQ(world.Ranking(), "");
  EXPECT_THAT(world.Do({.kind = DirectorActKind::kPointsAdjusted, .tenths = {10, 0}}),
              StatusIs(absl::StatusCode::kFailedPrecondition, "void"));
  ASSERT_THAT(world.Replay(), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
}

TEST(EndlessMatchTest, Q8_AnEventsPairOfAgentsHasTheBoundOfTheEventsGame) {
  DrivenTournament world("konkvest{max_plies=33}");
  TournamentPair pair = DrivenTournament::Between("One", "Two");
  for (PlayerSettings& player : pair.players) {
    player.kind = PlayerKind::kAgent;
  }
  ASSERT_THAT(world.Add({.pairs = {pair}}), IsOk());
  EXPECT_EQ(world.See().max_plies, 33);
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}}), IsOk());
  EXPECT_EQ(world.See().max_plies, 0);
}

TEST(EndlessMatchTest, ARematchComesWhileThereIsRoomForIt) {
  DrivenMatch world;
  world.max_plies = 2;
  world.Open();
  world.Create("tic_tac_toe");
  for (int game = 0; game < 10; ++game) {
    const int first = world.ToAct();
    ASSERT_THAT(world.Move(first, "a1"), IsOk());
    ASSERT_THAT(world.Move(1 - first, "b2"), IsOk());
    ASSERT_EQ(world.See().end->reason, "history_full");
    if (game < 9) {
      ASSERT_THAT(world.Rematch(0), IsOk());
      ASSERT_THAT(world.Rematch(1), IsOk());
    }
  }
  EXPECT_THAT(world.Rematch(0), StatusIs(absl::StatusCode::kFailedPrecondition, "20 plies"));
}

}  // namespace
}  // namespace kvintet::matches
