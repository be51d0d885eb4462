// Tests of KnownGames: every figure has a source, and a study's own figure is placed among them.
#include "cli/words/known_games.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"

namespace kvintet::cli {
namespace {

TEST(KnownGamesTest, EveryFigureNamesWhoseItIs) {
  for (const auto* games : {&PublishedGames(), &MeasuredGames()}) {
    ASSERT_FALSE(games->empty());
    for (const KnownGame& game : *games) {
      EXPECT_FALSE(game.name.empty());
      EXPECT_FALSE(game.source.empty()) << game.name;
      for (const std::optional<double>& share : {game.draws, game.first}) {
        EXPECT_GE(share.value_or(0), 0) << game.name;
        EXPECT_LE(share.value_or(0), 100) << game.name;
      }
    }
  }
}

TEST(KnownGamesTest, TheFiveGamesWereMeasuredWithTheCommandThatIsNamed) {
  for (const std::string name : {"Kontranto", "Renju", "PÜNCT", "Konkvest", "Tantrix"}) {
    const auto& games = MeasuredGames();
    const auto found = std::ranges::find(games, name, &KnownGame::name);
    ASSERT_NE(found, games.end()) << name;
    EXPECT_TRUE(absl::StrContains(found->source, "kvintet balance ")) << found->source;
    EXPECT_TRUE(found->choices && found->moves && found->draws && found->first) << name;
  }
}

TEST(KnownGamesTest, AFigureStandsWhereItBelongs) {
  const std::string text = Comparison(&KnownGame::choices, 5.43, 1);
  const size_t here = text.find("this game 5.4");
  ASSERT_NE(here, std::string::npos) << text;
  EXPECT_LT(text.find("Draughts, 8x8 2.8"), here);
  EXPECT_GT(text.find("Chess 35"), here);
  // No source has published it for Reversi.
  EXPECT_FALSE(absl::StrContains(text, "Reversi"));
}

}  // namespace
}  // namespace kvintet::cli
