// MiniKontranto: clashes between one or two pieces a side on a few cells, for a few steps.
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

namespace kvintet::envs::mini_kontranto {

inline constexpr uint16_t kNoChoice = 0xffff;
inline constexpr int kMaxPieces = 2;
inline constexpr int kMaxMoves = 81;  // of two pieces on nine cells

// Up to kSize numbers stored in place, so that steps do not allocate.
template <size_t kSize>
class Few {
 public:
  void Add(int number) { numbers_[size_++] = number; }
  size_t size() const { return size_; }
  int operator[](size_t i) const { return numbers_[i]; }
  const int* begin() const { return numbers_.data(); }
  const int* end() const { return numbers_.data() + size_; }

 private:
  std::array<int, kSize> numbers_ = {};
  size_t size_ = 0;
};

// Rules MK1 to MK4 of docs/small_games.md. Seat 0 is White. An action is a whole move.
class MiniKontranto {
 public:
  // Sets of cells are bits. Colours: White 0, Black 1; shapes: circle 0, triangle 1.
  struct Position {
    std::array<std::array<uint16_t, 2>, 2> pieces;
    std::array<uint16_t, 2> conquered;
    // Choices made but not yet revealed.
    std::array<uint16_t, kNumSeats> choices;
    uint8_t left;  // steps left
    // Whether some side has no piece or no move, so that the game is over.
    uint8_t stuck;
  };
  // The position without the choices of others. While a record is being followed, a revealed choice
  // is kept here until the other choice of its step follows.
  struct View {
    Position position;
    Seat seat;
    uint8_t zero;
  };
  static constexpr std::string_view kName = "mini_kontranto";

  explicit MiniKontranto(const RuleOptions& options);
  static OptionSchema Options();
  GameSpec Spec() const;
  Position Initial() const { return start_; }
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

  std::string ActionName(const View& view, Action action) const;
  std::string PositionText(const Position& position) const;
  std::string ViewText(const View& view) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;

 private:
  // The cells of a side's pieces, ascending.
  Few<kMaxPieces> PieceCells(const Position& position, size_t colour) const;
  // The destination cells, in the same order.
  Few<kMaxPieces> Targets(const Position& position, size_t colour, Action action) const;
  Few<kMaxMoves> Moves(const Position& position, size_t colour) const;
  kontranto::Cells Reach(const Position& position, int cell) const;
  void Resolve(Position* position) const;
  void Settle(Position* position) const;
  std::string MoveName(const Position& position, size_t colour, Action action) const;
  std::string Text(const Position& position, const std::array<std::string, 2>& choices) const;
  void ReadChoices(const std::string& text, Position* position) const;
  void AddCell(const Position& position, int cell, Scene* scene) const;
  void AddPiece(const Position& position, size_t colour, int cell, Scene* scene) const;
  std::string WhyImpossible(const Position& position) const;

  kontranto::Grid grid_;
  Position start_ = {};
  int steps_;
};

}  // namespace kvintet::envs::mini_kontranto
