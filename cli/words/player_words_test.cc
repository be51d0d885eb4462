// Tests of PlayerWords: names of players that a designer understands.
#include "cli/words/player_words.h"

#include <gtest/gtest.h>

namespace kvintet::cli {
namespace {

arena::StudySettings With(const std::vector<std::string>& specs) {
  arena::StudySettings settings;
  for (const std::string& spec : specs) {
    settings.levels.push_back({.name = "level " + spec, .specs = {spec}});
  }
  return settings;
}

TEST(PlayerWordsTest, PlayersHaveNamesInWords) {
  const arena::StudySettings settings =
      With({"random", "greedy", "rollouts:8", "mcts:40", "model:a/b,simulations=16,precision=fp32",
            "exec:prog"});
  EXPECT_EQ(PlayerName(settings, 0), "random");
  EXPECT_EQ(PlayerName(settings, 1), "one move ahead");
  EXPECT_EQ(PlayerName(settings, 2), "look-ahead 8");
  EXPECT_EQ(PlayerName(settings, 3), "tree search 40");
  EXPECT_EQ(PlayerName(settings, 4), "trained 16");
  EXPECT_EQ(PlayerName(settings, 5), "level exec:prog");
  EXPECT_EQ(PlayerWords(settings, 0), "moves at random");
  EXPECT_EQ(PlayerWords(settings, 2), "looks ahead with 8 random playouts for each move");
  EXPECT_EQ(PlayerWords(settings, 4),
            "is a network that was trained for exactly these rules and looks at 16 positions for "
            "each move (a/b)");
}

TEST(PlayerWordsTest, SeveralModelsAreToldApart) {
  const arena::StudySettings settings =
      With({"model:x,simulations=4", "model:y,simulations=4", "model:x,simulations=8"});
  EXPECT_EQ(PlayerName(settings, 0), "trained A 4");
  EXPECT_EQ(PlayerName(settings, 1), "trained B 4");
  EXPECT_EQ(PlayerName(settings, 2), "trained A 8");
}

}  // namespace
}  // namespace kvintet::cli
