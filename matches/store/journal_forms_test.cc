// Tests of MatchStore: journals of earlier forms can be opened, and their matches continue under
// the settings that were agreed then.
#include <string>
#include <vector>

#include "matches/game/commitment.h"
#include "matches/store/match_journal.h"
#include "tests/support/matches/driven_match.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::IsOk;
using testing::PlayAll;

constexpr char kMatch[] = "0123456789abcdef0123456789abcdef";

// Settings as the first form of the journal stored them.
std::string FirstForm(const std::string& game, const std::string& clock) {
  constexpr char kPlayer[] =
      R"({"agent":false,"open":false,"name":"","simulations":0,"variety":0.0,"invitation":""})";
  return R"({"game":")" + game + R"(","players":[)" + kPlayer + "," + kPlayer +
         R"(],"lot":false,"keeps_seats":false,"clock":)" + clock +
         R"(,"patience":86400000,"forced_reset":0,"spectators":true,"event":null})";
}

// Opens a store whose folder contains such a match.
void OpenWith(const std::string& settings, const std::string& game, DrivenMatch* world) {
  world->table.reset();
  const std::vector<MatchEvent> events = {
      {.kind = EventKind::kCreated, .text = settings, .tokens = {HashToken("0"), HashToken("1")}},
      {.kind = EventKind::kStarted, .text = game}};
  {
    const auto journal = MatchJournal::Open(world->folder.Path("matches"));
    ASSERT_THAT(journal.status(), IsOk());
    const JournalEntry entry = {.match = kMatch, .first = 0, .events = events};
    ASSERT_THAT((*journal)->Append(std::span(&entry, 1), {}), IsOk());
  }
  world->Open();
  world->match = kMatch;
  world->tokens = {"0", "1"};
}

TEST(JournalFormsTest, Q8_AKonkvestMatchOfTheFirstFormKeepsTheBoundInItsGame) {
  const std::string game =
      "konkvest{cycle=go_on,general_reach=lines,guard_reach=lines,max_plies=18,"
      "queen_retreat=straight,territory=strip}";
  DrivenMatch world;
  OpenWith(FirstForm(game, R"({"kind":"none","stages":[],"total":0,"claimed":false})"), game,
           &world);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_EQ(world.See().start_millis, 0);
  while (world.See().phase == Phase::kToMove) {
    const int player = world.ToAct();
    ASSERT_THAT(world.Move(player, world.Legal(player, 1)[0]), IsOk());
  }
  EXPECT_EQ(world.See().ply, 18);
  EXPECT_EQ(world.See().end->reason, "max_plies");
  world.Open();
  EXPECT_EQ(world.See().end->reason, "max_plies");
}

TEST(JournalFormsTest, R14_1_ARenjuMatchOfTheFirstFormCountsWhitesChoicesAsItDid) {
  const std::string game = "renju{forbidden=loses,opening=rif1996}";
  DrivenMatch world;
  OpenWith(
      FirstForm(game, R"({"kind":"stages","stages":[[0,60000,1000]],"total":0,"claimed":false})"),
      game, &world);
  PlayAll(&world, "renju; 0 h8; 0 g9; 0 i7; 1 keep; 1 h10; 0 i10+n12; 1 n12; 1 d11");
  EXPECT_EQ(world.See().players[1].left, 64'000'000);
  world.Open();
  EXPECT_EQ(world.See().players[1].left, 64'000'000);
  EXPECT_THAT(world.Move(0, "i9"), IsOk());
}

}  // namespace
}  // namespace kvintet::matches
