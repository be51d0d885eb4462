// Konkvest: the rules Q1 to Q8 of README.md beside this file, ready for batches.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "envs/games/konkvest/board.h"
#include "envs/games/konkvest/cells.h"
#include "envs/games/konkvest/gait.h"
#include "envs/rules.h"

namespace kvintet::envs::konkvest {

// What is to be decided now.
enum class Stage : uint8_t {
  kPlace,  // Q3: where the next piece of the set-up goes
  kWhat,   // which piece acts, or which kind is dropped
  kWhere,  // where it goes, and whether it is promoted
  kOver
};

// How the game ended.
enum class End : uint8_t { kNone, kQueen, kOccupation, kRepetition, kBlockade, kReset, kMaxPlies };

// Where the actions of each kind begin. A piece's, a destination's, a destination's with promotion
// is its kind's first number plus the cell's without gaps; a drop's plus the Kind.
inline constexpr Action kPieces = 0;
inline constexpr Action kDrops = kPieces + kCells;
inline constexpr Action kTargets = kDrops + kReserveKinds;
inline constexpr Action kPromotions = kTargets + kCells;
// The 13 cells of rows a and b, then those of l and m.
inline constexpr Action kPlacements = kPromotions + kCells;
inline constexpr int kHomeCells = 13;
inline constexpr Action kActions = kPlacements + 2 * kHomeCells;

// Q3: what each player places, in this order.
inline constexpr int kPlacedPieces = 16;
inline constexpr std::array<Kind, kPlacedPieces / 2> kPlacementOrder = {
    kRook, kRook, kGuard, kGuard, kHunter, kHunter, kGeneral, kGeneral};

// Immutable: any number of threads may use it at once.
class Konkvest {
 public:
  struct Position {
    Board board;
    // By seat: Q4, the conquered territory, no man's land included.
    std::array<Cells, 2> territory;
    // Pieces with which the player to move has a turn; empty in the set-up and at the end.
    Cells movable;
    // Of the board and the reserves.
    PositionKey key;
    uint16_t turns;  // made, those of the set-up included, and of games before a restart
    std::array<std::array<uint8_t, kReserveKinds>, 2> reserves;
    // By seat, Q7.3: consecutive attacks on the enemy queen, and where the piece stands that made
    // them; kNoCell if there is none.
    std::array<uint8_t, 2> attacks;
    std::array<uint8_t, 2> attacker;
    uint8_t to_act;  // ActorSet bits
    Stage stage;
    uint8_t to_move;     // a seat; 0 at the end
    uint8_t first;       // the seat that began
    uint8_t placed;      // pieces of the set-up that are placed
    uint8_t what;        // in kWhere: the piece's cell, or kDropped + Kind; else kNoCell
    uint8_t repeats;     // how often this position has occurred before, Q8
    uint8_t has_cycled;  // 1: a position has occurred twice since the game, or its restart, began
    End end;
    uint8_t winner;               // a seat, or kNobody
    std::array<uint8_t, 4> zero;  // no padding
  };
  using View = OpenView<Position>;
  static constexpr std::string_view kName = "konkvest";
  static constexpr int kDerivedPlanes = 4;
  static constexpr bool kWritesAllPlanes = true;
  static constexpr int kNumSymmetries = kSymmetries;
  static constexpr uint8_t kNobody = 2;
  static constexpr uint8_t kDropped = 200;

  explicit Konkvest(const RuleOptions& options);
  static OptionSchema Options();
  GameSpec Spec() const;
  Position Initial() const { return initial_; }
  ActorSet Actors(const Position& position) const { return ActorSet::FromBits(position.to_act); }
  void Step(Position* position, Trail* trail, Actor actor, Action action) const;
  Outcome Result(const Position& position) const;
  // Pieces of each seat, on the board and in its reserve, the queen not counted.
  std::array<int32_t, 2> Standing(const Position& position) const;

  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  // What both sides attack, and how cheaply (attacks.cc).
  void Derive(const View& view, std::span<uint8_t> planes) const;
  // Whose territory alone it is in.
  void Ownership(const Position& end, const View& view, std::span<int8_t> cells) const;
  int PolicyIndex(const View& view, Action action) const;
  Key128 CacheKey(const View& view) const;
  void GreedyActions(const View& view, std::vector<Action>* best) const;
  // Whether this turn can win by the queens (Q7.1, Q7.2), or else, where the other threatens to or
  // a piece has been chosen, each turn lets the other do so.
  std::optional<float> KnownReturn(const View& view) const;
  // Of a turn that wins so.
  std::optional<Action> ForcedWin(const View& view, int64_t) const;

  std::string ActionName(const View& view, Action action) const;
  int MoveProgress(const View& view) const { return view.position.stage == Stage::kWhere ? 1 : 0; }
  std::string MoveText(const View& view, std::span<const Action> actions) const;
  absl::StatusOr<std::vector<Action>> ParseMove(const View& view, const std::string& text) const;
  std::string PositionText(const Position& position) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;

  int InverseSymmetry(int symmetry) const { return symmetry; }
  bool ExchangesSeats(int symmetry) const { return (symmetry & 2) != 0; }
  Position Transform(int symmetry, const Position& position) const;
  Action TransformAction(int symmetry, const View& view, Action action) const;

  // What follows of the rules for a board; the point of view of `seat`.

  // Q5: where the piece on `cell` may go without promotion. REQUIRES: it is the seat's.
  Cells TargetsOf(const Position& position, size_t seat, int cell) const;
  // Q4, Q5: where a basic piece that is no pawn, or a pawn, may be promoted if it stands or ends
  // there without a capture. REQUIRES: the territories are right.
  Cells PromotionCells(const Position& position, size_t seat, bool pawn) const;
  // Q5: where pieces of the reserve may be dropped.
  Cells DropCells(const Position& position, size_t seat) const;
  // Cells on which the seat could capture an enemy queen; by Figure with numbers that are no cells.
  Cells AttackedBy(const Board& board, size_t seat) const;
  std::array<Cells, kFigures> AttacksOf(const Board& board, size_t seat) const;
  // Q4: the development zone, and the rows that territory is part of it in.
  const Cells& ZoneRows(const Position& position, size_t seat) const;
  Cells DevelopmentZone(const Position& position, size_t seat) const;
  // Brings territories and key in line with board and reserves, and `movable` with all.
  void Complete(Position* position) const;
  // Q7.4. REQUIRES: the position is complete.
  bool IsBlockaded(const Position& position) const;

 private:
  void Place(Position* position, int cell) const;
  // The first action of a turn.
  void Choose(Position* position, Action action) const;
  void TakeTurn(Position* position, Action action) const;
  bool Move(Position* position, int from, int to, bool promote) const;
  bool Drop(Position* position, Kind kind, int to) const;
  void CountAttack(Position* position, int from, int to, bool captures) const;
  void CountRepeats(Position* position, Trail* trail) const;
  void HoldTerritories(Position* position) const;
  void FindMovable(Position* position) const;
  bool AttacksQueen(const Board& board, size_t seat, int cell) const;
  // Q7.1, Q7.2: whether the side to move wins in this turn, with this piece of its, by a queen.
  bool WinsThisTurn(const Position& position) const;
  bool PieceWins(const Position& position, int cell) const;
  // Each turn ends the game for the other, or lets the other win in the next.
  bool EveryTurnLoses(const Position& position) const;
  void Finish(Position* position, End end, int winner) const;
  void SetTargets(const Position& position, ActionMask mask) const;
  // For the greedy agent: a turn's worth, `position` being in stage kWhere.
  int ValueOfTurn(const Position& position, Action action) const;
  // Of a position read from text.
  bool IsPlacing(const Position& position) const;
  absl::Status CheckPlacing(const Position& position) const;
  absl::Status CheckPossible(const Position& position) const;
  absl::StatusOr<Position> Completed(Position position) const;

  // By seat and Figure.
  std::array<std::array<const Mover*, kFigures>, 2> movers_;
  bool cone_;
  enum class Cycle : uint8_t { kEnd, kRestart, kGoOn };
  Cycle cycle_;
  // Q7.3: `capture_in_row=ends_row`.
  bool capture_ends_row_;
  int max_plies_;
  Position initial_;
};

// The cell of a placement.
inline int PlacedCell(Action action) {
  const int index = action - kPlacements;
  const int dense = index < kHomeCells ? index : index + kCells - 2 * kHomeCells;
  return kDense.cell[static_cast<size_t>(dense)];
}

inline int ReserveSize(const Konkvest::Position& position, size_t seat) {
  int size = 0;
  for (const uint8_t count : position.reserves[seat]) {
    size += count;
  }
  return size;
}

// The kind that is placed next. REQUIRES: stage kPlace.
inline Kind NextPlaced(const Konkvest::Position& position) {
  return kPlacementOrder[position.placed / 2];
}

// `queen`, `occupation` etc.: docs/notation.md's word of an end.
std::string_view EndName(End end);

}  // namespace kvintet::envs::konkvest
