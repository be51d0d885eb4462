// Tantrix: what a network sees, and where in its policy actions lie.
#include <algorithm>
#include <array>
#include <bit>

#include "absl/strings/str_cat.h"

#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/games/tantrix/window.h"

namespace kvintet::envs::tantrix {
namespace {

// Planes: the sides in three directions by whose colour they have (a side lies on the first of its
// two cells), then these.
constexpr size_t kOwners = 4;
constexpr size_t kWays = kSides / 2;
constexpr size_t kTilePlane = kOwners * kWays;
constexpr size_t kForcedPlane = kTilePlane + 1;
constexpr size_t kFreePlane = kTilePlane + 2;
constexpr size_t kPlanes = kTilePlane + 3;

// Globals: sets of tiles, then numbers.
enum TileGlobals : size_t { kOwnRack, kOthersRack, kUnseen, kChosen, kTileGlobals };
constexpr std::array<std::string_view, kTileGlobals> kSetNames = {"own rack ", "other's rack ",
                                                                  "unseen ", "chosen "};
constexpr std::array<std::string_view, 9> kNumberNames = {
    "own turn",          "free move made", "must fill",     "bag",     "own rack size",
    "other's rack size", "own score",      "other's score", "own lead"};
constexpr int kScoreUnit = 20;

// By colour: 0 own, 1 the other's, 2 and 3 nobody's.
std::array<size_t, kColours> OwnersOf(Colour own, Colour other) {
  std::array<size_t, kColours> owners = {};
  size_t next = 2;
  for (size_t colour = 0; colour < kColours; ++colour) {
    owners[colour] = colour == own ? 0 : colour == other ? 1 : next++;
  }
  return owners;
}

// Shows tiles in the planes of a window.
class Picture {
 public:
  Picture(const Window& window, const std::array<size_t, kColours>& owners,
          std::span<uint8_t> planes)
      : window_(window),
        area_(static_cast<size_t>(window.Side() * window.Side())),
        planes_(planes) {
    for (size_t colour = 0; colour < kColours; ++colour) {
      by_colour_[colour] = static_cast<ptrdiff_t>(owners[colour] * area_);
    }
    for (size_t d = 0; d < kSides; ++d) {
      const Cell way = d < kWays ? Cell{} : kDirections[d];
      by_direction_[d] =
          static_cast<ptrdiff_t>((d % kWays) * kOwners * area_) + way.r * window.Side() + way.q;
    }
  }

  void Show(size_t plane, Cell cell, bool value) {
    planes_[plane * area_ + window_.IndexOf(cell)] = value ? 1 : 0;
  }

  // A side only where both of its cells are in the window, so that turning the table turns the
  // picture.
  void ShowTile(size_t tile, size_t rotation, Cell cell) {
    if (!window_.Has(cell)) {
      return;
    }
    Show(kTilePlane, cell, true);
    const auto index = static_cast<ptrdiff_t>(window_.IndexOf(cell));
    const bool inside = window_.IsInside(cell);
    for (size_t letter = 0; letter < kSides; ++letter) {
      const size_t direction =
          letter + rotation < kSides ? letter + rotation : letter + rotation - kSides;
      if (inside || window_.Has(Neighbour(cell, direction))) {
        const ptrdiff_t at =
            index + by_direction_[direction] + by_colour_[kTileTable.colour[tile][letter]];
        planes_[static_cast<size_t>(at)] = 1;
      }
    }
  }

 private:
  const Window& window_;
  size_t area_;
  std::span<uint8_t> planes_;
  // What a colour and a direction add to the place of a side in the planes.
  std::array<ptrdiff_t, kColours> by_colour_;
  std::array<ptrdiff_t, kSides> by_direction_;
};

// By the number of a tile's last absence: how likely it is in the rack, against a tile that was
// never proved absent.
std::array<float, kMaxDraws + 1> Likelihoods(const Evidence& evidence, int num_drawn) {
  std::array<float, kMaxDraws + 1> likelihoods = {};
  float sum = 0;
  for (auto draw = static_cast<size_t>(num_drawn); draw > 0; --draw) {
    sum += evidence.held[draw - 1];
    likelihoods[draw - 1] = sum;
  }
  for (size_t draw = 0; draw < static_cast<size_t>(num_drawn) && sum > 0; ++draw) {
    likelihoods[draw] /= sum;
  }
  return likelihoods;
}

}  // namespace

GameSpec Tantrix::Spec() const {
  GameSpec spec;
  spec.num_actions = ActionOf(MaxSpacesOfGame(), 0);
  spec.num_outcomes = box_.num_tiles;
  spec.secrets = !open_;
  // Two lots; every tile is drawn, chosen and laid.
  spec.max_game_length = 2 + 3 * box_.num_tiles;
  for (const char* way : {"right", "down right", "down left"}) {
    for (const char* owner : {"own", "other's", "neutral", "second neutral"}) {
      spec.plane_names.push_back(absl::StrCat(owner, " side ", way));
    }
  }
  spec.plane_names.insert(spec.plane_names.end(), {"tile", "forced space", "free space"});
  spec.planes = static_cast<int>(kPlanes);
  spec.height = spec.width = 2 * box_.radius + 1;
  for (const std::string_view name : kSetNames) {
    for (int tile = 1; tile <= box_.num_tiles; ++tile) {
      spec.global_names.push_back(absl::StrCat(std::string(name), tile));
    }
  }
  spec.global_names.insert(spec.global_names.end(), kNumberNames.begin(), kNumberNames.end());
  spec.globals = static_cast<int>(spec.global_names.size());
  spec.policy_planes = static_cast<int>(kSides);
  spec.policy_slots = spec.num_actions;
  return spec;
}

void Tantrix::Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const {
  const Situation& s = view.now;
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  const size_t other = 1 - own;
  const Window window(s.table, box_.radius);
  Picture picture(window, OwnersOf(colours_[own], colours_[other]), planes);
  ForEachTile(s.table.tiles, [&](int tile) {
    picture.ShowTile(static_cast<size_t>(tile), s.table.RotationOf(tile), s.table.CellOf(tile));
  });
  const Field field(s.table, Restricted(s));
  for (int space = 0; space < field.NumSpaces(); ++space) {
    const Cell cell = field.CellOf(space);
    if (window.Has(cell)) {
      picture.Show(kForcedPlane, cell, field.IsForced(space));
      picture.Show(kFreePlane, cell, field.IsFree(space));
    }
  }
  ShowNumbers(s, view.seat, globals);
}
void Tantrix::ShowNumbers(const Situation& s, Seat seat, std::span<float> globals) const {
  const size_t own = seat == Seat::k1 ? 1 : 0;
  const size_t other = 1 - own;
  const auto set = [&](TileGlobals what, int tile, float value) {
    globals[what * static_cast<size_t>(box_.num_tiles) + static_cast<size_t>(tile)] = value;
  };
  const TileSet unseen = Unseen(s);
  ForEachTile(s.racks[own], [&](int tile) { set(kOwnRack, tile, 1); });
  ForEachTile(s.racks[other], [&](int tile) { set(kOthersRack, tile, 1); });
  ForEachTile(unseen, [&](int tile) { set(kUnseen, tile, 1); });
  if (s.stage == Stage::kLay) {
    set(kChosen, s.tile - 1, 1);
  }
  if (s.racks[other] == 0 && s.rack_sizes[other] > 0) {
    const auto likelihoods = Likelihoods(s.evidence[other], s.num_drawn[other]);
    ForEachTile(unseen, [&](int tile) {
      set(kOthersRack, tile, likelihoods[s.evidence[other].absent[static_cast<size_t>(tile)]]);
    });
  }
  const auto share = [](uint8_t part, int whole) {
    return static_cast<float>(part) / static_cast<float>(whole);
  };
  const std::array<float, kNumberNames.size()> numbers = {
      s.mover == own ? 1.0f : 0.0f,
      static_cast<float>(s.moved),
      (s.choices & s.fillers) != 0 ? 1.0f : 0.0f,
      share(s.bag_size, box_.num_tiles),
      share(s.rack_sizes[own], box_.rack_size),
      share(s.rack_sizes[other], box_.rack_size),
      share(s.scores[own], kScoreUnit),
      share(s.scores[other], kScoreUnit),
      static_cast<float>(s.scores[own] - s.scores[other]) / static_cast<float>(kScoreUnit)};
  std::ranges::copy(numbers, globals.end() - static_cast<ptrdiff_t>(numbers.size()));
}

int Tantrix::PolicyIndex(const View& view, Action action) const {
  const Window window(view.now.table, box_.radius);
  const int area = window.Side() * window.Side();
  if (action >= box_.num_tiles) {
    const Cell cell = Field(view.now.table, false).CellOf(SpaceOf(action));
    if (window.Has(cell)) {
      return RotationOf(action) * area + static_cast<int>(window.IndexOf(cell));
    }
  }
  return static_cast<int>(kSides) * area + action;
}

}  // namespace kvintet::envs::tantrix
