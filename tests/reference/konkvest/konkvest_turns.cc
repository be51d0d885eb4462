// Turns: tries every piece and every reserve piece.
#include "tests/reference/konkvest/konkvest_turns.h"

#include <algorithm>

#include "tests/reference/konkvest/konkvest_reach.h"
#include "tests/reference/konkvest/konkvest_territory.h"

namespace kvintet::reference::konkvest {
namespace {

std::size_t Index(int player) { return static_cast<std::size_t>(player); }

void Add(const Turn& turn, Turns* turns) { turns->emplace(TurnText(turn), turn); }

// The board after the turn, without the captured piece.
Board BoardAfter(const Position& position, const Turn& turn) {
  Board board = position.board;
  if (turn.dropped != 0) {
    board[turn.to] = {position.side, turn.dropped, false};
    return board;
  }
  Piece piece = board.at(*turn.from);
  board.erase(*turn.from);
  if (turn.promote) piece.promoted = true;
  board[turn.to] = piece;
  return board;
}

// Q6: with a full reserve only the queen may be captured.
bool MayCapture(const Position& position, Cell cell) {
  const bool full = SizeOf(position.reserves[Index(position.side)]) >= kMaxInReserve;
  return !full || position.board.at(cell).type == 'Q';
}

// Adds a move without capture, and the same with promotion where that is allowed.
void AddQuietMove(const Position& position, const Options& options, Turn turn, Turns* turns) {
  Add(turn, turns);
  if (!MayPromote(BoardAfter(position, turn), turn.to, options)) return;
  turn.promote = true;
  Add(turn, turns);
}

void AddMoves(const Position& position, Cell from, const Options& options, Turns* turns) {
  for (const Cell to : Attacks(position.board, from, options)) {
    Turn turn = {from, to};
    turn.captures = position.board.contains(to);
    if (!turn.captures) {
      AddQuietMove(position, options, turn, turns);
    } else if (MayCapture(position, to)) {
      Add(turn, turns);
    }
  }
  for (const Cell to : Relocations(position.board, from, options)) {
    AddQuietMove(position, options, {from, to}, turns);
  }
}

void AddPromotionOnTheSpot(const Position& position, Cell cell, const Options& options,
                           Turns* turns) {
  if (!MayPromote(position.board, cell, options)) return;
  Turn turn = {cell, cell};
  turn.promote = true;
  Add(turn, turns);
}

void AddDrops(const Position& position, const Options& options, Turns* turns) {
  const Reserve& reserve = position.reserves[Index(position.side)];
  if (reserve.empty()) return;
  for (const Cell cell : DropZone(position.board, position.side, options)) {
    if (position.board.contains(cell)) continue;
    for (const auto& [type, number] : reserve) {
      Turn turn;
      turn.to = cell;
      turn.dropped = type;
      Add(turn, turns);
    }
  }
}

// Q7.3: whether, after the turn, the moved piece could capture the enemy queen.
bool AttacksQueen(const Position& after, const Turn& turn, int player, const Options& options) {
  if (turn.dropped != 0 || *turn.from == turn.to) return false;
  const Cells attacked = Attacks(after.board, turn.to, options);
  return std::any_of(attacked.begin(), attacked.end(), [&](Cell cell) {
    const auto found = after.board.find(cell);
    return found != after.board.end() && found->second == Piece{1 - player, 'Q', false};
  });
}

// Q7.3: ends the row of attacks of a piece that was captured.
void EndRowOfTaken(const Turn& turn, AttackRow* row) {
  if (turn.captures && row->count > 0 && row->piece == turn.to) *row = {};
}

}  // namespace

std::string TurnText(const Turn& turn) {
  const std::string to = CellName(turn.to);
  if (turn.dropped != 0) return std::string(1, turn.dropped) + "@" + to;
  if (*turn.from == turn.to) return to + "+";
  return CellName(*turn.from) + (turn.captures ? "x" : "-") + to + (turn.promote ? "+" : "");
}

Turns LegalTurns(const Position& position, const Options& options) {
  Turns turns;
  for (const auto& [cell, piece] : position.board) {
    if (piece.owner != position.side) continue;
    AddMoves(position, cell, options, &turns);
    AddPromotionOnTheSpot(position, cell, options, &turns);
  }
  AddDrops(position, options, &turns);
  return turns;
}

Position After(const Position& position, const Turn& turn, const Options& options) {
  const int player = position.side;
  Position after = position;
  after.board = BoardAfter(position, turn);
  after.side = 1 - player;
  Reserve& reserve = after.reserves[Index(player)];
  if (turn.dropped != 0 && --reserve[turn.dropped] == 0) reserve.erase(turn.dropped);
  if (turn.captures && !TopplesQueen(position, turn)) ++reserve[position.board.at(turn.to).type];
  AttackRow& row = after.attacks[Index(player)];
  const bool same_piece = turn.from && row.count > 0 && row.piece == *turn.from;
  const bool counts = !turn.captures || !options.capture_ends_row;
  if (counts && AttacksQueen(after, turn, player, options)) {
    row = {same_piece ? row.count + 1 : 1, turn.to};
  } else {
    row = {};
  }
  EndRowOfTaken(turn, &after.attacks[Index(1 - player)]);
  return after;
}

bool TopplesQueen(const Position& position, const Turn& turn) {
  return turn.captures && position.board.at(turn.to).type == 'Q';
}

bool Occupies(const Position& position, const Turn& turn) {
  if (!turn.from || position.board.at(*turn.from).type != 'Q') return false;
  return turn.to == Base(1 - position.side);
}

bool IsBlockaded(const Position& position, const Turns& turns, const Options& options) {
  return std::all_of(turns.begin(), turns.end(), [&](const auto& entry) {
    const Turn& turn = entry.second;
    if (!turn.from || position.board.at(*turn.from).type != 'Q') return false;
    if (TopplesQueen(position, turn) || Occupies(position, turn)) return false;
    return IsAttackedBy(BoardAfter(position, turn), 1 - position.side, turn.to, options);
  });
}

}  // namespace kvintet::reference::konkvest
