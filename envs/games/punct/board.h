// Board: the spaces of a hexagonal board, its sides and centre, and how pieces lie on it (P1, P2).
//
// Spaces are numbered by column, then number; A2 is 0. A *spot* is the number of a space in bit
// sets: 15 x + y + 127 on the full board, so that steps along the six directions add -1, -16, -15,
// 1, 16, 15. A step off the board may arrive at the spot of another space, so results must be
// masked.
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
// The number of cells in the window that contains the board.
inline constexpr int kMaxCells = 17 * 17;

// P2. The order is that of the actions.
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
// The maximum number of pieces of each kind that a side has, and their total.
inline constexpr std::array<int, kKinds> kMaxOfKind = {6, 2, 4, 2, 2, 2};
inline constexpr int kMaxPieces = 18;

// A column and a number, relative to the centre of the board.
struct Place {
  int x = 0;
  int y = 0;
  bool operator==(const Place&) const = default;
};
inline constexpr std::array<Place, kDirections> kSteps = {
    {{0, -1}, {-1, -1}, {-1, 0}, {0, 1}, {1, 1}, {1, 0}}};

// Directions to the minor dots at rotation 0. The first dot is one step along `first` from the
// PÜNCT. The second is one step along `second`, or, if it is two steps away, along `first` and
// `second`.
struct PieceShape {
  int first = 0;
  int second = 0;
  bool second_is_two_steps = false;
  // Which dot a bridge may leave unsupported; none for a triangle.
  bool punct_in_middle = false;
  bool first_in_middle = false;
  // The number of distinct rotations; these are the lowest ones.
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

// The amount that a step along a direction adds to a spot, on a board with this stride.
template <int kStride>
inline constexpr std::array<int, kDirections> kSpotSteps = {-1, -kStride - 1, -kStride,
                                                            1,  kStride + 1,  kStride};

// The offset of a minor dot from the PÜNCT, in a numbering in which steps add `steps`.
constexpr int MinorOffset(const std::array<int, kDirections>& steps, int kind, int rotation,
                          int dot) {
  const PieceShape& shape = kShapes[static_cast<size_t>(kind)];
  const int first = steps[static_cast<size_t>((shape.first + rotation) % kDirections)];
  const int second = steps[static_cast<size_t>((shape.second + rotation) % kDirections)];
  return dot == 0 ? first : shape.second_is_two_steps ? first + second : second;
}

inline constexpr int kFullStride = 15;
inline constexpr int kTinyStride = 7;

// The board and pieces of a variant of the game.
struct Box {
  const char* title = "PÜNCT";
  // Spaces per side, minus one.
  int radius = 8;
  // Steps from the centre of the board to the rim of the central area.
  int centre_radius = 2;
  std::array<int, kKinds> pieces = kMaxOfKind;
  int max_plies = 400;
  // Reflections are symmetries only if the box has both L and R.
  bool reflections = true;
};

// How a piece of a kind and rotation appears in the windows of planes: the offsets of the minor
// dots' cells from the PÜNCT's cell; and, in a stack of kKinds planes followed by kDirections
// planes, the start of the kind's plane and of the planes of the directions in which a minor dot
// lies beside the PÜNCT (the same plane twice if there is only one).
struct Footprint {
  std::array<int16_t, 2> cells = {};
  int16_t kind_plane = 0;
  std::array<int16_t, 2> beside_planes = {};
};

// Immutable tables. REQUIRES: the radius is 8 or 4.
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
  // The index in a window of width() x width(), row by row. A row of the window is a column of the
  // board.
  int CellOf(int spot) const { return cell_of_[static_cast<size_t>(spot)]; }
  const Footprint& FootprintOf(int kind, int rotation) const {
    return footprints_[static_cast<size_t>(kind)][static_cast<size_t>(rotation)];
  }
  // The spots of a piece's three dots, with the PÜNCT first.
  std::array<int, 3> Dots(int kind, int spot, int rotation) const {
    const std::array<int16_t, 2>& minor =
        minor_[static_cast<size_t>(kind)][static_cast<size_t>(rotation)];
    return {spot, spot + minor[0], spot + minor[1]};
  }

  const Spots& All() const { return all_; }
  const Spots& Centre() const { return centre_; }
  // P1: three pairs of opposite sides.
  const std::array<std::array<Spots, 2>, 3>& Sides() const { return sides_; }
  // For each direction, the spots that have a neighbour there.
  const std::array<Spots, kDirections>& Inner() const { return inner_; }
  // For each rotation, where a PÜNCT may lie so that the whole piece is on the board. Of equal
  // rotations only the lowest is used.
  const std::array<Spots, kDirections>& Fits(int kind) const {
    return fits_[static_cast<size_t>(kind)];
  }
  // All spots along the six directions from a spot, including the spot itself.
  const Spots& LinesFrom(int spot) const { return lines_[static_cast<size_t>(SpaceOf(spot))]; }

  // Two planes of the window: the spaces of the board, and the central spaces.
  std::span<const uint8_t> FixedPlanes() const { return fixed_planes_; }

  // The name of a space, e.g. `H9`.
  std::string SpaceName(int spot) const;
  // The spot with this name, or kNoSpot.
  int ParseSpace(std::string_view name) const;

 private:
  void NumberSpaces();
  void ListSides();
  void ListFootprints();
  void ListLines();
  void ListFits();
  // The spots of the PÜNCT at which a piece lies on the board.
  Spots SpotsFor(const PieceShape& shape, size_t rotation) const;

  int radius_;
  int stride_;
  int middle_;
  int num_spaces_ = 0;
  std::array<uint8_t, 256> space_of_ = {};
  std::array<uint8_t, kMaxSpaces> spot_of_ = {};
  std::array<Place, 256> places_ = {};
  std::array<uint16_t, 256> cell_of_ = {};
  // The offsets of the minor dots from the PÜNCT.
  std::array<std::array<std::array<int16_t, 2>, kDirections>, kKinds> minor_ = {};
  std::array<std::array<Footprint, kDirections>, kKinds> footprints_ = {};
  Spots all_ = {};
  Spots centre_ = {};
  std::array<std::array<Spots, 2>, 3> sides_ = {};
  std::array<Spots, kDirections> inner_ = {};
  std::array<std::array<Spots, kDirections>, kKinds> fits_ = {};
  std::array<Spots, kMaxSpaces> lines_ = {};
  std::array<uint8_t, size_t{2}* kMaxCells> fixed_planes_ = {};
};

}  // namespace kvintet::envs::punct
