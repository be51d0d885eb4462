// Pursuit: a catcher and an evader, which move like kings on a small board at the same time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "envs/games/kontranto/grid.h"
#include "envs/rules/rules.h"

namespace kvintet::envs::pursuit {

// Rules PU1 to PU3 of docs/small_games.md. Seat 0 is the catcher. Action = destination cell.
class Pursuit {
 public:
  struct Position {
    std::array<uint8_t, kNumSeats> cells;
    // Choices made but not yet revealed; kNoCell = none.
    std::array<uint8_t, kNumSeats> choices;
    uint8_t left;  // steps left
    uint8_t zero;
  };
  // The position without the choices of others. While a record is being followed, a revealed choice
  // is kept here until the other choice of its step follows.
  struct View {
    Position position;
    Seat seat;
    uint8_t zero;
  };
  static constexpr std::string_view kName = "pursuit";

  static absl::StatusOr<Pursuit> Create(const RuleOptions& options);
  static OptionSchema Options();
  GameSpec Spec() const;
  Position Initial() const;
  ActorSet Actors(const Position& position) const;
  void Step(Position* position, RepetitionHistory*, Actor actor, Action action) const;
  Outcome Result(const Position& position) const;

  View MakeView(const Position& position, Seat seat) const;
  bool MustAct(const View& view) const { return Actors(view.position).Has(view.seat); }
  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  int PolicyIndex(const View&, Action action) const { return action; }
  // A seat sees its own choice when it is made; all see both choices when both are made.
  int Visible(const Position& position, Actor actor, Action action, Seat seat,
              std::span<std::byte> bytes) const;
  View InitialView(Seat seat) const { return {Initial(), seat, 0}; }
  // Only unrevealed choices are hidden, and they count as not made.
  Position Resample(const View& view, RandomStream*) const { return view.position; }

  std::string ActionName(const View&, Action action) const { return grid_.Name(action); }
  std::string PositionText(const Position& position) const;
  std::string ViewText(const View& view) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;

 private:
  explicit Pursuit(const RuleOptions& options);

  // The cells that a king on `cell` may occupy in the next step.
  kontranto::Cells Reach(int cell) const {
    return grid_.Neighbours(cell) | kontranto::CellBit(cell);
  }
  std::string Text(const Position& position, const std::array<std::string, 2>& choices) const;

  kontranto::Grid grid_;
  std::array<int, kNumSeats> start_;
  int steps_;
};

}  // namespace kvintet::envs::pursuit
