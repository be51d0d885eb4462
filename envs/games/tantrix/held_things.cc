// Tantrix: the tiles that a private rack may hold.
#include "envs/held_things.h"

#include <bit>
#include <memory>

#include "absl/strings/str_cat.h"

#include "envs/games/tantrix/tantrix.h"
#include "envs/rules/row_cast.h"

namespace kvintet::envs::tantrix {
namespace {

// A thing is a tile, by index.
class RackTiles final : public HeldThings {
 public:
  explicit RackTiles(int num_tiles) : num_tiles_(num_tiles) {}

  int Count() const override { return num_tiles_; }
  std::string Name(int thing) const override { return absl::StrCat(thing + 1); }
  Scene Drawing(int thing) const override { return TileScene(thing); }

  std::vector<int> Held(ConstPositions one, Seat seat) const override {
    std::vector<int> tiles;
    const auto& position = RowAs<Tantrix::Position>(one);
    ForEachTile(position.now.racks[static_cast<size_t>(Index(seat))],
                [&tiles](int tile) { tiles.push_back(tile); });
    return tiles;
  }

  // A view holds the other rack as soon as it must be all unseen tiles.
  bool Certain(ConstViews one) const override {
    const auto& view = RowAs<Tantrix::View>(one);
    const auto other = static_cast<size_t>(Index(Other(view.seat)));
    return std::popcount(view.now.racks[other]) == view.now.rack_sizes[other];
  }

 private:
  const int num_tiles_;
};

}  // namespace

std::unique_ptr<const HeldThings> Tantrix::MakeHeldThings() const {
  return open_ ? nullptr : std::make_unique<RackTiles>(box_.num_tiles);
}

}  // namespace kvintet::envs::tantrix
