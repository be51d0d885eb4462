// ConnectFour: four in a row on an upright board, a game without hidden information.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "envs/rules/rules.h"

namespace kvintet::envs::connect_four {

inline constexpr int kRows = 6;
inline constexpr int kColumns = 7;
inline constexpr int kCells = kRows * kColumns;
// The bits of a column: its cells and an empty one above, so that lines do not wrap around.
inline constexpr int kStride = kRows + 1;

// Rules CF1 and CF2 of docs/small_games.md. An action is a column.
class ConnectFour {
 public:
  // Discs of each seat: bit kStride * column + row, row 0 at the bottom; a column's top bit stays
  // 0.
  struct Position {
    std::array<uint64_t, kNumSeats> discs;
  };
  using View = OpenView<Position>;
  static constexpr std::string_view kName = "connect_four";
  // The identity and the mirror image.
  static constexpr int kNumSymmetries = 2;
  static constexpr int kDerivedPlanes = 7;
  static constexpr std::array<int, 1> kEarlierDerivedPlanes = {4};

  explicit ConnectFour(const RuleOptions&) {}
  static OptionSchema Options() { return {}; }
  GameSpec Spec() const;
  Position Initial() const { return {}; }
  ActorSet Actors(const Position& position) const;
  void Step(Position* position, RepetitionHistory*, Actor actor, Action action) const;
  Outcome Result(const Position& position) const;
  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  // Where a disc makes a four or a three, and when it can (threats.cc); which moves win or lose by
  // force (forcing.cc).
  void Derive(const View& view, std::span<uint8_t> planes) const;
  // Wins by fours that threaten (forcing.cc), and positions that lose to them after every move.
  std::optional<float> KnownReturn(const View& view) const;
  std::optional<Action> ForcedWin(const View& view, int64_t) const;
  bool KeepDefences(const View& view, ActionMask legal) const;
  // The owner of the disc on each cell.
  void Ownership(const Position& end, const View& view, std::span<int8_t> cells) const;
  // The index of the cell where the disc lands. REQUIRES: the action is legal.
  int PolicyIndex(const View& view, Action action) const;
  Position Transform(int symmetry, const Position& position) const;
  Action TransformAction(int symmetry, const View&, Action action) const;
  std::string ActionName(const View&, Action action) const;
  Scene MakeScene(const View& view) const;
  // Six rows of `X O .` from the bottom, e.g. `X......` followed five times by `/.......`.
  std::string PositionText(const Position& position) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;

 private:
  void DeriveTurns(const View& view, std::span<uint8_t> planes) const;
  void DeriveForcing(const View& view, std::span<uint8_t> plane) const;
};

}  // namespace kvintet::envs::connect_four
