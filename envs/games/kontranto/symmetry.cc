// Kontranto: images of positions, views and actions under symmetries.
//
// The mirrors act on cells. The exchange of colours turns White's pieces into Black's and the
// reverse, and changes the shapes of the new Black, so that the winner of each clash stays the
// same. Applied twice, it changes all shapes.
#include <utility>

#include "envs/games/kontranto/kontranto.h"

namespace kvintet::envs::kontranto {
namespace {

constexpr int kShapes = 4;
constexpr int kColours = 8;

int TurnOf(int symmetry) { return symmetry & 3; }

// Whether the pieces of a side change their shape.
bool ChangesShape(int symmetry, size_t colour) {
  return ((symmetry & kShapes) != 0) != ((symmetry & kColours) != 0 && colour == kWhite);
}

// Whether a shape that is chosen alone changes. Before the colours are decided, the shape of one
// seat changes, so that the other seat plays White.
bool ChangesGrey(const Kontranto::Position& p, int symmetry, size_t seat) {
  if (p.stage == Stage::kColours) {
    return (symmetry & kColours) != 0 && seat == 0;
  }
  return ChangesShape(symmetry, p.white_seat == seat ? kWhite : kBlack);
}

}  // namespace

int Kontranto::NumSymmetries() const {
  const auto even = [this](size_t colour) {
    return num_pieces_[colour][kCircle] == num_pieces_[colour][kTriangle];
  };
  if (!even(kWhite) || !even(kBlack)) {
    return 4;
  }
  return num_pieces_[kWhite] == num_pieces_[kBlack] ? 16 : 8;
}

Kontranto::Position Kontranto::Transform(int symmetry, const Position& p) const {
  const int turn = TurnOf(symmetry);
  const size_t colours = (symmetry & kColours) != 0 ? 1 : 0;
  Position image = p;
  image.turn = static_cast<uint8_t>(p.turn ^ turn);
  image.triangles_first = 0;
  const bool first_step = p.stage == Stage::kColours || p.stage == Stage::kFirst;
  if (first_step && zones_[kWhite] != zones_[kBlack]) {
    image.zones_changed =
        static_cast<uint8_t>(p.zones_changed ^ static_cast<size_t>(turn & 1) ^ colours);
  }
  for (size_t colour = 0; colour < 2; ++colour) {
    const size_t to = colour ^ colours;
    const size_t flip = ChangesShape(symmetry, colour) ? 1 : 0;
    if (first_step) {
      const size_t order = (p.triangles_first >> colour & 1) ^ flip;
      image.triangles_first = static_cast<uint8_t>(image.triangles_first | order << to);
    }
    for (size_t shape = 0; shape < 2; ++shape) {
      image.pieces[to][shape ^ flip] = grid_.Image(turn, p.pieces[colour][shape]);
    }
    image.conquered[to] = grid_.Image(turn, p.conquered[colour]);
    image.chosen[to] = grid_.Image(turn, p.chosen[colour]);
    const bool shown = p.stage == Stage::kTwoMove || p.end == End::kTwoStep;
    image.mini[to] = static_cast<uint8_t>(p.mini[colour] ^ (shown ? flip : 0));
  }
  if (colours == 1) {
    image.white_seat = p.white_seat == kNobody ? kNobody : static_cast<uint8_t>(1 - p.white_seat);
  }
  image.live = grid_.Image(turn, p.live);
  image.due = grid_.Image(turn, p.due);
  for (size_t i = 0; i < p.num_areas; ++i) {
    image.areas[i] = grid_.Image(turn, p.areas[i]);
  }
  TransformChoices(symmetry, p, &image);
  return image;
}

void Kontranto::TransformChoices(int symmetry, const Position& p, Position* image) const {
  const int turn = TurnOf(symmetry);
  const bool shapes = p.stage == Stage::kColours || p.stage == Stage::kTwoPiece;
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    image->taken[seat] = grid_.Image(turn, p.taken[seat]);
    for (size_t i = 0; i < p.made[seat]; ++i) {
      uint8_t& target = image->targets[seat][i];
      if (shapes) {
        target = static_cast<uint8_t>(target ^ (ChangesGrey(p, symmetry, seat) ? 1 : 0));
      } else if (p.stage != Stage::kTwoMove && target != kGivenUp) {
        target = static_cast<uint8_t>(grid_.Image(turn, target));
      }
    }
  }
}

Kontranto::View Kontranto::Transform(int symmetry, const View& view) const {
  return {Transform(symmetry, view.position), view.seat, {}};
}

Action Kontranto::TransformAction(int symmetry, const View& view, Action action) const {
  const Position& p = view.position;
  const size_t seat = view.seat == Seat::k1 ? 1 : 0;
  if (action < kStay) {
    return ChangesGrey(p, symmetry, seat) ? action ^ 1 : action;
  }
  if (action < kFirstCellAction) {
    return action;
  }
  int kind = (action - kFirstCellAction) / grid_.NumCells();
  if (p.stage == Stage::kFirst && ChangesShape(symmetry, ColourOf(p, seat))) {
    kind = kPutCircle + kPutTriangle - kind;
  }
  return CellAction(kind, grid_.Image(TurnOf(symmetry), TargetOf(action)));
}

}  // namespace kvintet::envs::kontranto
