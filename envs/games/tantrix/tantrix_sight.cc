// Tantrix: the observation, and the policy indices of actions.
#include <algorithm>
#include <array>
#include <bit>

#include "absl/strings/str_cat.h"

#include "envs/games/tantrix/outline.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/games/tantrix/window.h"

namespace kvintet::envs::tantrix {
namespace {

// Planes: the sides in three directions by the owner of their colour (a side is shown at the first
// of its two cells), then the following.
constexpr size_t kOwners = 4;
constexpr size_t kWays = kSides / 2;
constexpr size_t kSidePlanes = kOwners * kWays;
constexpr size_t kSetPlanes = 3;
constexpr size_t kLinePlanes = 2;

// The owner of a side's colour.
constexpr std::array<std::string_view, kOwners> kOwnerNames = {"own", "other's", "neutral",
                                                               "second neutral"};

// Globals: sets of tiles, then the owner of each side's colour for the chosen tile, then numbers.
enum TileGlobals : size_t { kOwnRack, kOthersRack, kUnseen, kTileGlobals };
constexpr std::array<std::string_view, kTileGlobals> kSetNames = {"own rack ", "other's rack ",
                                                                  "unseen "};
constexpr std::array<std::string_view, 9> kNumberNames = {
    "own turn",          "free move made", "must fill",     "bag",     "own rack size",
    "other's rack size", "own score",      "other's score", "own lead"};
// The divisor of scores and leads, which gives them a weight similar to that of the sets.
constexpr float kScoreUnit = 8;
constexpr float kLeadUnit = 4;

// By renamed colour: 0 for own, 1 for the other's, 2 and 3 for neutral ones.
std::array<size_t, kColours> OwnersFor(size_t viewer) {
  std::array<size_t, kColours> owners = {};
  owners[kRed] = viewer;
  owners[kYellow] = 1 - viewer;
  owners[kBlue] = 2;
  owners[kGreen] = 3;
  return owners;
}

// Writes whose colours the sides of a renamed tile have, by letter.
void ShowChosen(size_t viewer, size_t tile, float* globals) {
  const std::array<size_t, kColours> owners = OwnersFor(viewer);
  for (size_t letter = 0; letter < kSides; ++letter) {
    globals[letter * kOwners + owners[kTileTable.colour[tile][letter]]] = 1;
  }
}

// Writes the sides of a tile. A side is shown only if both of its cells are in the window, so that
// turning the table turns the picture.
void ShowSides(const Window& window, Cell cell, size_t rotation, const SideOffsets& offsets,
               std::span<uint8_t> planes) {
  if (!window.Has(cell)) {
    return;
  }
  const auto index = static_cast<ptrdiff_t>(window.IndexOf(cell));
  const bool inside = window.IsInside(cell);
  for (size_t letter = 0; letter < kSides; ++letter) {
    const size_t direction = (letter + rotation) % kSides;
    if (inside || window.Has(Neighbour(cell, direction))) {
      planes[static_cast<size_t>(index + offsets[letter])] = 1;
    }
  }
}

// Writes the spaces that a line points to.
void ShowEnds(const Line& line, const Table& table, const Window& window,
              std::span<uint8_t> plane) {
  if (line.score == 0 || line.IsLoop()) {
    return;
  }
  for (const LineEnd& end : line.ends) {
    if (const Cell space = SpaceAt(end, table); window.Has(space)) {
      plane[window.IndexOf(space)] = 1;
    }
  }
}

// Indexed by the draw number of a tile's last proved absence: how likely the tile is in the rack,
// relative to a tile that was never proved absent.
std::array<float, kMaxDraws + 1> Likelihoods(const Evidence& evidence, int num_drawn) {
  std::array<float, kMaxDraws + 1> likelihoods = {};
  float sum = 0;
  for (auto draw = static_cast<size_t>(num_drawn); draw > 0; --draw) {
    sum += static_cast<float>(evidence.held[draw - 1]);
    likelihoods[draw - 1] = sum;
  }
  for (size_t draw = 0; draw < static_cast<size_t>(num_drawn) && sum > 0; ++draw) {
    likelihoods[draw] /= sum;
  }
  return likelihoods;
}

}  // namespace

TileSights Tantrix::SightsOf(size_t viewer) const {
  const std::array<size_t, kColours> owners = OwnersFor(viewer);
  const int side = 2 * box_.radius + 1;
  TileSights sights = {};
  for (size_t tile = 0; tile < kMaxTiles; ++tile) {
    for (size_t rotation = 0; rotation < kSides; ++rotation) {
      for (size_t letter = 0; letter < kSides; ++letter) {
        const size_t d = (letter + rotation) % kSides;
        const Cell first = d < kWays ? Cell{} : kDirections[d];
        const uint8_t colour = renaming_.colour[kTileTable.colour[tile][letter]];
        const size_t plane = (d % kWays) * kOwners + owners[colour];
        sights[tile][rotation][letter] =
            static_cast<int16_t>(static_cast<int>(plane) * side * side + first.r * side + first.q);
      }
    }
  }
  return sights;
}

GameSpec Tantrix::Spec() const {
  GameSpec spec;
  spec.ends = {{"tiles", "laying the last tile"}, {"deadlock", "a deadlock"}};
  spec.margins = true;
  spec.num_actions = ActionOf(MaxSpacesOfGame(), 0);
  spec.num_outcomes = box_.num_tiles;
  spec.secrets = !open_;
  // Two lots; then every tile is drawn, chosen and laid.
  spec.max_game_length = 2 + 3 * box_.num_tiles;
  for (const char* way : {"right", "down right", "down left"}) {
    for (const std::string_view owner : kOwnerNames) {
      spec.plane_names.push_back(absl::StrCat(std::string(owner), " side ", way));
    }
  }
  spec.plane_names.insert(
      spec.plane_names.end(),
      {"tile", "forced space", "free space", "end of own best line", "end of other's best line"});
  spec.planes = static_cast<int>(kSidePlanes + kSetPlanes + kLinePlanes);
  spec.height = spec.width = 2 * box_.radius + 1;
  std::array<int, kMaxTiles> numbers = {};
  for (int tile = 0; tile < box_.num_tiles; ++tile) {
    numbers[renaming_.tile[static_cast<size_t>(tile)]] = tile + 1;
  }
  for (const std::string_view name : kSetNames) {
    for (const int number : std::span(numbers).first(static_cast<size_t>(box_.num_tiles))) {
      spec.global_names.push_back(absl::StrCat(std::string(name), number));
    }
  }
  for (const char* letter : {"a", "b", "c", "d", "e", "f"}) {
    for (const std::string_view owner : kOwnerNames) {
      spec.global_names.push_back(absl::StrCat("chosen ", letter, " ", std::string(owner)));
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
  const Window window(s.table, box_.radius);
  ForEachTile(s.table.tiles, [&](int tile) {
    const size_t rotation = s.table.RotationOf(tile);
    ShowSides(window, s.table.CellOf(tile), rotation,
              sights_[own][static_cast<size_t>(tile)][rotation], planes);
  });
  const Outline outline(s.table);
  const auto area = static_cast<size_t>(window.Side() * window.Side());
  CellRows open;
  if (Restricted(s)) {
    outline.FindOpen(s.table, &open);
  }
  const std::array<const CellRows*, kSetPlanes> sets = {&outline.Tiles(), &outline.Forced(),
                                                        Restricted(s) ? &open : &outline.Spaces()};
  window.Show(outline, sets, &planes[kSidePlanes * area]);
  ShowEnds(s.best[own], s.table, window, planes.subspan((kSidePlanes + kSetPlanes) * area, area));
  ShowEnds(s.best[1 - own], s.table, window, planes.last(area));
  ShowNumbers(s, view.seat, globals);
}

void Tantrix::ShowNumbers(const Situation& s, Seat seat, std::span<float> globals) const {
  const size_t own = seat == Seat::k1 ? 1 : 0;
  const size_t other = 1 - own;
  const auto set = [&](TileGlobals what, int tile, float value) {
    globals[what * static_cast<size_t>(box_.num_tiles) +
            renaming_.tile[static_cast<size_t>(tile)]] = value;
  };
  const TileSet unseen = Unseen(s);
  ForEachTile(s.racks[own], [&](int tile) { set(kOwnRack, tile, 1); });
  ForEachTile(s.racks[other], [&](int tile) { set(kOthersRack, tile, 1); });
  ForEachTile(unseen, [&](int tile) { set(kUnseen, tile, 1); });
  if (s.stage == Stage::kLay) {
    ShowChosen(own, renaming_.tile[s.tile - size_t{1}],
               &globals[kTileGlobals * static_cast<size_t>(box_.num_tiles)]);
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
      static_cast<float>(s.best[own].score) / kScoreUnit,
      static_cast<float>(s.best[other].score) / kScoreUnit,
      static_cast<float>(s.best[own].score - s.best[other].score) / kLeadUnit};
  std::ranges::copy(numbers, globals.end() - static_cast<ptrdiff_t>(numbers.size()));
}

int Tantrix::PolicyIndex(const View& view, Action action) const {
  const Window window(view.now.table, box_.radius);
  const int area = window.Side() * window.Side();
  const int slots = static_cast<int>(kSides) * area;
  if (action < box_.num_tiles) {
    return slots + renaming_.tile[static_cast<size_t>(action)];
  }
  const int rotation =
      (RotationOf(action) + renaming_.turn[view.now.tile - size_t{1}]) % static_cast<int>(kSides);
  const Cell cell = Outline(view.now.table).CellOf(SpaceOf(action));
  return window.Has(cell) ? rotation * area + static_cast<int>(window.IndexOf(cell))
                          : slots + ActionOf(SpaceOf(action), rotation);
}

}  // namespace kvintet::envs::tantrix
