// Tests of the reference Konkvest: invariants of every position of random games, under each option.
#include <gtest/gtest.h>

#include <functional>

#include "base/rng.h"
#include "tests/reference/konkvest/konkvest_setup.h"

namespace kvintet::reference::konkvest {
namespace {

using CellMap = std::function<Cell(Cell)>;

const std::vector<Options> kEachOption = {
    {},
    {.guard_straight = true},
    {.general_area = true},
    {.queen_lines = true},
    {.cone = true},
    {.restart = true},
};

// Visits the position before each turn of one random game under each option, without the placement.
void VisitRandomGames(uint64_t seed, const std::function<void(const Konkvest&, Options)>& visit) {
  for (const Options& options : kEachOption) {
    RandomStream random(seed, 0, 0, Purpose::kTest);
    Konkvest game(options);
    while (!game.Actors().empty()) {
      if (!game.Places()) visit(game, options);
      const Texts legal = game.LegalMoves(game.Actors().front());
      const uint32_t choice = random.Below(static_cast<uint32_t>(legal.size()));
      game.Apply(game.Actors().front(), legal[choice]);
    }
  }
}

// Left and right exchanged.
Cell Mirrored(Cell cell) { return {cell.row, RowLength(cell.row) + 1 - cell.number}; }

Position ImageOf(const Position& position, const CellMap& map, bool exchange) {
  Position image;
  image.side = exchange ? 1 - position.side : position.side;
  image.reserves = position.reserves;
  if (exchange) std::swap(image.reserves[0], image.reserves[1]);
  for (const auto& [cell, piece] : position.board) {
    image.board[map(cell)] = {exchange ? 1 - piece.owner : piece.owner, piece.type, piece.promoted};
  }
  return image;
}

// The texts of the legal turns after applying `map`, sorted.
Texts TurnsOf(const Position& position, const Options& options, const CellMap& map) {
  Texts texts;
  for (auto [text, turn] : LegalTurns(position, options)) {
    if (turn.from) turn.from = map(*turn.from);
    turn.to = map(turn.to);
    texts.push_back(TurnText(turn));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

Cell Same(Cell cell) { return cell; }

TEST(KonkvestPlayTest, LeftAndRightAreAlike) {
  VisitRandomGames(1, [](const Konkvest& game, const Options& options) {
    const Position image = ImageOf(game.Now(), Mirrored, false);
    ASSERT_EQ(TurnsOf(image, options, Same), TurnsOf(game.Now(), options, Mirrored))
        << PositionText(game.Now());
  });
}

TEST(KonkvestPlayTest, TheRulesAreTheSameForBothPlayers) {
  VisitRandomGames(2, [](const Konkvest& game, const Options& options) {
    const Position image = ImageOf(game.Now(), HalfTurn, true);
    ASSERT_EQ(TurnsOf(image, options, Same), TurnsOf(game.Now(), options, HalfTurn))
        << PositionText(game.Now());
  });
}

TEST(KonkvestPlayTest, EveryPositionReachedIsPossible) {
  VisitRandomGames(3, [](const Konkvest& game, const Options&) {
    const absl::StatusOr<Position> read = ParsePosition(PositionText(game.Now()));
    ASSERT_TRUE(read.ok()) << read.status();
    ASSERT_EQ(*read, game.Now());
  });
}

TEST(KonkvestPlayTest, NoPieceIsLost) {
  VisitRandomGames(4, [](const Konkvest& game, const Options&) {
    const Position& position = game.Now();
    std::map<char, int> pieces;
    for (const auto& [cell, piece] : position.board) ++pieces[piece.type];
    for (const Reserve& reserve : position.reserves) {
      for (const auto& [type, number] : reserve) pieces[type] += number;
      ASSERT_LE(SizeOf(reserve), kMaxInReserve);
    }
    const std::map<char, int> all = {{'P', 16}, {'S', 6}, {'G', 4}, {'H', 4},
                                     {'R', 4},  {'N', 4}, {'Q', 2}};
    ASSERT_EQ(pieces, all) << PositionText(position);
  });
}

TEST(KonkvestPlayTest, LegalMovesAreSortedWithoutRepeats) {
  VisitRandomGames(5, [](const Konkvest& game, const Options&) {
    const Texts moves = game.LegalMoves(game.Actors().front());
    ASSERT_TRUE(std::is_sorted(moves.begin(), moves.end()));
    ASSERT_EQ(std::adjacent_find(moves.begin(), moves.end()), moves.end());
  });
}

}  // namespace
}  // namespace kvintet::reference::konkvest
