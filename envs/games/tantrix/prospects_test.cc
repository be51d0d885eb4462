// Tests of Tantrix::Derive and DescribeSlots: lines (T6) followed tile by tile, the lines that
// placements make, and those that forced spaces (T3) then promise.
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

  // Treats each forced space in the window that some tile not on the table fills as a tile that
  // shows the colour to all lines of it that end there, at most two.
  void FillForcedSpaces(TileSet yet, const Window& window) {
    const Outline outline(table_);
    outline.ForEachSpace(outline.Spaces(), [&](int space, Cell cell) {
      if (window.Has(cell) && Touching(cell) >= 3 && CanFill(cell, yet)) {
        filled_[{cell.q, cell.r}] = kFirstSpace + space;
      }
      return true;
    });
  }

  // The score of the best line, and of the one through each filled space, 0 where none ends.
  int Best() const {
    int best = 0;
    ForEachTile(table_.tiles, [&](int tile) { best = std::max(best, ScoreThrough(tile)); });
    return best;
  }
  int ScoreThroughFilled(Cell space) const {
    for (size_t d = 0; d < kSides; ++d) {
      const int tile = TileTowards(space, d);
      if (tile >= 0 && Shows(tile, Opposite(d))) {
        return ScoreThrough(tile);
      }
    }
    return 0;
  }
  bool IsFilled(Cell cell) const { return filled_.contains({cell.q, cell.r}); }

  // The number of tiles of a set that fit a space by colours.
  int NumFitting(Cell cell, TileSet tiles) const {
    int fitting = 0;
    ForEachTile(tiles, [&](int tile) { fitting += CanFill(cell, SetOf(tile)) ? 1 : 0; });
    return fitting;
  }

 private:
  static constexpr int kFirstSpace = 1000;

  // The tile beside a cell, or -1.
  int TileTowards(Cell cell, size_t direction) const {
    const Cell beside = Neighbour(cell, direction);
    const auto found = at_.find({beside.q, beside.r});
    return found == at_.end() ? -1 : found->second;
  }

  int Touching(Cell cell) const {
    int touching = 0;
    for (size_t d = 0; d < kSides; ++d) {
      touching += TileTowards(cell, d) >= 0 ? 1 : 0;
    }
    return touching;
  }

  bool CanFill(Cell cell, TileSet tiles) const {
    bool can = false;
    ForEachTile(tiles, [&](int tile) {
      for (size_t rotation = 0; rotation < kSides; ++rotation) {
        bool fits = true;
        for (size_t d = 0; d < kSides; ++d) {
          const int beside = TileTowards(cell, d);
          fits = fits && (beside < 0 || ColourAt(static_cast<size_t>(beside),
                                                 table_.RotationOf(beside), Opposite(d)) ==
                                            ColourAt(static_cast<size_t>(tile), rotation, d));
        }
        can = can || fits;
      }
    });
    return can;
  }

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
        const int other = TileTowards(table_.CellOf(tile), d);
        const auto filled = filled_.find({beside.q, beside.r});
        if (other >= 0 && !line->contains(other)) {
          open += Gather(other, line);
        } else if (filled != filled_.end() && line->insert(filled->second).second) {
          open += GatherFrom(beside, line);
        } else if (other < 0 && filled == filled_.end()) {
          ++open;
        }
      }
    }
    return open;
  }

  // The same from a filled space, where a line has just arrived.
  int GatherFrom(Cell space, std::set<int>* line) const {
    int arriving = 0;
    int open = 0;
    for (size_t d = 0; d < kSides; ++d) {
      const int tile = TileTowards(space, d);
      if (tile >= 0 && Shows(tile, Opposite(d))) {
        ++arriving;
        open += line->contains(tile) ? 0 : Gather(tile, line);
      }
    }
    return open + (arriving == 1 ? 1 : 0);
  }

  const Table& table_;
  Colour colour_;
  std::map<std::pair<int, int>, int> at_;
  // Filled spaces, with the numbers that they have as tiles of lines.
  std::map<std::pair<int, int>, int> filled_;
};

// Planes of lines, then of placements, then of forced spaces and of tiles that fit.
constexpr size_t kLinesPlanes = 8;
constexpr size_t kPlacementPlanes = 24;

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

  // The best line of a seat on a table once its forced spaces are filled, and the best so far.
  int Promised(const Table& table, const Situation& s, size_t seat) const {
    Lines lines(table, colours_[seat]);
    lines.FillForcedSpaces(Deck() & ~table.tiles, Window(s.table, side_ / 2));
    return lines.Best();
  }

  TileSet Deck() const { return ~TileSet{0} >> (64 - game_->Spec().num_outcomes); }

  // The expected planes for a chosen tile, found by laying it.
  std::vector<uint8_t> Placements(ConstViews bytes) {
    const Tantrix::View& view = ViewOf(bytes);
    const Situation& s = view.now;
    const Outline outline(s.table);
    std::vector<uint8_t> planes(4 * kSides * area_);
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
        const int promised = Promised(table, s, seat);
        promises_ += promised > std::max<int>(score, s.best[seat].score) ? 1 : 0;
        planes[(2 + side) * kSides * area_ + index] =
            static_cast<uint8_t>(1 + promised - s.best[seat].score);
      }
    }
    return planes;
  }

  std::vector<uint8_t> Wanted(const Playthrough& play, Seat seat, ConstViews view) {
    if (ViewOf(view).now.stage == Stage::kLay) {
      return Placements(view);
    }
    std::vector<uint8_t> shown(4 * kSides * area_);
    for (const Action action : LegalList(*game_, view)) {
      Playthrough chosen = play;
      EXPECT_TRUE(chosen.Apply(ActorOf(seat), action).ok());
      const ViewBuffer next = chosen.View(seat);
      const std::vector<uint8_t> planes = Placements(next.Span());
      for (size_t i = 0; i < shown.size(); ++i) {
        const bool least = i >= 3 * kSides * area_ && shown[i] > 0 && planes[i] > 0;
        shown[i] = least ? std::min(shown[i], planes[i]) : std::max(shown[i], planes[i]);
      }
    }
    return shown;
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
    std::array<std::vector<int>, 3> promised;
    for (const Action action : LegalList(*game_, bytes)) {
      const int place = action - game_->Spec().num_outcomes;
      const Cell cell = outline.CellOf(place / static_cast<int>(kSides));
      Table table = s.table;
      table.Put(s.tile - 1, cell, static_cast<size_t>(place) % kSides);
      std::array<int, 2> rises = {};
      std::array<int, 2> promises = {};
      for (size_t side = 0; side < 2 && window.Has(cell); ++side) {
        const int best = s.best[own ^ side].score;
        const int score = Lines(table, colours_[own ^ side]).ScoreThrough(s.tile - 1);
        lines[side] = std::max(lines[side], Against(best, score));
        rises[side] = std::max(0, score - best);
        promises[side] = Promised(table, s, own ^ side) - best;
      }
      gains.push_back(rises[0] - rises[1]);
      promised[0].push_back(promises[0]);
      promised[1].push_back(promises[1]);
      promised[2].push_back(promises[0] - promises[1]);
    }
    const auto in_units = [](int value) { return static_cast<float>(value) / 4; };
    return {1,
            in_units(lines[0]),
            in_units(lines[1]),
            in_units(std::ranges::max(gains)),
            static_cast<float>(gains.size()) / 16,
            in_units(std::ranges::max(promised[0])),
            in_units(std::ranges::min(promised[1])),
            in_units(std::ranges::max(promised[2]))};
  }

  std::unique_ptr<Game> game_;
  std::array<Colour, kNumSeats> colours_ = {kRed, kYellow};
  int side_ = 0;
  size_t area_ = 0;
  int loops_ = 0;
  int promises_ = 0;
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
    const auto first = planes.begin() + static_cast<ptrdiff_t>(kLinesPlanes * area_);
    const std::vector<uint8_t> placements(first,
                                          first + static_cast<ptrdiff_t>(kPlacementPlanes * area_));
    ASSERT_EQ(placements, Wanted(play, seat, view)) << game_->PositionText(play.Position());
  });
  EXPECT_GT(promises_, 10);
}

TEST_P(ProspectsTest, T3_ForcedSpacesShowTheLinesThroughThem) {
  int shown = 0;
  testing::WatchGames(*game_, 3, [&](const Playthrough& play, Seat seat, ConstViews bytes) {
    const Situation& s = ViewOf(bytes).now;
    const std::vector<uint8_t> planes = PlanesOf(bytes);
    const Window window(s.table, side_ / 2);
    const Outline outline(s.table);
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const size_t owner = static_cast<size_t>(seat) ^ side;
      Lines lines(s.table, colours_[owner]);
      lines.FillForcedSpaces(Deck() & ~s.table.tiles, window);
      outline.ForEachSpace(outline.Spaces(), [&](int, Cell space) {
        if (window.Has(space)) {
          const int score = lines.IsFilled(space) ? lines.ScoreThroughFilled(space) : -100;
          const size_t plane = kLinesPlanes + kPlacementPlanes + side;
          EXPECT_EQ(planes[plane * area_ + window.IndexOf(space)],
                    Against(s.best[owner].score, score));
          shown += score > 0 ? 1 : 0;
        }
        return true;
      });
    }
    ASSERT_FALSE(::testing::Test::HasFailure()) << game_->PositionText(play.Position());
  });
  EXPECT_GT(shown, 10);
}

TEST_P(ProspectsTest, T3_SpacesShowHowManyTilesFit) {
  testing::WatchGames(*game_, 3, [&](const Playthrough& play, Seat seat, ConstViews bytes) {
    const Situation& s = ViewOf(bytes).now;
    const std::vector<uint8_t> planes = PlanesOf(bytes);
    const Window window(s.table, side_ / 2);
    const Outline outline(s.table);
    const Lines lines(s.table, kRed);
    const TileSet rack = s.racks[static_cast<size_t>(seat)];
    const TileSet chosen = s.stage == Stage::kLay ? SetOf(s.tile - 1) : 0;
    const std::array<TileSet, 2> sets = {
        rack, Deck() & ~s.table.tiles & ~s.racks[0] & ~s.racks[1] & ~chosen};
    outline.ForEachSpace(outline.Spaces(), [&](int, Cell space) {
      for (size_t set = 0; set < sets.size() && window.Has(space); ++set) {
        const size_t plane = kLinesPlanes + kPlacementPlanes + 2 + set;
        EXPECT_EQ(planes[plane * area_ + window.IndexOf(space)],
                  std::min(12, lines.NumFitting(space, sets[set])));
      }
      return true;
    });
    ASSERT_FALSE(::testing::Test::HasFailure()) << game_->PositionText(play.Position());
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
      const auto first = planes.begin() + static_cast<ptrdiff_t>(kLinesPlanes * area_);
      ASSERT_TRUE(std::all_of(first, first + static_cast<ptrdiff_t>(kPlacementPlanes * area_),
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
