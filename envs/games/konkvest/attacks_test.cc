// Tests of Konkvest::Derive: attacked cells (Q2), compared with the moves that the rules allow.
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/konkvest/konkvest.h"
#include "envs/games/konkvest/planes.h"
#include "envs/games/konkvest/test_table.h"
#include "envs/learning_hints.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs::konkvest {
namespace {

// The planes of seat 0's view.
std::vector<uint8_t> PlanesOf(const Table& table) {
  std::vector<uint8_t> planes(4 * kNumbers);
  table.rules().Derive({table.position(), Seat::k0, {}}, planes);
  return planes;
}

TEST(AttacksTest, CountFiguresAndTellCheapOnes) {
  // The pawn attacks FL and FR, the rook any cell along its row and two ahead.
  const std::vector<uint8_t> planes = PlanesOf(Table("w Q b4, b Q l4, w P e5, w R e4, b P g5"));
  const auto at = [&](size_t plane, const char* cell) {
    return planes[plane * kNumbers + static_cast<size_t>(PlaceIn(0, ParseCell(cell)))];
  };
  EXPECT_EQ(at(0, "f5"), 2);
  EXPECT_EQ(at(1, "f5"), 2);
  EXPECT_EQ(at(0, "f6"), 1);
  EXPECT_EQ(at(1, "f6"), 2);
  EXPECT_EQ(at(0, "e1"), 1);
  EXPECT_EQ(at(1, "e1"), 0);
  EXPECT_EQ(at(0, "e6"), 0);
  EXPECT_EQ(at(2, "f5"), 1);
  EXPECT_EQ(at(3, "f5"), 2);
  EXPECT_EQ(at(2, "g5"), 0);
}

// A cell with a piece of the other side is attacked exactly if an own piece may go there.
TEST(AttacksTest, AreTheCaptures) {
  const std::unique_ptr<Game> game = MakeGame("konkvest").value();
  const DerivedPlanes& derived = *game->derived_planes();
  const Konkvest rules = RulesWith({});
  std::vector<uint8_t> planes(4 * kNumbers);
  int captures = 0;
  for (uint32_t number = 0; number < 3; ++number) {
    RandomStream random(1, number, 0, Purpose::kTest);
    Playthrough play(*game);
    for (int action = 0; action < 300 && !play.Ended(); ++action) {
      const auto& p = *reinterpret_cast<const Konkvest::Position*>(play.Position().Bytes().data());
      const ViewBuffer view = play.View(SeatOf(play.Actors().First()));
      const size_t seat = p.to_move;
      if (p.stage == Stage::kWhat && ReserveSize(p, seat) < kReserveRoom) {
        derived.Derive(view.Span(), planes);
        Cells reached = {};
        p.board.seats[seat].ForEach([&](int cell) { reached |= rules.TargetsOf(p, seat, cell); });
        p.board.seats[1 - seat].ForEach([&](int cell) {
          EXPECT_EQ(planes[static_cast<size_t>(PlaceIn(seat, cell))] > 0, reached.Has(cell))
              << cell << ": " << game->PositionText(play.Position());
          captures += reached.Has(cell) ? 1 : 0;
        });
      }
      const std::vector<Action> actions = LegalList(*game, view.Span());
      ASSERT_TRUE(play.Apply(play.Actors().First(),
                             actions[random.Below(static_cast<uint32_t>(actions.size()))])
                      .ok());
    }
  }
  EXPECT_GT(captures, 50);
}

}  // namespace
}  // namespace kvintet::envs::konkvest
