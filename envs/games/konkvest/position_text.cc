// Konkvest: positions as text, and the check whether play can reach them.
#include <array>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "envs/games/konkvest/konkvest.h"

namespace kvintet::envs::konkvest {
namespace {

using Words = std::vector<std::string>;
using Counts = std::array<int, kKinds>;

// Both sides together, after the set-up.
constexpr Counts kMaterial = {16, 6, 4, 4, 4, 4, 2};
constexpr std::array<std::string_view, 7> kEndNames = {
    "", "queen", "occupation", "repetition", "blockade", "reset", "max_plies"};
constexpr std::array<const char*, 2> kSideNames = {"w", "b"};

// The seat of `w` or `b`, or kNobody.
size_t SeatOf(const std::string& side) {
  return side == "w" ? 0 : side == "b" ? 1 : Konkvest::kNobody;
}

std::string ReserveText(const std::array<uint8_t, kReserveKinds>& reserve) {
  std::string text;
  for (size_t kind = 0; kind < reserve.size(); ++kind) {
    text.append(reserve[kind], kKindLetters[kind]);
  }
  return text.empty() ? "-" : text;
}

std::string SideText(const Konkvest::Position& p) {
  if (p.stage == Stage::kOver) {
    return absl::StrCat("over ", std::string(EndName(p.end)), " ",
                        p.winner == Konkvest::kNobody ? "-" : kSideNames[p.winner]);
  }
  std::string side = kSideNames[p.to_move];
  if (p.what == kNoCell) {
    return side;
  }
  return p.what < kNumbers
             ? absl::StrCat(side, " ", CellName(p.what))
             : absl::StrCat(side, " ", std::string(1, kKindLetters[p.what - Konkvest::kDropped]));
}

// `w *R k3`.
absl::Status ParsePiece(const std::string& text, Konkvest::Position* p) {
  const Words words = absl::StrSplit(text, ' ');
  const bool promoted = words.size() == 3 && words[1].starts_with('*');
  const std::string letter = words.size() == 3 ? words[1].substr(promoted ? 1 : 0) : "";
  const size_t kind = letter.size() == 1 ? kKindLetters.find(letter[0]) : std::string::npos;
  const size_t seat = SeatOf(words[0]);
  const int cell = words.size() == 3 ? ParseCell(words[2]) : kNoCell;
  if (seat == Konkvest::kNobody || kind == std::string::npos || cell == kNoCell) {
    return absl::InvalidArgumentError(
        absl::StrCat("a piece is written like 'w P c4' or, promoted, 'b *R k3', not '", text, "'"));
  }
  if (promoted && !MayPromote(static_cast<int>(kind))) {
    return absl::InvalidArgumentError(
        absl::StrCat("neither general nor queen is ever promoted: '", text, "'"));
  }
  if (!p->board.Free().Has(cell)) {
    return absl::InvalidArgumentError(absl::StrCat("two pieces stand on ", CellName(cell)));
  }
  p->board.Put(seat, {static_cast<int>(kind), promoted}, cell);
  return absl::OkStatus();
}

absl::Status ParsePieces(const std::string& text, Konkvest::Position* p) {
  for (const std::string& piece : Words(absl::StrSplit(text, ", "))) {
    KVINTET_RETURN_IF_ERROR(ParsePiece(piece, p));
  }
  return absl::OkStatus();
}

// `reserves PSS / -`.
absl::Status ParseReserves(const std::string& text, Konkvest::Position* p) {
  const Words words = absl::StrSplit(text, ' ');
  bool good = words.size() == 4 && words[0] == "reserves" && words[2] == "/";
  for (size_t seat = 0; seat < 2 && good; ++seat) {
    const std::string& kinds = words[1 + 2 * seat];
    for (const char letter : kinds == "-" ? "" : kinds) {
      const size_t kind = kKindLetters.find(letter);
      good = good && kind < kReserveKinds && p->reserves[seat][kind] < kMaterial[kind];
      if (good) {
        ++p->reserves[seat][kind];
      }
    }
    good = good && ReserveText(p->reserves[seat]) == kinds;
  }
  return good ? absl::OkStatus()
              : absl::InvalidArgumentError(absl::StrCat(
                    "reserves are written like 'reserves PPS / -', letters in the "
                    "order ",
                    std::string(kKindLetters.substr(0, kReserveKinds)), ", not '", text, "'"));
}

// `w`, or with the choice already made: `w c4`, `w S`.
absl::Status ParseSide(const std::string& text, Konkvest::Position* p) {
  const Words words = absl::StrSplit(text, ' ');
  if (words[0] == "over") {
    return absl::InvalidArgumentError("a game cannot start from a finished position");
  }
  const size_t seat = SeatOf(words[0]);
  if (seat == Konkvest::kNobody || words.size() > 2) {
    return absl::InvalidArgumentError(absl::StrCat("the side to move is w or b, not '", text, "'"));
  }
  p->to_move = static_cast<uint8_t>(seat);
  p->to_act = ActorSet::Only(seat == 0 ? Actor::kSeat0 : Actor::kSeat1).Bits();
  if (words.size() == 2) {
    const size_t kind = words[1].size() == 1 ? kKindLetters.find(words[1][0]) : kKinds;
    const int cell = ParseCell(words[1]);
    p->what = static_cast<uint8_t>(
        kind < kReserveKinds ? Konkvest::kDropped + static_cast<int>(kind) : cell);
    if (p->what == kNoCell) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", words[1], "' is neither a cell nor a kind to drop"));
    }
  }
  return absl::OkStatus();
}

// `attacks - / 2 k3`.
absl::Status ParseAttacks(const std::string& text, Konkvest::Position* p) {
  const Words words = absl::StrSplit(text, ' ');
  bool good = words[0] == "attacks";
  size_t next = 1;
  for (size_t seat = 0; seat < 2 && good; ++seat) {
    if (next < words.size() && words[next] == "-") {
      ++next;
    } else {
      good = next + 1 < words.size() && words[next].size() == 1 && words[next] >= "1" &&
             words[next] <= "3" && ParseCell(words[next + 1]) != kNoCell;
      if (good) {
        p->attacks[seat] = static_cast<uint8_t>(words[next][0] - '0');
        p->attacker[seat] = static_cast<uint8_t>(ParseCell(words[next + 1]));
        next += 2;
      }
    }
    good = good && (seat == 1 || (next < words.size() && words[next++] == "/"));
  }
  return good && next == words.size()
             ? absl::OkStatus()
             : absl::InvalidArgumentError(
                   absl::StrCat("attacks in a row, and the piece that made them, are written "
                                "like 'attacks - / 2 k3', not '",
                                text, "'"));
}

// `turn 57` and `first b`.
absl::Status ParseTurn(const Words& parts, Konkvest::Position* p) {
  int turns = p->turns;
  const bool good = parts.size() < 5 || (parts[4].starts_with("turn ") &&
                                         absl::SimpleAtoi(parts[4].substr(5), &turns) &&
                                         absl::StrCat("turn ", turns) == parts[4]);
  if (!good || turns < 0 || turns > 65535) {
    return absl::InvalidArgumentError(
        absl::StrCat("turns made are written like 'turn 57', not '", parts[4], "'"));
  }
  p->turns = static_cast<uint16_t>(turns);
  return absl::OkStatus();
}

Counts CountsOn(const Board& board, const Cells& cells) {
  Counts counts = {};
  cells.ForEach([&](int cell) { ++counts[static_cast<size_t>(board.At(cell).kind)]; });
  return counts;
}

// The pieces that are placed in the set-up.
Cells Placed(const Board& board) {
  return (board.seats[0] | board.seats[1]) & board.Basic() &
         (board.Guards() | board.kind[2] | (board.kind[0] & board.kind[1])) & ~board.Queens();
}

absl::Status CheckMaterial(const Konkvest::Position& p) {
  const Counts all = CountsOn(p.board, p.board.seats[0] | p.board.seats[1]);
  for (size_t seat = 0; seat < 2; ++seat) {
    if (CountsOn(p.board, p.board.seats[seat])[kQueen] != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("each side has one queen, but ", kSideNames[seat], " does not"));
    }
    if (ReserveSize(p, seat) > kReserveRoom) {
      return absl::InvalidArgumentError(absl::StrCat("a reserve holds 14 pieces, that of ",
                                                     kSideNames[seat], " ", ReserveSize(p, seat)));
    }
  }
  for (size_t kind = 0; kind < kReserveKinds; ++kind) {
    const int count = all[kind] + p.reserves[0][kind] + p.reserves[1][kind];
    if (count != kMaterial[kind]) {
      return absl::InvalidArgumentError(absl::StrCat(
          "no piece leaves the game: on the board and in the reserves are ", kMaterial[kind],
          " of ", std::string(1, kKindLetters[kind]), ", not ", count));
    }
  }
  return absl::OkStatus();
}

// Q7.3: the attack just made must still exist, and the attacking piece of the other side must be
// there.
absl::Status CheckAttacks(const Konkvest::Position& p, const Konkvest& rules) {
  for (size_t seat = 0; seat < 2; ++seat) {
    if (p.attacks[seat] == 0) {
      continue;
    }
    const std::string who = absl::StrCat(kSideNames[seat], " on ", CellName(p.attacker[seat]));
    if (!p.board.seats[seat].Has(p.attacker[seat])) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no piece of ", who, " that could have attacked"));
    }
    if (seat != p.to_move && !rules.AttacksQueen(p.board, seat, p.attacker[seat])) {
      return absl::InvalidArgumentError(
          absl::StrCat("the piece of ", who, " does not attack the queen"));
    }
    if (p.turns < kPlacedPieces + 2 * p.attacks[seat] - 1) {
      return absl::InvalidArgumentError(absl::StrCat(
          "after ", p.turns, " turns nobody has attacked ", p.attacks[seat], " times"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::string_view EndName(End end) { return kEndNames[static_cast<size_t>(end)]; }

std::string Konkvest::PositionText(const Position& p) const {
  std::string text;
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    p.board.seats[seat].ForEach([&](int cell) {
      const Piece piece = p.board.At(cell);
      absl::StrAppend(
          &text, text.empty() ? "" : ", ", kSideNames[seat], " ", piece.promoted ? "*" : "",
          std::string(1, kKindLetters[static_cast<size_t>(piece.kind)]), " ", CellName(cell));
    });
  }
  absl::StrAppend(&text, "; reserves ", ReserveText(p.reserves[0]), " / ",
                  ReserveText(p.reserves[1]), "; ", SideText(p), "; attacks");
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    absl::StrAppend(&text, seat == 0 ? " " : " / ",
                    p.attacks[seat] == 0
                        ? "-"
                        : absl::StrCat(p.attacks[seat], " ", CellName(p.attacker[seat])));
  }
  absl::StrAppend(&text, "; turn ", p.turns, "; first ", kSideNames[p.first]);
  return text;
}

absl::StatusOr<Konkvest::Position> Konkvest::ParsePosition(const std::string& text) const {
  const Words parts = absl::StrSplit(text, "; ");
  if (parts.size() < 3 || parts.size() > 6) {
    return absl::InvalidArgumentError(
        "a position is written 'w P c4, ...; reserves SSS / SSS; w', after which may come "
        "'; attacks - / 2 k3; turn 57; first w'");
  }
  Position p = initial_;
  p.board = {};
  p.reserves = {};
  KVINTET_RETURN_IF_ERROR(ParsePieces(parts[0], &p));
  KVINTET_RETURN_IF_ERROR(ParseReserves(parts[1], &p));
  KVINTET_RETURN_IF_ERROR(ParseSide(parts[2], &p));
  if (parts.size() > 3) {
    KVINTET_RETURN_IF_ERROR(ParseAttacks(parts[3], &p));
  }
  if (parts.size() > 5) {
    const size_t first = parts[5].starts_with("first ") ? SeatOf(parts[5].substr(6)) : kNobody;
    if (first == kNobody) {
      return absl::InvalidArgumentError(
          absl::StrCat("the side that began is written 'first w', not '", parts[5], "'"));
    }
    p.first = static_cast<uint8_t>(first);
  }
  p.placed = static_cast<uint8_t>(std::min(Placed(p.board).Count(), kPlacedPieces));
  const bool placing = IsPlacing(p);
  p.turns =
      placing ? p.placed : static_cast<uint16_t>(kPlacedPieces + (p.to_move == p.first ? 0 : 1));
  KVINTET_RETURN_IF_ERROR(ParseTurn(parts, &p));
  KVINTET_RETURN_IF_ERROR(placing ? CheckPlacing(p) : CheckPossible(p));
  if (!placing) {
    p.placed = kPlacedPieces;
    p.stage = Stage::kWhat;
  }
  return Completed(p);
}

// Whether some pieces of the set-up are neither on the board nor in a reserve.
bool Konkvest::IsPlacing(const Position& p) const {
  int missing = kPlacedPieces;
  for (const size_t kind : {kGuard, kHunter, kRook, kGeneral}) {
    missing -= CountsOn(p.board, p.board.seats[0] | p.board.seats[1])[kind] + p.reserves[0][kind] +
               p.reserves[1][kind];
  }
  return missing > 0;
}

// Q3: checks a set-up that is in progress.
absl::Status Konkvest::CheckPlacing(const Position& p) const {
  Position expected = initial_;
  const Cells placed = Placed(p.board);
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    Counts counts = {};
    for (size_t i = p.first ^ seat; i < p.placed; i += 2) {
      ++counts[kPlacementOrder[i / 2]];
    }
    const Cells own = p.board.seats[seat] & placed;
    if (CountsOn(p.board, own) != counts || (own & ~kHomeRows[seat]).Any()) {
      return absl::InvalidArgumentError(
          absl::StrCat("in the set-up ", p.placed, " pieces are placed by turns, ",
                       "R R G G H H N N, on each side's first two rows; those of ",
                       kSideNames[seat], " are not"));
    }
    own.ForEach([&](int cell) { expected.board.Put(seat, p.board.At(cell), cell); });
  }
  const bool same = expected.board.seats == p.board.seats && expected.board.kind == p.board.kind &&
                    expected.board.promoted == p.board.promoted &&
                    expected.reserves == p.reserves && p.attacks == expected.attacks;
  if (!same) {
    return absl::InvalidArgumentError(
        "pieces are missing, and it is not a set-up, in which queens stand on b4 and "
        "l4, pawns on rows c and k, three supports in each reserve");
  }
  const bool turns = cycle_ == Cycle::kRestart ? p.turns >= p.placed : p.turns == p.placed;
  if (p.to_move != (p.first ^ (p.placed & 1)) || !turns || p.turns >= max_plies_ ||
      p.what != kNoCell) {
    return absl::InvalidArgumentError(absl::StrCat("in a set-up of ", p.placed,
                                                   " pieces placed, begun by ", kSideNames[p.first],
                                                   ", the side to move or the turn is wrong"));
  }
  return absl::OkStatus();
}

absl::Status Konkvest::CheckPossible(const Position& p) const {
  KVINTET_RETURN_IF_ERROR(CheckMaterial(p));
  KVINTET_RETURN_IF_ERROR(CheckAttacks(p, *this));
  const bool parity = cycle_ == Cycle::kRestart || p.to_move == (p.first ^ (p.turns & 1));
  if (p.turns < kPlacedPieces || p.turns >= max_plies_ || !parity) {
    return absl::InvalidArgumentError(
        absl::StrCat("after ", p.turns, " turns, begun by ", kSideNames[p.first], ", of ",
                     max_plies_, " at most, it cannot be the turn of ", kSideNames[p.to_move]));
  }
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    if (p.board.seats[seat].Has(kBase[1 - seat]) && p.board.At(kBase[1 - seat]).kind == kQueen) {
      return absl::InvalidArgumentError(absl::StrCat("the queen of ", kSideNames[seat],
                                                     " holds the enemy base: the game is over"));
    }
  }
  return absl::OkStatus();
}

// Completes the position. Fails if the game would be over or if the chosen piece has no turn.
absl::StatusOr<Konkvest::Position> Konkvest::Completed(Position p) const {
  Complete(&p);
  if (p.stage != Stage::kWhat) {
    return p;
  }
  if (IsBlockaded(p)) {
    return absl::InvalidArgumentError(
        absl::StrCat(kSideNames[p.to_move], " is blockaded: the game is over"));
  }
  if (p.what != kNoCell) {
    const Action what =
        p.what < kNumbers ? kPieces + kDense.index[p.what] : kDrops + (p.what - kDropped);
    std::array<uint64_t, (kActions + 63) / 64> words = {};
    LegalActions({p, Seat::k0, {}}, ActionMask(words));
    if (!ActionMask(words).Has(what)) {
      return absl::InvalidArgumentError("the chosen piece or kind has no turn");
    }
    p.stage = Stage::kWhere;
  }
  return p;
}

}  // namespace kvintet::envs::konkvest
