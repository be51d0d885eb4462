// InARow: the example of a game, to copy for a new one (docs/adding_a_game.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/rules/rules.h"

namespace kvintet::envs::in_a_row {

// Implements IR1 to IR3 of the README. Actions: the cells, size * row + column, then the swap.
class InARow {
 public:
  // Whether and how the game has ended. Kept in the position, because Actors is called far more
  // often than Step.
  enum End : uint8_t { kPlaying, kLine, kFull };

  struct Position {
    // Bits of cells, by seat.
    std::array<uint32_t, kNumSeats> marks;
    // The seat whose turn it is, or would be if the game had not ended.
    uint8_t to_move;
    uint8_t end;
    // A position has no padding: unused bytes are named and stay zero.
    std::array<uint8_t, 2> zero;
  };
  using View = OpenView<Position>;
  static constexpr std::string_view kName = "in_a_row";
  static constexpr int kNumSymmetries = 8;

  // InvalidArgument if the options do not fit each other.
  static absl::StatusOr<InARow> Create(const RuleOptions& options);
  static OptionSchema Options();
  GameSpec Spec() const;
  Position Initial() const { return {}; }
  ActorSet Actors(const Position& position) const {
    return position.end == kPlaying ? ActorSet::Only(static_cast<Actor>(position.to_move))
                                    : ActorSet();
  }
  void Step(Position* position, RepetitionHistory*, Actor actor, Action action) const;
  Outcome Result(const Position& position) const;
  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  int PolicyIndex(const View& view, Action action) const;
  // Each cell belongs to the seat that marked it.
  void Ownership(const Position& end, const View& view, std::span<int8_t> cells) const;
  std::string ActionName(const View& view, Action action) const;
  Scene MakeScene(const View& view) const;
  std::string PositionText(const Position& position) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;

  // Bit 2 of a symmetry exchanges columns and rows, then bits 0 and 1 mirror them.
  int InverseSymmetry(int symmetry) const;
  Position Transform(int symmetry, const Position& position) const;
  Action TransformAction(int symmetry, const View& view, Action action) const;

 private:
  InARow(int size, int line, bool swap);

  int NumCells() const { return size_ * size_; }
  Action SwapAction() const { return NumCells(); }
  bool HasLine(uint32_t marks) const;
  bool MaySwap(const Position& position) const;
  bool CanBeReached(const Position& position) const;
  int ImageOfCell(int symmetry, int cell) const;
  uint32_t ImageOfMarks(int symmetry, uint32_t marks) const;

  int size_;
  bool swap_;
  uint32_t full_;
  // Every line of the winning length, as bits of cells.
  std::vector<uint32_t> lines_;
};

}  // namespace kvintet::envs::in_a_row
