// Hex: the rules X1 to X4 of the README.md in this folder.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/games/hex/board.h"
#include "envs/rules/rules.h"

namespace kvintet::envs::hex {

// Actions: the cells, column + size * row, then the swap. Immutable: any number of threads may use
// it at once.
class Hex {
 public:
  struct Position {
    std::array<Cells, 2> stones;  // by Colour
    // The stones of each colour that are connected to one of its edges, [colour][edge].
    std::array<std::array<Cells, 2>, 2> linked;
    uint16_t num_stones;
    uint8_t to_move;   // Colour; at the end, the side that has lost
    uint8_t red_seat;  // 1 after a swap
    uint8_t over;      // 1 at the end
    std::array<uint8_t, 3> zero;
  };
  using View = OpenView<Position>;
  static constexpr std::string_view kName = "hex";
  static constexpr int kDerivedPlanes = 4;
  // The identity and the half turn.
  static constexpr int kNumSymmetries = 2;

  explicit Hex(const RuleOptions& options);
  static OptionSchema Options();
  GameSpec Spec() const;
  Position Initial() const { return {}; }
  ActorSet Actors(const Position& position) const {
    return position.over != 0 ? ActorSet() : ActorSet::Only(static_cast<Actor>(Mover(position)));
  }
  void Step(Position* position, RepetitionHistory*, Actor actor, Action action) const;
  Outcome Result(const Position& position) const;

  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  // Cells that win at once, and cells on shortest connections, for the own side and for the
  // other's.
  void Derive(const View& view, std::span<uint8_t> planes) const;
  int PolicyIndex(const View& view, Action action) const;
  // Who owns the stone on each cell.
  void Ownership(const Position& end, const View& view, std::span<int8_t> cells) const;
  // Wins or stops a win if it can; otherwise plays where the shortest connections of both sides
  // meet. Takes over a first stone that is not on the edge of the board.
  void GreedyActions(const View& view, std::vector<Action>* best) const;
  // 1 if one stone wins; -1 if it does not and the other side has two cells that win.
  std::optional<float> KnownReturn(const View& view) const;
  std::optional<Action> ForcedWin(const View& view, int64_t positions) const;

  std::string ActionName(const View& view, Action action) const;
  std::string PositionText(const Position& position) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;
  std::unique_ptr<const MatchPlay> MakeMatchPlay() const;

  int InverseSymmetry(int symmetry) const { return symmetry; }
  Position Transform(int symmetry, const Position& position) const;
  Action TransformAction(int symmetry, const View& view, Action action) const;

 private:
  Action SwapAction() const { return board_.NumCells(); }
  // X3.
  bool MaySwap(const Position& position) const {
    return swap_ && position.num_stones == 1 && position.red_seat == 0 && position.over == 0;
  }
  // The seat to move.
  static int Mover(const Position& position) { return position.red_seat ^ position.to_move; }
  // The side of the seat that looks; a spectator looks with seat 0's eyes.
  static Colour OwnColour(const View& view) {
    const int seat = view.seat == Seat::k1 ? 1 : 0;
    return static_cast<Colour>(view.position.red_seat ^ seat);
  }
  // The cell of the planes where a cell of the board is: both sides see their own edges below and
  // above.
  int PlaneCell(Colour own, int cell) const { return own == kRed ? cell : board_.Transposed(cell); }
  void Place(Position* position, Colour colour, int cell) const;
  // Adds the stone to those linked to an edge, with all stones that it connects.
  void Link(Position* position, Colour colour, Edge edge, int cell) const;
  // The free cells where a stone of this colour wins at once.
  Cells WinningCells(const Position& position, Colour colour) const;
  bool CanBeReached(const Position& position) const;

  Board board_;
  bool swap_;
};

// "Red" or "Blue".
std::string_view ColourName(int colour);

}  // namespace kvintet::envs::hex
