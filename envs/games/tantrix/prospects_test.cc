// Tests of Tantrix::Derive and DescribeSlots: lines (T6) followed tile by tile, and the lines that
// placements make.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/tantrix/outline.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/games/tantrix/window.h"
#include "envs/learning_hints.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"
#include "tests/support/watched_games.h"

namespace kvintet::envs::tantrix {
namespace {

// The tiles of a colour's lines on a table.
class Lines {
 public:
  Lines(const Table& table, Colour colour) : table_(table), colour_(colour) {
    ForEachTile(table.tiles, [&](int tile) {
      const Cell cell = table.CellOf(tile);
      at_[{cell.q, cell.r}] = tile;
    });
  }

  // The line that shows its colour to the cell from the neighbour in that direction; empty if there
  // is none.
  std::set<int> Arriving(Cell cell, size_t direction) const {
    const Cell beside = Neighbour(cell, direction);
    const auto found = at_.find({beside.q, beside.r});
    std::set<int> line;
    if (found != at_.end() && Shows(found->second, Opposite(direction))) {
      Gather(found->second, &line);
    }
    return line;
  }

  int ScoreThrough(int tile) const {
    std::set<int> line;
    if ((kTileTable.colours[static_cast<size_t>(tile)] >> colour_ & 1) == 0) {
      return 0;
    }
    const int open = Gather(tile, &line);
    return static_cast<int>(line.size()) * (open == 0 ? 2 : 1);
  }

  bool Has(Cell cell) const { return at_.contains({cell.q, cell.r}); }

 private:
  bool Shows(int tile, size_t direction) const {
    return ColourAt(static_cast<size_t>(tile), table_.RotationOf(tile), direction) == colour_;
  }

  // Adds the tiles of the line and returns the number of its sides that face no tile.
  int Gather(int tile, std::set<int>* line) const {
    line->insert(tile);
    int open = 0;
    for (size_t d = 0; d < kSides; ++d) {
      if (Shows(tile, d)) {
        const Cell beside = Neighbour(table_.CellOf(tile), d);
        const auto other = at_.find({beside.q, beside.r});
        open += other == at_.end() ? 1 : 0;
        if (other != at_.end() && !line->contains(other->second)) {
          open += Gather(other->second, line);
        }
      }
    }
    return open;
  }

  const Table& table_;
  Colour colour_;
  std::map<std::pair<int, int>, int> at_;
};

int Against(int best, int score) { return std::max(0, score - best + 4); }

class ProspectsTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    game_ = MakeGame(GetParam()).value();
    if (std::string_view(GetParam()).ends_with("{colours=blue-green}")) {
      colours_ = {kBlue, kGreen};
    }
    side_ = game_->Spec().width;
    area_ = static_cast<size_t>(side_ * side_);
  }

  std::vector<uint8_t> PlanesOf(ConstViews view) const {
    std::vector<uint8_t> planes(static_cast<size_t>(Tantrix::kDerivedPlanes) * area_);
    game_->derived_planes()->Derive(view, planes);
    return planes;
  }

  static const Tantrix::View& ViewOf(ConstViews view) {
    return *reinterpret_cast<const Tantrix::View*>(view.Bytes().data());
  }

  // Checks the planes of lines cell by cell. `side` is 0 for the viewer's colour, 1 for the
  // other's.
  void ExpectLines(const Tantrix::View& view, size_t side, const std::vector<uint8_t>& planes) {
    const Situation& s = view.now;
    const size_t seat = (view.seat == Seat::k1 ? 1 : 0) ^ side;
    const Lines lines(s.table, colours_[seat]);
    const Window window(s.table, side_ / 2);
    const auto at = [&](size_t plane, Cell cell) -> int {
      return planes[(4 * side + plane) * area_ + window.IndexOf(cell)];
    };
    ForEachTile(s.table.tiles, [&](int tile) {
      const Cell cell = s.table.CellOf(tile);
      if (window.Has(cell)) {
        ASSERT_EQ(at(0, cell), lines.ScoreThrough(tile));
      }
    });
    const Outline outline(s.table);
    outline.ForEachSpace(outline.Spaces(), [&](int, Cell space) {
      if (window.Has(space)) {
        std::vector<std::set<int>> arriving;
        for (size_t d = 0; d < kSides; ++d) {
          arriving.push_back(lines.Arriving(space, d));
        }
        std::ranges::sort(arriving, std::ranges::greater(), &std::set<int>::size);
        EXPECT_EQ(at(1, space), static_cast<int>(arriving[0].size()));
        EXPECT_EQ(at(2, space), static_cast<int>(arriving[1].size()));
        EXPECT_EQ(at(3, space), Against(s.best[seat].score, BestOf(arriving)));
      }
      return true;
    });
  }

  int BestOf(const std::vector<std::set<int>>& arriving) {
    int best = 0;
    for (size_t a = 0; a < arriving.size(); ++a) {
      for (size_t b = a + 1; b < arriving.size(); ++b) {
        const bool loop = !arriving[a].empty() && arriving[a] == arriving[b];
        loops_ += loop ? 1 : 0;
        const size_t tiles = arriving[a].size() + (loop ? 0 : arriving[b].size()) + 1;
        best = std::max(best, static_cast<int>(tiles) * (loop ? 2 : 1));
      }
    }
    return best;
  }

  // The expected planes for a chosen tile, found by laying it.
  std::vector<uint8_t> Placements(ConstViews bytes) {
    const Tantrix::View& view = ViewOf(bytes);
    const Situation& s = view.now;
    const Outline outline(s.table);
    std::vector<uint8_t> planes(2 * kSides * area_);
    const std::vector<Action> legal = LegalList(*game_, bytes);
    std::vector<int32_t> indices(legal.size());
    game_->PolicyIndices(bytes, legal, indices);
    for (size_t i = 0; i < legal.size(); ++i) {
      const Action action = legal[i];
      const auto index = static_cast<size_t>(indices[i]);
      if (index >= kSides * area_) {
        continue;
      }
      const int place = action - game_->Spec().num_outcomes;
      Table table = s.table;
      const auto rotation = static_cast<size_t>(place) % kSides;
      table.Put(s.tile - 1, outline.CellOf(place / static_cast<int>(kSides)), rotation);
      for (size_t side = 0; side < 2; ++side) {
        const size_t seat = (view.seat == Seat::k1 ? 1 : 0) ^ side;
        const int score = Lines(table, colours_[seat]).ScoreThrough(s.tile - 1);
        planes[side * kSides * area_ + index] =
            static_cast<uint8_t>(Against(s.best[seat].score, score));
      }
    }
    return planes;
  }

  std::vector<uint8_t> Wanted(const Playthrough& play, Seat seat, ConstViews view) {
    if (ViewOf(view).now.stage == Stage::kLay) {
      return Placements(view);
    }
    std::vector<uint8_t> most(2 * kSides * area_);
    for (const Action action : LegalList(*game_, view)) {
      Playthrough chosen = play;
      EXPECT_TRUE(chosen.Apply(ActorOf(seat), action).ok());
      const ViewBuffer next = chosen.View(seat);
      const std::vector<uint8_t> planes = Placements(next.Span());
      std::ranges::transform(most, planes, most.begin(),
                             [](uint8_t a, uint8_t b) { return std::max(a, b); });
    }
    return most;
  }

  // The expected features of a tile, found by choosing it and laying it in every way.
  std::array<float, Tantrix::kSlotFeatures> FeaturesOfChosen(ConstViews bytes) {
    const Tantrix::View& view = ViewOf(bytes);
    const Situation& s = view.now;
    const size_t own = view.seat == Seat::k1 ? 1 : 0;
    const Outline outline(s.table);
    const Window window(s.table, side_ / 2);
    std::array<int, 2> lines = {};
    std::vector<int> gains;
    for (const Action action : LegalList(*game_, bytes)) {
      const int place = action - game_->Spec().num_outcomes;
      const Cell cell = outline.CellOf(place / static_cast<int>(kSides));
      Table table = s.table;
      table.Put(s.tile - 1, cell, static_cast<size_t>(place) % kSides);
      std::array<int, 2> rises = {};
      for (size_t side = 0; side < 2 && window.Has(cell); ++side) {
        const int best = s.best[own ^ side].score;
        const int score = Lines(table, colours_[own ^ side]).ScoreThrough(s.tile - 1);
        lines[side] = std::max(lines[side], Against(best, score));
        rises[side] = std::max(0, score - best);
      }
      gains.push_back(rises[0] - rises[1]);
    }
    return {1, static_cast<float>(lines[0]) / 4, static_cast<float>(lines[1]) / 4,
            static_cast<float>(std::ranges::max(gains)) / 4, static_cast<float>(gains.size()) / 16};
  }

  std::unique_ptr<Game> game_;
  std::array<Colour, kNumSeats> colours_ = {kRed, kYellow};
  int side_ = 0;
  size_t area_ = 0;
  int loops_ = 0;
};

TEST_P(ProspectsTest, T6_LinesAreThoseFollowedTileByTile) {
  testing::WatchGames(*game_, 3, [&](const Playthrough& play, Seat, ConstViews) {
    for (const Seat seat : {Seat::k0, Seat::k1}) {
      const ViewBuffer view = play.View(seat);
      const std::vector<uint8_t> planes = PlanesOf(std::as_const(view).Span());
      for (const size_t side : {size_t{0}, size_t{1}}) {
        ASSERT_NO_FATAL_FAILURE(ExpectLines(ViewOf(std::as_const(view).Span()), side, planes));
      }
    }
    ASSERT_FALSE(::testing::Test::HasFailure()) << game_->PositionText(play.Position());
  });
  EXPECT_GT(loops_, 10);
}

TEST_P(ProspectsTest, T6_PlacementsMakeTheLinesThatTheyShow) {
  testing::WatchGames(*game_, 3, [&](const Playthrough& play, Seat seat, ConstViews view) {
    const std::vector<uint8_t> planes = PlanesOf(view);
    const std::vector<uint8_t> placements(planes.end() - static_cast<ptrdiff_t>(12 * area_),
                                          planes.end());
    ASSERT_EQ(placements, Wanted(play, seat, view)) << game_->PositionText(play.Position());
  });
}

TEST_P(ProspectsTest, T6_TilesAreDescribedByWhatTheyWouldMake) {
  constexpr auto kFeatures = static_cast<size_t>(Tantrix::kSlotFeatures);
  const auto slots = static_cast<size_t>(game_->slot_features()->NumFeaturedSlots());
  int losing = 0;
  testing::WatchGames(*game_, 3, [&](const Playthrough& play, Seat seat, ConstViews view) {
    std::vector<float> features(slots * kFeatures);
    game_->slot_features()->DescribeSlots(view, features);
    std::vector<float> wanted(slots * kFeatures);
    if (ViewOf(view).now.stage == Stage::kChoose) {
      for (const Action tile : LegalList(*game_, view)) {
        Playthrough chosen = play;
        ASSERT_OK(chosen.Apply(ActorOf(seat), tile));
        const ViewBuffer next = chosen.View(seat);
        const auto made = FeaturesOfChosen(next.Span());
        int32_t index = 0;
        game_->PolicyIndices(view, {&tile, 1}, {&index, 1});
        const size_t slot = static_cast<size_t>(index) - kSides * area_;
        std::ranges::copy(made, wanted.begin() + static_cast<ptrdiff_t>(slot * kFeatures));
        losing += made[3] < 0 ? 1 : 0;
      }
    }
    ASSERT_EQ(features, wanted) << game_->PositionText(play.Position());
  });
  EXPECT_GT(losing, 0);
}

TEST_P(ProspectsTest, TheOthersChoicesStayHidden) {
  int choices = 0;
  testing::WatchGames(*game_, 1, [&](const Playthrough& play, Seat seat, ConstViews view) {
    if (ViewOf(view).now.stage == Stage::kChoose) {
      const ViewBuffer other = play.View(seat == Seat::k0 ? Seat::k1 : Seat::k0);
      const std::vector<uint8_t> planes = PlanesOf(other.Span());
      ASSERT_TRUE(std::all_of(planes.end() - static_cast<ptrdiff_t>(12 * area_), planes.end(),
                              [](uint8_t value) { return value == 0; }));
      std::vector<float> features(
          static_cast<size_t>(game_->slot_features()->NumFeaturedSlots() * Tantrix::kSlotFeatures));
      game_->slot_features()->DescribeSlots(other.Span(), features);
      ASSERT_TRUE(std::ranges::all_of(features, [](float value) { return value == 0; }));
      ++choices;
    }
  });
  EXPECT_GT(choices, 5);
}

INSTANTIATE_TEST_SUITE_P(Games, ProspectsTest,
                         ::testing::Values("tantrix", "tantrix{colours=blue-green}",
                                           "tiny_tantrix"));

}  // namespace
}  // namespace kvintet::envs::tantrix
