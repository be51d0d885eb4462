// Tests of the reference Kontranto: statistics of many uniformly random games on the standard
// board.
#include <gtest/gtest.h>

#include <map>

#include "tests/reference/kontranto/kontranto_random_play.h"

namespace kvintet::reference::kontranto {
namespace {

// Figures of one game.
struct GameFigures {
  int steps = 1;  // the first step included
  bool extraordinary = false;
  bool removal = false;
  int white_wins = 0;
  std::string reason;
};

GameFigures RandomGame(uint32_t number) {
  Options options;
  options.colour_choice = false;
  RandomStream random(3, number, 0, Purpose::kTest);
  Kontranto game = RandomStart(options, &random);
  GameFigures figures;
  while (!game.Actors().empty()) {
    for (const Area& area : game.Areas()) figures.extraordinary |= area.due;
    std::string last;
    for (const int actor : game.Actors()) {
      last = RandomMove(game, actor, &random);
      figures.removal |= last.find('x') != std::string::npos;
      game.Apply(actor, last);
    }
    figures.steps += last.find('-') != std::string::npos ? 1 : 0;
  }
  figures.white_wins = game.Returns()[0] > 0 ? 1 : 0;
  figures.reason = game.Reason();
  return figures;
}

TEST(KontrantoGamesTest, RandomGamesAreAsOrientationSays) {
  constexpr int kNumGames = 300;
  std::map<std::string, double> mean;
  for (uint32_t number = 0; number < kNumGames; ++number) {
    const GameFigures figures = RandomGame(number);
    EXPECT_LE(figures.steps, 665);
    mean["steps"] += 1.0 * figures.steps / kNumGames;
    mean["extraordinary"] += 1.0 * figures.extraordinary / kNumGames;
    mean["removal"] += 1.0 * figures.removal / kNumGames;
    mean["white wins"] += 1.0 * figures.white_wins / kNumGames;
    mean[figures.reason] += 1.0 / kNumGames;
  }
  EXPECT_NEAR(mean["steps"], 43, 3);
  EXPECT_NEAR(mean["extraordinary"], 0.5, 0.15);
  EXPECT_NEAR(mean["removal"], 0.8, 0.1);
  EXPECT_NEAR(mean["white wins"], 0.5, 0.1);
  EXPECT_NEAR(mean["no_clash"], 0.58, 0.1);
  EXPECT_NEAR(mean["eighteen"], 0.39, 0.1);
  EXPECT_NEAR(mean["two_step"], 0.03, 0.03);
}

}  // namespace
}  // namespace kvintet::reference::kontranto
