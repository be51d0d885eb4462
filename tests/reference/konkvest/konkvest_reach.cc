// Reach: one case for each piece of the table of Q2.
#include "tests/reference/konkvest/konkvest_reach.h"

#include <algorithm>
#include <utility>

namespace kvintet::reference::konkvest {
namespace {

constexpr Direction kL = Direction::kLeft;
constexpr Direction kR = Direction::kRight;
constexpr Direction kFL = Direction::kForwardLeft;
constexpr Direction kFR = Direction::kForwardRight;
constexpr Direction kBL = Direction::kBackLeft;
constexpr Direction kBR = Direction::kBackRight;
constexpr int kAnyNumber = 12;

// Collects the cells of one piece, line by line.
class Gathering {
 public:
  Gathering(const Board& board, Cell from)
      : board_(board), from_(from), owner_(board.at(from).owner) {}

  // Adds cells along `direction` up to the first that is not free, which counts if an enemy holds
  // it.
  void AddLine(Direction direction, int longest) {
    Cell here = from_;
    for (int steps = 1; steps <= longest; ++steps) {
      const std::optional<Cell> next = Step(owner_, here, direction);
      if (!next) return;
      AddUnlessOwn(*next);
      if (!IsFree(next)) return;
      here = *next;
    }
  }

  void AddLines(const std::vector<Direction>& directions, int longest) {
    for (const Direction direction : directions) AddLine(direction, longest);
  }

  // Adds the cell one step along each of the two directions, if either cell between is free.
  void AddOverEither(Direction one, Direction other) {
    const std::optional<Cell> over_one = Next(one);
    const std::optional<Cell> over_other = Next(other);
    for (const auto& [over, onward] : {std::pair{over_one, other}, std::pair{over_other, one}}) {
      if (!IsFree(over)) continue;
      const std::optional<Cell> target = Step(owner_, *over, onward);
      if (target) AddUnlessOwn(*target);
    }
  }

  // Adds the cell two steps along `direction`, if the first is free.
  void AddSecond(Direction direction) {
    const std::optional<Cell> over = Next(direction);
    if (!IsFree(over)) return;
    const std::optional<Cell> target = Step(owner_, *over, direction);
    if (target) AddUnlessOwn(*target);
  }

  // Adds the cell two rows straight back, if both cells between are free.
  void AddStraightBack() {
    if (IsFree(Next(kBL)) && IsFree(Next(kBR))) AddOverEither(kBL, kBR);
  }

  const Cells& Gathered() const { return cells_; }

  // The collected cells that are empty.
  Cells Free() const {
    Cells free;
    for (const Cell cell : cells_) {
      if (IsFree(cell)) free.insert(cell);
    }
    return free;
  }

 private:
  std::optional<Cell> Next(Direction direction) const { return Step(owner_, from_, direction); }

  // Whether the cell is on the board and empty.
  bool IsFree(const std::optional<Cell>& cell) const { return cell && !board_.contains(*cell); }

  void AddUnlessOwn(Cell cell) {
    if (IsFree(cell) || board_.at(cell).owner != owner_) cells_.insert(cell);
  }

  const Board& board_;
  Cell from_;
  int owner_;
  Cells cells_;
};

void AddHeroAttacks(Gathering* to) {
  to->AddLines({kL, kR, kFL, kFR}, 1);
  to->AddOverEither(kFL, kFR);
}

void AddSupportAttacks(Gathering* to) {
  to->AddOverEither(kFL, kFR);
  to->AddOverEither(kFL, kL);
  to->AddOverEither(kFR, kR);
}

void AddGuardAttacks(bool straight, Gathering* to) {
  to->AddLines({kFL, kFR}, straight ? 1 : 2);
  if (straight) to->AddOverEither(kFL, kFR);
}

void AddGeneralAttacks(bool area, Gathering* to) {
  to->AddLines({kL, kR, kFL, kFR}, 2);
  if (area) AddSupportAttacks(to);
}

bool IsHero(Piece piece) {
  return piece.promoted && (piece.type == 'P' || piece.type == 'S' || piece.type == 'G');
}

bool IsChampion(Piece piece) { return piece.promoted && (piece.type == 'R' || piece.type == 'H'); }

void AddAttacks(Piece piece, const Options& options, Gathering* to) {
  if (IsHero(piece)) {
    AddHeroAttacks(to);
  } else if (IsChampion(piece)) {
    to->AddLines({kL, kR, kFL, kFR}, kAnyNumber);
  } else if (piece.type == 'P') {
    to->AddLines({kFL, kFR}, 1);
  } else if (piece.type == 'S') {
    AddSupportAttacks(to);
  } else if (piece.type == 'G') {
    AddGuardAttacks(options.guard_straight, to);
  } else if (piece.type == 'H') {
    to->AddLines({kFL, kFR}, kAnyNumber);
  } else if (piece.type == 'R') {
    to->AddLines({kL, kR}, kAnyNumber);
    to->AddLines({kFL, kFR}, 1);
  } else if (piece.type == 'N') {
    AddGeneralAttacks(options.general_area, to);
  } else if (piece.type == 'Q') {
    to->AddLines({kL, kR, kFL, kFR, kBL, kBR}, 1);
  }
}

void AddQueenRelocations(bool lines, Gathering* to) {
  to->AddSecond(kL);
  to->AddSecond(kR);
  if (lines) {
    to->AddSecond(kBL);
    to->AddSecond(kBR);
  } else {
    to->AddStraightBack();
  }
}

// The caller removes enemy-held cells from the result.
void AddRelocations(Piece piece, const Options& options, Gathering* to) {
  if (IsHero(piece) || IsChampion(piece) || piece.type == 'N') {
    to->AddLines({kBL, kBR}, 1);
  } else if (piece.type == 'P') {
    to->AddOverEither(kFL, kFR);
  } else if (piece.type == 'S') {
    to->AddLines({kFL, kFR}, 1);
  } else if (piece.type == 'G') {
    to->AddLines({kL, kR}, 1);
  } else if (piece.type == 'Q') {
    AddQueenRelocations(options.queen_lines, to);
  }
}

}  // namespace

Cells Attacks(const Board& board, Cell from, const Options& options) {
  Gathering gathering(board, from);
  AddAttacks(board.at(from), options, &gathering);
  return gathering.Gathered();
}

Cells Relocations(const Board& board, Cell from, const Options& options) {
  Gathering gathering(board, from);
  AddRelocations(board.at(from), options, &gathering);
  return gathering.Free();
}

bool IsAttackedBy(const Board& board, int player, Cell cell, const Options& options) {
  return std::any_of(board.begin(), board.end(), [&](const auto& entry) {
    return entry.second.owner == player && Attacks(board, entry.first, options).contains(cell);
  });
}

}  // namespace kvintet::reference::konkvest
