// Tests of Ladder: order of strength, the same bytes after any interruption, changing players.
#include "arena/ladder.h"

#include <set>

#include <gtest/gtest.h>

#include "arena/agents/agent_spec.h"
#include "base/files/file.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::arena {
namespace {

const std::vector<LadderPlayer> kPlayers = {
    {"random", "random"}, {"mcts:4", "mcts:4"}, {"mcts:100", "mcts:100"}};

// A ladder of tic_tac_toe at `path`.
class Climb {
 public:
  explicit Climb(const std::string& path, uint64_t seed = 0)
      : settings_{.game = "tic_tac_toe", .seed = seed, .opening_random_plies = 1},
        ladder_(
            *game_, settings_, *LadderFile::Open(path, settings_),
            [this](const std::string& spec) { return MakeAgent(*game_, spec); }, 2) {
    KVINTET_CHECK(ladder_.SetPlayers(kPlayers).ok());
  }
  Ladder& ladder() { return ladder_; }
  void Play(int batches) {
    for (int i = 0; i < batches; ++i) {
      ASSERT_OK(ladder_.PlayNext());
    }
  }

 private:
  const std::unique_ptr<envs::Game> game_ = *envs::MakeGame("tic_tac_toe");
  const LadderSettings settings_;
  Ladder ladder_;
};

TEST(LadderTest, PutsPlayersInTheOrderOfTheirStrength) {
  const testing::TempDir folder;
  Climb climb(folder.Path("l"));
  climb.Play(40);
  const LadderTable table = climb.ladder().Table("random", 0.95);
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0].player, 2u);
  EXPECT_EQ(table.rows[2].player, 0u);
  EXPECT_EQ(table.rows[2].elo, 0);
  EXPECT_GT(table.rows[0].elo, 100);
  EXPECT_EQ(table.pairs, 80);
  int64_t games = 0;
  for (const LadderRow& row : table.rows) {
    EXPECT_LT(row.low, row.elo);
    EXPECT_GT(row.high, row.elo);
    games += row.games;
  }
  EXPECT_EQ(games, 2 * 2 * 80);
  EXPECT_GT(table.draw_share, 0);
  EXPECT_LT(table.information, 0.2);
}

TEST(LadderTest, GoesOnToTheSameBytesAfterAnyBreak) {
  const testing::TempDir folder;
  { Climb(folder.Path("whole")).Play(9); }
  const std::string whole = *ReadFile(folder.Path("whole"));
  for (const size_t part : {size_t{1}, whole.size() / 3, whole.size() / 2, whole.size() - 1}) {
    const std::string path = folder.Path("broken");
    ASSERT_OK(WriteFileAtomically(path, whole.substr(0, part)));
    Climb climb(path);
    while (ReadFile(path)->size() < whole.size()) {
      climb.Play(1);
    }
    EXPECT_EQ(*ReadFile(path), whole) << part;
  }
}

TEST(LadderTest, SeedsDiffer) {
  const testing::TempDir folder;
  Climb(folder.Path("a"), 1).Play(6);
  Climb(folder.Path("b"), 2).Play(6);
  const auto from_second_line = [](const std::string& text) {
    return text.substr(text.find('\n'));
  };
  EXPECT_NE(from_second_line(*ReadFile(folder.Path("a"))),
            from_second_line(*ReadFile(folder.Path("b"))));
}

TEST(LadderTest, NewcomersPlayFirstAndNothingIsForgotten) {
  const testing::TempDir folder;
  Climb climb(folder.Path("l"));
  climb.Play(20);
  std::vector<LadderPlayer> players = kPlayers;
  players.push_back({"mcts:20", "mcts:20"});
  ASSERT_OK(climb.ladder().SetPlayers(players));
  ASSERT_OK_AND_ASSIGN(const LadderBatch batch, climb.ladder().PlayNext());
  EXPECT_TRUE(batch.a == "mcts:20" || batch.b == "mcts:20") << batch.a << " " << batch.b;
  EXPECT_EQ(climb.ladder().Table("", 0.95).pairs, 42);
}

TEST(LadderTest, GamesOfOthersAreNotInTheTable) {
  const testing::TempDir folder;
  Climb climb(folder.Path("l"));
  climb.Play(20);
  ASSERT_OK(climb.ladder().SetPlayers({kPlayers[0], kPlayers[1]}));
  const LadderTable table = climb.ladder().Table("random", 0.95);
  EXPECT_LT(table.pairs, 40);
  for (const LadderRow& row : table.rows) {
    EXPECT_EQ(row.games, 2 * table.pairs);
  }
}

TEST(LadderTest, ABatchMayBeShorter) {
  const testing::TempDir folder;
  Climb climb(folder.Path("l"));
  EXPECT_EQ(climb.ladder().PlayNext(1)->scores.NumPairs(), 1);
  EXPECT_EQ(climb.ladder().PlayNext(100)->scores.NumPairs(), 2);
}

TEST(LadderTest, RefusesAPlayerThatIsNamedTwice) {
  const testing::TempDir folder;
  Climb climb(folder.Path("l"));
  EXPECT_THAT(climb.ladder().SetPlayers({kPlayers[0], kPlayers[1], kPlayers[0]}),
              testing::StatusIs(absl::StatusCode::kInvalidArgument, "found 'random' twice"));
  EXPECT_EQ(climb.ladder().Table("random", 0.95).rows.size(), kPlayers.size());
}

TEST(LadderTest, OnePlayerHasNothingToTell) {
  const testing::TempDir folder;
  Climb climb(folder.Path("l"));
  ASSERT_OK(climb.ladder().SetPlayers({kPlayers[0]}));
  EXPECT_EQ(climb.ladder().Information(), 0);
  EXPECT_EQ(climb.ladder().Table("random", 0.95).rows.size(), 1u);
}

}  // namespace
}  // namespace kvintet::arena
