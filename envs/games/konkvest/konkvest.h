// Konkvest: the rules Q1 to Q8 of the README.md in this folder.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "envs/games/konkvest/actions.h"
#include "envs/games/konkvest/board.h"
#include "envs/games/konkvest/cells.h"
#include "envs/games/konkvest/gait.h"
#include "envs/rules/rules.h"

namespace kvintet::envs::konkvest {

// What has to be decided now.
enum class Stage : uint8_t {
  kPlace,  // Q3: where to place the next piece of the set-up
  kWhat,   // which piece acts, or which kind is dropped
  kWhere,  // where it goes, and whether it is promoted
  kOver
};

// How the game ended.
enum class End : uint8_t { kNone, kQueen, kOccupation, kRepetition, kBlockade, kReset, kMaxPlies };

// Immutable: any number of threads may use it at once.
class Konkvest {
 public:
  struct Position {
    Board board;
    // Q4: the conquered territory of each seat, including no man's land.
    std::array<Cells, 2> territory;
    // The pieces that have a turn for the player to move. Empty in the set-up and at the end.
    Cells movable;
    // Covers the board and the reserves.
    PositionKey key;
    uint16_t turns;  // turns made, including the set-up and the games before a restart
    std::array<std::array<uint8_t, kReserveKinds>, 2> reserves;
    // Q7.3, by seat: the number of consecutive attacks on the enemy queen, and the cell of the
    // piece that made them, or kNoCell.
    std::array<uint8_t, 2> attacks;
    std::array<uint8_t, 2> attacker;
    uint8_t to_act;  // ActorSet bits
    Stage stage;
    uint8_t to_move;     // a seat; 0 at the end
    uint8_t first;       // the seat that began
    uint8_t placed;      // number of set-up pieces already placed
    uint8_t what;        // in kWhere: the piece's cell, or kDropped + Kind; else kNoCell
    uint8_t repeats;     // how often this position has occurred before, Q8
    uint8_t has_cycled;  // 1: a position has occurred twice since the game began or was restarted
    End end;
    uint8_t winner;               // a seat, or kNobody
    std::array<uint8_t, 4> zero;  // padding
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
  void Step(Position* position, RepetitionHistory* history, Actor actor, Action action) const;
  Outcome Result(const Position& position) const;
  // The number of pieces of each seat, on the board and in its reserve, without the queen.
  std::array<int32_t, 2> Standing(const Position& position) const;

  void LegalActions(const View& view, ActionMask mask) const;
  void Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const;
  // The cells that both sides attack, and whether with cheap pieces (attacks.cc).
  void Derive(const View& view, std::span<uint8_t> planes) const;
  // Which seat alone has the cell in its territory.
  void Ownership(const Position& end, const View& view, std::span<int8_t> cells) const;
  int PolicyIndex(const View& view, Action action) const;
  Key128 CacheKey(const View& view) const;
  void GreedyActions(const View& view, std::vector<Action>* best) const;
  // 1 if this turn can win with the queens (Q7.1, Q7.2); -1 if every turn lets the other seat do
  // so, searched only if the other seat already threatens to or a piece has been chosen.
  std::optional<float> KnownReturn(const View& view) const;
  // An action of a turn that wins in this way.
  std::optional<Action> ForcedWin(const View& view, int64_t) const;

  std::string ActionName(const View& view, Action action) const;
  int MoveProgress(const View& view) const {
    return view.position.stage == Stage::kWhere && Actors(view.position).Has(view.seat) ? 1 : 0;
  }
  std::string MoveText(const View& view, std::span<const Action> actions) const;
  absl::StatusOr<std::vector<Action>> ParseMove(const View& view, const std::string& text) const;
  std::string PositionText(const Position& position) const;
  absl::StatusOr<Position> ParsePosition(const std::string& text) const;
  Scene MakeScene(const View& view) const;
  std::unique_ptr<const MatchPlay> MakeMatchPlay() const;

  int InverseSymmetry(int symmetry) const { return symmetry; }
  bool ExchangesSeats(int symmetry) const { return (symmetry & 2) != 0; }
  Position Transform(int symmetry, const Position& position) const;
  Action TransformAction(int symmetry, const View& view, Action action) const;

  // What follows from the rules for a board, from the point of view of `seat`.

  // Q5: where the piece on `cell` may go without promotion. REQUIRES: it is the seat's piece.
  Cells TargetsOf(const Position& position, size_t seat, int cell) const;
  // Q4, Q5: where a basic piece other than a pawn, or a pawn, may be promoted if it stands or ends
  // there without a capture. REQUIRES: the territories are up to date.
  Cells PromotionCells(const Position& position, size_t seat, bool pawn) const;
  // Q5: where pieces of the reserve may be dropped.
  Cells DropCells(const Position& position, size_t seat) const;
  // Cells where the seat could capture an enemy queen; by Figure, with numbers that are no cells.
  Cells AttackedBy(const Board& board, size_t seat) const;
  std::array<Cells, kFigures> AttacksOf(const Board& board, size_t seat) const;
  // Q7.3: whether the piece on a cell, which is the seat's, attacks the enemy queen.
  bool AttacksQueen(const Board& board, size_t seat, int cell) const;
  // Q4: the development zone, and the rows in which territory belongs to it.
  const Cells& ZoneRows(const Position& position, size_t seat) const;
  Cells DevelopmentZone(const Position& position, size_t seat) const;
  // Updates territories and key from the board and the reserves, and then `movable`.
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
  void CountRepeats(Position* position, RepetitionHistory* history) const;
  void HoldTerritories(Position* position) const;
  void FindMovable(Position* position) const;
  // Q7.1, Q7.2: whether the side to move can win this turn by a queen (PieceWins: with this piece).
  bool WinsThisTurn(const Position& position) const;
  bool PieceWins(const Position& position, int cell) const;
  // Whether every turn loses at once, or lets the other seat win in its next turn.
  bool EveryTurnLoses(const Position& position) const;
  void Finish(Position* position, End end, int winner) const;
  void SetTargets(const Position& position, ActionMask mask) const;
  // For the greedy agent: the value of a turn. `position` is in stage kWhere.
  int ValueOfTurn(const Position& position, Action action) const;
  // Checks of a position that was read from text.
  bool IsPlacing(const Position& position) const;
  absl::Status CheckPlacing(const Position& position) const;
  absl::Status CheckPossible(const Position& position) const;
  absl::StatusOr<Position> Completed(Position position) const;

  // Indexed by seat and Figure.
  std::array<std::array<const Mover*, kFigures>, 2> movers_;
  bool cone_;
  enum class Cycle : uint8_t { kEnd, kRestart, kGoOn };
  Cycle cycle_;
  // Q7.3: `capture_in_row=ends_row`.
  bool capture_ends_row_;
  int max_plies_;
  Position initial_;
};

inline int ReserveSize(const Konkvest::Position& position, size_t seat) {
  int size = 0;
  for (const uint8_t count : position.reserves[seat]) {
    size += count;
  }
  return size;
}

// The kind to place next. REQUIRES: stage kPlace.
inline Kind NextPlaced(const Konkvest::Position& position) {
  return kPlacementOrder[position.placed / 2];
}

// Q8: equal for positions that count as the same: board, reserves and the player to move, but not
// the attacks that Q7 counts.
inline Key128 HistoryKey(const Konkvest::Position& position) {
  return {.low = position.key.low, .high = position.key.high + position.to_move};
}

// The word in docs/notation.md for an end: `queen`, `occupation` etc.
std::string_view EndName(End end);

}  // namespace kvintet::envs::konkvest
