// Tests of Renju::Derive: lines along which stones make fives, fours and threes, counted one by
// one.
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/renju/board.h"
#include "envs/games/renju/renju.h"
#include "envs/learning_hints.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/watched_games.h"

namespace kvintet::envs::renju {
namespace {

constexpr std::array<std::array<int, 2>, 4> kLines = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

// Whether five points along a line, starting `back` points before `point`, hold this many stones of
// the colour and are otherwise free. For Black, no stone may be next to them, since six do not win.
bool IsWindow(const Renju::Position& p, int colour, bool exact, int point, std::array<int, 2> line,
              int back, int stones) {
  const auto at = [&](int k) {
    const int column = ColumnOf(point) + (k - back) * line[0];
    const int row = RowOf(point) + (k - back) * line[1];
    return OnBoard(column, row) ? PointAt(column, row) : kNoPoint;
  };
  const auto own = [&](int k) {
    return at(k) != kNoPoint && p.stones[static_cast<size_t>(colour)].Has(at(k));
  };
  int count = 0;
  for (int k = 0; k < 5; ++k) {
    if (at(k) == kNoPoint || p.stones[static_cast<size_t>(colour ^ 1)].Has(at(k))) {
      return false;
    }
    count += own(k) ? 1 : 0;
  }
  return count == stones && !(exact && (own(-1) || own(5)));
}

// The number of lines along which a stone on the point completes a window of `stones` others.
int CountLines(const Renju::Position& p, int colour, bool restricted, int point, int stones) {
  if (p.stones[0].Has(point) || p.stones[1].Has(point)) {
    return 0;
  }
  return static_cast<int>(std::ranges::count_if(kLines, [&](std::array<int, 2> line) {
    for (int back = 0; back < 5; ++back) {
      if (IsWindow(p, colour, restricted && colour == kBlack, point, line, back, stones)) {
        return true;
      }
    }
    return false;
  }));
}

class LinesTest : public ::testing::TestWithParam<const char*> {};

TEST_P(LinesTest, AreCountedPointByPoint) {
  const std::unique_ptr<Game> game = MakeGame(GetParam()).value();
  const DerivedPlanes& derived = *game->derived_planes();
  const bool restricted = game->Spec().text.find("forbidden=none") == std::string::npos;
  std::vector<uint8_t> planes(7 * kPoints);
  int fours = 0;
  const auto compare = [&](const Playthrough& play, Seat seat, ConstViews view) {
    derived.Derive(view, planes);
    const auto& p = *reinterpret_cast<const Renju::Position*>(play.Position().Bytes().data());
    const int own = SeatOf(p, seat == Seat::k1 ? 1 : 0);
    for (int plane = 0; plane < 6; ++plane) {
      const int colour = plane < 3 ? own : own ^ 1;
      for (int point = 0; point < kPoints; ++point) {
        const int wanted = CountLines(p, colour, restricted, point, 4 - plane % 3);
        ASSERT_EQ(planes[static_cast<size_t>(plane * kPoints + point)], wanted)
            << "plane " << plane << ", point " << point << ": "
            << game->PositionText(play.Position());
        fours += plane % 3 == 1 ? wanted : 0;
      }
    }
  };
  testing::WatchGames(*game, 6, compare);
  EXPECT_GT(fours, 100);
}

INSTANTIATE_TEST_SUITE_P(Games, LinesTest,
                         ::testing::Values("renju", "renju{opening=free}",
                                           "renju{forbidden=none}"));

// The side to move can win by fours: the last plane of the other's view shows it, the own one does
// not.
TEST(LinesTest, TellThatTheOtherWouldWinByFours) {
  const std::unique_ptr<Game> game = MakeGame("renju{opening=free}").value();
  const DerivedPlanes& derived = *game->derived_planes();
  Playthrough play(*game);
  std::vector<uint8_t> planes(7 * kPoints);
  const auto threatened = [&](Seat seat) {
    derived.Derive(play.View(seat).Span(), planes);
    const auto last = std::span(planes).subspan(6 * kPoints);
    EXPECT_EQ(std::ranges::count(last, last[0]), kPoints);
    return last[0] == 1;
  };
  for (const char* point : {"h8", "a1", "i8", "a3", "j8"}) {
    EXPECT_FALSE(threatened(Seat::k0)) << point;
    const ViewBuffer view = play.View(SeatOf(play.Actors().First()));
    const std::vector<Action> move = game->ParseMove(view.Span(), point).value();
    ASSERT_TRUE(play.Apply(play.Actors().First(), move[0]).ok());
  }
  EXPECT_FALSE(threatened(Seat::k0));
  EXPECT_TRUE(threatened(Seat::k1));
}

}  // namespace
}  // namespace kvintet::envs::renju
