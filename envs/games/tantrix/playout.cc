// Tantrix: plays a position to its end with random actions.
#include <array>
#include <bit>
#include <cstddef>
#include <optional>

#include "envs/action_mask.h"
#include "envs/games/tantrix/growing_field.h"
#include "envs/games/tantrix/tantrix.h"

namespace kvintet::envs::tantrix {
namespace {

// A tile drawn as DrawOutcome (envs/one_row.h) draws it from Tantrix::ChanceOutcomes, without the
// list.
int DrawTile(TileSet tiles, RandomStream* random) {
  const int count = std::popcount(tiles);
  const double each = 1.0 / count;
  double rest = random->Uniform();
  for (int i = 0; i < count; ++i) {
    rest -= each;
    if (rest < 0) {
      return NthBit(tiles, i);
    }
  }
  return 63 - std::countl_zero(tiles);
}

// A position that is played on at random. It leaves out what does not change how a game goes on:
// the evidence about racks, and lines until the end.
class RandomGame {
 public:
  // `bag`: the tiles of the bag. REQUIRES: lots and deals are over.
  RandomGame(const Situation& s, TileSet bag, RandomStream* random)
      : field_(s.table),
        bag_(bag),
        racks_(s.racks),
        mover_(s.mover),
        moved_(s.moved == 1),
        random_(random) {}

  // Plays from the situation that the game was made of. Returns how the game ends.
  End Play(const Situation& s) {
    switch (s.stage) {
      case Stage::kOver:
        return s.end;
      case Stage::kLay:
        LayTile(s.tile - 1, (s.fillers >> (s.tile - 1) & 1) != 0);
        break;
      case Stage::kChoose:
        Choose(s.choices, (s.choices & s.fillers) != 0);
        break;
      default:
        Draw();
    }
    while (true) {
      const std::optional<End> end = Move();
      if (end.has_value()) {
        return *end;
      }
    }
  }

  const GrowingField& field() const { return field_; }

 private:
  bool Restricted() const { return bag_ != 0; }

  // The spaces where a free move may be made. Valid until a tile is laid.
  const CellRows& Free() {
    if (free_ == nullptr) {
      free_ = &field_.Free(Restricted(), &scratch_);
    }
    return *free_;
  }

  void Draw() {
    if (bag_ != 0) {
      const TileSet drawn = SetOf(DrawTile(bag_, random_));
      bag_ &= ~drawn;
      racks_[mover_] |= drawn;
    }
  }

  // Ends turns until someone can choose a tile, then plays it. Empty unless the game has ended.
  std::optional<End> Move() {
    while (true) {
      const TileSet rack = racks_[mover_];
      const TileSet fills = TilesFitting(rack, field_.outline().Forced());
      if (fills != 0) {
        Choose(fills, true);
        return std::nullopt;
      }
      if (rack != 0 && !moved_) {
        const TileSet choices = TilesFitting(rack, Free());
        if (choices == 0) {
          return End::kDeadlock;
        }
        Choose(choices, false);
        return std::nullopt;
      }
      moved_ = false;
      if (racks_[1 - mover_] != 0) {
        mover_ = 1 - mover_;
      } else if (rack == 0) {
        return End::kTiles;
      }
    }
  }

  // Those of `tiles` that fit one of the spaces.
  TileSet TilesFitting(TileSet tiles, const CellRows& spaces) const {
    TileSet found = 0;
    field_.outline().ForEachCell(spaces, [&](Cell space) {
      ForEachTile(tiles & ~found, [&](int tile) {
        found |= field_.Rotations(space, tile, Restricted()) != 0 ? SetOf(tile) : 0;
      });
      return found != tiles;
    });
    return found;
  }

  void Choose(TileSet choices, bool fills) {
    const auto count = static_cast<uint32_t>(std::popcount(choices));
    const int tile = NthBit(choices, static_cast<int>(random_->Below(count)));
    racks_[mover_] &= ~SetOf(tile);
    LayTile(tile, fills);
  }

  void LayTile(int tile, bool fills) {
    struct Place {
      Cell space;
      unsigned rotations;
    };
    std::array<Place, static_cast<size_t>(MaxSpaces(kMaxTiles))> places;
    size_t num_places = 0;
    int count = 0;
    field_.outline().ForEachCell(fills ? field_.outline().Forced() : Free(), [&](Cell space) {
      const unsigned rotations = field_.Rotations(space, tile, Restricted());
      places[num_places] = {space, rotations};
      num_places += rotations != 0 ? 1 : 0;
      count += std::popcount(rotations);
      return true;
    });
    int rank = static_cast<int>(random_->Below(static_cast<uint32_t>(count)));
    const Place* place = places.data();
    for (; rank >= std::popcount(place->rotations); ++place) {
      rank -= std::popcount(place->rotations);
    }
    free_ = nullptr;
    field_.Lay(place->space, tile, static_cast<size_t>(NthBit(place->rotations, rank)));
    moved_ = moved_ || !fills;
    Draw();
  }

  GrowingField field_;
  TileSet bag_;
  std::array<TileSet, kNumSeats> racks_;
  size_t mover_;
  bool moved_;
  RandomStream* random_;
  // What Free found; null after a tile is laid.
  const CellRows* free_ = nullptr;
  CellRows scratch_;
};

}  // namespace

Outcome Tantrix::PlayOut(const Position& start, RandomStream* random) const {
  Position p = start;
  while (p.now.stage == Stage::kFirstLot || p.now.stage == Stage::kSecondLot ||
         p.now.stage == Stage::kDeal) {
    Take(Viewer::kAll, DrawTile(Drawable(p), random), &p.now);
  }
  RandomGame game(p.now, Bag(p), random);
  p.now.end = game.Play(p.now);
  // Tiles never move, so no line was better than it is at the end.
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    p.now.best[seat].score = static_cast<uint8_t>(game.field().BestScore(colours_[seat]));
  }
  return Result(p);
}

}  // namespace kvintet::envs::tantrix
