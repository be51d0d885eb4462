// P6: lengths and numbers of moves of random games of PÜNCT; the slow tests play more games.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/registry.h"

namespace kvintet::envs::punct {
namespace {

// Sums over all games.
struct Sums {
  double plies = 0;
  double moves = 0;
  int connections = 0;
};

// Plays a game in which every whole move is equally likely.
void PlayAtRandom(const Game& game, uint32_t number, Sums* sums) {
  RandomStream random(1, number, 0, Purpose::kTest);
  PositionBuffer position = InitialPosition(game);
  RepetitionHistory history(game.Spec().history_capacity);
  while (true) {
    const ActorSet actors = ActorsOf(game, std::as_const(position).Span());
    if (actors.Empty()) {
      break;
    }
    const Actor actor = actors.First();
    const auto legal = [&](const PositionBuffer& at) {
      return LegalList(game, ViewOf(game, at.Span(), SeatOf(actor)).Span());
    };
    std::vector<std::array<Action, 2>> moves;
    for (const Action what : legal(position)) {
      PositionBuffer chosen = position;
      StepOne(game, chosen.Span(), &history, actor, what);
      for (const Action where : legal(chosen)) {
        moves.push_back({what, where});
      }
    }
    for (const Action action : moves[random.Below(static_cast<uint32_t>(moves.size()))]) {
      StepOne(game, position.Span(), &history, actor, action);
    }
    ++sums->plies;
    sums->moves += static_cast<double>(moves.size());
  }
  sums->connections += game.Result(std::as_const(position).Span()).reason == "connection" ? 1 : 0;
}

Sums PlayGames(const std::string& text, uint32_t games) {
  const auto game = *MakeGame(text);
  Sums sums;
  for (uint32_t number = 0; number < games; ++number) {
    PlayAtRandom(*game, number, &sums);
  }
  return sums;
}

TEST(PunctRandomPlayTest, P6_RandomGamesAreAsLongAsTheyShouldBe) {
  constexpr int kGames = 12;
  const Sums sums = PlayGames("punct", kGames);
  EXPECT_NEAR(sums.plies / kGames, 66.5, 10);
  EXPECT_NEAR(sums.moves / sums.plies, 2133, 250);
}

TEST(PunctRandomPlayTest, DISABLED_P6_ManyRandomGames) {
  constexpr int kGames = 10'000;
  const Sums sums = PlayGames("punct", kGames);
  EXPECT_NEAR(sums.plies / kGames, 66.5, 1.5);
  EXPECT_NEAR(sums.moves / sums.plies, 2133, 40);
  // The rule text reports one or two per hundred among 200 games; here they are four per thousand.
  EXPECT_GT(sums.connections, kGames / 500);
  EXPECT_LT(sums.connections, kGames / 40);
  RecordProperty("plies", std::to_string(sums.plies / kGames));
  RecordProperty("moves", std::to_string(sums.moves / sums.plies));
  RecordProperty("connections", sums.connections);
}

TEST(PunctRandomPlayTest, DISABLED_P6_RandomGamesOfTheBasicGame) {
  constexpr int kGames = 1'000;
  EXPECT_NEAR(PlayGames("punct{game=basic}", kGames).plies / kGames, 60, 6);
}

}  // namespace
}  // namespace kvintet::envs::punct
