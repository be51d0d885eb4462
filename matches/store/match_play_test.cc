// Tests of Match: what holds in every match: turns, hidden choices, tokens, repeated requests,
// time, agents.
#include <string>

#include "matches/game/commitment.h"
#include "tests/support/matches/driven_match.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::StatusIs;

constexpr auto kFailed = absl::StatusCode::kFailedPrecondition;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(MatchTest, PlaysAWholeGame) {
  DrivenMatch world;
  world.Create("tic_tac_toe");
  for (int turn = 0; world.See().phase != Phase::kOver; ++turn) {
    ASSERT_EQ(world.ToAct(), turn % 2);
    EXPECT_FALSE(world.See().knowledge.end.has_value());
    ASSERT_THAT(world.Move(turn % 2, world.Legal(turn % 2)[0]), IsOk());
  }
  const MatchView end = world.See();
  EXPECT_EQ(end.end->returns, (std::array<double, 2>{1, -1}));
  ASSERT_TRUE(end.knowledge.end.has_value());
  EXPECT_EQ(end.knowledge.end->returns[0], 1);
  EXPECT_EQ(world.Told(Audience::kSpectators).back().kind, EventKind::kEnded);
  ASSERT_OK_AND_ASSIGN(const MatchReport report,
                       world.table->Report(world.match, Audience::kSpectators, 0));
  EXPECT_EQ(report.lines.size(), static_cast<size_t>(end.ply));
  EXPECT_NE(ReportText(report).find(report.records[0]), std::string::npos);
}

TEST(MatchTest, RefusesCheats) {
  DrivenMatch world;
  world.Create("tic_tac_toe");
  EXPECT_THAT(world.Move(1, "a1"), StatusIs(kFailed, "turn"));
  EXPECT_THAT(world.Move(0, "z9"), StatusIs(kInvalid));
  EXPECT_THAT(world.MoveAt(0, 1, "a1"), StatusIs(absl::StatusCode::kAborted, "at ply 0"));
  ASSERT_THAT(world.Move(0, "a1"), IsOk());
  EXPECT_THAT(world.Move(1, "a1"), StatusIs(kInvalid));
  EXPECT_THAT(world.MoveAt(0, 0, "b1"), StatusIs(absl::StatusCode::kAborted, "at ply 1"));
  EXPECT_EQ(world.See().ply, 1);
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  EXPECT_THAT(world.Move(1, "b1"), StatusIs(kFailed, "over"));
  EXPECT_THAT(world.Act(1, ActKind::kResign), StatusIs(kFailed, "over"));
  EXPECT_EQ(world.See().end->returns[1], 1);
}

TEST(MatchTest, AChoiceIsMadeOnce) {
  DrivenMatch world;
  world.Create("kontranto");
  ASSERT_THAT(world.Move(0, "circle"), IsOk());
  EXPECT_THAT(world.Move(0, "triangle"), StatusIs(absl::StatusCode::kAlreadyExists));
  EXPECT_EQ(world.See(0).own->move, "circle");
  EXPECT_EQ(world.See(0).player, 0);
  EXPECT_EQ(world.See(1).player, 1);
  EXPECT_FALSE(world.See().player.has_value());
}

TEST(MatchTest, ATokenIsForOneSeatOfOneMatch) {
  DrivenMatch world;
  world.Create("tic_tac_toe");
  const std::string first = world.match;
  const std::string token = world.tokens[0];
  world.Create("tic_tac_toe");
  constexpr auto kNobody = absl::StatusCode::kUnauthenticated;
  const MoveAct act = {1, 0, "a1", false};
  const auto reply = [](const MoveReceipt&) { return ""; };
  for (const std::string& wrong : {token, std::string("nonsense"), HashToken(world.tokens[0]),
                                   std::string(), std::string(1'000'000, 'a')}) {
    EXPECT_THAT(world.table->Move(world.match, wrong, act, {}, reply), StatusIs(kNobody));
    EXPECT_THAT(world.table->Act(world.match, wrong, 1, ActKind::kResign, {}), StatusIs(kNobody));
    EXPECT_THAT(world.table->Rematch(world.match, wrong, 1, {}), StatusIs(kNobody));
  }
  EXPECT_THAT(world.table->Move("nothing", token, act, {}, reply),
              StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(world.table->Move(first, token, act, {}, reply), IsOk());
  EXPECT_THAT(world.table->Admit(first, token), IsOkAndHolds(Audience::kPlayer0));
  EXPECT_THAT(world.table->Admit(first, ""), IsOkAndHolds(Audience::kSpectators));
}

TEST(MatchTest, SpectatorsAreAdmittedOnlyWhereItWasAgreed) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("tic_tac_toe");
  settings.spectators = false;
  world.Create(settings);
  EXPECT_THAT(world.table->Admit(world.match, ""), StatusIs(absl::StatusCode::kUnauthenticated));
  EXPECT_THAT(world.table->Admit(world.match, world.tokens[1]), IsOkAndHolds(Audience::kPlayer1));
}

TEST(MatchTest, APlayerJoinsAnOpenPlace) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("tic_tac_toe");
  settings.players[1].open = true;
  world.Create(settings);
  EXPECT_TRUE(world.tokens[1].empty());
  EXPECT_EQ(world.See().phase, Phase::kOpen);
  EXPECT_THAT(world.Move(0, "a1"), StatusIs(kFailed, "missing"));
  const auto reply = [&](const Admission& admission) {
    world.tokens[1] = admission.tokens[1];
    EXPECT_EQ(admission.player, 1);
    return std::string("joined");
  };
  ASSERT_THAT(world.table->Join(world.match, {.name = "Ada"}, {}, reply), IsOkAndHolds("joined"));
  EXPECT_EQ(world.See().players[1].name, "Ada");
  EXPECT_THAT(world.table->Join(world.match, {.name = "Bob"}, {}, reply),
              StatusIs(absl::StatusCode::kAlreadyExists));
  EXPECT_THAT(world.Move(0, "a1"), IsOk());
  EXPECT_THAT(world.Move(1, "b1"), IsOk());
}

TEST(MatchTest, AMatchThatNobodyJoinsIsVoid) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("tic_tac_toe");
  settings.players[1].open = true;
  world.Create(settings);
  world.Pass(25 * 3600);
  EXPECT_EQ(world.See().end->reason, "void");
  EXPECT_TRUE(world.table->LiveMatches().empty());
}

// Time just past the limit, at which a player would be warned if a game had begun.
TEST(MatchTest, NobodyIsAskedInAMatchThatWaitsForAPlayer) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("tic_tac_toe");
  settings.players[1].open = true;
  settings.patience_millis = 1000;
  world.Create(settings);
  world.Pass(0.9);
  EXPECT_EQ(world.See().phase, Phase::kOpen);
  world.Pass(0.2);
  EXPECT_EQ(world.See().end->reason, "void");
  EXPECT_FALSE(world.WasTold(Audience::kPlayer0, EventKind::kAsked));
}

TEST(MatchTest, ARepeatedRequestIsAnsweredAgainAndNotDoneAgain) {
  DrivenMatch world;
  world.Create("kontranto");
  const RequestKey key = {"my-move", "circle"};
  ASSERT_OK_AND_ASSIGN(const std::string reply, world.MoveAt(0, 0, "circle", false, key));
  EXPECT_THAT(world.MoveAt(0, 0, "circle", false, key), IsOkAndHolds(reply));
  EXPECT_THAT(world.MoveAt(0, 0, "circle", false, {"my-move", "triangle"}),
              StatusIs(kInvalid, "request_id"));
  // The opponent's request with the same id is a different request.
  EXPECT_THAT(world.MoveAt(1, 0, "circle", false, key), IsOk());
  EXPECT_THAT(world.MoveAt(0, 0, "circle", false, key), IsOkAndHolds(reply));
  EXPECT_EQ(world.See().ply, 2);
  world.Open();
  EXPECT_THAT(world.MoveAt(0, 0, "circle", false, key), IsOkAndHolds(reply));
}

TEST(MatchTest, ARepeatedCreationGivesTheSameMatchAndTokens) {
  DrivenMatch world;
  const RequestKey key = {"0123456789abcdef", "body"};
  const auto reply = [](const Admission& made) { return made.match + made.tokens[0]; };
  const MatchSettings settings = DrivenMatch::Settings("tic_tac_toe");
  ASSERT_OK_AND_ASSIGN(const std::string first, world.table->Create(settings, key, reply));
  EXPECT_THAT(world.table->Create(settings, key, reply), IsOkAndHolds(first));
  EXPECT_EQ(world.table->LiveMatches().size(), 1u);
  EXPECT_THAT(world.table->Create(settings, {"short", "body"}, reply),
              StatusIs(kInvalid, "request_id"));
  EXPECT_THAT(world.table->Create(settings, {key.id, "other"}, reply), StatusIs(kInvalid));
}

TEST(MatchTest, WallClocksThatJumpDecideNothing) {
  for (const int64_t jump : {-3'600'000, 3'600'000}) {
    DrivenMatch world;
    MatchSettings settings = DrivenMatch::Settings("renju");
    settings.clock = {.kind = ClockKind::kStages, .stages = {{0, 60'000, 0}}};
    world.Create(settings);
    world.Pass(30);
    world.sources.time.wall += jump;
    world.Pass(29);
    EXPECT_EQ(world.See().phase, Phase::kToMove);
    EXPECT_EQ(world.See().players[0].left, 1'000'000);
    world.Pass(1);
    EXPECT_EQ(world.See().end->reason, "time");
  }
}

TEST(MatchTest, AnAgentCommitsBeforeThePersonMay) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("kontranto");
  settings.players[1].kind = PlayerKind::kAgent;
  world.Create(settings);
  world.Pass(5);
  EXPECT_THAT(world.Move(0, "circle"), StatusIs(kFailed, "committed"));
  // While the person may not commit, its clock does not run.
  EXPECT_EQ(world.See().players[0].spent, 0);
  EXPECT_EQ(world.See().players[1].spent, 5'000'000);
  const std::vector<AgentTurn> turns = world.table->TakeAgentTurns(world.match);
  ASSERT_EQ(turns.size(), 1u);
  EXPECT_EQ(turns[0].knowledge.seat, envs::Seat::k1);
  EXPECT_TRUE(world.table->TakeAgentTurns(world.match).empty());
  ASSERT_THAT(world.table->PlayAgent(turns[0], "triangle"), IsOk());
  ASSERT_TRUE(world.See(0).players[1].seal.has_value());
  EXPECT_EQ(world.Told(Audience::kPlayer0).back().kind, EventKind::kCommitted);
  ASSERT_THAT(world.Move(0, "circle"), IsOk());
  EXPECT_EQ(world.See().players[1].seat, envs::Seat::k0);
}

TEST(MatchTest, ATurnGivenBackIsTakenAgain) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("tic_tac_toe");
  settings.players[0].kind = settings.players[1].kind = PlayerKind::kAgent;
  world.Create(settings);
  const std::vector<AgentTurn> turns = world.table->TakeAgentTurns(world.match);
  ASSERT_EQ(turns.size(), 1u);
  world.table->GiveBack(turns[0]);
  EXPECT_EQ(world.table->TakeAgentTurns(world.match).size(), 1u);
}

TEST(MatchTest, WhereTheRulesDoNotShowItNobodyLearnsThatAChoiceWasMade) {
  DrivenMatch world;
  world.Create("goofspiel");
  // In some games chance first reveals a prize.
  const MatchView before = world.See(1);
  const size_t told = world.Told(Audience::kPlayer1).size();
  ASSERT_THAT(world.Move(0, world.Legal(0)[0]), IsOk());
  const MatchView after = world.See(1);
  EXPECT_EQ(world.Told(Audience::kPlayer1).size(), told);
  EXPECT_EQ(world.Told(Audience::kSpectators).size(), told);
  EXPECT_EQ(after.cursor, before.cursor);
  EXPECT_EQ(after.knowledge.record, before.knowledge.record);
  EXPECT_FALSE(after.players[0].seal.has_value());
  EXPECT_EQ(world.Told(Audience::kPlayer0).size(), told + 1);
  ASSERT_THAT(world.Move(1, world.Legal(1)[0]), IsOk());
  EXPECT_GT(world.Told(Audience::kSpectators).size(), told + 1);
}

TEST(MatchTest, OldEventsAreForgottenAndTheSightStays) {
  DrivenMatch world;
  world.max_events = 16;
  world.Open();
  world.Create("renju");
  for (const char* move : {"h8", "g9", "i7"}) {
    ASSERT_THAT(world.Move(0, move), IsOk());
  }
  ASSERT_OK_AND_ASSIGN(FeedPage page,
                       world.table->EventsAfter(world.match, Audience::kSpectators, 2, 2));
  EXPECT_FALSE(page.skipped);
  ASSERT_EQ(page.events.size(), 2u);
  EXPECT_EQ(page.events[0].cursor, 3);
  EXPECT_EQ(page.sight.cursor, 5);
  for (int game = 1; game < 10; ++game) {
    ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
    ASSERT_THAT(world.Rematch(0), IsOk());
    ASSERT_THAT(world.Rematch(1), IsOk());
  }
  ASSERT_OK_AND_ASSIGN(page, world.table->EventsAfter(world.match, Audience::kSpectators, 2, 100));
  EXPECT_TRUE(page.skipped);
  EXPECT_TRUE(page.events.empty());
  EXPECT_EQ(page.sight.game_number, 10);
  EXPECT_THAT(world.table->EventsAfter(world.match, Audience::kSpectators, 1000, 100),
              StatusIs(absl::StatusCode::kOutOfRange, "cursor"));
}

TEST(MatchTest, TheReportComesWithTheEnd) {
  DrivenMatch world;
  world.Create("kontranto");
  EXPECT_THAT(world.table->Report(world.match, Audience::kPlayer0, 0), StatusIs(kFailed));
  EXPECT_THAT(world.table->Report(world.match, Audience::kPlayer0, 7),
              StatusIs(absl::StatusCode::kNotFound));
}

TEST(SealTest, MasksAndHashesAreWhatTheySay) {
  EXPECT_EQ(MaskReply("id", MaskReply("id", std::string(100, 'x'))), std::string(100, 'x'));
  EXPECT_NE(MaskReply("id", "reply"), MaskReply("other", "reply"));
  EXPECT_TRUE(SameBytes("abc", "abc"));
  EXPECT_FALSE(SameBytes("abc", "abd"));
  EXPECT_FALSE(SameBytes("abc", "ab"));
  const Commitment choice = {"m", 1, 2, 0, "00", "circle"};
  Commitment other = choice;
  other.player = 1;
  EXPECT_NE(CommitmentTo(choice), CommitmentTo(other));
  EXPECT_EQ(CommitmentTo(choice).size(), 64u);
}

TEST(SettingsTest, ReadBackWhatWasWritten) {
  MatchSettings settings = DrivenMatch::Settings("renju");
  settings.clock = {
      .kind = ClockKind::kStages, .stages = {{30, 60'000, 5}, {0, 7, 0}}, .claimed = true};
  settings.players[1] = {
      .kind = PlayerKind::kAgent, .name = "\"A\n", .simulations = 3, .variety = 0.25};
  settings.lot = true;
  const Json written = ToJson(settings);
  ASSERT_OK_AND_ASSIGN(const MatchSettings read, SettingsFromJson(written));
  EXPECT_EQ(ToJsonLine(ToJson(read)), ToJsonLine(written));
}

TEST(SettingsTest, RefusesWhatCannotBe) {
  const auto game = *envs::MakeGame("renju");
  MatchSettings settings = DrivenMatch::Settings("renju");
  EXPECT_THAT(CheckSettings(*game, settings), IsOk());
  settings.clock.kind = ClockKind::kHourglass;
  EXPECT_THAT(CheckSettings(*game, settings), StatusIs(kInvalid, "clock"));
  settings.clock = {.kind = ClockKind::kStages, .stages = {}};
  EXPECT_THAT(CheckSettings(*game, settings), StatusIs(kInvalid, "clock.stages"));
  settings.clock.stages = {{0, 1000, 0}, {0, 1000, 0}};
  EXPECT_THAT(CheckSettings(*game, settings), StatusIs(kInvalid, "clock.stages.moves"));
  settings.clock = {};
  settings.players[0].name = std::string(65, 'a');
  EXPECT_THAT(CheckSettings(*game, settings), StatusIs(kInvalid, "name"));
  settings.players[0].name = "";
  settings.patience_millis = -1;
  EXPECT_THAT(CheckSettings(*game, settings), StatusIs(kInvalid, "patience_ms"));
}

TEST(MatchTest, ARematchBeginsWithFullClocksWhereChanceComesFirst) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("kuhn");
  settings.clock = {.kind = ClockKind::kStages, .stages = {{.millis = 60'000}}};
  world.Create(settings);
  world.Pass(40);
  ASSERT_THAT(world.Act(world.ToAct(), ActKind::kResign), IsOk());
  ASSERT_THAT(world.Rematch(0), IsOk());
  ASSERT_THAT(world.Rematch(1), IsOk());
  for (const PlayerSight& player : world.See().players) {
    EXPECT_EQ(player.left, 60'000'000);
  }
}

TEST(MatchTest, HowLongAPlaceWasOpenIsNobodysPatience) {
  constexpr double kDay = 24 * 3600;
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("kuhn");
  settings.players[1].open = true;
  world.Create(settings);
  world.Pass(kDay - 1);
  ASSERT_THAT(world.table->Join(world.match, {}, {}, [](const Admission&) { return ""; }), IsOk());
  world.Pass(kDay - 1);
  EXPECT_FALSE(world.WasTold(Audience::kPlayer0, EventKind::kAsked));
  EXPECT_EQ(world.See().phase, Phase::kToMove);
}

}  // namespace
}  // namespace kvintet::matches
