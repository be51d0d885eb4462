// Tests of the reference Konkvest: statistics of many uniformly random games (Q10).
#include <gtest/gtest.h>

#include <map>

#include "base/rng.h"
#include "tests/reference/konkvest/konkvest_setup.h"

namespace kvintet::reference::konkvest {
namespace {

// Totals over all random games.
struct Figures {
  double plies = 0;
  double turns = 0;  // after the placement
  double legal = 0;  // moves in those turns
  std::size_t fewest = 1000;
  std::size_t most = 0;
  std::map<std::string, int> reasons;
  int first_wins = 0;
};

void AddRandomGame(uint32_t number, Figures* figures) {
  RandomStream random(5, number, 0, Purpose::kTest);
  Konkvest game{Options{}};
  while (!game.Actors().empty()) {
    const Texts legal = game.LegalMoves(game.Actors().front());
    if (!game.Places()) {
      figures->turns += 1;
      figures->legal += static_cast<double>(legal.size());
      figures->fewest = std::min(figures->fewest, legal.size());
      figures->most = std::max(figures->most, legal.size());
    }
    const uint32_t choice = random.Below(static_cast<uint32_t>(legal.size()));
    game.Apply(game.Actors().front(), legal[choice]);
  }
  figures->plies += game.Plies();
  figures->first_wins += game.Returns()[0] > 0 ? 1 : 0;
  ++figures->reasons[game.Reason()];
}

TEST(KonkvestGamesTest, Q10_RandomGamesAreAsOrientationSays) {
  constexpr int kNumGames = 200;
  Figures figures;
  for (uint32_t number = 0; number < kNumGames; ++number) AddRandomGame(number, &figures);
  EXPECT_NEAR(figures.plies / kNumGames, 310, 30);
  EXPECT_NEAR(figures.legal / figures.turns, 72, 4);
  EXPECT_NEAR(static_cast<double>(figures.fewest), 29, 15);
  EXPECT_NEAR(static_cast<double>(figures.most), 182, 20);
  EXPECT_GE(figures.reasons["queen"], 180);
  EXPECT_EQ(figures.reasons["queen"] + figures.reasons["max_plies"], kNumGames);
  EXPECT_NEAR(figures.first_wins, figures.reasons["queen"] / 2.0, 30);
}

}  // namespace
}  // namespace kvintet::reference::konkvest
