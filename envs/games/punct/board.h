// Board: the spaces of a hexagonal board, its sides and centre, and how pieces lie on it (P1, P2).
//
// A *space* is numbered by column, then number: A2 is 0. A *spot* is the number of the same space
// in sets of bits: 15 x + y + 127 on the full board, so that steps along the six directions add
// -1, -16, -15, 1, 16, 15. Steps off the board may come to the spot of another space: mask them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "envs/games/punct/spots.h"

namespace kvintet::envs::punct {

inline constexpr int kDirections = 6;
inline constexpr int kMaxSpaces = 211;
// Cells of the window that holds the board.
inline constexpr int kMaxCells = 17 * 17;

// P2. The order of the actions.
enum Kind : uint8_t {
  kTriangle,
  kStraightMiddle,
  kStraightEnd,
  kElbowLeft,
  kElbowMiddle,
  kElbowRight
};
inline constexpr int kKinds = 6;
inline constexpr std::string_view kKindLetters = "TCELMR";
// Most pieces of each kind that a side has; all of them.
inline constexpr std::array<int, kKinds> kMostOfKind = {6, 2, 4, 2, 2, 2};
inline constexpr int kMaxPieces = 18;

// Columns and numbers from the middle of the board.
struct Place {
  int x = 0;
  int y = 0;
  bool operator==(const Place&) const = default;
};
inline constexpr std::array<Place, kDirections> kSteps = {
    {{0, -1}, {-1, -1}, {-1, 0}, {0, 1}, {1, 1}, {1, 0}}};

// Directions to the minor dots at rotation 0: `first` is one step from the PÜNCT; `second` is a
// step along `second`, or two, along `first` and `second`.
struct PieceShape {
  int first = 0;
  int second = 0;
  bool second_is_two_steps = false;
  // Which dot a bridge may leave without support: none of a triangle's.
  bool punct_in_middle = false;
  bool first_in_middle = false;
  // Rotations that differ: the lowest ones.
  int rotations = kDirections;
};
inline constexpr std::array<PieceShape, kKinds> kShapes = {{
    {.first = 0, .second = 1},
    {.first = 0, .second = 3, .punct_in_middle = true, .rotations = 3},
    {.first = 0, .second = 0, .second_is_two_steps = true, .first_in_middle = true},
    {.first = 0, .second = 1, .second_is_two_steps = true, .first_in_middle = true},
    {.first = 0, .second = 2, .punct_in_middle = true},
    {.first = 4, .second = 3, .second_is_two_steps = true, .first_in_middle = true},
}};

// What a step along a direction adds to a spot, on a board of this stride.
template <int kStride>
inline constexpr std::array<int, kDirections> kSpotSteps = {-1, -kStride - 1, -kStride,
                                                            1,  kStride + 1,  kStride};

// A minor dot's offset from the PÜNCT in any numbering in which steps add `steps`.
constexpr int MinorOffset(const std::array<int, kDirections>& steps, int kind, int rotation,
                          int dot) {
  const PieceShape& shape = kShapes[static_cast<size_t>(kind)];
  const int first = steps[static_cast<size_t>((shape.first + rotation) % kDirections)];
  const int second = steps[static_cast<size_t>((shape.second + rotation) % kDirections)];
  return dot == 0 ? first : shape.second_is_two_steps ? first + second : second;
}

inline constexpr int kFullStride = 15;
inline constexpr int kTinyStride = 7;

// What a variant of the game is made of.
struct Box {
  // Spaces a side less one.
  int radius = 8;
  // Spaces from the middle to the rim of the centre.
  int centre_radius = 2;
  std::array<int, kKinds> pieces = kMostOfKind;
  int max_plies = 400;
  // Without both L and R reflections are no symmetries.
  bool reflections = true;
};

// How a kind lies at a rotation in windows of planes: offsets of the minor dots' cells from the
// PÜNCT's; in a stack of kKinds planes, then kDirections planes, where the kind's plane begins, and
// those of the directions in which a minor dot lies beside the PÜNCT (twice the same for one).
struct Footprint {
  std::array<int16_t, 2> cells = {};
  int16_t kind_plane = 0;
  std::array<int16_t, 2> beside_planes = {};
};

// Tables, immutable. REQUIRES: the radius is 8 or 4.
class Board {
 public:
  explicit Board(const Box& box);

  int stride() const { return stride_; }
  int width() const { return 2 * radius_ + 1; }
  int num_spaces() const { return num_spaces_; }
  bool Has(Place place) const;
  // REQUIRES: the place is on the board.
  int SpotAt(Place place) const { return stride_ * place.x + place.y + middle_; }
  Place PlaceOf(int spot) const { return places_[static_cast<size_t>(spot)]; }
  int SpaceOf(int spot) const { return space_of_[static_cast<size_t>(spot)]; }
  int SpotOf(int space) const { return spot_of_[static_cast<size_t>(space)]; }
  // The place in a window of width() x width(), row by row, a row being a column of the board.
  int CellOf(int spot) const { return cell_of_[static_cast<size_t>(spot)]; }
  const Footprint& FootprintOf(int kind, int rotation) const {
    return footprints_[static_cast<size_t>(kind)][static_cast<size_t>(rotation)];
  }
  // The spots of a piece's three dots, the PÜNCT's first.
  std::array<int, 3> Dots(int kind, int spot, int rotation) const {
    const std::array<int16_t, 2>& minor =
        minor_[static_cast<size_t>(kind)][static_cast<size_t>(rotation)];
    return {spot, spot + minor[0], spot + minor[1]};
  }

  const Spots& All() const { return all_; }
  const Spots& Centre() const { return centre_; }
  // P1: three pairs of opposite sides.
  const std::array<std::array<Spots, 2>, 3>& Sides() const { return sides_; }
  // Spots with a neighbour in a direction.
  const std::array<Spots, kDirections>& Inner() const { return inner_; }
  // Where a PÜNCT may lie so that the whole piece is on the board, by rotation; of equal rotations
  // the lowest alone.
  const std::array<Spots, kDirections>& Fits(int kind) const {
    return fits_[static_cast<size_t>(kind)];
  }
  // Along the six directions from a spot, the spot included.
  const Spots& LinesFrom(int spot) const { return lines_[static_cast<size_t>(SpaceOf(spot))]; }

  // Two planes of the window: which cells are spaces, and which lie in the centre.
  std::span<const uint8_t> FixedPlanes() const { return fixed_planes_; }

  // `H9`.
  std::string SpaceName(int spot) const;
  // The spot of that name, or kNoSpot.
  int ParseSpace(std::string_view name) const;

 private:
  void NumberSpaces();
  void ListSides();
  void ListFootprints();
  void ListLinesAndFits();

  int radius_;
  int stride_;
  int middle_;
  int num_spaces_ = 0;
  std::array<uint8_t, 256> space_of_ = {};
  std::array<uint8_t, kMaxSpaces> spot_of_ = {};
  std::array<Place, 256> places_ = {};
  std::array<uint16_t, 256> cell_of_ = {};
  // Offsets of the minor dots from the PÜNCT.
  std::array<std::array<std::array<int16_t, 2>, kDirections>, kKinds> minor_ = {};
  std::array<std::array<Footprint, kDirections>, kKinds> footprints_ = {};
  Spots all_ = {};
  Spots centre_ = {};
  std::array<std::array<Spots, 2>, 3> sides_ = {};
  std::array<Spots, kDirections> inner_ = {};
  std::array<std::array<Spots, kDirections>, kKinds> fits_ = {};
  std::array<Spots, kMaxSpaces> lines_ = {};
  std::array<uint8_t, 2 * kMaxCells> fixed_planes_ = {};
};

}  // namespace kvintet::envs::punct
