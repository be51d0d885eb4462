// Punct: images under the symmetries of the board and the exchange of colours.
#include <algorithm>

#include "envs/games/punct/punct.h"
#include "envs/games/punct/stack.h"

namespace kvintet::envs::punct {
namespace {

// Symmetry n of the board: if n >= 6, a reflection that maps d_k to d_-k; then n % 6 steps of
// rotation, each of which maps d_k to d_k+1.
int TurnsOf(int symmetry) { return symmetry % kDirections; }
bool Reflects(int symmetry) { return symmetry >= kDirections; }

Place ImageOf(int symmetry, Place place) {
  if (Reflects(symmetry)) {
    place = {-place.x, place.y - place.x};
  }
  for (int turn = 0; turn < TurnsOf(symmetry); ++turn) {
    place = {place.y, place.y - place.x};
  }
  return place;
}

}  // namespace

int ImageOf(const Board& board, int symmetry, int spot) {
  return spot == kNoSpot ? kNoSpot : board.SpotAt(ImageOf(symmetry, board.PlaceOf(spot)));
}

Turned ImageOf(int symmetry, int kind, int rotation) {
  Turned image = {kind, rotation};
  if (Reflects(symmetry)) {
    // A triangle's dots change places as well. L and R are mirror images of each other.
    constexpr std::array<int, kKinds> kMirrored = {5, 0, 0, 2, 4, 2};
    image.rotation = kMirrored[static_cast<size_t>(kind)] + kDirections - rotation;
    image.kind = kind == kElbowLeft ? kElbowRight : kind == kElbowRight ? kElbowLeft : kind;
  }
  image.rotation =
      (image.rotation + TurnsOf(symmetry)) % kShapes[static_cast<size_t>(kind)].rotations;
  return image;
}

int Punct::InverseSymmetry(int symmetry) const {
  const int half = NumSymmetries() / 2;
  const int of_board = symmetry % half;
  const int inverse = Reflects(of_board) ? of_board : (kDirections - of_board) % kDirections;
  return inverse + symmetry / half * half;
}

Position Punct::Transform(int symmetry, const Position& p) const {
  const int of_board = symmetry % (NumSymmetries() / 2);
  const uint8_t exchanged = ExchangesSeats(symmetry) ? 1 : 0;
  Position image = p;
  for (size_t colour = 0; colour < 2; ++colour) {
    Side& side = image.pieces[colour ^ exchanged];
    side.fill(kInSupply);
    for (int i = 0; i < kMaxPieces; ++i) {
      const Piece& piece = p.pieces[colour][static_cast<size_t>(i)];
      if (piece.spot == kNoSpot) {
        continue;
      }
      const Turned turned = ImageOf(of_board, kKindOfPiece[static_cast<size_t>(i)], piece.rotation);
      Replace(turned.kind, kInSupply,
              {static_cast<uint8_t>(ImageOf(board_, of_board, piece.spot)),
               static_cast<uint8_t>(turned.rotation), piece.level, piece.movable},
              &side);
    }
    for (int kind = 0; kind < kKinds; ++kind) {
      image.supply[colour ^ exchanged][static_cast<size_t>(ImageOf(of_board, kind, 0).kind)] =
          p.supply[colour][static_cast<size_t>(kind)];
    }
  }
  Rebuild(board_, &image);
  image.to_move = p.to_move ^ exchanged;
  image.winner = p.winner == kNobody ? kNobody : p.winner ^ exchanged;
  image.origin = static_cast<uint8_t>(ImageOf(board_, of_board, p.origin));
  if (p.chosen != kNothing) {
    image.chosen = static_cast<uint8_t>(TransformAction(symmetry, {p, Seat::k0, {}}, p.chosen));
  }
  return image;
}

Action Punct::TransformAction(int symmetry, const View& view, Action action) const {
  const Position& p = view.position;
  const int of_board = symmetry % (NumSymmetries() / 2);
  if (action < kKinds) {
    return ImageOf(of_board, action, 0).kind;
  }
  if (action < FirstWhere()) {
    return kKinds + board_.SpaceOf(ImageOf(board_, of_board, board_.SpotOf(action - kKinds)));
  }
  const int kind =
      p.chosen < kKinds
          ? p.chosen
          : kKindOfPiece[static_cast<size_t>(MovablePieceAt(p, board_.SpotOf(p.chosen - kKinds)))];
  const Turned turned = ImageOf(of_board, kind, RotationOfWhere(action));
  return WhereAction(ImageOf(board_, of_board, SpotOfWhere(action)), turned.rotation);
}

}  // namespace kvintet::envs::punct
