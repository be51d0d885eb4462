// Tests of MatchStore and MatchJournal: restarts, full disks, damaged files, threads.
#include "matches/store/match_store.h"

#include <sqlite3.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <csignal>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/files/file.h"
#include "tests/support/matches/driven_match.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::CachedGames;
using testing::DrivenMatch;
using testing::DrivenSources;
using testing::IsOk;
using testing::StatusIs;

constexpr auto kNothing = [](const auto&) { return std::string(); };

void Sql(const std::string& folder, const char* text) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((folder + "/matches.sqlite3").c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, text, nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
}

absl::Status OpenStatus(const std::string& folder, DrivenSources* sources) {
  return MatchStore::Open({.folder = folder, .watches_time = false}, CachedGames(),
                          sources->Borrow(), nullptr)
      .status();
}

TEST(MatchStoreTest, ARestartChangesNothingThatAnybodySees) {
  DrivenMatch world;
  world.Create("kontranto");
  ASSERT_THAT(world.Move(1, "circle"), IsOk());
  ASSERT_THAT(world.Move(0, "triangle"), IsOk());
  ASSERT_THAT(world.Move(1, world.Legal(1, 1)[0]), IsOk());
  std::vector<MatchView> before;
  std::vector<size_t> told;
  for (int audience = 0; audience < kAudiences; ++audience) {
    before.push_back(world.See(audience));
    told.push_back(world.Told(static_cast<Audience>(audience)).size());
  }
  world.Open();
  for (int audience = 0; audience < kAudiences; ++audience) {
    const MatchView after = world.See(audience);
    const MatchView& then = before[static_cast<size_t>(audience)];
    EXPECT_EQ(after.ply, then.ply);
    EXPECT_EQ(after.cursor, then.cursor);
    EXPECT_EQ(after.knowledge.record, then.knowledge.record);
    EXPECT_EQ(after.players[0].seat, then.players[0].seat);
    EXPECT_EQ(after.players[1].seal, then.players[1].seal);
    EXPECT_EQ(after.own.has_value(), then.own.has_value());
    EXPECT_EQ(world.Told(static_cast<Audience>(audience)).size(),
              told[static_cast<size_t>(audience)]);
  }
  EXPECT_EQ(world.See(1).own->move, before[1].own->move);
  EXPECT_THAT(world.Move(1, world.Legal(1, 1)[0]), StatusIs(absl::StatusCode::kAlreadyExists));
  EXPECT_THAT(world.Move(0, world.Legal(0, 1)[0]), IsOk());
}

// The journal of the first release, which had fewer options.
TEST(MatchStoreTest, AJournalOfAnEarlierProgramPlaysOn) {
  DrivenMatch world;
  world.Create("kontranto");
  ASSERT_THAT(world.Move(1, "circle"), IsOk());
  ASSERT_THAT(world.Move(0, "triangle"), IsOk());
  const std::string record = world.See().knowledge.record;
  world.table.reset();
  Sql(world.folder.Path("matches"),
      "UPDATE events SET body = replace(body, 'two_step_pieces=both,', '')");
  world.Open();
  EXPECT_EQ(world.See().knowledge.record, record);
  EXPECT_THAT(world.Move(1, world.Legal(1, 1)[0]), IsOk());
  EXPECT_THAT(world.Move(0, world.Legal(0, 1)[0]), IsOk());
}

TEST(MatchStoreTest, MatchesThatAreOverAreReadWhenSomebodyAsks) {
  DrivenMatch world;
  world.Create("tic_tac_toe");
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  world.Open();
  EXPECT_TRUE(world.table->LiveMatches().empty());
  EXPECT_EQ(world.See().end->reason, "resigned");
  ASSERT_THAT(world.Rematch(0), IsOk());
  ASSERT_THAT(world.Rematch(1), IsOk());
  EXPECT_EQ(world.table->LiveMatches().size(), 1u);
  world.Open();
  EXPECT_EQ(world.See().game_number, 2);
}

// Both threads read the match from the journal before either adds it to the table.
TEST(MatchStoreTest, ThreadsThatReadAMatchAtOnceGetTheSame) {
  DrivenMatch world;
  world.Create("tic_tac_toe");
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  std::barrier<> both(2);
  std::atomic<bool> meet = false;
  const GameFinder find = std::exchange(world.games, nullptr);
  std::mutex finding;
  world.games = [&](const std::string& game) {
    // Of a match's events only the first names a game that nobody has looked for.
    thread_local bool met = false;
    if (meet && !std::exchange(met, true)) {
      both.arrive_and_wait();
    }
    const std::lock_guard lock(finding);
    return find(game);
  };
  world.Open();
  meet = true;
  std::array<absl::Status, 2> wanted;
  {
    std::jthread other(
        [&] { wanted[1] = world.table->Rematch(world.match, world.tokens[1], 1, {}); });
    wanted[0] = world.table->Rematch(world.match, world.tokens[0], 1, {});
  }
  EXPECT_THAT(wanted[0], IsOk());
  EXPECT_THAT(wanted[1], IsOk());
  EXPECT_EQ(world.See().game_number, 2);
}

TEST(MatchStoreTest, RefusesMoreMatchesThanItMayKeep) {
  DrivenSources sources;
  const testing::TempDir folder;
  ASSERT_OK_AND_ASSIGN(
      const std::unique_ptr<MatchStore> table,
      MatchStore::Open({.folder = folder.Path(), .max_matches = 2, .watches_time = false},
                       CachedGames(), sources.Borrow(), nullptr));
  const MatchSettings settings = DrivenMatch::Settings("tic_tac_toe");
  std::string token;
  std::string match;
  const auto reply = [&](const Admission& made) {
    match = made.match;
    token = made.tokens[0];
    return std::string();
  };
  ASSERT_THAT(table->Create(settings, {}, reply), IsOk());
  ASSERT_THAT(table->Create(settings, {}, reply), IsOk());
  EXPECT_THAT(table->Create(settings, {}, kNothing),
              StatusIs(absl::StatusCode::kResourceExhausted, "2 matches"));
  ASSERT_THAT(table->Act(match, token, 1, ActKind::kResign, {}), IsOk());
  EXPECT_THAT(table->Create(settings, {}, kNothing), IsOk());
}

TEST(MatchStoreTest, AFullDiskRefusesActsAndTheyCanBeDoneLater) {
  DrivenMatch world;
  world.Create("tic_tac_toe");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  rlimit full = limit;
  full.rlim_cur = 1;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &full), 0);
  const auto refused = world.Move(0, "a1");
  const auto unmade = world.table->Create(DrivenMatch::Settings("renju"), {}, kNothing);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kUnavailable, "journal"));
  EXPECT_THAT(unmade, StatusIs(absl::StatusCode::kUnavailable, "journal"));
  EXPECT_EQ(world.See().ply, 0);
  EXPECT_EQ(world.table->LiveMatches().size(), 1u);
  EXPECT_THAT(world.Move(0, "a1"), IsOk());
  world.Open();
  EXPECT_EQ(world.See().ply, 1);
}

TEST(MatchStoreTest, SaysWhatIsWrongWithAJournal) {
  DrivenMatch world;
  world.Create("tic_tac_toe");
  const std::string folder = world.folder.Path("matches");
  EXPECT_THAT(OpenStatus(folder, &world.sources),
              StatusIs(absl::StatusCode::kFailedPrecondition, "another process"));
  world.table.reset();
  Sql(folder, "PRAGMA user_version=7");
  EXPECT_THAT(OpenStatus(folder, &world.sources),
              StatusIs(absl::StatusCode::kFailedPrecondition, "schema 7"));
  Sql(folder, "PRAGMA user_version=1; PRAGMA application_id=5");
  EXPECT_THAT(OpenStatus(folder, &world.sources),
              StatusIs(absl::StatusCode::kFailedPrecondition, "another database"));
}

TEST(MatchStoreTest, ADamagedMatchDoesNotDisturbTheOthers) {
  DrivenMatch world;
  world.Create("tic_tac_toe");
  const std::string damaged = world.match;
  ASSERT_THAT(world.Move(0, "a1"), IsOk());
  world.Create("tic_tac_toe");
  world.table.reset();
  Sql(world.folder.Path("matches"),
      absl::StrCat("UPDATE events SET body = replace(body, 'a1', 'z9') WHERE match = '", damaged,
                   "'")
          .c_str());
  world.Open();
  EXPECT_THAT(world.table->Look(damaged, Audience::kSpectators),
              StatusIs(absl::StatusCode::kDataLoss, "damaged"));
  EXPECT_THAT(world.Move(0, "a1"), IsOk());
}

TEST(MatchStoreTest, TokensAndRequestsAreNotInTheJournal) {
  DrivenMatch world;
  const std::string secret = "a-request-that-nobody-guesses";
  const auto created = world.table->Create(DrivenMatch::Settings("tic_tac_toe"), {secret, "body"},
                                           [&](const Admission& made) {
                                             world.tokens = made.tokens;
                                             return made.tokens[0];
                                           });
  ASSERT_THAT(created, IsOk());
  world.table.reset();
  ASSERT_OK_AND_ASSIGN(const std::string bytes,
                       ReadFile(world.folder.Path("matches/matches.sqlite3")));
  EXPECT_EQ(bytes.find(world.tokens[0]), std::string::npos);
  EXPECT_EQ(bytes.find(secret), std::string::npos);
}

// The ids on all pages.
std::vector<std::string> Listed(MatchStore* table, MatchList wanted) {
  std::vector<std::string> ids;
  do {
    const auto page = table->List(wanted);
    KVINTET_CHECK(page.ok());
    EXPECT_LE(std::ssize(page->matches), wanted.size);
    for (const MatchSummary& match : page->matches) {
      ids.push_back(match.id);
    }
    wanted.page = page->next;
  } while (!wanted.page.empty());
  return ids;
}

TEST(MatchStoreTest, ListsComeInPagesTheLatestFirst) {
  DrivenMatch world;
  std::vector<std::string> made;
  for (const char* game : {"tic_tac_toe", "renju", "tic_tac_toe", "tic_tac_toe", "renju"}) {
    world.Create(game);
    made.insert(made.begin(), world.match);
    // The last two are created at the same time.
    world.Pass(made.size() < 4 ? 1 : 0);
  }
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  world.Open();
  std::vector<std::string> all = Listed(world.table.get(), {.size = 2});
  ASSERT_EQ(all.size(), 5u);
  std::sort(all.begin(), all.begin() + 2);
  std::sort(made.begin(), made.begin() + 2);
  EXPECT_EQ(all, made);
  EXPECT_EQ(Listed(world.table.get(), {.game = "tic_tac_toe", .size = 3}).size(), 3u);
  EXPECT_EQ(Listed(world.table.get(), {.live = true, .size = 100}).size(), 4u);
  EXPECT_EQ(Listed(world.table.get(), {.token = world.tokens[1], .size = 5}),
            std::vector<std::string>{world.match});
}

TEST(MatchStoreTest, AJournalThatFailsIsSeenWithoutAnAct) {
  DrivenMatch world;
  world.Create("tic_tac_toe");
  world.Pass(11);
  EXPECT_TRUE(world.table->Works());
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  rlimit full = limit;
  full.rlim_cur = 1;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &full), 0);
  world.Pass(11);
  const bool worked = world.table->Works();
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_FALSE(worked);
  world.Pass(1);
  EXPECT_TRUE(world.table->Works());
}

// The work of one server thread: plays its own match from beginning to end.
void PlayOne(MatchStore* table, int* moves) {
  Admission admission;
  KVINTET_CHECK(table
                    ->Create(DrivenMatch::Settings("tic_tac_toe"), {},
                             [&](const Admission& made) {
                               admission = made;
                               return std::string();
                             })
                    .ok());
  for (const char* move : {"a1", "a2", "b1", "b2", "c1"}) {
    const int ply = *moves % 5;
    const MoveAct act = {1, ply, move, false};
    KVINTET_CHECK(table
                      ->Move(admission.match, admission.tokens[static_cast<size_t>(ply % 2)], act,
                             {}, kNothing)
                      .ok());
    ++*moves;
  }
  KVINTET_CHECK(table->Look(admission.match, Audience::kSpectators)->phase == Phase::kOver);
}

TEST(MatchStoreTest, ThreadsPlayManyMatchesAtOnce) {
  const testing::TempDir folder;
  std::atomic<int> changes = 0;
  ASSERT_OK_AND_ASSIGN(
      const std::unique_ptr<MatchStore> table,
      MatchStore::Open(
          {.folder = folder.Path(), .max_matches = 8},
          [](const std::string& text) -> absl::StatusOr<std::shared_ptr<const envs::Game>> {
            auto game = envs::MakeGame(text);
            if (!game.ok()) {
              return game.status();
            }
            return std::shared_ptr<const envs::Game>(*std::move(game));
          },
          SystemSources(), [&](const std::string&) { ++changes; }));
  std::vector<int> moves(4);
  {
    std::vector<std::jthread> threads;
    for (int& counted : moves) {
      threads.emplace_back([&table, &counted] {
        for (int i = 0; i < 5; ++i) {
          PlayOne(table.get(), &counted);
        }
      });
    }
  }
  for (const int counted : moves) {
    EXPECT_EQ(counted, 25);
  }
  EXPECT_GE(changes, 4 * 5 * 6);
  EXPECT_TRUE(table->LiveMatches().empty());
}

}  // namespace
}  // namespace kvintet::matches
