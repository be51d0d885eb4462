// Konkvest: the scene of a view.
#include <array>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "envs/drawing/hexagon.h"
#include "envs/games/konkvest/konkvest.h"

namespace kvintet::envs::konkvest {
namespace {

constexpr float kHalfWidth = 5.5f;  // from the centre of the board to the centre of g1
constexpr std::array kKindNames = {"pawn", "support", "guard", "hunter", "rook", "general"};

// The colour of a cell in the territory of seat 0, of seat 1, of both or of neither.
Paint TerritoryFill(bool first, bool second) {
  if (first && second) {
    return Paint::kWarning;
  }
  return first ? Paint::kColour4 : second ? Paint::kColour2 : Paint::kBoard;
}

// The text of a cell: a possible target, a development zone, or a territory.
const char* CellText(bool aim, bool zone, bool first, bool second) {
  if (aim) {
    return "o";
  }
  if (first && second) {
    return "#";
  }
  return zone ? "^" : first ? ":" : second ? "'" : ".";
}

// Draws one view, with the board rotated so that the view's seat looks up.
class Painter {
 public:
  Painter(const Konkvest::Position& p, Seat seat, const ActionMask& mask)
      : p_(p), own_(seat == Seat::k1 ? 1 : 0), mask_(mask) {
    const float height = kHexagonRowHeight * kDivider;
    scene_ = {.min_x = -kHalfWidth - 2,
              .min_y = -height - 3,
              .max_x = kHalfWidth + 2,
              .max_y = height + 3};
  }

  Scene Paint(const std::array<Cells, 2>& zones) {
    kBoard.ForEach([&](int cell) { AddCell(cell, zones); });
    for (int row = 0; row < kRows; ++row) {
      AddRowNames(row);
    }
    kBoard.ForEach([&](int cell) {
      if (!p_.board.Free().Has(cell)) {
        AddPiece(cell);
      }
    });
    kBoard.ForEach([&](int cell) { AddPromotion(cell); });
    AddReserve(own_, scene_.min_y + 1);
    AddReserve(1 - own_, scene_.max_y - 1);
    scene_.caption = Caption();
    return std::move(scene_);
  }

 private:
  Point MiddleOf(int cell) const {
    const auto row = static_cast<float>(RowOf(cell) - kDivider);
    const float x = static_cast<float>(ColumnOf(cell)) - kHalfWidth - row / 2;
    const float sign = own_ == 0 ? 1.0f : -1.0f;
    return {sign * x, sign * kHexagonRowHeight * row};
  }

  Action Legal(Action action) const { return mask_.Has(action) ? action : kNoAction; }

  // The action that a click on a cell plays, without promotion.
  Action ActionOn(int cell) const {
    const Action dense = kDense.index[static_cast<size_t>(cell)];
    for (const Action action : {kPieces + dense, kTargets + dense}) {
      if (mask_.Has(action)) {
        return action;
      }
    }
    for (Action action = kPlacements; action < kActions; ++action) {
      if (mask_.Has(action) && PlacedCell(action) == cell) {
        return action;
      }
    }
    return kNoAction;
  }

  // Q4: shades a cell by its territory; a development zone has a border.
  void AddCell(int cell, const std::array<Cells, 2>& zones) {
    const bool first = p_.territory[0].Has(cell);
    const bool second = p_.territory[1].Has(cell);
    const bool zone = zones[0].Has(cell) || zones[1].Has(cell);
    const Action action = ActionOn(cell);
    const bool aim = action >= kTargets;
    scene_.shapes.push_back({.kind = ShapeKind::kPolygon,
                             .fill = TerritoryFill(first, second),
                             .stroke = aim || zone ? Paint::kAccent : Paint::kLine,
                             .points = Hexagon(MiddleOf(cell), zone ? 0.9f : 0.97f),
                             .text = CellText(aim, zone, first, second),
                             .action = action});
    if (cell == kBase[0] || cell == kBase[1] || RowOf(cell) == kDivider) {
      const Point middle = MiddleOf(cell);
      scene_.shapes.push_back(
          {.kind = ShapeKind::kDisc, .fill = Paint::kLine, .points = {middle.x, middle.y, 0.08f}});
    }
  }

  void AddRowNames(int row) {
    const int first = CellAt(row, FirstColumn(row));
    const int last = first + RowWidth(row) - 1;
    const float side = own_ == 0 ? 1.5f : -1.5f;
    for (const auto& [cell, shift] : {std::pair(first, -side), std::pair(last, side)}) {
      const Point middle = MiddleOf(cell);
      scene_.shapes.push_back({.kind = ShapeKind::kLabel,
                               .fill = Paint::kLine,
                               .points = {middle.x + shift, middle.y},
                               .text = CellName(cell)});
    }
  }

  // Seat 0 has the light pieces and capital letters; promoted pieces have a star.
  void AddPiece(int cell) {
    const Piece piece = p_.board.At(cell);
    const bool first = p_.board.seats[0].Has(cell);
    const char letter = kKindLetters[static_cast<size_t>(piece.kind)];
    const Point middle = MiddleOf(cell);
    const bool chosen = p_.what == cell;
    const bool chases = cell == p_.attacker[0] || cell == p_.attacker[1];
    scene_.shapes.push_back({.kind = ShapeKind::kDisc,
                             .fill = first ? Paint::kSecond : Paint::kFirst,
                             .stroke = chosen           ? Paint::kAccent
                                       : chases         ? Paint::kWarning
                                       : piece.promoted ? Paint::kColour1
                                                        : Paint::kLine,
                             .points = {middle.x, middle.y, 0.4f}});
    const std::string name(1, first ? letter : static_cast<char>(letter - 'A' + 'a'));
    scene_.shapes.push_back({.kind = ShapeKind::kLabel,
                             .fill = first ? Paint::kSecond : Paint::kFirst,
                             .stroke = first ? Paint::kFirst : Paint::kSecond,
                             .points = {middle.x, middle.y},
                             .text = piece.promoted ? name + "*" : name});
  }

  void AddPromotion(int cell) {
    const Action action = Legal(kPromotions + kDense.index[static_cast<size_t>(cell)]);
    if (action != kNoAction) {
      const Point middle = MiddleOf(cell);
      scene_.shapes.push_back({.kind = ShapeKind::kDisc,
                               .fill = Paint::kAccent,
                               .stroke = Paint::kLine,
                               .points = {middle.x + 0.3f, middle.y + 0.2f, 0.15f},
                               .text = "+",
                               .action = action});
    }
  }

  // The kinds in a reserve with their counts.
  void AddReserve(size_t seat, float y) {
    float x = scene_.min_x + 1;
    scene_.shapes.push_back({.kind = ShapeKind::kLabel,
                             .fill = Paint::kLine,
                             .points = {x, y},
                             .text = seat == 0 ? "w" : "b"});
    for (int kind = 0; kind < kReserveKinds; ++kind) {
      const int count = p_.reserves[seat][static_cast<size_t>(kind)];
      if (count == 0) {
        continue;
      }
      x += 2;
      const bool chosen = seat == p_.to_move && p_.what == Konkvest::kDropped + kind;
      scene_.shapes.push_back(
          {.kind = ShapeKind::kPolygon,
           .fill = seat == 0 ? Paint::kSecond : Paint::kFirst,
           .stroke = chosen ? Paint::kAccent : Paint::kLine,
           .points = Hexagon({x, y}, 0.97f),
           .action = seat == own_ && p_.to_move == own_ ? Legal(kDrops + kind) : kNoAction});
      const char letter = kKindLetters[static_cast<size_t>(kind)];
      scene_.shapes.push_back(
          {.kind = ShapeKind::kLabel,
           .fill = seat == 0 ? Paint::kSecond : Paint::kFirst,
           .stroke = seat == 0 ? Paint::kFirst : Paint::kSecond,
           .points = {x, y},
           .text = absl::StrCat(
               std::string(1, seat == 0 ? letter : static_cast<char>(letter - 'A' + 'a')), count)});
    }
  }

  std::string Caption() const {
    const std::string side = absl::StrCat(p_.to_move == 0 ? "w" : "b", " (seat ", p_.to_move, ")");
    const std::string turn = absl::StrCat("turn ", p_.turns + 1, ": ", side);
    switch (p_.stage) {
      case Stage::kPlace:
        return absl::StrCat(turn, " to place a ", kKindNames[NextPlaced(p_)]);
      case Stage::kWhat:
        return absl::StrCat(turn, " to move", AttacksText(), RepeatsText());
      case Stage::kWhere:
        return p_.what < kNumbers
                   ? absl::StrCat(turn, " to move ", CellName(p_.what))
                   : absl::StrCat(turn, " to drop a ", kKindNames[p_.what - Konkvest::kDropped]);
      default:
        return absl::StrCat(p_.winner == Konkvest::kNobody ? "nobody wins"
                            : p_.winner == 0               ? "w wins"
                                                           : "b wins",
                            ": ", std::string(EndName(p_.end)));
    }
  }

  std::string AttacksText() const {
    std::string text;
    for (const size_t seat : {size_t{0}, size_t{1}}) {
      if (p_.attacks[seat] > 0) {
        absl::StrAppend(&text, "; ", CellName(p_.attacker[seat]), " has attacked the queen ",
                        p_.attacks[seat], p_.attacks[seat] == 1 ? " time" : " times in a row");
      }
    }
    return text;
  }

  std::string RepeatsText() const {
    return p_.repeats == 0 ? "" : absl::StrCat("; has occurred ", p_.repeats + 1, " times");
  }

  const Konkvest::Position& p_;
  size_t own_;
  ActionMask mask_;
  Scene scene_;
};

}  // namespace

Scene Konkvest::MakeScene(const View& view) const {
  const Position& p = view.position;
  std::array<uint64_t, (kActions + 63) / 64> words = {};
  const ActionMask mask(words);
  if (Actors(p).Has(view.seat)) {
    LegalActions(view, mask);
  }
  return Painter(p, view.seat, mask).Paint({DevelopmentZone(p, 0), DevelopmentZone(p, 1)});
}

}  // namespace kvintet::envs::konkvest
