// Tests of sections: missed games over several tournaments (T7), and journals without sections.
#include <sqlite3.h>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include "base/files/file.h"
#include "matches/game/commitment.h"
#include "serving/errors/refusal.h"
#include "tests/support/matches/driven_tournament.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenTournament;
using testing::IsOk;

using Kind = DirectorActKind;

// Matches a refusal with this reason and this field (or "").
MATCHER_P2(IsRefusedFor, reason, field, "") {
  const absl::Status& status = testing::StatusOf(arg);
  *result_listener << "which is " << status.ToString() << ", field " << FieldOf(status);
  return ReasonOf(status) == reason && FieldOf(status) == field;
}

TournamentSettings InSection(const std::string& section) {
  TournamentSettings settings = DrivenTournament::EventOf("tantrix");
  settings.section = section;
  return settings;
}

// Creates a tournament and makes it the current one.
absl::Status Make(DrivenTournament* world, const TournamentSettings& settings,
                  const SectionKey& joins = {}) {
  return world->table
      ->CreateTournament(
          settings, {},
          [world](const TournamentAdmission& made) {
            world->event = made.event;
            world->director = made.token;
            return std::string();
          },
          joins)
      .status();
}

// Plays this many games that the loser misses.
void Miss(DrivenTournament* world, const std::string& winner, const std::string& loser, int games) {
  for (int i = 0; i < games; ++i) {
    world->Begin(winner, loser);
    ASSERT_THAT(world->Do(Kind::kForfeited, 1), IsOk());
  }
}

TEST(SectionTest, T7_GamesMissedCountOverAllEventsOfASection) {
  DrivenTournament world(InSection("Spring"));
  const SectionKey first = {world.event, world.director};
  Miss(&world, "Ada", "Bob", 2);
  EXPECT_EQ(world.Ranking(), "1 Ada 300, 2 Bob 100");
  ASSERT_THAT(Make(&world, InSection(""), first), IsOk());
  const SectionKey second = {world.event, world.director};
  Miss(&world, "Cy", "Bob", 1);
  // Bob and all his games are left out of both tournaments.
  EXPECT_EQ(world.Ranking(), "");
  world.event = first.event;
  EXPECT_EQ(world.Ranking(), "");
  world.Open();
  EXPECT_EQ(world.Ranking(), "");
  // A third tournament can join through the second.
  ASSERT_THAT(Make(&world, InSection("Spring"), second), IsOk());
  const auto look = world.table->LookAtTournament(world.event, "");
  EXPECT_EQ(look->event.settings.section, "Spring");
  EXPECT_EQ(look->event.settings.section_id, first.event);
  world.Begin("Ada", "Cy");
  ASSERT_THAT(world.Act(1, ActKind::kResign), IsOk());
  EXPECT_EQ(world.Ranking(), "1 Ada 150, 2 Cy 50");
}

TEST(SectionTest, T7_EventsOutsideTheSectionDoNotCount) {
  DrivenTournament world(InSection("Spring"));
  const std::string first = world.event;
  Miss(&world, "Ada", "Bob", 2);
  // A stranger's section of the same name is a different section.
  ASSERT_THAT(Make(&world, InSection("Spring")), IsOk());
  Miss(&world, "Ada", "Bob", 1);
  ASSERT_THAT(Make(&world, InSection("")), IsOk());
  Miss(&world, "Ada", "Bob", 1);
  world.event = first;
  EXPECT_EQ(world.Ranking(), "1 Ada 300, 2 Bob 100");
}

TEST(SectionTest, IsJoinedByItsDirectorAlone) {
  DrivenTournament world(InSection("Spring"));
  const SectionKey key = {world.event, world.director};
  world.Begin();
  const auto joined = [&](const SectionKey& joins, const std::string& section = "") {
    return Make(&world, InSection(section), joins);
  };
  for (const std::string& token : {std::string(), std::string("guessed"), world.tokens[0]}) {
    EXPECT_THAT(joined({key.event, token}), IsRefusedFor(v1::REASON_BAD_TOKEN, "joins.token"));
  }
  EXPECT_THAT(joined({"nothing", key.token}),
              IsRefusedFor(v1::REASON_UNKNOWN_TOURNAMENT, "joins.tournament"));
  EXPECT_THAT(joined({"", key.token}), IsRefusedFor(v1::REASON_BAD_FIELD, "joins.tournament"));
  EXPECT_THAT(joined(key, "Autumn"), IsRefusedFor(v1::REASON_BAD_FIELD, "joins.tournament"));
  EXPECT_THAT(joined({}, std::string(65, 'x')), IsRefusedFor(v1::REASON_BAD_FIELD, "section"));
  ASSERT_THAT(joined({}), IsOk());
  EXPECT_THAT(joined({world.event, world.director}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "joins.tournament"));
}

TEST(SectionTest, HasABound) {
  DrivenTournament world(InSection("Spring"));
  const SectionKey key = {world.event, world.director};
  for (int i = 1; i < 32; ++i) {
    ASSERT_THAT(Make(&world, InSection(""), key), IsOk());
  }
  EXPECT_THAT(Make(&world, InSection(""), key), IsRefusedFor(v1::REASON_TOO_MANY_TOURNAMENTS, ""));
}

void Sql(const std::string& folder, const std::string& text) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((folder + "/matches.sqlite3").c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
}

// The tables of programs that had no sections, no wishes of joining players and no wrong pauses.
constexpr char kOldTables[] = R"(
  CREATE TABLE matches(id TEXT PRIMARY KEY, over INTEGER NOT NULL, created INTEGER NOT NULL,
                       closed INTEGER NOT NULL, game TEXT NOT NULL, event TEXT NOT NULL)
    WITHOUT ROWID;
  CREATE TABLE organised(id TEXT PRIMARY KEY, created INTEGER NOT NULL, closed INTEGER NOT NULL,
                         game TEXT NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE tokens(hash TEXT PRIMARY KEY, match TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE events(match TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,
                      PRIMARY KEY(match, number)) WITHOUT ROWID;
  CREATE TABLE readings(match TEXT PRIMARY KEY, events INTEGER NOT NULL, body TEXT NOT NULL)
    WITHOUT ROWID;
  CREATE TABLE requests(scope TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
                        reply BLOB NOT NULL, PRIMARY KEY(scope, id)) WITHOUT ROWID;
  CREATE INDEX live ON matches(over) WHERE over = 0;
  CREATE INDEX listed ON matches(created, id) WHERE closed = 0;
  CREATE INDEX of_event ON matches(event, created, id) WHERE event != '';
  CREATE INDEX listed_events ON organised(created, id) WHERE closed = 0;
  PRAGMA application_id=0x4b764d74;
  PRAGMA user_version=3;
)";
constexpr char kOldMatch[] =
    R"({"game":"$game","players":[{"agent":false,"open":true,"name":"Ada","simulations":0,)"
    R"("variety":0.0,"invitation":"x"},{"agent":false,"open":true,"name":"Bob","simulations":0,)"
    R"("variety":0.0,"invitation":"y"}],"lot":false,"keeps_seats":true,"clock":{"kind":"penalty",)"
    R"("stages":[],"total":1200000,"claimed":false},"patience":86400000,"forced_reset":0,)"
    R"("spectators":true,"event":{"id":"$event","organiser":"$director","round":$round,)"
    R"("replays":"","by_score":true,"points":[10,5,0]}})";
constexpr char kOldAct[] =
    R"({"act":"$act","reason":"noise","player":-1,"present":false,"clock":[0,0],)"
    R"("tenths":[0,0],"match":""})";

std::string Quoted(const std::string& json) {
  return absl::StrReplaceAll(json, {{"\\", "\\\\"}, {"\"", "\\\""}});
}

std::string OldEvent(int number, const std::string& kind, int player, const std::string& text,
                     const std::string& tokens = "") {
  const std::string hash = tokens.empty() ? "" : HashToken(tokens);
  return absl::StrCat(
      "INSERT INTO events VALUES('m', ", number, ", '{\"kind\":\"", kind, "\",\"player\":", player,
      ",\"text\":\"", Quoted(text), "\",\"nonce\":\"\",\"flag\":false,\"token_0\":\"",
      player == 0 ? hash : "", "\",\"token_1\":\"", player == 1 ? hash : "",
      "\",\"at\":1800000000000,\"reading\":[0,0,0,0]}');",
      hash.empty() ? "" : absl::StrCat("INSERT INTO tokens VALUES('", hash, "', 'm');"));
}

TEST(OldJournalTest, IsOpenedAndPlayedOn) {
  DrivenTournament world("tantrix");
  const std::string folder = world.folder.Path("old");
  ASSERT_THAT(MakeDirectories(folder), IsOk());
  const std::string game = (*envs::MakeGame("tantrix{colours=blue-green}"))->Spec().text;
  const std::string director = HashToken("chair");
  const auto match = [&](const std::string& event, int round) {
    return absl::StrReplaceAll(kOldMatch, {{"$game", game},
                                           {"$event", event},
                                           {"$director", director},
                                           {"$round", absl::StrCat(round)}});
  };
  const auto act = [](const std::string& kind) {
    return absl::StrReplaceAll(kOldAct, {{"$act", kind}});
  };
  Sql(folder,
      absl::StrCat(kOldTables, "INSERT INTO organised VALUES('e', 1, 0, 'tantrix', ",
                   R"('{"name":"Open","match":)", match("", 0),
                   R"(,"ties":["points_between","wins"],"most_missed":2}');)",
                   "INSERT INTO matches VALUES('m', 0, 1, 0, 'tantrix', 'e');",
                   OldEvent(0, "created", -1, match("e", 1)),
                   OldEvent(1, "joined", 0, "Ada", "ada"), OldEvent(2, "joined", 1, "Bob", "bob"),
                   OldEvent(3, "started", -1, game), OldEvent(4, "organised", -1, act("paused")),
                   OldEvent(5, "organised", -1, act("resumed")), OldEvent(6, "ready", 0, "")));
  ASSERT_OK_AND_ASSIGN(world.table, MatchStore::Open({.folder = folder, .watches_time = false},
                                                     world.games, world.sources.Borrow(), nullptr));
  world.match = "m";
  world.event = "e";
  world.director = "chair";
  world.tokens = {"ada", "bob"};
  EXPECT_EQ(world.See().knowledge.game->Spec().text, game);
  EXPECT_EQ(world.See().acts.size(), 2u);
  world.Pass(300);
  ASSERT_THAT(world.Act(0, ActKind::kStartClock), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  ASSERT_THAT(world.Move(world.ToAct(), world.Legal(world.ToAct(), 1)[0]), IsOk());
  ASSERT_THAT(world.Do(Kind::kDecided), IsOk());
  EXPECT_EQ(world.Ranking(), "1 Ada 100, 1 Bob 100");
  TournamentSettings settings = InSection("Spring");
  EXPECT_THAT(Make(&world, settings, {"e", "chair"}),
              IsRefusedFor(v1::REASON_BAD_FIELD, "joins.tournament"));
  EXPECT_THAT(Make(&world, settings), IsOk());
}

}  // namespace
}  // namespace kvintet::matches
