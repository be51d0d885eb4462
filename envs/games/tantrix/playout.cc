// Tantrix: plays a position to its end with random actions, or with a little care.
#include <algorithm>
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

// Where and how a tile is laid.
struct Spot {
  Cell space;
  size_t rotation;
};

// All spots of a tile.
struct Places {
  struct Place {
    Cell space;
    // As bits.
    unsigned rotations;
  };
  std::array<Place, static_cast<size_t>(MaxSpaces(kMaxTiles))> places;
  size_t num_places = 0;
  // Of spots.
  int count = 0;

  void Add(Cell space, unsigned rotations) {
    places[num_places] = {space, rotations};
    num_places += rotations != 0 ? 1 : 0;
    count += std::popcount(rotations);
  }
  Spot Nth(int rank) const {
    const Place* place = places.data();
    for (; rank >= std::popcount(place->rotations); ++place) {
      rank -= std::popcount(place->rotations);
    }
    return {place->space, static_cast<size_t>(NthBit(place->rotations, rank))};
  }
};

// A position that is played on at random, with some care for where tiles are laid. It leaves out
// what does not change how a game goes on: the evidence about racks, and lines until the end.
class RandomGame {
 public:
  // `bag`: the tiles of the bag; `colours` of both seats. REQUIRES: lots and deals are over.
  RandomGame(const Situation& s, TileSet bag, const std::array<Colour, kNumSeats>& colours,
             int tries, RandomStream* random)
      : colours_(colours),
        tries_(tries),
        field_(s.table),
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
    Places places;
    field_.outline().ForEachCell(fills ? field_.outline().Forced() : Free(), [&](Cell space) {
      places.Add(space, field_.Rotations(space, tile, Restricted()));
      return true;
    });
    const Spot best = Best(tile, places);
    free_ = nullptr;
    field_.Lay(best.space, tile, best.rotation);
    moved_ = moved_ || !fills;
    Draw();
  }

  // The best of some spots of the tile drawn at random, as many as there are tries, but no more
  // than the tile has.
  Spot Best(int tile, const Places& places) {
    const int tries = std::min(tries_, places.count);
    Spot best = DrawSpot(places);
    int most = tries > 1 ? LeadOf(tile, best) : 0;
    for (int i = 1; i < tries; ++i) {
      const Spot next = DrawSpot(places);
      const int lead = LeadOf(tile, next);
      if (lead > most) {
        most = lead;
        best = next;
      }
    }
    return best;
  }

  Spot DrawSpot(const Places& places) {
    return places.Nth(static_cast<int>(random_->Below(static_cast<uint32_t>(places.count))));
  }

  // The mover's line through the tile less the other's.
  int LeadOf(int tile, const Spot& at) const {
    return field_.LineScore(at.space, tile, at.rotation, colours_[mover_]) -
           field_.LineScore(at.space, tile, at.rotation, colours_[1 - mover_]);
  }

  const std::array<Colour, kNumSeats>& colours_;
  const int tries_;
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

Outcome Tantrix::PlayOutCarefully(const Position& start, int tries, RandomStream* random) const {
  Position p = start;
  while (p.now.stage == Stage::kFirstLot || p.now.stage == Stage::kSecondLot ||
         p.now.stage == Stage::kDeal) {
    Take(Viewer::kAll, DrawTile(Drawable(p), random), &p.now);
  }
  RandomGame game(p.now, Bag(p), colours_, tries, random);
  p.now.end = game.Play(p.now);
  // Tiles never move, so no line was better than it is at the end.
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    p.now.best[seat].score = static_cast<uint8_t>(game.field().BestScore(colours_[seat]));
  }
  return Result(p);
}

}  // namespace kvintet::envs::tantrix
