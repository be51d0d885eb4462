// TicTacToe: the simplest game. To start a new game, copy examples/in_a_row instead.
#pragma once

#include <array>

#include "envs/rules/rules.h"

namespace kvintet::envs::tic_tac_toe {

// Rules TTT1 and TTT2 of docs/small_games.md. Action = 3 * row + column.
class TicTacToe {
 public:
  // The marks of each seat as cell bits.
  struct Position {
    std::array<uint16_t, kNumSeats> marks;
  };
  using View = OpenView<Position>;
  static constexpr std::string_view kName = "tic_tac_toe";

  explicit TicTacToe(const RuleOptions&) {}
  static OptionSchema Options() { return {}; }
  GameSpec Spec() const;
  Position Initial() const { return {}; }
  ActorSet Actors(const Position& position) const;
  void Step(Position* position, RepetitionHistory*, Actor actor, Action action) const;
  Outcome Result(const Position& position) const;
  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  int PolicyIndex(const View&, Action action) const { return action; }
  // The owner of the mark on each cell.
  void Ownership(const Position& end, const View& view, std::span<int8_t> cells) const;
  std::string ActionName(const View&, Action action) const;
  Scene MakeScene(const View& view) const;
  std::string PositionText(const Position& position) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
};

}  // namespace kvintet::envs::tic_tac_toe
